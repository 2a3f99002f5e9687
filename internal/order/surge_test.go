package order_test

import (
	"maps"
	"testing"

	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/order/ordertest"
	"hawker/internal/pricing"
)

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
