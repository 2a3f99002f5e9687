package order_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/purchase"
	"hawker/internal/setting"
)

// limit sets the bounds of a case; what it does not say is unbounded.
func limit(t *testing.T, w *ordertest.Fixture, l setting.Limits) {
	t.Helper()
	w.EnableLimits(t)
	w.SetSettings(t, func(s *setting.Settings) { s.Limits = l })
}

// One guest with a made-up phone and 55 orders at once for 13 counted items.
func TestWaiting_oneGuestCannotTakeAllTheStock(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		const items, orders = 13, 55
		store := w.Store(t, nil)
		var goods []catalog.Item
		for range items {
			goods = append(goods, w.Item(t, store, 1000, 4, nil))
		}
		w.EnableLimits(t) // by the default of the settings
		me := w.Guest(t)
		requests := make([]order.Request, orders)
		for i := range requests {
			requests[i] = w.Agree(t, ordertest.BuyNow(me, goods[i%items], 1))
		}
		_, problems := together(orders, func(i int) (order.OrderDetails, error) {
			return w.Orders.Place(t.Context(), fmt.Sprint("key-", i), requests[i])
		})
		bound := setting.Defaults().Limits.WaitingPerShopper
		if won := placedOf(t, problems); won != bound {
			t.Errorf("%d orders were placed, want %d", won, bound)
		}
		if taken := w.Number(t, `SELECT COUNT(*) FROM stock WHERE quantity < 4`); taken > bound {
			t.Errorf("of %d items stock was taken", taken)
		}
		if again, err := w.Orders.Place(t.Context(), firstKey(problems), requests[firstOf(problems)]); err != nil || again.ID == 0 {
			t.Errorf("an order that was placed, asked for again: %v", err)
		}
	})
}

// placedOf is how many were placed; the others must be refused by a limit.
func placedOf(t *testing.T, problems []error) (won int64) {
	t.Helper()
	for _, err := range problems {
		switch {
		case err == nil:
			won++
		case !ordertest.RefusedByLimit(err):
			t.Errorf("refused with %v", err)
		}
	}
	return won
}

func firstOf(problems []error) int {
	for i, err := range problems {
		if err == nil {
			return i
		}
	}
	return 0
}

func firstKey(problems []error) string { return fmt.Sprint("key-", firstOf(problems)) }

func TestWaiting_manyGuestsOfOnePhoneOrOneNetworkAreBoundedTogether(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 500, nil)
		const guests = 24
		rush := func(edit func(r *order.Request, i int)) int64 {
			requests := make([]order.Request, guests)
			for i := range requests {
				r := ordertest.BuyNow(w.Guest(t), item, 1)
				edit(&r, i)
				requests[i] = w.Agree(t, r)
			}
			_, problems := together(guests, func(i int) (order.OrderDetails, error) {
				return w.Orders.Place(t.Context(), "key-1", requests[i])
			})
			return placedOf(t, problems)
		}
		limit(t, w, setting.Limits{WaitingPerPhone: 3})
		phones := []string{"+12025550191", "12025550191", "(202) 555-0191"}
		if won := rush(func(r *order.Request, i int) { r.Address.Phone = phones[i%len(phones)] }); won != 3 {
			t.Errorf("%d orders with one phone, want 3", won)
		}
		limit(t, w, setting.Limits{WaitingPerAddress: 7})
		made := func(r *order.Request, i int) {
			r.Address.Phone, r.From = fmt.Sprintf("+120255502%02d", i), "192.0.2.7"
		}
		if won := rush(made); won != 7 {
			t.Errorf("%d orders from one network, want 7", won)
		}
		if kept := w.Number(t, `SELECT COUNT(*) FROM orders WHERE placed_from LIKE '%192.0%'`); kept > 0 {
			t.Error("the network address is kept as it is")
		}
		w.Clock.Advance(time.Hour)
		if err := purchase.Order.ClearOrigins(t.Context(), w.DB, w.Clock.Now()); err != nil {
			t.Fatal(err)
		}
		if kept := w.Number(t, `SELECT COUNT(*) FROM orders WHERE placed_from <> ''`); kept > 0 {
			t.Errorf("after an hour %d orders say where they came from", kept)
		}
		if won := rush(made); won != 7 {
			t.Errorf("an hour later: %d orders, want 7", won)
		}
	})
}

func TestWaiting_whatIsConfirmedPaidOrCanceledNoLongerCounts(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		limit(t, w, setting.Limits{WaitingPerShopper: 1})
		item := w.Item(t, w.Store(t, nil), 1000, 50, nil)
		_, me := w.Customer(t)
		n := 0
		place := func() (order.OrderDetails, error) {
			n++
			return w.Orders.Place(t.Context(), fmt.Sprint("key-", n), w.Agree(t, ordertest.BuyNow(me, item, 1)))
		}
		for name, end := range map[string]func(id int64) error{
			"confirmed": func(id int64) error { return w.Orders.Move(t.Context(), id, order.Confirmed, order.ByVendor, "") },
			"canceled": func(id int64) error {
				_, err := w.Orders.Cancel(t.Context(), id, order.Owner{ShopperID: me}, "mistake")
				return err
			},
		} {
			placed, err := place()
			if err != nil {
				t.Fatalf("before %s: %v", name, err)
			}
			if _, err := place(); !ordertest.RefusedByLimit(err) {
				t.Errorf("while it waits: %v", err)
			}
			if err := end(placed.ID); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := place(); err != nil {
			t.Errorf("with nothing waiting: %v", err)
		}
	})
}

func TestWaiting_countedUnitsAreBoundedAndUncountedAreNot(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		limit(t, w, setting.Limits{WaitingUnits: 10})
		store := w.Store(t, nil)
		counted, plenty := w.Item(t, store, 100, 90, nil), w.Item(t, store, 100, ordertest.Unlimited, nil)
		me := w.Guest(t)
		place := func(key string, who int64, item catalog.Item, quantity int64, phone string) error {
			r := ordertest.BuyNow(who, item, quantity)
			r.Address.Phone = phone
			_, err := w.Orders.Place(t.Context(), key, w.Agree(t, r))
			return err
		}
		const mine, other = "+12025550191", "+12025550192"
		for _, step := range []struct {
			name     string
			who      int64
			item     catalog.Item
			quantity int64
			phone    string
			refused  bool
		}{
			{"more than the bound at once", me, counted, 11, mine, true},
			{"some", me, counted, 7, mine, false},
			{"more than is left", me, counted, 4, mine, true},
			{"with another phone", me, counted, 4, other, true},
			{"as another guest with the phone", w.Guest(t), counted, 4, mine, true},
			{"what is left", me, counted, 3, mine, false},
			{"what nobody counts", me, plenty, 60, mine, false},
			{"somebody else", w.Guest(t), counted, 10, other, false},
		} {
			err := place("key of "+step.name, step.who, step.item, step.quantity, step.phone)
			if refused := ordertest.RefusedByLimit(err); refused != step.refused || err != nil && !refused {
				t.Errorf("%s: %v", step.name, err)
			}
		}
	})
}

// Anybody can type somebody else's phone. What strangers order with it counts for other
// guests, but not for the customer who has verified it, and for nobody once that customer has
// said that it is not theirs.
func TestWaiting_CHK04_TRAP_P4_strangersDoNotLockOutTheOwnerOfAPhone(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		limit(t, w, setting.Limits{WaitingPerShopper: 3, WaitingPerPhone: 2, WaitingUnits: 5})
		item := w.Item(t, w.Store(t, nil), 1000, 90, nil)
		me := withPhone(t, w, asha.Phone)
		n := 0
		place := func(who int64) (order.OrderDetails, error) {
			n++
			r := ordertest.BuyNow(who, item, 2)
			r.Address.Phone = asha.Phone
			return w.Orders.Place(t.Context(), fmt.Sprint("key-", n), w.Agree(t, r))
		}
		expect := func(name string, who int64, refused bool) (placed order.OrderDetails) {
			t.Helper()
			placed, err := place(who)
			if ordertest.RefusedByLimit(err) != refused || err != nil && !refused {
				t.Errorf("%s: %v", name, err)
			}
			return placed
		}
		strangers := []int64{expect("a stranger", w.Guest(t), false).ID, expect("another", w.Guest(t), false).ID}
		expect("a third", w.Guest(t), true)
		_, unverified := w.Customer(t)
		expect("a customer who has not verified the phone", unverified, true)
		own := []int64{expect("its owner", me, false).ID, expect("its owner, again", me, false).ID}
		expect("its owner, over the limit", me, true)
		for _, id := range strangers {
			claimed(t, w, purchase.Claim{ShopperID: me, ID: id, Contacts: asha})
		}
		expect("a stranger, when the owner's orders wait", w.Guest(t), true)
		for _, id := range own {
			if _, err := w.Orders.Cancel(t.Context(), id, order.Owner{ShopperID: me}, "mistake"); err != nil {
				t.Fatal(err)
			}
		}
		expect("a stranger, after the others were disowned", w.Guest(t), false)

		limit(t, w, setting.Limits{WaitingUnits: 3})
		if _, err := place(w.Guest(t)); !ordertest.RefusedByLimit(err) || !strings.Contains(err.Error(), "Units of items with limited stock that are ordered with this phone number and wait to be confirmed: 2.") {
			t.Errorf("too many units of the phone: %v", err)
		}
		advises := func(who int64, l setting.Limits, want bool) {
			t.Helper()
			w.SetSettings(t, func(s *setting.Settings) { s.Limits = l })
			if _, err := place(who); !ordertest.RefusedByLimit(err) || strings.Contains(err.Error(), "verify this number") != want {
				t.Errorf("over the limit, advice to verify the phone %t: %v", want, err)
			}
		}
		byUnits, byPhone := setting.Limits{WaitingUnits: 3}, setting.Limits{WaitingPerPhone: 1}
		expect("its owner, once more", me, false)
		for _, l := range []setting.Limits{byUnits, byPhone} {
			w.Orders.VerifiesPhones = false
			advises(w.Guest(t), l, false)
			w.Orders.VerifiesPhones = true
			advises(w.Guest(t), l, true)
			advises(me, l, false)
		}
	})
}

// withPhone returns the shopper of a customer who has verified the phone.
func withPhone(t *testing.T, w *ordertest.Fixture, phone string) int64 {
	t.Helper()
	id, me := w.Customer(t)
	w.Exec(t, `UPDATE customers SET phone = $2, phone_verified = TRUE WHERE id = $1`, id, phone)
	return me
}

func claimed(t *testing.T, w *ordertest.Fixture, c purchase.Claim) {
	t.Helper()
	inTx(t, w, func(tx *db.Tx) error { return w.Orders.Claim(t.Context(), tx, c) })
}
