// Package bookingtest adds trips and their bookings to a small town, row by row, for
// tests that book vehicles.
package bookingtest

import (
	"context"
	"testing"
	"time"

	"hawker/internal/booking"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
)

// shopperID is who all trips belong to.
const shopperID = 700_001

// Trips adds as many pending trips of a provider of the module, with the ids from first on.
func Trips(town *catalogtest.Town, providerID, moduleID, first, count int64) {
	town.Insert("shoppers", catalogtest.Row{"id": shopperID, "created_at": 0})
	for id := first; id < first+count; id++ {
		town.Insert("purchases", catalogtest.Row{"id": id, "kind": "trip"})
		town.Insert("trips", catalogtest.Row{
			"id": id, "shopper_id": shopperID, "module_id": moduleID, "provider_id": providerID, "zone_id": catalogtest.Harbour, "status": "pending",
			"trip_type": "hourly", "hours": 1, "pickup": "{}", "destination": "{}", "pickup_at": 0, "return_at": 1, "distance_metres": 0, "route_seconds": 0, "straight": false,
			"subtotal": 0, "discount": 0, "coupon_code": "", "coupon_discount": 0, "tax": 0, "tax_included": false, "additional_charge": 0, "total": 0, "price_rows": "[]",
			"payment_method": "cash_on_delivery", "payment_status": "unpaid", "contact_name": "", "contact_phone": "", "contact_email": "", "trip_note": "", "cancel_reason": "",
			"placed_from": "", "created_at": 0, "updated_at": 0,
		})
		town.Insert("trip_moves", catalogtest.Row{"trip_id": id, "status": "pending", "actor": "shopper", "reason": "", "at": 0, "staff_name": ""})
	}
}

// Take books units of a vehicle for a trip, which must be possible.
func Take(t testing.TB, d *db.DB, tripID, vehicleID, units int64, from, until time.Time) {
	t.Helper()
	err := db.InTx(context.Background(), d, func(tx *db.Tx) error {
		return booking.Take(context.Background(), tx, tripID, from, until, map[int64]int64{vehicleID: units}, from)
	})
	if err != nil {
		t.Fatalf("book %d of vehicle %d: %v", units, vehicleID, err)
	}
}
