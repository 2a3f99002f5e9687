package ordertest

import (
	"context"
	"fmt"
	"testing"

	"hawker/internal/order"
)

// Vendor adds a vendor of a store.
func (w *Town) Vendor(t testing.TB, storeID int64) order.Staff {
	t.Helper()
	return w.staff(t, order.Staff{Name: fmt.Sprint("Cook of ", storeID), Actor: order.ByVendor, StoreID: storeID})
}

// Rider adds a rider of a zone.
func (w *Town) Rider(t testing.TB, zoneID int64) order.Staff {
	t.Helper()
	return w.staff(t, order.Staff{Name: "Ravi", Actor: order.ByRider, ZoneID: zoneID, Phone: "+12025550199", Vehicle: "Scooter"})
}

// Admin adds an admin.
func (w *Town) Admin(t testing.TB) order.Staff {
	t.Helper()
	return w.staff(t, order.Staff{Name: "Nadia", Actor: order.ByAdmin})
}

// ProviderVendor adds a vendor of a provider of vehicles.
func (w *Town) ProviderVendor(t testing.TB, providerID int64) order.Staff {
	t.Helper()
	return w.member(t, order.Staff{Name: fmt.Sprint("Renter of ", providerID), Actor: order.ByVendor}, &providerID)
}

func (w *Town) staff(t testing.TB, s order.Staff) order.Staff {
	t.Helper()
	return w.member(t, s, nil)
}

func (w *Town) member(t testing.TB, s order.Staff, providerID *int64) order.Staff {
	t.Helper()
	var storeID, zoneID *int64
	if s.StoreID != 0 {
		storeID = &s.StoreID
	}
	if s.ZoneID != 0 {
		zoneID = &s.ZoneID
	}
	n := w.Number(t, `SELECT COUNT(*) FROM staff`)
	email := fmt.Sprintf("staff-%d@example.com", n+1)
	s.ID = w.insert(t, `INSERT INTO staff (email, email_folded, name, phone, role, store_id, provider_id, zone_id, vehicle, password_hash, active, created_at)
		VALUES ($1, $1, $2, $3, $4, $5, $6, $7, $8, '', TRUE, 0) RETURNING id`, email, s.Name, s.Phone, s.Actor, storeID, providerID, zoneID, s.Vehicle)
	return s
}

// SetRider makes an order one of a new rider's, unless it has one, and sets what its
// shopper sees of the rider.
func (w *Fixture) SetRider(t testing.TB, orderID int64, r order.Rider) error {
	t.Helper()
	riderID := w.Number(t, `SELECT COALESCE(rider_id, 0) FROM orders WHERE id = $1`, orderID)
	if riderID == 0 {
		riderID = w.Rider(t, ZoneID).ID
		w.Exec(t, `UPDATE orders SET rider_id = $2 WHERE id = $1`, orderID, riderID)
	}
	return w.Orders.SetRider(context.Background(), orderID, riderID, r)
}
