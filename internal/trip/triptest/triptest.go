// Package triptest has a town with a provider of cars, and books trips in it, for tests of
// trips and of what reads them.
package triptest

import (
	"context"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
	"hawker/internal/licence"
	"hawker/internal/order/ordertest"
	"hawker/internal/pricing"
	"hawker/internal/purchase"
	"hawker/internal/refund"
	"hawker/internal/trip"
	"hawker/internal/tripcart"
	"hawker/internal/upload"
	"hawker/internal/vehicle"
	"hawker/internal/vehicle/vehicletest"
)

// Fixture is a town with a provider that rents three cars for 10.00 an hour, with a tax of
// 10 percent.
type Fixture struct {
	*ordertest.Fixture
	Fleet vehicletest.Fleet
	Car   vehicle.Vehicle
}

// Open puts the town into an empty database.
func Open(t testing.TB, d *db.DB) Fixture {
	t.Helper()
	return In(t, ordertest.Open(t, d))
}

// In adds the provider and its cars to a town.
func In(t testing.TB, w *ordertest.Fixture) Fixture {
	t.Helper()
	fleet := vehicletest.In(t, w.DB, catalogtest.Of(t, w.DB))
	owner := fleet.Provider(1, func(p *vehicle.Provider) { p.Name, p.Address, p.TaxRate = "Anchor", "Quay", 1000 })
	return Fixture{w, fleet, fleet.Vehicle(1, owner, func(v *vehicle.Vehicle) { v.Units = 3 })}
}

// TripAdmin is an admin who moves trips.
func (f Fixture) TripAdmin(t testing.TB) trip.Staff {
	t.Helper()
	a := f.Admin(t)
	return trip.Staff{ID: a.ID, Name: a.Name, Actor: trip.ByAdmin}
}

// Fill puts cars into the cart of a shopper: for some hours, from a time on; zero: now.
func (f Fixture) Fill(t testing.TB, shopperID, hours, quantity int64, at time.Time) {
	t.Helper()
	w := tripcart.Wanted{Type: new(pricing.Hourly), Hours: &hours}
	if !at.IsZero() {
		w.PickupTime = new(at.In(catalog.Location(catalogtest.HarbourTimeZone)).Format(tripcart.PickupLayout))
	}
	if _, err := f.TripCarts.Add(context.Background(), shopperID, vehicletest.Rental, tripcart.NewLine{VehicleID: f.Car.ID, Quantity: quantity, Trip: w}); err != nil {
		t.Fatal(err)
	}
}

// Request asks for the trip in the cart of a shopper.
func Request(shopperID int64) trip.Request {
	return trip.Request{ShopperID: shopperID, ModuleID: vehicletest.Rental, Contact: purchase.Contact{Name: "Asha", Phone: "+12025550123"}, PaymentMethod: purchase.CashOnDelivery}
}

// AgreeTrip adds what the shopper saw last.
func (f Fixture) AgreeTrip(t testing.TB, r trip.Request) trip.Request {
	t.Helper()
	q, err := f.Trips.Quote(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	r.AcceptedTotal, r.Digest = q.Total, q.Digest
	return r
}

// Book books a trip of one car for two hours; the zero time: now.
func (f Fixture) Book(t testing.TB, key string, r trip.Request, at time.Time) trip.Details {
	t.Helper()
	f.Fill(t, r.ShopperID, 2, 1, at)
	d, err := f.Trips.Place(context.Background(), key, f.AgreeTrip(t, r))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// MoveTrip has an admin move a trip, one status after the other. To refund it is to give
// everything back that is left.
func (f Fixture) MoveTrip(t testing.TB, id int64, to ...trip.Status) {
	t.Helper()
	admin := f.TripAdmin(t)
	for _, s := range to {
		if s == trip.Refunded {
			f.Refund(t, id, refund.Decision{Whole: true})
			continue
		}
		if _, err := f.Trips.MoveBy(context.Background(), admin, id, trip.StaffMove{To: s, Reason: "because"}); err != nil {
			t.Fatalf("move to %s: %v", s, err)
		}
	}
}

// Refund has an admin give money of a trip back, who has looked at it just now.
func (f Fixture) Refund(t testing.TB, id int64, d refund.Decision) trip.Details {
	t.Helper()
	admin := f.TripAdmin(t)
	now, err := f.Trips.FindForStaff(context.Background(), admin, id)
	if err != nil {
		t.Fatal(err)
	}
	d.PurchaseID, d.Approve, d.Refunded = id, true, now.Refunded
	if d.Reason == "" {
		d.Reason = "because"
	}
	got, err := f.Trips.DecideRefund(context.Background(), admin, d)
	if err != nil {
		t.Fatalf("refund: %v", err)
	}
	return got
}

// ReadTrip reads a trip again.
func (f Fixture) ReadTrip(t testing.TB, d trip.Details) trip.Details {
	t.Helper()
	got, err := f.Trips.Find(context.Background(), d.ID, purchase.Owner{ShopperID: d.ShopperID})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// NewLicence is a valid licence of a shopper, with photos that they have sent.
func (f Fixture) NewLicence(t testing.TB, shopperID int64, edit func(*licence.Given)) licence.Given {
	t.Helper()
	g := licence.Given{
		Name: "Asha Rao", Number: "AR-2040", ExpiresOn: f.Clock.Now().AddDate(5, 0, 0).Format(time.DateOnly),
		Front: f.Upload(t, shopperID, upload.Licence), Back: f.Upload(t, shopperID, upload.Licence),
	}
	if edit != nil {
		edit(&g)
	}
	return g
}

// TryLicence gives the licence of a shopper. It is nil if it was refused.
func (f Fixture) TryLicence(t testing.TB, shopperID int64, edit func(*licence.Given)) (*licence.Licence, error) {
	t.Helper()
	if err := f.Trips.GiveLicence(context.Background(), shopperID, f.NewLicence(t, shopperID, edit)); err != nil {
		return nil, err
	}
	return licence.Find(context.Background(), f.DB.R, shopperID)
}

// GiveLicence gives the licence of a shopper.
func (f Fixture) GiveLicence(t testing.TB, shopperID int64, edit func(*licence.Given)) licence.Licence {
	t.Helper()
	l, err := f.TryLicence(t, shopperID, edit)
	if err != nil {
		t.Fatal(err)
	}
	return *l
}
