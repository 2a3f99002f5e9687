package cart_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"hawker/internal/cart"
	"hawker/internal/catalog"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/options"
	"hawker/internal/order/ordertest"
	"hawker/internal/shopper"
)

// fixture is a town, a shopper in it, and the service under test.
type fixture struct {
	*ordertest.Town
	clock *clock.Manual
	carts *cart.Service
	me    int64
}

func engines(t *testing.T, run func(t *testing.T, d fixture)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		now := clock.NewManual(ordertest.Now)
		d := fixture{Town: ordertest.New(t, open(t)), clock: now}
		d.carts, d.me = cart.New(d.DB, now), d.shopper(t)
		run(t, d)
	})
}

func (d fixture) shopper(t *testing.T) int64 {
	t.Helper()
	guests := shopper.New(d.DB, d.clock)
	guestID, err := guests.NewGuest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	who, err := guests.Guest(t.Context(), guestID)
	if err != nil {
		t.Fatal(err)
	}
	return who.ID
}

func (d fixture) add(t *testing.T, itemID, quantity int64, choice options.Choice) (cart.Contents, error) {
	t.Helper()
	return d.carts.Add(t.Context(), d.me, ordertest.FoodID, cart.NewLine{ItemID: itemID, Quantity: quantity, Choice: choice})
}

func (d fixture) mustAdd(t *testing.T, itemID, quantity int64, choice options.Choice) cart.Contents {
	t.Helper()
	b, err := d.add(t, itemID, quantity, choice)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (d fixture) update(t *testing.T, lineID int64, n cart.NewLine) (cart.Contents, error) {
	t.Helper()
	return d.carts.Update(t.Context(), d.me, ordertest.FoodID, lineID, n)
}

// quantities are those of the lines, in order.
func quantities(b cart.Contents) []int64 {
	var all []int64
	for _, l := range b.Lines {
		all = append(all, l.Quantity)
	}
	return all
}

// codes are those of all problems, in order.
func codes(b cart.Contents) []string {
	var all []string
	for _, l := range b.Lines {
		for _, p := range l.Problems {
			all = append(all, p.Code)
		}
	}
	return all
}

func messages(err error) []string {
	var all []string
	for _, e := range errs.All(err) {
		all = append(all, e.Message)
	}
	return all
}

func TestCart_TRAP_S6_theSameChoiceIsOneLine(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		item := d.Item(t, d.Store(t, nil), 1000, ordertest.Unlimited, ordertest.WithMenu)
		size := ordertest.Chosen("Size", "Small")

		d.mustAdd(t, item.ID, 1, options.Choice{Variation: []options.ChosenGroup{size, ordertest.Chosen("Extras", "Cheese", "Bacon")}})
		b := d.mustAdd(t, item.ID, 2, options.Choice{Variation: []options.ChosenGroup{ordertest.Chosen("Extras", "Bacon", "Cheese"), size}})
		if got := quantities(b); !slices.Equal(got, []int64{3}) {
			t.Errorf("the same choice in another order: quantities %v, want one line of 3", got)
		}
		d.mustAdd(t, item.ID, 1, ordertest.Small())
		b = d.mustAdd(t, item.ID, 1, options.Choice{Variation: []options.ChosenGroup{size}, AddOnIDs: []int64{1}, AddOnQtys: []int64{2}})
		if got := quantities(b); !slices.Equal(got, []int64{3, 1, 1}) {
			t.Errorf("different choices: quantities %v, want 3, 1, 1", got)
		}
	})
}

func TestCart_CART02_updateRemoveAndClearAnswerTheList(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		store := d.Store(t, nil)
		burger, soup := d.Item(t, store, 1000, ordertest.Unlimited, ordertest.WithMenu), d.Item(t, store, 500, ordertest.Unlimited, nil)
		d.mustAdd(t, burger.ID, 1, ordertest.Small())
		b := d.mustAdd(t, soup.ID, 1, options.Choice{})

		b, err := d.carts.Update(t.Context(), d.me, ordertest.FoodID, b.Lines[0].ID, cart.NewLine{ItemID: burger.ID, Quantity: 4})
		if err != nil || !slices.Equal(quantities(b), []int64{4, 1}) {
			t.Fatalf("a quantity alone: %v, %v", quantities(b), err)
		}
		if got := b.Lines[0].Selection.Groups[0].Values[0].Label; got != "Small" {
			t.Errorf("a quantity alone changed the choice to %q", got)
		}
		again, err := d.carts.Update(t.Context(), d.me, ordertest.FoodID, b.Lines[0].ID, cart.NewLine{ItemID: burger.ID, Quantity: 4})
		if err != nil || !slices.Equal(quantities(again), []int64{4, 1}) {
			t.Errorf("the same update again: %v, %v", quantities(again), err)
		}
		b, err = d.carts.Remove(t.Context(), d.me, ordertest.FoodID, b.Lines[0].ID)
		if err != nil || !slices.Equal(quantities(b), []int64{1}) {
			t.Errorf("after a removal: %v, %v", quantities(b), err)
		}
		d.mustAdd(t, burger.ID, 1, ordertest.Small())
		b, err = d.carts.RemoveItem(t.Context(), d.me, ordertest.FoodID, soup.ID)
		if err != nil || !slices.Equal(quantities(b), []int64{1}) || b.Lines[0].Item.ID != burger.ID {
			t.Errorf("after removing an item: %v, %v", quantities(b), err)
		}
		b, err = d.carts.Clear(t.Context(), d.me, ordertest.FoodID)
		if err != nil || len(b.Lines) != 0 {
			t.Errorf("after clearing: %v, %v", quantities(b), err)
		}
	})
}

func TestCart_CART02_anUpdateToAnotherLinesChoiceJoinsIt(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		item := d.Item(t, d.Store(t, nil), 1000, ordertest.Unlimited, ordertest.WithMenu)
		large := options.Choice{Variation: []options.ChosenGroup{ordertest.Chosen("Size", "Large")}}
		d.mustAdd(t, item.ID, 1, ordertest.Small())
		b := d.mustAdd(t, item.ID, 2, large)
		b, err := d.carts.Update(t.Context(), d.me, ordertest.FoodID, b.Lines[0].ID, cart.NewLine{ItemID: item.ID, Quantity: 3, Choice: large})
		if err != nil || !slices.Equal(quantities(b), []int64{5}) {
			t.Errorf("quantities %v, %v; want one line of 5", quantities(b), err)
		}
	})
}

func TestCart_CART08_refusesWhatCannotBeBought(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		store, other := d.Store(t, nil), d.Store(t, func(s *catalog.Store) { s.ModuleID = ordertest.ShopID })
		menu := d.Item(t, store, 1000, ordertest.Unlimited, ordertest.WithMenu)
		none := d.Item(t, store, 1000, 0, nil)
		few := d.Item(t, store, 1000, 3, nil)
		limited := d.Item(t, store, 1000, ordertest.Unlimited, func(i *catalog.Item) { i.MaximumQuantity = 2 })
		gone := d.Item(t, store, 1000, ordertest.Unlimited, func(i *catalog.Item) { i.Active = false })
		breakfast := d.Item(t, store, 1000, ordertest.Unlimited, func(i *catalog.Item) { i.AvailableFrom, i.AvailableTo = "06:00", "10:00" })
		goods := d.Item(t, other, 1000, ordertest.Unlimited, nil)
		shirt := d.Item(t, store, 1000, ordertest.Unlimited, ordertest.WithVariations)
		d.Stock(t, shirt.ID, 1, 0)
		three := options.Choice{Variation: []options.ChosenGroup{ordertest.Chosen("Size", "Small"), ordertest.Chosen("Extras", "Cheese", "Bacon", "Truffle")}}

		tests := []struct {
			name     string
			itemID   int64
			quantity int64
			choice   options.Choice
			status   int
			field    string
			want     []string
		}{
			{"ITEM-04 a required group left out", menu.ID, 1, options.Choice{}, 422, "variation", []string{"Variation Size can not remain without selection."}},
			{"TRAP_C5 a value nobody offers", menu.ID, 1, three, 422, "variation", []string{"This variation is no longer offered."}},
			{"an add-on of another item", menu.ID, 1, options.Choice{Variation: ordertest.Small().Variation, AddOnIDs: []int64{9}, AddOnQtys: []int64{1}}, 422, "add_on_ids", []string{"An add-on is no longer offered."}},
			{"ITEM-07 nothing left", none.ID, 1, options.Choice{}, 409, "quantity", []string{"Out of Stock"}},
			{"ITEM-07 nothing left of the variation", shirt.ID, 1, options.Choice{VariationID: 1}, 409, "variation", []string{"This variation is out of stock. Choose another variation to proceed further."}},
			{"ITEM-08 more than there is", few.ID, 4, options.Choice{}, 422, "quantity", []string{"Out of Limits"}},
			{"ITEM-08 more than one may have", limited.ID, 3, options.Choice{}, 422, "quantity", []string{"Out of Limits"}},
			{"ITEM-09 outside its hours", breakfast.ID, 1, options.Choice{}, 422, "item_id", []string{"Not Available now", "Available will be 06:00 - 10:00"}},
			{"no longer sold", gone.ID, 1, options.Choice{}, 404, "item_id", []string{"This item is no longer available."}},
			{"never sold", 999999, 1, options.Choice{}, 404, "item_id", []string{"This item is no longer available."}},
			{"another module's", goods.ID, 1, options.Choice{}, 422, "item_id", []string{"This item belongs to another module."}},
		}
		for _, tt := range tests {
			_, err := d.add(t, tt.itemID, tt.quantity, tt.choice)
			first := errs.From(err)
			if err == nil || first.Status() != tt.status || first.Field != tt.field || !slices.Equal(messages(err), tt.want) {
				t.Errorf("%s: got %v\nwant %d on %s: %q", tt.name, err, tt.status, tt.field, tt.want)
			}
		}
		if b, err := d.carts.List(t.Context(), d.me, ordertest.FoodID); err != nil || len(b.Lines) != 0 {
			t.Errorf("refused lines are in the cart: %v, %v", quantities(b), err)
		}
	})
}

func TestCart_ITEM04_boundsOfAMultiGroup(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		item := d.Item(t, d.Store(t, nil), 1000, ordertest.Unlimited, func(i *catalog.Item) {
			ordertest.WithMenu(i)
			i.Options.V.Groups[1].Min = 2
		})
		_, err := d.add(t, item.ID, 1, options.Choice{Variation: []options.ChosenGroup{ordertest.Chosen("Size", "Small"), ordertest.Chosen("Extras", "Cheese")}})
		want := []string{"Selected variation named Extras must be in between Minimum 2 and Maximum 2"}
		if got := messages(err); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

func TestCart_TRAP_S3_linesOnOnePoolAreCheckedByTheirSum(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		item := d.Item(t, d.Store(t, nil), 1000, 3, ordertest.WithMenu)
		d.mustAdd(t, item.ID, 2, ordertest.Small())
		large := options.Choice{Variation: []options.ChosenGroup{ordertest.Chosen("Size", "Large")}}
		if _, err := d.add(t, item.ID, 2, large); !slices.Equal(messages(err), []string{"Out of Limits"}) {
			t.Errorf("2 + 2 of 3: %v", err)
		}
		if b := d.mustAdd(t, item.ID, 1, large); len(b.Lines) != 2 {
			t.Errorf("2 + 1 of 3: %v", quantities(b))
		}
	})
}

func TestCart_ITEM09_whatMayBeScheduledGoesInAndSaysWhen(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		item := d.Item(t, d.Store(t, nil), 1000, ordertest.Unlimited, func(i *catalog.Item) {
			i.AvailableFrom, i.AvailableTo, i.ScheduleOrder = "06:00", "10:00", true
		})
		b := d.mustAdd(t, item.ID, 1, options.Choice{})
		if got := codes(b); !slices.Equal(got, []string{cart.NotNow, cart.NotNow}) {
			t.Errorf("problems %v", got)
		}
		d.me = d.shopper(t)
		d.Exec(t, `UPDATE stores SET schedule_order = FALSE`)
		if _, err := d.add(t, item.ID, 1, options.Choice{}); !slices.Equal(messages(err), []string{"Not Available now", "Available will be 06:00 - 10:00"}) {
			t.Errorf("in a store without scheduled orders: %v", err)
		}
	})
}

// An import may move an item to another store, which the cart is not of.
func TestCart_CART08_sellsNothingThatHasMovedToAnotherStore(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		store, other := d.Store(t, nil), d.Store(t, nil)
		item := d.Item(t, store, 1000, ordertest.Unlimited, nil)
		lineID := d.mustAdd(t, item.ID, 1, options.Choice{}).Lines[0].ID
		d.Exec(t, `UPDATE items SET store_id = $2 WHERE id = $1`, item.ID, other.ID)
		b, err := d.carts.List(t.Context(), d.me, ordertest.FoodID)
		if err != nil || b.Store.ID != store.ID || !slices.Equal(codes(b), []string{cart.Gone}) {
			t.Errorf("the cart of store %d: %v, %v", b.Store.ID, codes(b), err)
		}
		if _, err := d.carts.Update(t.Context(), d.me, ordertest.FoodID, lineID, cart.NewLine{ItemID: item.ID, Quantity: 2}); !errs.Is(err, errs.NotFound) {
			t.Errorf("more of it: %v", err)
		}
	})
}

func TestCart_CART05_anotherStoresItemAsksFirst(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		mine := d.Item(t, d.Store(t, nil), 1000, ordertest.Unlimited, nil)
		theirs := d.Item(t, d.Store(t, nil), 1000, ordertest.Unlimited, nil)
		d.mustAdd(t, mine.ID, 1, options.Choice{})

		_, err := d.add(t, theirs.ID, 1, options.Choice{})
		const asks = "You have item from another store in cart. If you continue, your all previous item from cart will be removed and this one will be added."
		if first := errs.From(err); first.Code != errs.CartOtherStore || first.Status() != 409 || first.Message != asks {
			t.Fatalf("got %v", err)
		}
		if b, _ := d.carts.List(t.Context(), d.me, ordertest.FoodID); len(b.Lines) != 1 || b.Lines[0].Item.ID != mine.ID {
			t.Fatal("the question alone changed the cart")
		}
		b, err := d.carts.Add(t.Context(), d.me, ordertest.FoodID, cart.NewLine{ItemID: theirs.ID, Quantity: 2, ClearOther: true})
		if err != nil || len(b.Lines) != 1 || b.Lines[0].Item.ID != theirs.ID || b.Store.ID != theirs.StoreID {
			t.Errorf("after agreeing: %v, %v", quantities(b), err)
		}
	})
}

func TestCart_CART05_aRefusedReplacementEmptiesNothing(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		mine := d.Item(t, d.Store(t, nil), 1000, ordertest.Unlimited, nil)
		theirs := d.Item(t, d.Store(t, nil), 1000, 0, nil)
		d.mustAdd(t, mine.ID, 1, options.Choice{})
		_, err := d.carts.Add(t.Context(), d.me, ordertest.FoodID, cart.NewLine{ItemID: theirs.ID, Quantity: 1, ClearOther: true})
		if !errs.Is(err, errs.OutOfStock) {
			t.Fatalf("got %v", err)
		}
		if b, _ := d.carts.List(t.Context(), d.me, ordertest.FoodID); len(b.Lines) != 1 || b.Store.ID != mine.StoreID {
			t.Error("the old cart is gone and the new line was refused")
		}
	})
}

// Otherwise the minus would do nothing on the line that most needs it.
func TestCart_CART04_fewerOfWhatCannotBeBoughtAreAccepted(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		small := ordertest.Small()
		tests := []struct {
			name     string
			breakage string
			choice   options.Choice // that the update sends
			want     []string
		}{
			{"fewer left", `UPDATE stock SET quantity = 1`, options.Choice{}, []string{string(options.OutOfLimits)}},
			{"fewer left, with the choice that it has", `UPDATE stock SET quantity = 1`, small, []string{string(options.OutOfLimits)}},
			{"sold out", `UPDATE stock SET quantity = 0`, options.Choice{}, []string{string(options.OutOfStock)}},
			{"taken away", `UPDATE items SET active = FALSE`, options.Choice{}, []string{cart.Gone}},
			{"outside its hours", `UPDATE items SET available_from = '06:00', available_to = '10:00'`, options.Choice{}, []string{cart.NotNow, cart.NotNow}},
			{"its choice taken away", `UPDATE items SET options = '{}'`, options.Choice{}, []string{string(options.Unknown)}},
		}
		for _, tt := range tests {
			d.me = d.shopper(t)
			item := d.Item(t, d.Store(t, nil), 1000, 5, ordertest.WithMenu)
			line := d.mustAdd(t, item.ID, 5, small).Lines[0].ID
			d.Exec(t, tt.breakage)
			b, err := d.update(t, line, cart.NewLine{ItemID: item.ID, Quantity: 3, Choice: tt.choice})
			if err != nil || !slices.Equal(quantities(b), []int64{3}) || !slices.Equal(codes(b), tt.want) {
				t.Errorf("%s: quantities %v, problems %v, %v; want 3 with %v", tt.name, quantities(b), codes(b), err, tt.want)
			}
			for _, quantity := range []int64{0, 4} {
				if _, err := d.update(t, line, cart.NewLine{ItemID: item.ID, Quantity: quantity, Choice: tt.choice}); err == nil || errs.Is(err, errs.Internal) {
					t.Errorf("%s: %d of it: %v", tt.name, quantity, err)
				}
			}
		}
	})
}

func TestCart_CART04_TRAP_S3_linesOnOnePoolCanBothBeLowered(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		item := d.Item(t, d.Store(t, nil), 1000, 6, ordertest.WithMenu)
		large := options.Choice{Variation: []options.ChosenGroup{ordertest.Chosen("Size", "Large")}}
		d.mustAdd(t, item.ID, 3, ordertest.Small())
		b := d.mustAdd(t, item.ID, 3, large)
		d.Exec(t, `UPDATE stock SET quantity = 2`)
		for _, l := range b.Lines {
			var err error
			if b, err = d.update(t, l.ID, cart.NewLine{ItemID: item.ID, Quantity: 1}); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(quantities(b), []int64{1, 1}) || len(codes(b)) != 0 {
			t.Errorf("quantities %v, problems %v", quantities(b), codes(b))
		}
	})
}

func TestCart_PERM02_aForeignCartIsNeitherReadNorChanged(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		item := d.Item(t, d.Store(t, nil), 1000, ordertest.Unlimited, nil)
		line := d.mustAdd(t, item.ID, 1, options.Choice{}).Lines[0].ID
		stranger := d.shopper(t)
		own, err := d.carts.Add(t.Context(), stranger, ordertest.FoodID, cart.NewLine{ItemID: item.ID, Quantity: 5})
		if err != nil || !slices.Equal(quantities(own), []int64{5}) {
			t.Fatalf("the stranger's own cart: %v, %v", quantities(own), err)
		}
		if _, err := d.carts.Update(t.Context(), stranger, ordertest.FoodID, line, cart.NewLine{ItemID: item.ID, Quantity: 9}); !errs.Is(err, errs.NotFound) {
			t.Errorf("a stranger updates: %v", err)
		}
		if _, err := d.carts.Remove(t.Context(), stranger, ordertest.FoodID, line); !errs.Is(err, errs.NotFound) {
			t.Errorf("a stranger removes: %v", err)
		}
		if _, err := d.carts.Clear(t.Context(), stranger, ordertest.FoodID); err != nil {
			t.Fatal(err)
		}
		if b, _ := d.carts.List(t.Context(), d.me, ordertest.FoodID); !slices.Equal(quantities(b), []int64{1}) {
			t.Errorf("my cart is now %v", quantities(b))
		}
	})
}

func TestCart_isFullAtAHundredLines(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		store := d.Store(t, nil)
		var last catalog.Item
		for range cart.MaxLines {
			last = d.Item(t, store, 100, ordertest.Unlimited, nil)
			d.mustAdd(t, last.ID, 1, options.Choice{})
		}
		if _, err := d.add(t, d.Item(t, store, 100, ordertest.Unlimited, nil).ID, 1, options.Choice{}); !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), "full") {
			t.Errorf("line 101: %v", err)
		}
		if b := d.mustAdd(t, last.ID, 1, options.Choice{}); b.Lines[len(b.Lines)-1].Quantity != 2 {
			t.Error("a full cart takes no more of what it has")
		}
	})
}

func TestCart_TRAP_S6_parallelAddsLoseNothing(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		item := d.Item(t, d.Store(t, nil), 100, ordertest.Unlimited, nil)
		const taps = 20
		failed := make(chan error, taps)
		for range taps {
			go func() {
				_, err := d.carts.Add(t.Context(), d.me, ordertest.FoodID, cart.NewLine{ItemID: item.ID, Quantity: 1})
				failed <- err
			}()
		}
		var all []error
		for range taps {
			all = append(all, <-failed)
		}
		if err := errors.Join(all...); err != nil {
			t.Fatal(err)
		}
		b, err := d.carts.List(t.Context(), d.me, ordertest.FoodID)
		if err != nil || !slices.Equal(quantities(b), []int64{taps}) {
			t.Errorf("quantities %v, %v; want one line of %d", quantities(b), err, taps)
		}
	})
}

func TestCart_PRC01_showsPricesAfterDiscount(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		item := d.Item(t, d.Store(t, nil), 1000, ordertest.Unlimited, func(i *catalog.Item) {
			ordertest.WithMenu(i)
			i.Discount = 1000 // 10 %
		})
		b := d.mustAdd(t, item.ID, 2, options.Choice{
			Variation: []options.ChosenGroup{ordertest.Chosen("Size", "Large")}, AddOnIDs: []int64{1}, AddOnQtys: []int64{2},
		})
		// (10.00 + 2.00) less 10 % is 10.80; with two colas of 1.50 each, twice, 27.60.
		l := b.Lines[0]
		if l.Price() != 1080 || l.Selection.Base != 1200 || l.Priced.Taxable != 2760 {
			t.Errorf("price %d, before %d, total %d", l.Price(), l.Selection.Base, l.Priced.Taxable)
		}
	})
}
