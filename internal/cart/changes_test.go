package cart_test

import (
	"slices"
	"testing"

	"hawker/internal/cart"
	"hawker/internal/catalog"
	"hawker/internal/money"
	"hawker/internal/options"
	"hawker/internal/order/ordertest"
	"hawker/internal/pricing"
)

func TestCart_CART08_aRiseSinceAddingIsShownAndAFallIsNot(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		item := d.Item(t, d.Store(t, nil), 1000, ordertest.Unlimited, nil)
		d.mustAdd(t, item.ID, 2, options.Choice{})

		d.Exec(t, `UPDATE items SET price = 1100`)
		b, err := d.carts.List(t.Context(), d.me, ordertest.FoodID)
		if err != nil {
			t.Fatal(err)
		}
		l := b.Lines[0]
		if l.Price() != 1100 || l.Priced.Taxable != 2200 || l.AddedPrice != 1000 || !slices.Equal(codes(b), []string{cart.PriceChanged}) || !l.Problems[0].Warning {
			t.Errorf("after a rise: price %d, total %d, added at %d, problems %+v", l.Price(), l.Priced.Taxable, l.AddedPrice, l.Problems)
		}
		d.Exec(t, `UPDATE items SET price = 900`)
		if b, _ = d.carts.List(t.Context(), d.me, ordertest.FoodID); b.Lines[0].Price() != 900 || len(codes(b)) != 0 {
			t.Errorf("after a fall: price %d, problems %v", b.Lines[0].Price(), codes(b))
		}
	})
}

// Otherwise one tap on the plus would hide a rise for good.
func TestCart_CART08_TRAP_C3_aChangeHidesNoRiseThatWasNotSeen(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		note := "No onions"
		cola := options.Choice{Variation: ordertest.Small().Variation, AddOnIDs: []int64{1}, AddOnQtys: []int64{1}}
		const before, after = 1150, 1350 // of one with its cola
		tests := []struct {
			name string
			add  bool // another one, instead of changing the line
			n    cart.NewLine
			want money.Amount // when added
		}{
			{"more of it", false, cart.NewLine{Quantity: 3}, before},
			{"more of it, at the old price", false, cart.NewLine{Quantity: 3, Shown: before}, before},
			{"more of it, at the new price", false, cart.NewLine{Quantity: 3, Shown: after}, after},
			{"fewer of it", false, cart.NewLine{Quantity: 1}, before},
			{"another note", false, cart.NewLine{Quantity: 2, Note: &note}, before},
			{"the same choice, sent again", false, cart.NewLine{Quantity: 3, Choice: cola, Shown: before}, before},
			{"another choice", false, cart.NewLine{Quantity: 2, Choice: ordertest.Small()}, 1200},
			{"another choice, at the old price", false, cart.NewLine{Quantity: 2, Choice: ordertest.Small(), Shown: 1000}, 1000},
			{"added once more", true, cart.NewLine{Quantity: 1, Choice: cola, Shown: before}, before},
			{"added once more, at the new price", true, cart.NewLine{Quantity: 1, Choice: cola, Shown: after}, after},
		}
		for _, tt := range tests {
			d.Exec(t, `DELETE FROM cart_lines`)
			item := d.Item(t, d.Store(t, nil), 1000, ordertest.Unlimited, ordertest.WithMenu)
			line := d.mustAdd(t, item.ID, 2, cola).Lines[0].ID
			d.Exec(t, `UPDATE items SET price = 1200 WHERE id = $1`, item.ID)
			tt.n.ItemID = item.ID
			var changed cart.Contents
			var err error
			if tt.add {
				changed, err = d.carts.Add(t.Context(), d.me, ordertest.FoodID, tt.n)
			} else {
				changed, err = d.update(t, line, tt.n)
			}
			if err != nil {
				t.Fatalf("%s: %v", tt.name, err)
			}
			var problems []string
			if tt.want < changed.Lines[0].AlonePrice {
				problems = []string{cart.PriceChanged}
			}
			listed := d.list(t, d.me, ordertest.FoodID)
			for _, b := range []cart.Contents{changed, listed} {
				if l := b.Lines[0]; l.AddedPrice != tt.want || !slices.Equal(codes(b), problems) {
					t.Errorf("%s: added at %d, alone %d, problems %v; want %d with %v", tt.name, l.AddedPrice, l.AlonePrice, codes(b), tt.want, problems)
				}
			}
		}
	})
}

// The page shows an older price than the one that the item is added for.
func TestCart_CART08_TRAP_C3_aRiseWhileItWasOnTheScreenStaysOne(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		item := d.Item(t, d.Store(t, nil), 1000, ordertest.Unlimited, nil)
		add := func(shown money.Amount) cart.Contents {
			b, err := d.carts.Add(t.Context(), d.me, ordertest.FoodID, cart.NewLine{ItemID: item.ID, Quantity: 1, Shown: shown})
			if err != nil {
				t.Fatal(err)
			}
			return b
		}
		for _, b := range []cart.Contents{add(900), d.list(t, d.me, ordertest.FoodID)} {
			if l := b.Lines[0]; l.AddedPrice != 900 || l.Priced.Taxable != 1000 || !slices.Equal(codes(b), []string{cart.PriceChanged}) {
				t.Errorf("added at %d, costs %d, problems %v", l.AddedPrice, l.Priced.Taxable, codes(b))
			}
		}
		if b := add(1000); b.Lines[0].AddedPrice != 1000 || len(codes(b)) != 0 {
			t.Errorf("the new price was seen: added at %d, problems %v", b.Lines[0].AddedPrice, codes(b))
		}
	})
}

func TestCart_CART08_sharingACapIsNoRise(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		store := d.Store(t, func(s *catalog.Store) {
			s.Discount.V = catalog.Discount{Type: pricing.Percent, Value: 5000, MaxDiscount: 100, Start: "2026-01-01", End: "2027-01-01"}
		})
		a, b := d.Item(t, store, 1000, ordertest.Unlimited, nil), d.Item(t, store, 1000, ordertest.Unlimited, nil)
		d.mustAdd(t, a.ID, 1, options.Choice{})
		after := d.mustAdd(t, b.ID, 1, options.Choice{})
		if after.Lines[0].Price() != 950 || len(codes(after)) != 0 {
			t.Errorf("price %d, problems %v; want 950 and none", after.Lines[0].Price(), codes(after))
		}
	})
}

// An add-on counts towards the store's minimum purchase (D19), on the button that
// was pressed and in the cart alike.
func TestCart_CART08_TRAP_D19_anAddOnThatReachesTheMinimumIsNoRise(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		store := d.Store(t, func(s *catalog.Store) {
			s.Discount.V = catalog.Discount{Type: pricing.Percent, Value: 1000, MinPurchase: 1000, Start: "2026-01-01", End: "2027-01-01"}
		})
		dish := d.Item(t, store, 900, ordertest.Unlimited, func(i *catalog.Item) {
			i.Options.V = catalog.Options{AddOns: []catalog.AddOn{{ID: 1, Name: "Cola", Price: 200}}}
		})
		const button = 1010 // 9.00 less 10 %, and 2.00
		added, err := d.carts.Add(t.Context(), d.me, ordertest.FoodID, cart.NewLine{
			ItemID: dish.ID, Quantity: 1, Shown: button, Choice: options.Choice{AddOnIDs: []int64{1}, AddOnQtys: []int64{1}},
		})
		if err != nil {
			t.Fatal(err)
		}
		if l := added.Lines[0]; l.AlonePrice != button || l.Priced.Taxable != button || len(codes(added)) != 0 {
			t.Errorf("alone %d, in the cart %d, problems %v; want %d twice and none", l.AlonePrice, l.Priced.Taxable, codes(added), button)
		}
	})
}

func TestCart_CART08_whatBecameUnbuyableSaysWhy(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		tests := []struct {
			name     string
			breakage string
			want     []string
		}{
			{"sold out", `UPDATE stock SET quantity = 0`, []string{string(options.OutOfStock)}},
			{"fewer left", `UPDATE stock SET quantity = 1`, []string{string(options.OutOfLimits)}},
			{"taken away", `UPDATE items SET active = FALSE`, []string{cart.Gone}},
			{"its store taken away", `UPDATE stores SET active = FALSE`, []string{cart.Gone, cart.StoreClosed}},
			{"its choice taken away", `UPDATE items SET options = '{"groups":[{"id":7,"name":"Heat","kind":"single","required":true,"values":[{"id":8,"label":"Mild","price":0}]}]}'`, []string{string(options.Unknown)}},
			{"closed", `UPDATE stores SET schedule = '{"week":[]}'`, []string{cart.StoreClosed}},
		}
		for _, tt := range tests {
			d.me = d.shopper(t)
			item := d.Item(t, d.Store(t, nil), 1000, 5, ordertest.WithMenu)
			d.mustAdd(t, item.ID, 2, ordertest.Small())
			d.Exec(t, tt.breakage)
			b, err := d.carts.List(t.Context(), d.me, ordertest.FoodID)
			if err != nil || !slices.Equal(codes(b), tt.want) || len(b.Lines) != 1 {
				t.Errorf("%s: problems %v, %v; want %v", tt.name, codes(b), err, tt.want)
			}
			if b.Lines[0].Item.Name == "" {
				t.Errorf("%s: the line lost its name", tt.name)
			}
		}
	})
}
