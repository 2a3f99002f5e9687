package reward_test

import (
	"fmt"
	"strings"
	"testing"

	"hawker/internal/account"
	"hawker/internal/db"
	"hawker/internal/ledger"
	"hawker/internal/notification"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/refund"
	"hawker/internal/reward"
	"hawker/internal/setting"
	"hawker/internal/verify"
)

var _ account.Eraser = (*reward.Service)(nil)

func TestOrderChanged_WAL03_aDeliveredOrderEarnsPointsOnce(t *testing.T) {
	engines(t, func(t *testing.T, w fixture) {
		me, shopper := w.Customer(t)
		o := w.place(t, shopper, 2, nil)
		if got := w.points(t, me); got != 0 {
			t.Errorf("%d points before the delivery", got)
		}
		w.finish(t, o.ID)
		if got := w.points(t, me); got != 22 {
			t.Errorf("%d points for 22.00", got)
		}
		for range 2 { // reported again, and moved away from and back to the status
			err := db.InTx(t.Context(), w.DB, func(tx *db.Tx) error { return w.Rewards.OrderChanged(t.Context(), tx, o.ID) })
			if err != nil {
				t.Fatal(err)
			}
		}
		if _, err := w.Orders.RequestRefund(t.Context(), o.ID, order.Owner{ShopperID: shopper}, refund.Request{Reason: "late"}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Orders.DecideRefund(t.Context(), w.admin, refund.Decision{PurchaseID: o.ID, Reason: "It was in time."}); err != nil {
			t.Fatal(err)
		}
		if got := w.points(t, me); got != 22 {
			t.Errorf("%d points after all changes", got)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM notifications WHERE customer_id = $1 AND kind = 'points_earned'`, me); n != 1 {
			t.Errorf("%d notifications", n)
		}
	})
}

func TestOrderChanged_WAL03_earnsNothingWithoutAccountOrWhileOff(t *testing.T) {
	engines(t, func(t *testing.T, w fixture) {
		guest := w.Guest(t)
		w.delivered(t, guest, 1)
		me, shopper := w.Customer(t)
		earlier := w.delivered(t, shopper, 1)
		w.SetSettings(t, func(s *setting.Settings) { s.Storefront.LoyaltyPoints = false })
		off := w.delivered(t, shopper, 3)
		if got := w.points(t, me); got != 12 {
			t.Errorf("%d points: those of before stay, and no other is earned", got)
		}
		w.SetSettings(t, func(s *setting.Settings) { s.Storefront.LoyaltyPoints = true })
		w.refund(t, off, 1)
		if got := w.points(t, me); got != 12 {
			t.Errorf("%d points after a change of an order that earned none", got)
		}
		w.SetSettings(t, func(s *setting.Settings) { s.Storefront.LoyaltyPoints = false })
		w.refund(t, earlier, 0)
		if got := w.points(t, me); got != 0 {
			t.Errorf("%d points: a refund takes them back while they are off, too", got)
		}
	})
}

func TestOrderChanged_TRAP_W3_refundsTakePointsBack(t *testing.T) {
	engines(t, func(t *testing.T, w fixture) {
		me, shopper := w.Customer(t)
		o := w.delivered(t, shopper, 4) // 42.00
		w.refund(t, o, 1)               // 10.00 of 42.00
		if got := w.points(t, me); got != 32 {
			t.Errorf("%d points after a refund in part", got)
		}
		w.convert(t, me, 20)
		w.refund(t, o, 0)
		if got, owed := w.points(t, me), w.owed(t, me); got != 0 || owed != 20 {
			t.Errorf("%d points, %d owed: those spent are owed", got, owed)
		}
		told := func(kind notification.Kind, p notification.Params) {
			t.Helper()
			if rewards, _ := w.told(t, me); rewards[0].Kind != kind || rewards[0].Params.V != p {
				t.Errorf("the bell tells %s of %+v, want %s of %+v", rewards[0].Kind, rewards[0].Params.V, kind, p)
			}
		}
		told(notification.PointsEarned, notification.Params{Points: 42, Order: o.ID})
		w.delivered(t, shopper, 1) // 12 points, all withheld
		if got, owed := w.points(t, me), w.owed(t, me); got != 0 || owed != 8 {
			t.Errorf("%d points, %d owed after the next order", got, owed)
		}
		told(notification.PointsEarned, notification.Params{Points: 42, Order: o.ID}) // nothing new
		last := w.delivered(t, shopper, 1)
		told(notification.PointsEarned, notification.Params{Points: 4, Order: last.ID})
		if got, owed := w.points(t, me), w.owed(t, me); got != 4 || owed != 0 {
			t.Errorf("%d points, %d owed after all", got, owed)
		}
		if got := w.wallet(t, me); got != 20 {
			t.Errorf("the wallet has %d: what was converted stays", got)
		}
	})
}

func TestVerify_TRAP_W3_comparesRefundsOfLargeOrders(t *testing.T) {
	engines(t, func(t *testing.T, w fixture) {
		_, shopper := w.Customer(t)
		w.SetSettings(t, func(s *setting.Settings) { s.Rewards.Points.PerUnit = 100 })
		w.offer(t, setting.CashbackOffer{ID: "all", Percent: 10000})
		w.item = w.Item(t, w.Store(t, nil), 25_000_000_00, ordertest.Unlimited, nil)
		o := w.delivered(t, shopper, 2)
		w.refund(t, o, 1)
		for _, column := range []string{"points_taken", "cashback_taken"} {
			w.Exec(t, `UPDATE order_rewards SET `+column+` = `+column+` + 1`)
			report, err := verify.Run(t.Context(), w.DB)
			if err != nil {
				t.Fatal(err)
			}
			if found := fmt.Sprint(report.Checks); strings.Count(found, "taken back, but") != 1 {
				t.Errorf("%s is wrong: %s", column, found)
			}
			w.Exec(t, `UPDATE order_rewards SET `+column+` = `+column+` - 1`)
		}
	})
}

func TestErase_WAL03_booksPointsAway(t *testing.T) {
	engines(t, func(t *testing.T, w fixture) {
		me, shopper := w.Customer(t)
		o := w.delivered(t, shopper, 1)
		for range 2 { // an earlier version booked them away for a new owner too
			err := db.InTx(t.Context(), w.DB, func(tx *db.Tx) error { return w.Rewards.Erase(t.Context(), tx, me) })
			if err != nil {
				t.Fatal(err)
			}
		}
		w.refund(t, o, 0)
		if got, owed := w.points(t, me), w.owed(t, me); got != 0 || owed != 0 {
			t.Errorf("%d points, %d owed: a refund takes nothing more", got, owed)
		}
		if issued := w.Sum(t, ledger.PointsIssued); issued != 0 {
			t.Errorf("%d points are issued", issued)
		}
	})
}

func TestErase_WAL03_booksOwedPointsAway(t *testing.T) {
	engines(t, func(t *testing.T, w fixture) {
		me, shopper := w.Customer(t)
		o := w.delivered(t, shopper, 1)
		w.convert(t, me, 12)
		w.refund(t, o, 0)
		if owed := w.owed(t, me); owed != 12 {
			t.Fatalf("%d owed", owed)
		}
		if err := db.InTx(t.Context(), w.DB, func(tx *db.Tx) error { return w.Rewards.Erase(t.Context(), tx, me) }); err != nil {
			t.Fatal(err)
		}
		if owed := w.owed(t, me); owed != 0 {
			t.Errorf("%d owed by nobody", owed)
		}
	})
}
