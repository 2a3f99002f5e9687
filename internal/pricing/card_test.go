package pricing_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hawker/internal/money"
	"hawker/internal/pricing"
)

func TestItemPrice_PRC02(t *testing.T) {
	t.Parallel()
	const price = 1999
	store := func(d pricing.Discount) pricing.StoreDiscount {
		return pricing.StoreDiscount{Discount: d, Active: true}
	}
	capped, picky := store(percent(5000)), store(percent(5000))
	capped.MaxDiscount, picky.MinPurchase = 300, 2000
	tests := []struct {
		name  string
		item  pricing.Discount
		store pricing.StoreDiscount
		want  money.Amount
		badge *pricing.Badge
	}{
		{"no discount, no badge", pricing.Discount{}, pricing.StoreDiscount{}, price, nil},
		{"zero percent is no discount", percent(0), pricing.StoreDiscount{}, price, nil},
		{"'25% off'", percent(2500), pricing.StoreDiscount{}, 1499, &pricing.Badge{Kind: pricing.Percent, Rate: 2500, Amount: 500}},
		{"'$1.50 off'", flat(150), pricing.StoreDiscount{}, 1849, &pricing.Badge{Kind: pricing.Flat, Amount: 150}},
		{"no more off than it costs", flat(5000), pricing.StoreDiscount{}, 0, &pricing.Badge{Kind: pricing.Flat, Amount: 1999}},
		{"the store's is larger", flat(150), store(percent(1000)), 1799, &pricing.Badge{Kind: pricing.Percent, Rate: 1000, Amount: 200}},
		{"the item's is larger", flat(201), store(percent(1000)), 1798, &pricing.Badge{Kind: pricing.Flat, Amount: 201}},
		{"a capped percentage is shown in money", pricing.Discount{}, capped, 1699, &pricing.Badge{Kind: pricing.Flat, Amount: 300}},
		{"one unit does not reach the minimum", pricing.Discount{}, picky, price, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			want := pricing.Card{Price: tt.want, Original: price, Badge: tt.badge}
			if diff := cmp.Diff(want, pricing.ItemPrice(price, tt.item, tt.store)); diff != "" {
				t.Error(diff)
			}
			if got := pricing.DiscountedPrice(price, tt.item, tt.store); got != tt.want {
				t.Errorf("in lists: %d", got)
			}
		})
	}
}

func TestRatePrice_RNT02_RNT09_onlyAPercentageComesOffARate(t *testing.T) {
	t.Parallel()
	const rate = 1400
	provider := func(d pricing.Discount, maxDiscount money.Amount) pricing.StoreDiscount {
		return pricing.StoreDiscount{Discount: d, MaxDiscount: maxDiscount, Active: true}
	}
	none := pricing.StoreDiscount{}
	from := func(minimum money.Amount, d pricing.StoreDiscount) pricing.StoreDiscount {
		d.MinPurchase = minimum
		return d
	}
	tests := []struct {
		name     string
		own      pricing.Discount
		provider pricing.StoreDiscount
		want     money.Amount
		badge    *pricing.Badge
	}{
		{"no discount", pricing.Discount{}, none, rate, nil},
		{"zero percent is no discount", percent(0), none, rate, nil},
		{"'25% off'", percent(2500), none, 1050, &pricing.Badge{Kind: pricing.Percent, Rate: 2500, Amount: 350}},
		{"for nothing", percent(10_000), none, 0, &pricing.Badge{Kind: pricing.Percent, Rate: 10_000, Amount: rate}},
		{"'$5.00 off' a trip", flat(500), none, rate, &pricing.Badge{Kind: pricing.Flat, Amount: 500}},
		{"more than an hour costs", flat(5000), none, rate, &pricing.Badge{Kind: pricing.Flat, Amount: 5000}},
		{"the provider's amount", percent(100), provider(flat(500), 0), rate, &pricing.Badge{Kind: pricing.Flat, Amount: 500}},
		{"the larger of two amounts, both more than an hour costs", flat(2000), provider(flat(5000), 0), rate, &pricing.Badge{Kind: pricing.Flat, Amount: 5000}},
		{"the vehicle's is larger", flat(5000), provider(flat(2000), 0), rate, &pricing.Badge{Kind: pricing.Flat, Amount: 5000}},
		{"its cap is less than an hour costs", percent(100), provider(flat(500), 300), rate, &pricing.Badge{Kind: pricing.Flat, Amount: 300}},
		{"its cap is more", percent(100), provider(flat(5000), 3000), rate, &pricing.Badge{Kind: pricing.Flat, Amount: 3000}},
		{"the cap is not of its own", flat(5000), provider(percent(100), 3000), rate, &pricing.Badge{Kind: pricing.Flat, Amount: 5000}},
		{"the provider's larger amount, from what an hour costs", flat(2000), from(rate, provider(flat(5000), 0)), rate, &pricing.Badge{Kind: pricing.Flat, Amount: 5000}},
		{"the provider's larger amount, from more than an hour costs", flat(2000), from(rate+1, provider(flat(5000), 0)), rate, &pricing.Badge{Kind: pricing.Flat, Amount: 2000}},
		{"the provider's larger amount, which is not active", flat(2000), pricing.StoreDiscount{Discount: flat(5000)}, rate, &pricing.Badge{Kind: pricing.Flat, Amount: 2000}},
		{"a percentage that is less than the amount", percent(3000), provider(flat(2000), 0), rate, &pricing.Badge{Kind: pricing.Flat, Amount: 2000}},
		{"a percentage that is capped", percent(100), provider(percent(5000), 300), rate, &pricing.Badge{Kind: pricing.Flat, Amount: 300}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			want := pricing.Card{Price: tt.want, Original: rate, Badge: tt.badge}
			if diff := cmp.Diff(want, pricing.RatePrice(rate, tt.own, tt.provider)); diff != "" {
				t.Error(diff)
			}
			if price, discounted := pricing.DiscountedRate(rate, tt.own, tt.provider); price != tt.want || discounted != (tt.badge != nil) {
				t.Errorf("in lists: %d, %t", price, discounted)
			}
			// What a trip of ten hours costs, as the card says it.
			trip := pricing.ItemPrice(10*rate, tt.own, tt.provider)
			said := 10 * tt.want
			if tt.badge != nil && tt.badge.Kind == pricing.Flat {
				said -= tt.badge.Amount
			}
			if trip.Price > said {
				t.Errorf("ten hours cost %d, and the card says %d", trip.Price, said)
			}
		})
	}
}

// A percentage may come to more than an amount whose number is larger.
func TestRatePrice_RNT02_comparesMoney(t *testing.T) {
	t.Parallel()
	card := pricing.RatePrice(20_000, percent(2000), pricing.StoreDiscount{Discount: flat(3000), Active: true})
	want := pricing.Card{Price: 16_000, Original: 20_000, Badge: &pricing.Badge{Kind: pricing.Percent, Rate: 2000, Amount: 4000}}
	if diff := cmp.Diff(want, card); diff != "" {
		t.Error(diff)
	}
}

// The card, the button and a cart with only that item show the same price.
func TestCardButtonAndCartAgree_TRAP_M10(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := inputs().Filter(func(in pricing.Input) bool { return len(in.Lines) > 0 }).Draw(t, "input")
		in.Lines = in.Lines[:1]
		line := pricing.Price(in).Lines[0]
		if got := pricing.RunningTotal(in.Lines[0], in.Store); got != line.Taxable {
			t.Fatalf("the button says %d, the cart %d", got, line.Taxable)
		}
		one := pricing.Line{Base: in.Lines[0].Base, Quantity: 1, Discount: in.Lines[0].Discount}
		card := pricing.ItemPrice(one.Base, one.Discount, in.Store)
		if got := pricing.RunningTotal(one, in.Store); got != card.Price {
			t.Fatalf("the button says %d, the card %d", got, card.Price)
		}
		if (card.Badge != nil) != (card.Price < card.Original) {
			t.Fatalf("a badge on %+v", card)
		}
	})
}

func TestLineBadge_PRC02_isTheDiscountThatTheLineGot(t *testing.T) {
	t.Parallel()
	store := pricing.StoreDiscount{Discount: percent(1000), Active: true, MaxDiscount: 500}
	for name, tt := range map[string]struct {
		own      pricing.Discount
		quantity int64
		want     *pricing.Badge
	}{
		"its own":             {percent(2000), 1, &pricing.Badge{Kind: pricing.Percent, Rate: 2000, Amount: 600}},
		"the store's":         {percent(500), 1, &pricing.Badge{Kind: pricing.Percent, Rate: 1000, Amount: 300}},
		"the store's, capped": {percent(500), 2, &pricing.Badge{Kind: pricing.Flat, Amount: 500}},
		"an amount for each":  {flat(400), 2, &pricing.Badge{Kind: pricing.Flat, Amount: 800}},
		"more than an amount": {flat(299), 1, &pricing.Badge{Kind: pricing.Percent, Rate: 1000, Amount: 300}},
	} {
		line := pricing.TripLine(pricing.Rates{Hour: 1000}, pricing.Trip{Type: pricing.Hourly, Hours: 3}, tt.quantity, tt.own)
		got := pricing.Price(pricing.Input{OrderType: pricing.Rental, Lines: []pricing.Line{line}, Store: store}).Lines[0]
		if diff := cmp.Diff(tt.want, pricing.LineBadge(got, tt.quantity, tt.own, store.Discount)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if got := pricing.LineBadge(pricing.PricedLine{Gross: 3000}, 1, pricing.Discount{}, pricing.Discount{}); got != nil {
		t.Errorf("without a discount: %+v", got)
	}
}
