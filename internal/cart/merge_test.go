package cart_test

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hawker/internal/cart"
	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/options"
	"hawker/internal/order/ordertest"
)

// merge signs a guest in: their carts go to into, and they are retired.
func (d fixture) merge(t *testing.T, from, into int64) []cart.Conflict {
	t.Helper()
	conflicts, err := d.tryMerge(t, from, into)
	if err != nil {
		t.Fatal(err)
	}
	return conflicts
}

func (d fixture) tryMerge(t *testing.T, from, into int64) (conflicts []cart.Conflict, err error) {
	err = db.InTx(t.Context(), d.DB, func(tx *db.Tx) error {
		if _, err := db.Exec(t.Context(), tx, `UPDATE shoppers SET retired_at = 1, merged_into = $2 WHERE id = $1 AND retired_at IS NULL`, from, into); err != nil {
			return err
		}
		conflicts, err = d.carts.Merge(t.Context(), tx, from, into)
		return err
	})
	return conflicts, err
}

func (d fixture) settle(t *testing.T, from, into int64, keepFrom bool) {
	t.Helper()
	err := db.InTx(t.Context(), d.DB, func(tx *db.Tx) error { return d.carts.ResolveConflicts(t.Context(), tx, from, into, keepFrom) })
	if err != nil {
		t.Fatal(err)
	}
}

func (d fixture) put(t testing.TB, who int64, moduleID, itemID, quantity int64, choice options.Choice) {
	t.Helper()
	if _, err := d.carts.Add(t.Context(), who, moduleID, cart.NewLine{ItemID: itemID, Quantity: quantity, Choice: choice}); err != nil {
		t.Fatal(err)
	}
}

func (d fixture) list(t testing.TB, who, moduleID int64) cart.Contents {
	t.Helper()
	b, err := d.carts.List(t.Context(), who, moduleID)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// wanted is one choice, with what guest and account have of it.
type wanted struct {
	item, pool     int // pools are numbered over all items
	choice         options.Choice
	guest, account int64
	gone           bool
}

// merged reckons what becomes of the choices, one unit after the other: every
// unit of the guest's goes in while there is one and it may be had.
func merged(all []wanted, stock map[int]int64, maximum map[int]int64) []int64 {
	result := make([]int64, len(all))
	for i, w := range all {
		result[i] = w.account
	}
	fits := func(of wanted) bool {
		ofPool, ofItem := int64(1), int64(1)
		for i, w := range all {
			if w.pool == of.pool {
				ofPool += result[i]
			}
			if w.item == of.item {
				ofItem += result[i]
			}
		}
		left, counted := stock[of.pool]
		return (!counted || ofPool <= left) && (maximum[of.item] == 0 || ofItem <= maximum[of.item])
	}
	for i, w := range all {
		units := w.guest
		for ; units > 0 && (w.gone || fits(w)); units-- {
			result[i]++
		}
		if result[i] == 0 {
			result[i] = units // not one of them fits: it comes as it is
		}
	}
	return result
}

func TestMerge_CART01_TRAP_C1_addsUpWithinStockAndLimits(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		rapid.Check(t, func(r *rapid.T) {
			store := d.Store(t, nil)
			soup := d.Item(t, store, 500, ordertest.Unlimited, nil)
			menu := d.Item(t, store, 1000, ordertest.Unlimited, ordertest.WithMenu)
			shirt := d.Item(t, store, 1000, ordertest.Unlimited, ordertest.WithVariations)
			items := []catalog.Item{soup, menu, shirt}
			large := options.Choice{Variation: []options.ChosenGroup{ordertest.Chosen("Size", "Large")}}
			all := []wanted{
				{item: 0, pool: 0}, {item: 1, pool: 1, choice: ordertest.Small()}, {item: 1, pool: 1, choice: large},
				{item: 2, pool: 2, choice: options.Choice{VariationID: 1}}, {item: 2, pool: 3, choice: options.Choice{VariationID: 2}},
			}
			guest, account := d.shopper(t), d.shopper(t)
			for i := range all {
				w := &all[i]
				w.guest, w.account = rapid.Int64Range(0, 4).Draw(r, "guest"), rapid.Int64Range(0, 4).Draw(r, "account")
				for who, n := range map[int64]int64{guest: w.guest, account: w.account} {
					if n > 0 {
						d.put(t, who, ordertest.FoodID, items[w.item].ID, n, w.choice)
					}
				}
			}
			stock, maximum := map[int]int64{}, map[int]int64{}
			for pool, of := range []struct{ item, variation int64 }{{soup.ID, 0}, {menu.ID, 0}, {shirt.ID, 1}, {shirt.ID, 2}} {
				if rapid.Bool().Draw(r, "counted") {
					stock[pool] = rapid.Int64Range(0, 9).Draw(r, "stock")
					d.Stock(t, of.item, of.variation, stock[pool])
				}
			}
			for i, item := range items {
				maximum[i] = rapid.Int64Range(0, 6).Draw(r, "maximum")
				gone := rapid.IntRange(0, 5).Draw(r, "gone") == 0
				d.Exec(t, `UPDATE items SET maximum_quantity = $2, active = $3 WHERE id = $1`, item.ID, maximum[i], !gone)
				for at := range all {
					all[at].gone = all[at].gone || gone && all[at].item == i
				}
			}
			if conflicts := d.merge(t, guest, account); conflicts != nil {
				r.Fatalf("of one store, and yet %+v", conflicts)
			}
			want := map[string]int64{}
			for i, n := range merged(all, stock, maximum) {
				if n > 0 {
					want[fmt.Sprint(i)] = n
				}
			}
			got := map[string]int64{}
			for _, l := range d.list(t, account, ordertest.FoodID).Lines {
				at := slices.IndexFunc(all, func(w wanted) bool { return d.is(t, l, items[w.item].ID, w.choice) })
				got[fmt.Sprint(at)] += l.Quantity
			}
			if diff := cmp.Diff(want, got); diff != "" {
				r.Fatalf("the cart (-reckoned +got): %s\n%+v\nstock %v, maximum %v", diff, all, stock, maximum)
			}
			if left := d.list(t, guest, ordertest.FoodID); len(left.Lines) != 0 {
				r.Fatalf("the guest still has %v", quantities(left))
			}
		})
	})
}

// is reports whether a line is of the choice, also when it can no longer be read
// against its item.
func (d fixture) is(t testing.TB, l cart.Line, itemID int64, choice options.Choice) bool {
	t.Helper()
	row := d.Number(t, `SELECT item_id FROM cart_lines WHERE id = $1`, l.ID)
	return row == itemID && l.Choice.VariationID == choice.VariationID &&
		(len(choice.Variation) == 0 || slices.Equal(l.Choice.Variation[0].Values.Labels, choice.Variation[0].Values.Labels))
}

func TestMerge_TRAP_C1_whatNoLongerHoldsStaysAndSaysSo(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		store := d.Store(t, nil)
		sold, gone, dear := d.Item(t, store, 500, 5, nil), d.Item(t, store, 500, 5, nil), d.Item(t, store, 500, 9, nil)
		guest := d.shopper(t)
		d.put(t, d.me, ordertest.FoodID, sold.ID, 1, options.Choice{})
		for _, item := range []catalog.Item{sold, gone, dear} {
			d.put(t, guest, ordertest.FoodID, item.ID, 3, options.Choice{})
		}
		d.Exec(t, `UPDATE stock SET quantity = 0 WHERE item_id = $1`, sold.ID)
		d.Exec(t, `UPDATE items SET active = FALSE WHERE id = $1`, gone.ID)
		d.Exec(t, `UPDATE items SET price = 900 WHERE id = $1`, dear.ID)
		d.put(t, d.me, ordertest.FoodID, dear.ID, 1, options.Choice{}) // at the new price

		d.merge(t, guest, d.me)
		b := d.list(t, d.me, ordertest.FoodID)
		if got := quantities(b); !slices.Equal(got, []int64{1, 3, 4}) {
			t.Errorf("quantities %v, want 1, 3, 4", got)
		}
		if got := codes(b); !slices.Equal(got, []string{"out_of_stock", cart.Gone, cart.PriceChanged}) {
			t.Errorf("problems %v", got)
		}
	})
}

func TestMerge_TRAP_C1_anEmptyCartTakesTheGuestsWhateverItsStore(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		mine, theirs := d.Store(t, nil), d.Store(t, nil)
		old, item := d.Item(t, mine, 500, ordertest.Unlimited, nil), d.Item(t, theirs, 500, ordertest.Unlimited, nil)
		d.put(t, d.me, ordertest.FoodID, old.ID, 1, options.Choice{})
		if _, err := d.carts.Clear(t.Context(), d.me, ordertest.FoodID); err != nil {
			t.Fatal(err)
		}
		guest := d.shopper(t)
		d.put(t, guest, ordertest.FoodID, item.ID, 2, options.Choice{})
		if conflicts := d.merge(t, guest, d.me); conflicts != nil {
			t.Errorf("an empty cart is in the way: %+v", conflicts)
		}
		if b := d.list(t, d.me, ordertest.FoodID); b.Store.ID != theirs.ID || !slices.Equal(quantities(b), []int64{2}) {
			t.Errorf("the cart is of store %d: %v", b.Store.ID, quantities(b))
		}
	})
}

func TestMerge_TRAP_C1_twoStoresAskAndTouchNothing(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		mine := d.Store(t, func(s *catalog.Store) { s.Name = "Mine" })
		theirs := d.Store(t, func(s *catalog.Store) { s.Name = "Theirs" })
		a, b := d.Item(t, mine, 500, ordertest.Unlimited, nil), d.Item(t, theirs, 500, ordertest.Unlimited, nil)
		goods := d.Item(t, d.Store(t, func(s *catalog.Store) { s.ModuleID = ordertest.ShopID }), 500, ordertest.Unlimited, nil)
		guest := d.shopper(t)
		start := func() {
			d.Exec(t, `DELETE FROM cart_lines`)
			d.Exec(t, `UPDATE shoppers SET retired_at = NULL`)
			d.put(t, d.me, ordertest.FoodID, a.ID, 3, options.Choice{})
			d.put(t, guest, ordertest.FoodID, b.ID, 2, options.Choice{})
			d.put(t, guest, ordertest.ShopID, goods.ID, 1, options.Choice{})
			want := []cart.Conflict{{
				ModuleID: ordertest.FoodID, GuestStore: "Theirs", AccountStore: "Mine", GuestSlug: theirs.Slug, AccountSlug: mine.Slug, GuestUnits: 2, AccountUnits: 3,
			}}
			if diff := cmp.Diff(want, d.merge(t, guest, d.me)); diff != "" {
				t.Error(diff)
			}
		}
		start()
		if food := d.list(t, d.me, ordertest.FoodID); food.Store.ID != mine.ID || !slices.Equal(quantities(food), []int64{3}) {
			t.Errorf("mine is now of store %d: %v", food.Store.ID, quantities(food))
		}
		if food := d.list(t, guest, ordertest.FoodID); food.Store.ID != theirs.ID || !slices.Equal(quantities(food), []int64{2}) {
			t.Errorf("theirs is now of store %d: %v", food.Store.ID, quantities(food))
		}
		if other := d.list(t, d.me, ordertest.ShopID); !slices.Equal(quantities(other), []int64{1}) {
			t.Errorf("the other module's cart did not come: %v", quantities(other))
		}
		for keepGuest, want := range map[bool]int64{true: theirs.ID, false: mine.ID} {
			start()
			for range 2 { // settling twice is settling once
				d.settle(t, guest, d.me, keepGuest)
			}
			if food := d.list(t, d.me, ordertest.FoodID); food.Store.ID != want || len(food.Lines) != 1 {
				t.Errorf("keep the guest's %v: the cart is of store %d: %v", keepGuest, food.Store.ID, quantities(food))
			}
			if n := d.Number(t, `SELECT COUNT(*) FROM cart_lines`); n != 2 {
				t.Errorf("keep the guest's %v: %d lines are left, want 2", keepGuest, n)
			}
			if other := d.list(t, d.me, ordertest.ShopID); len(other.Lines) != 1 {
				t.Errorf("keep the guest's %v: the other module's cart holds %v", keepGuest, quantities(other))
			}
		}
	})
}

func TestMerge_TRAP_C1_twoFullCartsFitIntoOne(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		store := d.Store(t, nil)
		fill := func(who int64) (last catalog.Item) {
			for range cart.MaxLines {
				last = d.Item(t, store, 500, ordertest.Unlimited, nil)
				d.put(t, who, ordertest.FoodID, last.ID, 1, options.Choice{})
			}
			return last
		}
		guest, more := d.shopper(t), d.shopper(t)
		fill(d.me)
		last := fill(guest)
		d.merge(t, guest, d.me)
		if mine, theirs := d.list(t, d.me, ordertest.FoodID), d.list(t, guest, ordertest.FoodID); len(mine.Lines) != 2*cart.MaxLines || len(theirs.Lines) != 0 {
			t.Errorf("%d and %d lines", len(mine.Lines), len(theirs.Lines))
		}
		d.mustAdd(t, last.ID, 1, options.Choice{}) // a line that is there already
		if _, err := d.add(t, d.Item(t, store, 500, ordertest.Unlimited, nil).ID, 1, options.Choice{}); !errs.Is(err, errs.Invalid) {
			t.Errorf("another line: %v", err)
		}
		d.put(t, more, ordertest.FoodID, d.Item(t, store, 500, ordertest.Unlimited, nil).ID, 1, options.Choice{})
		d.merge(t, more, d.me)
		if mine, theirs := d.list(t, d.me, ordertest.FoodID), d.list(t, more, ordertest.FoodID); len(mine.Lines) != 2*cart.MaxLines || len(theirs.Lines) != 1 {
			t.Errorf("beyond two full carts: %d and %d lines", len(mine.Lines), len(theirs.Lines))
		}
		other := d.shopper(t)
		d.put(t, other, ordertest.FoodID, d.Item(t, d.Store(t, nil), 500, ordertest.Unlimited, nil).ID, 1, options.Choice{})
		d.merge(t, other, d.me)
		d.settle(t, other, d.me, true)
		if mine := d.list(t, d.me, ordertest.FoodID); len(mine.Lines) != 1 {
			t.Errorf("settled for another store, a full cart holds %d lines", len(mine.Lines))
		}
	})
}

func TestMerge_TRAP_C1_manySignInsOfOneGuestAreOne(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		item := d.Item(t, d.Store(t, nil), 500, ordertest.Unlimited, nil)
		for range 10 {
			guest := d.shopper(t)
			accounts := []int64{d.shopper(t), d.shopper(t)}
			d.put(t, guest, ordertest.FoodID, item.ID, 3, options.Choice{})
			var all sync.WaitGroup
			for i := range 6 {
				all.Go(func() {
					if _, err := d.tryMerge(t, guest, accounts[i%2]); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			got := map[int64]int{}
			for _, who := range append(accounts, guest) {
				for _, n := range quantities(d.list(t, who, ordertest.FoodID)) {
					got[n]++
				}
			}
			if !maps.Equal(got, map[int64]int{3: 1}) {
				t.Fatalf("quantities and how often: %v, want 3 once", got)
			}
		}
	})
}

func TestMerge_TRAP_C1_anAddDuringTheSignInIsSeenOrRefused(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		store := d.Store(t, nil)
		item, other := d.Item(t, store, 500, ordertest.Unlimited, nil), d.Item(t, store, 500, ordertest.Unlimited, nil)
		for round := range 30 {
			guest, account := d.shopper(t), d.shopper(t)
			if round%3 > 0 { // else the add makes the guest's first cart
				d.put(t, guest, ordertest.FoodID, item.ID, 1, options.Choice{})
			}
			if round%3 > 1 { // a cart with nothing in it
				if _, err := d.carts.Clear(t.Context(), guest, ordertest.FoodID); err != nil {
					t.Fatal(err)
				}
			}
			before := d.Number(t, `SELECT COUNT(*) FROM cart_lines`)
			var all sync.WaitGroup
			errors := make([]error, 4)
			for i := range errors {
				all.Go(func() {
					_, errors[i] = d.carts.Add(t.Context(), guest, ordertest.FoodID, cart.NewLine{ItemID: other.ID, Quantity: 1})
				})
			}
			all.Go(func() {
				if _, err := d.tryMerge(t, guest, account); err != nil {
					t.Error(err)
				}
			})
			all.Wait()
			added := int64(0)
			for _, err := range errors {
				switch {
				case err == nil:
					added++
				case !errs.Is(err, errs.GuestUnknown):
					t.Errorf("an add is refused with %v", err)
				}
			}
			found := int64(0)
			for _, l := range d.list(t, account, ordertest.FoodID).Lines {
				if l.Item.ID == other.ID {
					found += l.Quantity
				}
			}
			if found != added {
				t.Fatalf("round %d: %d were added, the account has %d (there were %d lines)", round, added, found, before)
			}
		}
	})
}

func TestEmptyAll_PROF05_emptiesEveryCartOfTheirs(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		store, elsewhere := d.Store(t, nil), d.Store(t, nil)
		item, other := d.Item(t, store, 500, ordertest.Unlimited, nil), d.Item(t, elsewhere, 500, ordertest.Unlimited, nil)
		guest, stranger := d.shopper(t), d.shopper(t)
		d.put(t, d.me, ordertest.FoodID, item.ID, 1, options.Choice{})
		d.put(t, guest, ordertest.FoodID, other.ID, 1, options.Choice{})
		d.put(t, stranger, ordertest.FoodID, item.ID, 1, options.Choice{})
		d.merge(t, guest, d.me) // a conflict: the guest's lines wait
		err := db.InTx(t.Context(), d.DB, func(tx *db.Tx) error { return d.carts.EmptyAll(t.Context(), tx, d.me) })
		if err != nil {
			t.Fatal(err)
		}
		if n := d.Number(t, `SELECT COUNT(*) FROM cart_lines`); n != 1 || len(d.list(t, stranger, ordertest.FoodID).Lines) != 1 {
			t.Errorf("%d lines are left, want the stranger's one", n)
		}
	})
}
