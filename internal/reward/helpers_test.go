package reward_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/refund"
	"hawker/internal/setting"
	"hawker/internal/verify"
)

// fixture is a town in which every reward is switched on.
type fixture struct {
	*ordertest.Fixture
	item  catalog.Item
	admin order.Staff
}

// open adds a store whose item costs 10.00 with nothing else to pay but 2.00 for the
// delivery. A point is earned for each 1.00, and 100 points are 1.00.
func open(t testing.TB, d *db.DB) fixture {
	t.Helper()
	w := ordertest.Open(t, d)
	w.SetSettings(t, func(s *setting.Settings) {
		s.Storefront.LoyaltyPoints, s.Storefront.ReferralEarning, s.Storefront.CustomerWallet = true, true, true
		s.Rewards.Points = setting.PointRules{PerUnit: 1, UnitFor: 100}
	})
	return fixture{w, w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil), w.Admin(t)}
}

// engines runs a test on both engines, and verifies the database afterwards.
func engines(t *testing.T, run func(t *testing.T, w fixture)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, openDB func(*testing.T) *db.DB) {
		w := open(t, openDB(t))
		run(t, w)
		w.verify(t)
	})
}

func (w fixture) verify(t testing.TB) {
	t.Helper()
	report, err := verify.Run(context.Background(), w.DB)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range report.Checks {
		for _, f := range c.Findings {
			t.Errorf("%s: %s", c.Name, f)
		}
	}
}

var keys atomic.Int64

// place places an order of so many units.
func (w fixture) place(t testing.TB, shopperID, units int64, edit func(*order.Request)) order.OrderDetails {
	t.Helper()
	r := ordertest.BuyNow(shopperID, w.item, units)
	r.Address.Phone = fmt.Sprintf("+1202555%04d", 1000+shopperID)
	r.Address.House = fmt.Sprint(shopperID)
	if edit != nil {
		edit(&r)
	}
	return w.Place(t, fmt.Sprint("key-", keys.Add(1)), r)
}

// finish delivers an order.
func (w fixture) finish(t testing.TB, orderID int64) {
	t.Helper()
	for _, to := range []order.Status{order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Delivered} {
		if err := w.Orders.Move(context.Background(), orderID, to, order.ByAdmin, ""); err != nil {
			t.Fatal(err)
		}
	}
}

// delivered is an order of so many units that was delivered.
func (w fixture) delivered(t testing.TB, shopperID, units int64) order.OrderDetails {
	t.Helper()
	o := w.place(t, shopperID, units, nil)
	w.finish(t, o.ID)
	return o
}

// refund gives money back for some units; 0: for all that is left.
func (w fixture) refund(t testing.TB, o order.OrderDetails, units int64) {
	t.Helper()
	d := refund.Decision{PurchaseID: o.ID, Approve: true, Reason: "We are sorry.", Whole: units == 0,
		Refunded: money.Amount(w.Number(t, `SELECT refunded FROM orders WHERE id = $1`, o.ID)),
	}
	if units > 0 {
		d.Lines = []refund.Line{{LineID: o.Lines[0].ID, Quantity: units}}
	}
	if _, err := w.Orders.DecideRefund(context.Background(), w.admin, d); err != nil {
		t.Fatal(err)
	}
}

func (w fixture) points(t testing.TB, customerID int64) int64 {
	t.Helper()
	return int64(w.Balance(t, ledger.Points(customerID)))
}

func (w fixture) wallet(t testing.TB, customerID int64) money.Amount {
	t.Helper()
	return w.Balance(t, ledger.Wallet(customerID))
}

func (w fixture) owed(t testing.TB, customerID int64) int64 {
	t.Helper()
	return int64(w.Sum(t, ledger.OwedPoints(customerID)))
}

func (w fixture) convert(t testing.TB, customerID, points int64) {
	t.Helper()
	if _, err := w.Rewards.Convert(context.Background(), customerID, fmt.Sprint("key-", keys.Add(1)), points); err != nil {
		t.Fatal(err)
	}
}
