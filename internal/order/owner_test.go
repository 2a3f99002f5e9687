package order_test

import (
	"strings"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
)

func inTx(t *testing.T, w *ordertest.Fixture, do func(tx *db.Tx) error) {
	t.Helper()
	if err := db.InTx(t.Context(), w.DB, do); err != nil {
		t.Fatal(err)
	}
}

func TestOwner_TRAP_P1_PERM02_foreignAndMissingAreOneAnswer(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 9, nil)
		_, me := w.Customer(t)
		_, other := w.Customer(t)
		id := w.Place(t, "key-1", ordertest.BuyNow(me, item, 1)).ID
		foreign := w.Place(t, "key-1", ordertest.BuyNow(other, item, 1)).ID

		type asked struct{ find, cancel, watch error }
		ask := func(id int64, by order.Owner) (a asked) {
			_, a.find = w.Orders.Find(t.Context(), id, by)
			_, a.cancel = w.Orders.Cancel(t.Context(), id, by, "not a reason")
			_, a.watch = w.Orders.WatchAccess(t.Context(), id, by)
			return a
		}
		missing := ask(999999, order.Owner{ShopperID: me})
		if !errs.Is(missing.find, errs.NotFound) {
			t.Fatalf("a missing order: %v", missing.find)
		}
		for name, by := range map[string]order.Owner{
			"me": {ShopperID: me}, "nobody": {}, "another order's token": {Token: w.Tokens.Tracking(id)}, "me, with that token": {ShopperID: me, Token: w.Tokens.Tracking(id)},
		} {
			if got := ask(foreign, by); got != missing {
				t.Errorf("%s: a foreign order says %v, a missing one %v", name, got, missing)
			}
		}
		for name, by := range map[string]order.Owner{
			"its customer": {ShopperID: me}, "its token": {Token: w.Tokens.Tracking(id)}, "its token, somebody else signed in": {ShopperID: other, Token: w.Tokens.Tracking(id)},
		} {
			got := ask(id, by)
			if access, _ := w.Orders.WatchAccess(t.Context(), id, by); got.find != nil || got.watch != nil || access != order.OwnsOrder || !errs.Is(got.cancel, errs.Invalid) {
				t.Errorf("%s: %+v, access %d", name, got, access)
			}
		}
	})
}

func TestOwner_TRAP_P1_aTrackingTokenEndsThirtyDaysAfterItsOrder(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 9, nil)
		_, me := w.Customer(t)
		id := w.Place(t, "key-1", ordertest.BuyNow(me, item, 1)).ID
		holder := order.Owner{Token: w.Tokens.Tracking(id)}
		find := func(by order.Owner) error {
			_, err := w.Orders.Find(t.Context(), id, by)
			return err
		}
		w.Clock.Advance(90 * 24 * time.Hour)
		if err := find(holder); err != nil {
			t.Errorf("under way, for however long: %v", err)
		}
		if _, err := w.Orders.Cancel(t.Context(), id, holder, "mistake"); err != nil {
			t.Fatal(err)
		}
		w.Clock.Advance(30*24*time.Hour - time.Second)
		if err := find(holder); err != nil {
			t.Errorf("a second before the end: %v", err)
		}
		w.Clock.Advance(time.Second)
		if err := find(holder); !errs.Is(err, errs.LinkEnded) {
			t.Errorf("after thirty days: %v", err)
		}
		if all, err := w.Orders.WatchAccess(t.Context(), id, holder); all != 0 || !errs.Is(err, errs.LinkEnded) {
			t.Errorf("its events: %d, %v", all, err)
		}
		if err := find(order.Owner{Token: w.Tokens.Tracking(id + 1)}); !errs.Is(err, errs.NotFound) {
			t.Errorf("a wrong token learns of the end: %v", err)
		}
		if err := find(order.Owner{ShopperID: me, Token: holder.Token}); err != nil {
			t.Errorf("its customer: %v", err)
		}
	})
}

// A number and a phone open no more than the link does, and neither does the token for the
// events that they gave.
func TestByPhone_ORD02_TRAP_P1_endsThirtyDaysAfterTheOrder(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 9, nil)
		_, me := w.Customer(t)
		placed := w.Place(t, "key-1", ordertest.BuyNow(me, item, 1))
		expect := func(when string, shown bool) {
			t.Helper()
			if err := w.Orders.ByPhone(t.Context(), placed.ID, placed.ContactPhone); (err == nil) != shown || err != nil && !errs.Is(err, errs.NotFound) {
				t.Errorf("%s, by its phone: %v", when, err)
			}
			access, err := w.Orders.WatchAccess(t.Context(), placed.ID, order.Owner{Token: w.Tokens.Events(placed.ID)})
			if (access == order.SeesProgress) != shown || err != nil && !errs.Is(err, errs.LinkEnded) {
				t.Errorf("%s, its events: %d, %v", when, access, err)
			}
		}
		w.Clock.Advance(90 * 24 * time.Hour)
		expect("under way, for however long", true)
		if _, err := w.Orders.Cancel(t.Context(), placed.ID, order.Owner{ShopperID: me}, "mistake"); err != nil {
			t.Fatal(err)
		}
		w.Clock.Advance(30*24*time.Hour - time.Second)
		expect("a second before the end", true)
		w.Clock.Advance(time.Second)
		expect("after thirty days", false)
	})
}

func TestOwner_ORD04_ORD05_aCustomerCancelsOnceAndStockComesBackOnce(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 9, nil)
		_, me := w.Customer(t)
		placed := w.Place(t, "key-1", ordertest.BuyNow(me, item, 4))
		if left := w.Number(t, `SELECT quantity FROM stock`); left != 5 {
			t.Fatalf("%d are left", left)
		}
		_, problems := together(4, func(int) (order.OrderDetails, error) {
			return w.Orders.Cancel(t.Context(), placed.ID, order.Owner{ShopperID: me}, "mistake")
		})
		done := 0
		for _, err := range problems {
			if err == nil {
				done++
			} else if !errs.Is(err, errs.Conflict) {
				t.Errorf("too late: %v", err)
			}
		}
		o, err := w.Orders.Find(t.Context(), placed.ID, order.Owner{ShopperID: me})
		if err != nil || done != 1 || o.Status != order.Canceled || o.CancelReason != "I ordered by mistake" {
			t.Errorf("%d canceled; %s, %q, %v", done, o.Status, o.CancelReason, err)
		}
		if left := w.Number(t, `SELECT quantity FROM stock`); left != 9 {
			t.Errorf("%d are left, want all 9", left)
		}
		late := w.Place(t, "key-2", ordertest.BuyNow(me, item, 1))
		if err := w.Orders.Move(t.Context(), late.ID, order.Confirmed, order.ByVendor, ""); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Orders.Cancel(t.Context(), late.ID, order.Owner{ShopperID: me}, "other"); !errs.Is(err, errs.Conflict) {
			t.Errorf("once confirmed: %v", err)
		}
	})
}

func TestAnonymize_PROF05_leavesTheBooksAndNothingPersonal(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 90, nil)
		_, me := w.Customer(t)
		write := func(who int64) order.OrderDetails {
			r := ordertest.BuyNow(who, item, 2)
			r.Address.Email, r.Address.House, r.Address.Road = "asha@example.com", "12", "Hill Street"
			note := "as Asha likes it"
			r.Line.Note = &note
			r.OrderNote, r.DeliveryInstruction, r.UnavailableItemNote = "for Asha", "ring at Asha's", "call Asha"
			return w.Place(t, "key-1", r)
		}
		mine, guest := write(me), write(w.Guest(t))
		if running, err := w.Orders.Running(t.Context(), w.DB.R, me); err != nil || !running {
			t.Errorf("an order that waits runs: %t, %v", running, err)
		}
		if _, err := w.Orders.Cancel(t.Context(), mine.ID, order.Owner{ShopperID: me}, "other"); err != nil {
			t.Fatal(err)
		}
		if running, err := w.Orders.Running(t.Context(), w.DB.R, me); err != nil || running {
			t.Errorf("a canceled order runs: %t, %v", running, err)
		}
		inTx(t, w, func(tx *db.Tx) error { return w.Orders.Anonymize(t.Context(), tx, me) })

		o, err := w.Orders.Find(t.Context(), mine.ID, order.Owner{ShopperID: me})
		if err != nil {
			t.Fatal(err)
		}
		if o.Address.V != (order.Address{}) || o.ContactName+o.ContactPhone+o.ContactEmail+o.OrderNote+o.DeliveryInstruction+o.UnavailableItemNote+o.Lines[0].Note != "" {
			t.Errorf("still known: %+v", o.Order)
		}
		if o.Total != mine.Total || len(o.Lines) != 1 {
			t.Errorf("what was bought is gone: %+v", o)
		}
		if kept, err := w.Orders.Find(t.Context(), guest.ID, order.Owner{Token: w.Tokens.Tracking(guest.ID)}); err != nil || !strings.Contains(kept.OrderNote, "Asha") || kept.Lines[0].Note != "as Asha likes it" {
			t.Errorf("somebody else's is gone too: %+v, %v", kept.Order, err)
		}
		for _, phone := range []string{"", " ", "+12025550123"} {
			if err := w.Orders.ByPhone(t.Context(), mine.ID, phone); !errs.Is(err, errs.NotFound) {
				t.Errorf("the phone %q finds it: %v", phone, err)
			}
		}
	})
}

func TestPlace_aSavedAddressIsItsIdUnderAKey(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 9, nil)
		_, me := w.Customer(t)
		r := ordertest.BuyNow(me, item, 1)
		r.AddressID = 7
		r = w.Agree(t, r)
		first, err := w.Orders.Place(t.Context(), "key-1", r)
		if err != nil {
			t.Fatal(err)
		}
		changed := *r.Address
		changed.House = "another"
		r.Address = &changed
		if again, err := w.Orders.Place(t.Context(), "key-1", r); err != nil || again.ID != first.ID {
			t.Errorf("after the address was changed: order %d, %v", again.ID, err)
		}
		r.AddressID = 8
		if _, err := w.Orders.Place(t.Context(), "key-1", r); !errs.Is(err, errs.Conflict) {
			t.Errorf("with another address: %v", err)
		}
	})
}
