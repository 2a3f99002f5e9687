package cart_test

import (
	"slices"
	"strings"
	"testing"

	"hawker/internal/cart"
	"hawker/internal/errs"
	"hawker/internal/order/ordertest"
)

func TestCart_TRAP_S6_anotherNoteIsAnotherLine(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		item := d.Item(t, d.Store(t, nil), 1000, ordertest.Unlimited, nil)
		line := func(note string) cart.NewLine {
			return cart.NewLine{ItemID: item.ID, Quantity: 1, Note: &note}
		}
		var b cart.Contents
		for _, note := range []string{"", "no onions", "  no onions\n", "well done"} {
			var err error
			if b, err = d.carts.Add(t.Context(), d.me, ordertest.FoodID, line(note)); err != nil {
				t.Fatal(err)
			}
		}
		type kept struct {
			note     string
			quantity int64
		}
		notes := func(b cart.Contents) (all []kept) {
			for _, l := range b.Lines {
				all = append(all, kept{l.Note, l.Quantity})
			}
			return all
		}
		if got := notes(b); !slices.Equal(got, []kept{{"", 1}, {"no onions", 2}, {"well done", 1}}) {
			t.Fatalf("lines: %v", got)
		}

		update := func(id int64, n cart.NewLine) cart.Contents {
			t.Helper()
			b, err := d.carts.Update(t.Context(), d.me, ordertest.FoodID, id, n)
			if err != nil {
				t.Fatal(err)
			}
			return b
		}
		b = update(b.Lines[2].ID, cart.NewLine{ItemID: item.ID, Quantity: 5})
		if got := notes(b); got[2] != (kept{"well done", 5}) {
			t.Errorf("a quantity alone: %v", got)
		}
		b = update(b.Lines[2].ID, line("no onions"))
		if got := notes(b); !slices.Equal(got, []kept{{"", 1}, {"no onions", 3}}) {
			t.Errorf("the note of another line: %v", got)
		}
		long := strings.Repeat("ü", cart.MaxNoteLength)
		b = update(b.Lines[1].ID, line(long))
		if b.Lines[1].Note != long {
			t.Errorf("the longest note: %q", b.Lines[1].Note)
		}
		if _, err := d.carts.Add(t.Context(), d.me, ordertest.FoodID, line(long+"!")); !errs.Is(err, errs.Invalid) {
			t.Errorf("a longer one: %v", err)
		}
	})
}
