package verify_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/refund"
	"hawker/internal/setting"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
)

// earnedTown returns a town in which a rider has brought an order with a tip, of which a unit
// was given back, and one was canceled. One trip came back late, one was refunded in part and
// one whole, and one was canceled late.
func earnedTown(t *testing.T, d *db.DB) triptest.Fixture {
	t.Helper()
	w := ordertest.Open(t, d)
	w.Coupon(t, nil)
	f := triptest.In(t, w)
	w.SetSettings(t, func(s *setting.Settings) {
		s.Checkout.RiderTips = true
		s.Rental.Deposits, s.Rental.ExtensionHours, s.Rental.LatePercent = true, 4, 150
		s.Rental.FreeCancelHours, s.Rental.LateCancelPercent = 24, 50
	})
	w.Exec(t, `UPDATE vehicles SET deposit = 5000`)
	deliver(t, w, w.Rider(t, ordertest.ZoneID))
	book := func(key string, at time.Time) trip.Details {
		r := triptest.Request(w.Guest(t))
		r.CouponCode = "WELCOME"
		return f.Book(t, key, r, at)
	}
	back := book("late", time.Time{})
	f.MoveTrip(t, back.ID, trip.Confirmed, trip.Ongoing)
	w.Clock.Advance(6 * time.Hour)
	f.MoveTrip(t, back.ID, trip.Completed)
	part := book("part", time.Time{})
	f.MoveTrip(t, part.ID, trip.Confirmed, trip.Ongoing, trip.Completed)
	f.Refund(t, part.ID, refund.Decision{Amount: 700})
	whole := book("whole", time.Time{})
	f.MoveTrip(t, whole.ID, trip.Confirmed, trip.Ongoing, trip.Completed, trip.Refunded)
	customer, shopper := w.WithMoney(t, 100_000)
	r := triptest.Request(shopper)
	r.CustomerID, r.PaymentMethod = customer, "wallet"
	off := f.Book(t, "off", r, w.Clock.Now().Add(5*time.Hour))
	f.MoveTrip(t, off.ID, trip.Confirmed)
	if _, err := f.Trips.Cancel(t.Context(), off.ID, order.Owner{ShopperID: shopper}, "other", nil); err != nil {
		t.Fatal(err)
	}
	return f
}

// deliver has a rider bring an order with a tip, and gives a unit of it back. Another order is
// canceled.
func deliver(t *testing.T, w *ordertest.Fixture, rider order.Staff) {
	t.Helper()
	item := w.Item(t, w.Store(t, func(s *catalog.Store) { s.TaxRate = 1000 }), 1000, 50, nil)
	if err := w.Orders.Move(t.Context(), w.Place(t, "canceled", ordertest.BuyNow(w.Guest(t), item, 1)).ID, order.Canceled, order.ByAdmin, ""); err != nil {
		t.Fatal(err)
	}
	r := ordertest.BuyNow(w.Guest(t), item, 3)
	r.Tip, r.CouponCode = 150, "WELCOME"
	o := w.Place(t, "tipped", r)
	for _, to := range []order.Status{order.Confirmed, order.Processing, order.Handover} {
		if err := w.Orders.Move(t.Context(), o.ID, to, order.ByVendor, ""); err != nil {
			t.Fatal(err)
		}
	}
	_, err := w.Orders.Accept(t.Context(), rider, o.ID)
	for _, to := range []order.Status{order.PickedUp, order.Delivered} {
		if err == nil {
			_, err = w.Orders.MoveBy(t.Context(), rider, order.StaffMove{OrderID: o.ID, To: to})
		}
	}
	if err == nil {
		_, err = w.Orders.DecideRefund(t.Context(), w.Admin(t), refund.Decision{PurchaseID: o.ID, Approve: true, Reason: "late", Lines: []refund.Line{{LineID: o.Lines[0].ID, Quantity: 1}}})
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Each row moves money between those who earned it, so that every transfer still sums to
// zero.
func TestVerify_O3_RNT11_findsWhoEarnedAnotherAmount(t *testing.T) {
	t.Parallel()
	const (
		earned = "everybody has earned what an order or trip says"
		tipped = `(SELECT id FROM orders WHERE tip > 0)`
		of     = `(SELECT MAX(id) FROM ledger_transfers WHERE order_id = ` + tipped + ` AND kind = '`
		late   = `(SELECT id FROM trips WHERE late_charge > 0)`
		ofTrip = `(SELECT MAX(t.id) FROM ledger_transfers t JOIN trips p ON t.subject = 'trip:' || p.id WHERE p.id = ` + late + ` AND t.kind = '`
		partly = `transfer_id IN (SELECT id FROM ledger_transfers WHERE kind LIKE 'refund:%' AND subject LIKE 'trip:%')`
		move   = `INSERT INTO ledger_entries (transfer_id, account, amount) `
		store  = `'store:' || (SELECT store_id FROM orders WHERE id = ` + tipped + `)`
		owner  = `'provider:' || (SELECT provider_id FROM trips WHERE id = ` + late + `)`
	)
	between := func(transfer, from, to string) string {
		return move + `SELECT ` + transfer + `, ` + from + `, 1 UNION ALL SELECT ` + transfer + `, ` + to + `, -1`
	}
	tests := []struct{ name, breach string }{
		{"a store got what is the tax office's", between(of+`order_placed')`, `'tax'`, store)},
		{"a store got what is the delivery's", between(of+`order_placed')`, `'delivery'`, store)},
		{"a store got the additional charge", between(of+`order_placed')`, `'charges'`, store)},
		{"the coupon cost the shop more", between(of+`order_placed')`, `'coupons'`, store)},
		{"another store got some", between(of+`order_placed')`, store, `'store:999'`)},
		{"another rider got the tip", between(of+`rider_tipped')`, `'tips'`, `'rider:999'`)},
		{"the tip was paid twice", between(of+`rider_tipped')`, `'delivery'`, `'tips'`)},
		{"a unit that was given back by the tax office", between(of+`order_paid')`, `'tax'`, store)},
		{"a tip of which the order says another amount", `UPDATE orders SET tip = tip + 1, delivery_charge = delivery_charge - 1 WHERE tip > 0`},
		{"a canceled order that a store earned from", `INSERT INTO ledger_entries (transfer_id, account, amount) SELECT id, 'tax', 1 FROM ledger_transfers WHERE kind = 'order_canceled'; INSERT INTO ledger_entries (transfer_id, account, amount) SELECT id, 'store:1', -1 FROM ledger_transfers WHERE kind = 'order_canceled'`},
		{"a provider got what is the tax office's", between(ofTrip+`trip_placed')`, `'tax'`, owner)},
		{"a provider got more for a late return", between(ofTrip+`trip_settled')`, `'tax'`, owner)},
		{"another provider got the late charge", between(ofTrip+`trip_settled')`, owner, `'provider:999'`)},
		{"a late charge that the trip does not say", `UPDATE trips SET extension_charge = 1, late_charge = late_charge - 1, late_tax = late_tax + 1 WHERE late_charge > 0`},
		{"a provider gave back more than it had earned", `INSERT INTO ledger_entries (transfer_id, account, amount) SELECT transfer_id, account, 90000 FROM ledger_entries WHERE ` + partly + ` AND account LIKE 'provider:%'; INSERT INTO ledger_entries (transfer_id, account, amount) SELECT transfer_id, 'charges', -90000 FROM ledger_entries WHERE ` + partly + ` AND account LIKE 'provider:%' AND amount < 90000`},
		{"a refunded trip that its provider earned from", `INSERT INTO ledger_entries (transfer_id, account, amount) SELECT id, 'tax', 1 FROM ledger_transfers WHERE kind = 'trip_refunded'; INSERT INTO ledger_entries (transfer_id, account, amount) SELECT id, 'provider:1', -1 FROM ledger_transfers WHERE kind = 'trip_refunded'`},
		{"a trip that was canceled late, and paid no tax", `INSERT INTO ledger_entries (transfer_id, account, amount) SELECT id, 'tax', 1 FROM ledger_transfers WHERE kind = 'trip_canceled'; INSERT INTO ledger_entries (transfer_id, account, amount) SELECT id, 'provider:1', -1 FROM ledger_transfers WHERE kind = 'trip_canceled'`},
	}
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := earnedTown(t, open(t))
		if r := run(t, f.DB); !r.OK {
			t.Fatalf("a healthy town: %+v", r)
		}
		for _, tt := range tests {
			if got := broken(runAfter(t, f.DB, strings.Split(tt.breach, "; "))); !slices.Contains(got, earned) {
				t.Errorf("%s: found %q", tt.name, got)
			}
		}
	})
}
