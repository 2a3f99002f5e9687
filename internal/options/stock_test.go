package options_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hawker/internal/options"
)

func TestCheckStock_ITEM07_ITEM08_TRAP_S3(t *testing.T) {
	t.Parallel()
	mango := func(quantity int64) options.Draw {
		return options.Draw{ItemID: 1, Quantity: quantity, Stock: stock(5), Maximum: 4}
	}
	red := func(quantity, left int64) options.Draw {
		return options.Draw{ItemID: 2, VariationID: 21, Quantity: quantity, Stock: stock(left), Maximum: 4}
	}
	blue := func(quantity int64) options.Draw {
		return options.Draw{ItemID: 2, VariationID: 22, Quantity: quantity, Maximum: 4}
	}
	const (
		gone   = "This variation is out of stock. Choose another variation to proceed further."
		limits = "Out of Limits"
		amount = "The quantity must be between 1 and 9999."
	)
	tests := []struct {
		name  string
		draws []options.Draw
		want  map[int]string
	}{
		{"up to the maximum", []options.Draw{mango(4)}, nil},
		{"one above the maximum", []options.Draw{mango(5)}, map[int]string{0: limits}},
		{"the last of the stock", []options.Draw{red(3, 3)}, nil},
		{"one above the stock", []options.Draw{red(4, 3)}, map[int]string{0: limits}},
		{"nothing left", []options.Draw{{ItemID: 1, Quantity: 1, Stock: stock(0)}}, map[int]string{0: "Out of Stock"}},
		{"nothing left of a variation", []options.Draw{red(1, 0)}, map[int]string{0: gone}},
		{"two lines on one stock by their sum", []options.Draw{red(2, 3), red(2, 3)}, map[int]string{0: limits, 1: limits}},
		{"two lines that just fit", []options.Draw{red(1, 3), red(2, 3)}, nil},
		{"two variations of one item against its maximum", []options.Draw{red(3, 9), blue(2)}, map[int]string{0: limits, 1: limits}},
		{"a campaign item is another item", []options.Draw{mango(4), {ItemID: 1, Campaign: true, Quantity: 4, Maximum: 4}}, nil},
		{"unlimited", []options.Draw{{ItemID: 3, Quantity: 9999}}, nil},
		{"zero", []options.Draw{mango(0)}, map[int]string{0: amount}},
		{"negative, which gives no room to others", []options.Draw{mango(-1), mango(5)}, map[int]string{0: amount, 1: limits}},
		{"absurd", []options.Draw{{ItemID: 3, Quantity: 1<<63 - 1}, {ItemID: 3, Quantity: 1}}, map[int]string{0: amount}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got map[int]string
			for _, p := range options.CheckStock(tt.draws) {
				if got == nil {
					got = map[int]string{}
				}
				got[p.Line] = p.Message
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The oracle takes units one by one. The lines fit if and only if every unit can
// be taken.
func TestCheckStockAgainstTakingUnits_TRAP_S3(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		remaining := map[int64]int64{1: rapid.Int64Range(0, 6).Draw(t, "first"), 2: rapid.Int64Range(0, 6).Draw(t, "second")}
		maximum := rapid.Int64Range(0, 8).Draw(t, "maximum")
		var draws []options.Draw
		for range rapid.IntRange(1, 4).Draw(t, "lines") {
			variation := rapid.Int64Range(1, 2).Draw(t, "variation")
			draws = append(draws, options.Draw{ItemID: 1, VariationID: variation, Stock: stock(remaining[variation]),
				Quantity: rapid.Int64Range(1, 4).Draw(t, "quantity"), Maximum: maximum})
		}
		fits, handed := true, int64(0)
		for _, d := range draws {
			for range d.Quantity {
				remaining[d.VariationID]--
				handed++
				fits = fits && remaining[d.VariationID] >= 0 && (maximum == 0 || handed <= maximum)
			}
		}
		if got := options.CheckStock(draws); (got == nil) != fits {
			t.Fatalf("%+v: %v", draws, got)
		}
	})
}

func TestDraw_ITEM06(t *testing.T) {
	t.Parallel()
	s, problems := options.Resolve(shirt(), options.Choice{VariationID: 41})
	if problems != nil {
		t.Fatal(problems)
	}
	want := options.Draw{ItemID: 8, VariationID: 41, Quantity: 2, Stock: stock(3)}
	if diff := cmp.Diff(want, s.Draw(2)); diff != "" {
		t.Error(diff)
	}
	s, problems = options.Resolve(options.Item{ID: 9, Stock: stock(4), Maximum: 2}, options.Choice{})
	if problems != nil {
		t.Fatal(problems)
	}
	want = options.Draw{ItemID: 9, Quantity: 1, Stock: stock(4), Maximum: 2}
	if diff := cmp.Diff(want, s.Draw(1)); diff != "" {
		t.Error(diff)
	}
}

// The room can be filled, and not one unit more fits.
func TestRoom_TRAP_S3_isWhatCheckStockAllows(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		draw := func(what string) options.Draw {
			d := options.Draw{ItemID: rapid.Int64Range(1, 2).Draw(r, what), VariationID: rapid.Int64Range(0, 1).Draw(r, what), Quantity: rapid.Int64Range(1, 4).Draw(r, what)}
			if d.VariationID == 1 || d.ItemID == 1 {
				d.Stock = stock(6)
			}
			if d.ItemID == 2 {
				d.Maximum = 7
			}
			return d
		}
		var taken []options.Draw
		for range rapid.IntRange(0, 3).Draw(r, "lines") {
			taken = append(taken, draw("taken"))
		}
		d := draw("wanted")
		fits := func(units int64) bool {
			d.Quantity = units
			for _, p := range options.CheckStock(append(taken[:len(taken):len(taken)], d)) {
				if p.Line == len(taken) {
					return false
				}
			}
			return true
		}
		room := options.Room(taken, d)
		if room > 0 && !fits(room) || room < options.MaxQuantity && fits(room+1) {
			r.Fatalf("room %d for %+v beside %+v", room, d, taken)
		}
	})
}
