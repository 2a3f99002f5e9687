package reward_test

import (
	"testing"
	"time"

	"hawker/internal/errs"
	"hawker/internal/money"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/setting"
)

func (w fixture) offer(t testing.TB, offers ...setting.CashbackOffer) {
	t.Helper()
	w.SetSettings(t, func(s *setting.Settings) { s.Rewards.Cashback, s.Location.TimeZone = offers, ordertest.TimeZone })
}

func TestOrderChanged_WAL06_creditsTheBestCashbackOnce(t *testing.T) {
	engines(t, func(t *testing.T, w fixture) {
		me, shopper := w.Customer(t)
		today := w.Clock.Now().Format(time.DateOnly)
		w.offer(t,
			setting.CashbackOffer{ID: "flat", Amount: 150},
			setting.CashbackOffer{ID: "tenth", Percent: 1000, MinPurchase: 2000, MaxCashback: 300, Starts: today, Ends: today, PerCustomer: 1},
			setting.CashbackOffer{ID: "shops", Amount: 900, Modules: []string{"shop"}},
			setting.CashbackOffer{ID: "ended", Amount: 900, Ends: "2026-11-19"},
			setting.CashbackOffer{ID: "later", Amount: 900, Starts: "2026-11-21"},
		)
		for _, step := range []struct {
			units int64
			want  money.Amount
			why   string
		}{{1, 150, "below the least purchase"}, {2, 220, "a tenth"}, {9, 150, "used up"}} {
			before := w.wallet(t, me)
			w.delivered(t, shopper, step.units)
			if got := w.wallet(t, me) - before; got != step.want {
				t.Errorf("%s: %d", step.why, got)
			}
		}
		other, shopper := w.Customer(t)
		w.delivered(t, shopper, 9)
		if got := w.wallet(t, other); got != 300 {
			t.Errorf("capped: %d", got)
		}
	})
}

// An offer counts if it ran when the order was placed.
func TestOrderChanged_WAL06_cashbackIsOfTheDayOfTheOrder(t *testing.T) {
	engines(t, func(t *testing.T, w fixture) {
		me, shopper := w.Customer(t)
		w.offer(t, setting.CashbackOffer{ID: "today", Amount: 100, Ends: w.Clock.Now().Format(time.DateOnly)})
		o := w.place(t, shopper, 1, nil)
		w.Clock.Advance(24 * time.Hour)
		w.finish(t, o.ID)
		w.delivered(t, shopper, 1)
		if got := w.wallet(t, me); got != 100 {
			t.Errorf("the wallet has %d", got)
		}
	})
}

func TestOrderChanged_WAL06_TRAP_W3_refundsTakeCashbackBackAsFarAsTheWalletHasIt(t *testing.T) {
	engines(t, func(t *testing.T, w fixture) {
		me, shopper := w.Customer(t)
		w.offer(t, setting.CashbackOffer{ID: "tenth", Percent: 1000})
		o := w.delivered(t, shopper, 4) // 4.20 of 42.00
		w.refund(t, o, 2)               // 2.00 of it
		if got := w.wallet(t, me); got != 220 {
			t.Errorf("the wallet has %d after a refund in part", got)
		}
		w.SetSettings(t, func(s *setting.Settings) { s.Checkout.PartialPayment = true })
		w.place(t, shopper, 1, func(r *order.Request) { r.UseWallet, r.CustomerID = true, me })
		if got := w.wallet(t, me); got != 0 {
			t.Fatalf("%d is left of what was spent", got)
		}
		w.refund(t, o, 0)
		if got := w.wallet(t, me); got != 0 {
			t.Errorf("the wallet has %d", got)
		}
		if n := w.Number(t, `SELECT cashback_missing FROM order_rewards WHERE order_id = $1`, o.ID); n != 220 {
			t.Errorf("%d is written off", n)
		}
	})
}

func TestCashback_WAL06_listsWhatACustomerCanGet(t *testing.T) {
	engines(t, func(t *testing.T, w fixture) {
		me, shopper := w.Customer(t)
		w.offer(t, setting.CashbackOffer{ID: "once", Amount: 900, PerCustomer: 1}, setting.CashbackOffer{ID: "always", Amount: 100},
			setting.CashbackOffer{ID: "later", Amount: 900, Starts: "2026-11-21"})
		list := func() (ids []string) {
			offers, err := w.Rewards.Cashback(t.Context(), me)
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range offers {
				ids = append(ids, o.ID)
			}
			return ids
		}
		if got := list(); len(got) != 2 {
			t.Errorf("before: %v", got)
		}
		w.delivered(t, shopper, 1)
		if got := list(); len(got) != 1 || got[0] != "always" {
			t.Errorf("once it is used up: %v", got)
		}
		w.offer(t, setting.CashbackOffer{ID: "once", Amount: 900, PerCustomer: 2})
		w.delivered(t, shopper, 1)
		w.offer(t, setting.CashbackOffer{ID: "once", Amount: 900, PerCustomer: 1})
		if got := list(); len(got) != 0 {
			t.Errorf("had twice, and once is the limit now: %v", got)
		}
		w.SetSettings(t, func(s *setting.Settings) { s.Storefront.CustomerWallet = false })
		if _, err := w.Rewards.Cashback(t.Context(), me); !errs.Is(err, errs.Forbidden) {
			t.Errorf("without wallets: %v", err)
		}
		before := w.wallet(t, me)
		w.delivered(t, shopper, 1)
		if got := w.wallet(t, me); got != before {
			t.Errorf("without wallets %d was credited", got-before)
		}
	})
}
