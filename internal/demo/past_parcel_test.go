package demo_test

import (
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/demo"
	"hawker/internal/order/ordertest"
	"hawker/internal/setting"
	"hawker/internal/verify"
)

func TestHistory_PCL01_showsADeliveredParcelOnce(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := openTown(t, open(t))
		store := w.Store(t, nil)
		_, shopper := w.Customer(t)
		w.SetSettings(t, func(s *setting.Settings) { s.Location.Default, s.Location.Address = ordertest.Door, "2 Hill Street" })
		history := demo.HistoryDeps{
			DB: w.DB, Orders: w.Orders, Settings: w.Settings, Rewards: w.Rewards, Now: w.Clock.Now(), Shopper: shopper,
			Name: "Asha Rao", Phone: "+12025550111", Store: store.Slug,
		}
		parcels := func() int64 {
			return w.Number(t, `SELECT COUNT(*) FROM orders WHERE order_type = 'parcel' AND status = 'delivered'`)
		}
		if err := demo.AddParcel(t.Context(), history); err != nil || parcels() != 0 {
			t.Fatalf("a town without parcels: %d, %v", parcels(), err)
		}
		w.OfferParcels(t)
		for range 2 { // the second start adds nothing
			if err := demo.AddParcel(t.Context(), history); err != nil {
				t.Fatal(err)
			}
		}
		if parcels() != 1 {
			t.Errorf("%d parcels", parcels())
		}
		if paid := w.Number(t, `SELECT COUNT(*) FROM orders WHERE payment_method = 'cash_on_delivery' AND payment_status = 'paid'`); paid != 1 {
			t.Error("its receiver has not paid it")
		}
		if r, err := verify.Run(t.Context(), w.DB); err != nil || !r.OK {
			t.Errorf("%v %+v", err, r)
		}
	})
}
