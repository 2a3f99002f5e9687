package reward_test

import (
	"testing"

	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/reward"
	"hawker/internal/setting"
)

// The forecast of an order equals what the order earns when it is delivered.
func TestForecast_WAL03_WAL06_isWhatTheOrderEarns(t *testing.T) {
	engines(t, func(t *testing.T, w fixture) {
		me, shopper := w.Customer(t)
		w.offer(t, setting.CashbackOffer{ID: "once", Amount: 500, PerCustomer: 1}, setting.CashbackOffer{ID: "tenth", Percent: 1000, MinPurchase: 2000},
			setting.CashbackOffer{ID: "shops", Amount: 900, Modules: []string{"shop"}}, setting.CashbackOffer{ID: "ended", Amount: 900, Ends: "2026-11-19"})
		var before reward.Earnings
		for i, units := range []int64{1, 2, 1} {
			want := []reward.Earnings{{Points: 12, Cashback: 500}, {Points: 22, Cashback: 220}, {Points: 12}}[i]
			q, err := w.Orders.Quote(t.Context(), ordertest.BuyNow(shopper, w.item, units))
			if err != nil {
				t.Fatal(err)
			}
			got := w.forecast(t, me, q)
			w.delivered(t, shopper, units)
			earned := reward.Earnings{Points: w.points(t, me) - before.Points, Cashback: w.wallet(t, me) - before.Cashback}
			if got != want || earned != want {
				t.Errorf("%d units: %+v was told and %+v earned, want %+v", units, got, earned, want)
			}
			before = reward.Earnings{Points: w.points(t, me), Cashback: w.wallet(t, me)}
		}
	})
}

// An order under way may use the last of an offer, so it is promised to no second one.
func TestForecast_WAL06_promisesNoOfferTwice(t *testing.T) {
	engines(t, func(t *testing.T, w fixture) {
		me, shopper := w.Customer(t)
		w.offer(t, setting.CashbackOffer{ID: "twice", Amount: 500, PerCustomer: 2})
		q, err := w.Orders.Quote(t.Context(), ordertest.BuyNow(shopper, w.item, 1))
		if err != nil {
			t.Fatal(err)
		}
		first := w.place(t, shopper, 1, nil)
		if got := w.forecast(t, me, q).Cashback; got != 500 {
			t.Errorf("beside one order: %d", got)
		}
		w.place(t, shopper, 1, nil)
		if got := w.forecast(t, me, q).Cashback; got != 0 {
			t.Errorf("beside two orders: %d", got)
		}
		if err := w.Orders.Move(t.Context(), first.ID, order.Canceled, order.ByAdmin, "Sold out"); err != nil {
			t.Fatal(err)
		}
		if got := w.forecast(t, me, q).Cashback; got != 500 {
			t.Errorf("after one was canceled: %d", got)
		}
		w.SetSettings(t, func(s *setting.Settings) { s.Storefront.CustomerWallet, s.Storefront.LoyaltyPoints = false, false })
		if got := w.forecast(t, me, q); got != (reward.Earnings{}) {
			t.Errorf("while both are off: %+v", got)
		}
	})
}

func (w fixture) forecast(t *testing.T, customerID int64, q order.Quote) reward.Earnings {
	t.Helper()
	e, err := w.Rewards.Forecast(t.Context(), customerID, reward.Planned{Total: q.Total, Module: "food", TimeZone: q.Store.TimeZone})
	if err != nil {
		t.Fatal(err)
	}
	return e
}
