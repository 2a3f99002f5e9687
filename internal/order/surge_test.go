package order_test

import (
	"maps"
	"testing"

	"hawker/internal/catalog"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/order/ordertest"
	"hawker/internal/pricing"
)

// The pin is in a smaller zone as well, which wins there.
func TestQuote_TRAP_D22_theFeeIsOfTheStoresZoneAndModule(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		w.Exec(t, `INSERT INTO zones (id, slug, name, polygon, area, time_zone, active) VALUES
			(3, 'hill', 'Hill', '[[65.19,-11.395],[65.21,-11.395],[65.21,-11.385],[65.19,-11.385],[65.19,-11.395]]', 2e6, $1, TRUE)`, ordertest.TimeZone)
		w.Exec(t, `INSERT INTO tariffs (zone_id, module_id, per_km, minimum_charge, maximum_charge, surge_type, surge) VALUES
			(3, 10, 100, 700, 900, '', 0), (3, 11, 100, 800, 900, '', 0)`)
		w.Exec(t, `UPDATE tariffs SET minimum_charge = 400 WHERE zone_id = 1 AND module_id = 11`)
		at, err := w.Zones.Lookup(t.Context(), ordertest.Door)
		if err != nil || len(at) != 2 || at[0].ID != 3 {
			t.Fatalf("the zones of the door: %+v, %v", at, err)
		}
		for module, want := range map[int64]money.Amount{ordertest.FoodID: 200, ordertest.ShopID: 400} {
			item := w.Item(t, w.Store(t, func(s *catalog.Store) { s.ModuleID = module }), 1000, ordertest.Unlimited, nil)
			if q := quote(t, w, ordertest.BuyNow(w.Guest(t), item, 1)); q.Delivery != want || q.Total != 1000+want {
				t.Errorf("module %d: a delivery of %d in %d, want %d", module, q.Delivery, q.Total, want)
			}
		}
	})
}

// The surge is a row of its own, and a part of the delivery's charge in everything else.
func TestPlace_API10_PRC04_theSurgeIsARow(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		w.Exec(t, `UPDATE tariffs SET surge_type = 'percent', surge = 2500`)
		placed := w.Place(t, "key-1", ordertest.BuyNow(w.Guest(t), item, 1))
		rows := map[pricing.Code]money.Amount{}
		for _, row := range placed.Rows() {
			rows[row.Code] = row.Amount
		}
		want := map[pricing.Code]money.Amount{"subtotal": 1000, "delivery_charge": 200, "delivery_surge": 50, "total": 1250}
		if !maps.Equal(rows, want) {
			t.Errorf("rows %v, want %v", rows, want)
		}
		if booked := -balanceOf(t, w, placed, ledger.Delivery); placed.DeliveryCharge != 250 || booked != 250 {
			t.Errorf("a delivery of %d, of which %d is booked", placed.DeliveryCharge, booked)
		}
	})
}
