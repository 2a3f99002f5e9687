package notification_test

import (
	"fmt"
	"testing"

	"hawker/internal/db"
	"hawker/internal/money"
	"hawker/internal/notification"
	"hawker/internal/order/ordertest"
	"hawker/internal/recent"
	"hawker/internal/setting"
)

// What an order has earned is one notification, with its amounts in the shop's currency.
func TestReward_WAL03_WAL06_PROF06_isWrittenInEveryCurrency(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		services := withPush(t, w.Notifications)
		runJobs(t, w.Jobs)
		me := newCustomer(t, w)
		phone := me.subscribe(t, w, "phone")
		w.SetSettings(t, func(*setting.Settings) {}) // stores all groups
		both := notification.OrderRewarded
		for i, tt := range []struct {
			currency     string
			kind         notification.Kind
			points       int64
			amount       int64
			title, where string
		}{
			{`{"code":"USD","digits":2,"symbol":"$"}`, both, 12, 120, "You earned 12 points and $1.20 cashback for order 123", "/loyalty-points"},
			{`{"code":"USD","digits":2,"symbol":"$"}`, both, 1, 5, "You earned 1 point and $0.05 cashback for order 123", "/loyalty-points"},
			{`{"code":"JPY","digits":0,"symbol":"¥"}`, both, 12, 1200, "You earned 12 points and ¥1,200 cashback for order 123", "/loyalty-points"},
			{`{"code":"KWD","digits":3,"symbol":" KD","symbol_right":true}`, both, 2000, 1205, "You earned 2000 points and 1.205 KD cashback for order 123", "/loyalty-points"},
			{`{"code":"USD","digits":2,"symbol":"$"}`, notification.PointsEarned, 1, 0, "You earned 1 point for order 123", "/loyalty-points"},
			{`{"code":"USD","digits":2,"symbol":"$"}`, notification.CashbackReceived, 0, 120, "You earned $1.20 cashback for order 123", "/wallet"},
		} {
			w.Exec(t, `UPDATE settings SET body = $1 WHERE name = 'currency'`, tt.currency)
			w.Clock.Advance(2 * recent.MaxAge)
			err := db.InTx(t.Context(), w.DB, func(tx *db.Tx) error {
				for range 2 { // repeated, as a transaction may be
					p := notification.Params{Points: tt.points, Amount: money.Amount(tt.amount), Order: 123}
					if err := w.Notifications.Reward(t.Context(), tx, tt.kind, me.id, fmt.Sprint("reward:", i), p); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			settled(t, w)
			got := services.received(phone)
			if len(got) != i+1 || got[i].Title != tt.title || got[i].Link != tt.where {
				t.Fatalf("%d pushes, the last is %q to %q, want %q", len(got), got[len(got)-1].Title, got[len(got)-1].Link, tt.title)
			}
		}
	})
}
