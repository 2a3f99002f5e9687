package order_test

import (
	"testing"
	"time"

	"hawker/internal/ledger"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/purchase"
	"hawker/internal/setting"
)

func TestOrder_ORD03_ORD05_oneThatNobodyConfirmsIsCanceledAndPaidBack(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 50, nil)
		customer, me := w.WithMoney(t, 100_000)
		buy := func(key string, edit func(*order.Request)) int64 {
			t.Helper()
			r := ordertest.BuyNow(me, item, 2)
			r.CustomerID, r.Guest = customer, false
			if edit != nil {
				edit(&r)
			}
			return w.Place(t, key, r).ID
		}
		paid := buy("paid", func(r *order.Request) { r.PaymentMethod = purchase.WalletPayment })
		confirmed := buy("confirmed", nil)
		if err := w.Orders.Move(t.Context(), confirmed, order.Confirmed, order.ByVendor, ""); err != nil {
			t.Fatal(err)
		}
		w.Clock.Advance(time.Hour)
		later := buy("later", nil)
		scheduled := buy("scheduled", func(r *order.Request) { r.ScheduleAt = w.Clock.Now().Truncate(time.Hour).Add(24 * time.Hour) })

		before := w.Balance(t, ledger.Wallet(customer))
		expect := func(when string, want ...order.Status) {
			t.Helper()
			w.DoJobs(t)
			for n, id := range []int64{paid, confirmed, later, scheduled} {
				if got := find(t, w, id).Status; got != want[n] {
					t.Errorf("%s, order %d is %s, want %s", when, n, got, want[n])
				}
			}
		}
		w.Clock.Advance(24 * time.Hour)
		expect("the next day", order.Pending, order.Confirmed, order.Pending, order.Pending)
		w.Clock.Advance(46 * time.Hour)
		expect("after 71 hours", order.Pending, order.Confirmed, order.Pending, order.Pending)
		if err := w.Orders.Move(t.Context(), paid, order.Canceled, order.BySystem, ""); err == nil {
			t.Error("the system has canceled an order that still has time")
		}
		w.Clock.Advance(time.Hour)
		expect("after three days", order.Canceled, order.Confirmed, order.Pending, order.Pending)
		w.Clock.Advance(time.Hour)
		expect("an hour later", order.Canceled, order.Confirmed, order.Canceled, order.Pending)
		w.Clock.Advance(24 * time.Hour)
		expect("three days after its time", order.Canceled, order.Confirmed, order.Canceled, order.Canceled)

		details := find(t, w, paid)
		if details.CancelReason != "It was not confirmed in time." || details.PaymentStatus != "refunded" {
			t.Errorf("canceled because %q, %s", details.CancelReason, details.PaymentStatus)
		}
		if back := w.Balance(t, ledger.Wallet(customer)) - before; back != details.Total {
			t.Errorf("%d came back, want %d", back, details.Total)
		}
		if left := w.Number(t, `SELECT quantity FROM stock`); left != 48 {
			t.Errorf("%d in stock, want 48: all but those of the confirmed order", left)
		}
		if w.Number(t, `SELECT COUNT(*) FROM notifications WHERE order_id = $1 AND kind = 'order_canceled' AND read_at IS NULL`, paid) != 1 {
			t.Error("the customer was not told")
		}
	})
}

func TestOrder_ORD03_oneWaitsForItsPaymentOrForEverIfTheTownSaysSo(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		w.OfferOffline(t)
		w.SetSettings(t, func(s *setting.Settings) {
			s.Limits.UnconfirmedDays = 0
			s.Payments.OfflineMinutes = 365 * 24 * 60 // until then it waits to be paid
		})
		item := w.Item(t, w.Store(t, nil), 1000, 50, nil)
		confirm := w.Place(t, "to be confirmed", ordertest.BuyNow(w.Guest(t), item, 1)).ID
		pay := w.Place(t, "to be paid", ordertest.ByBank(ordertest.BuyNow(w.Guest(t), item, 1))).ID
		expect := func(when string, unpaid, unconfirmed order.Status) {
			t.Helper()
			w.DoJobs(t)
			if got := find(t, w, pay).Status; got != unpaid {
				t.Errorf("%s, the one to be paid is %s", when, got)
			}
			if got := find(t, w, confirm).Status; got != unconfirmed {
				t.Errorf("%s, the other is %s", when, got)
			}
		}
		w.Clock.Advance(30 * 24 * time.Hour)
		expect("without a limit", order.Pending, order.Pending)
		w.SetSettings(t, func(s *setting.Settings) { s.Limits.UnconfirmedDays = 3 })
		w.Clock.Advance(time.Hour)
		expect("with a limit", order.Pending, order.Canceled)
	})
}
