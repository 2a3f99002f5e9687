package demo_test

import (
	"slices"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/demo"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/setting"
	"hawker/internal/verify"
)

func TestHistory_ORD04_showsRefundsInEveryStateOnce(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := openTown(t, open(t))
		store := w.Store(t, nil)
		w.Item(t, store, 1000, 50, nil)
		_, shopper := w.Customer(t)
		w.SetSettings(t, func(s *setting.Settings) { s.Location.Default, s.Location.Address = ordertest.Door, "2 Hill Street" })
		history := demo.HistoryDeps{
			DB: w.DB, Orders: w.Orders, Settings: w.Settings, Rewards: w.Rewards, Now: w.Clock.Now(), Shopper: shopper,
			Name: "Asha Rao", Phone: "+12025550111", Store: store.Slug, Decider: w.Admin(t),
		}
		for range 2 { // the second start adds nothing
			if err := demo.AddHistory(t.Context(), history); err != nil {
				t.Fatal(err)
			}
		}
		placed, err := db.Many[struct {
			ID, CreatedAt int64
			Status        order.Status
		}](t.Context(), w.DB.R, `SELECT id, status, created_at FROM orders ORDER BY id`)
		if err != nil {
			t.Fatal(err)
		}
		var statuses []order.Status
		for _, o := range placed {
			statuses = append(statuses, o.Status)
			if days := w.Clock.Now().Sub(time.UnixMilli(o.CreatedAt)).Hours() / 24; days < 1 || days > 12 {
				t.Errorf("order %d is %.1f days old", o.ID, days)
			}
		}
		if want := []order.Status{order.Delivered, order.Refunded, order.Delivered, order.Delivered, order.RefundRequested}; !slices.Equal(statuses, want) {
			t.Errorf("statuses %v, want %v", statuses, want)
		}
		refunds, err := db.Many[string](t.Context(), w.DB.R, `SELECT status FROM refunds ORDER BY id`)
		if err != nil || !slices.Equal(refunds, []string{"approved", "approved", "refused", "requested"}) {
			t.Errorf("refunds %v %v", refunds, err)
		}
		if err := w.staff(1).Round(t.Context()); err != nil {
			t.Fatal(err)
		}
		if left := w.Number(t, `SELECT COUNT(*) FROM refunds WHERE status = 'requested'`); left != 1 {
			t.Error("the simulated staff have decided what is left to a person")
		}
		if r, err := verify.Run(t.Context(), w.DB); err != nil || !r.OK {
			t.Errorf("%v %+v", err, r)
		}
	})
}
