package demo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/purchase"
	"hawker/internal/refund"
	"hawker/internal/trip"
	"hawker/internal/tripcart"
	"hawker/internal/upload"
)

// TripHistoryDeps are what the trips of a sample customer need.
type TripHistoryDeps struct {
	DB       *db.DB
	Trips    *trip.Service
	Carts    *tripcart.Service
	Uploads  *upload.Service
	Now      time.Time
	Shopper  int64 // the customer's
	Contact  purchase.Contact
	Provider string     // slug of whose vehicles are rented
	Staff    trip.Staff // hands them over
}

// pastTrip is a trip that was placed some time ago, and what came of it.
type pastTrip struct {
	ago      time.Duration
	hours    int64
	pickup   int // days from now; 0: when it was placed
	canceled bool
	moves    []trip.Status
	refund   *refund.Request // nil: none was asked for
	decided  *refund.Decision
}

const day = 24 * time.Hour

// pastTrips are one of each kind that a customer's list shows.
var pastTrips = []pastTrip{
	{
		ago: 10 * day, hours: 6, moves: completed, refund: &refund.Request{Reason: "dirty", Note: "There was sand on all seats."},
		decided: &refund.Decision{Approve: true, Amount: 1000, Reason: "We are sorry: it should have been cleaned."},
	},
	{
		ago: 7 * day, hours: 3, moves: completed, refund: &refund.Request{Reason: "broken", Note: "The air conditioning did not work."},
		decided: &refund.Decision{Approve: true, Reason: "We are sorry that this happened."},
	},
	{ago: 5 * day, hours: 1, canceled: true},
	{ago: 2 * time.Hour, hours: 24, moves: []trip.Status{trip.Confirmed, trip.Ongoing}},
	{ago: time.Hour, hours: 8, pickup: 2, moves: []trip.Status{trip.Confirmed}},
}

// completed are the moves of a trip that is over.
var completed = []trip.Status{trip.Confirmed, trip.Ongoing, trip.Completed}

// tripsMarker is the settings row that says that the trips were added.
const tripsMarker = "demo-trips"

// AddTrips gives a sample customer trips of the past, one under way and one to come. Only
// the first start does it, and not while the customer has a trip cart.
func AddTrips(ctx context.Context, d TripHistoryDeps) error {
	carts, err := db.One[int64](ctx, d.DB.R, `SELECT COUNT(*) FROM trip_carts WHERE shopper_id = $1`, d.Shopper)
	if err != nil || carts > 0 {
		return err
	}
	first, err := db.Many[string](ctx, d.DB.W, `INSERT INTO settings (name, body, version, updated_at) VALUES ($1, '{}', 1, $2)
		ON CONFLICT (name) DO NOTHING RETURNING name`, tripsMarker, d.Now.UnixMilli())
	if err != nil || len(first) == 0 {
		return err
	}
	if err := d.giveLicence(ctx); err != nil && !errs.Is(err, errs.Forbidden) { // where none is asked for
		return fmt.Errorf("give a licence: %w", err)
	}
	for n, p := range pastTrips {
		if err := d.add(ctx, n, p); err != nil {
			return fmt.Errorf("add trip %d: %w", n, err)
		}
	}
	return nil
}

// add places a trip and moves it, all at its time.
func (d TripHistoryDeps) add(ctx context.Context, n int, p pastTrip) error {
	at := clock.NewManual(d.Now.Add(-p.ago))
	trips := d.Trips.At(at)
	trips.Listener = nil // no notifications about the past
	placed, err := d.place(ctx, trips, n, p)
	if err != nil {
		return err
	}
	at.Advance(time.Minute)
	if p.canceled {
		_, err := trips.Cancel(ctx, placed.ID, purchase.Owner{ShopperID: d.Shopper}, "other_plans", nil)
		return err
	}
	if err := d.approve(ctx, trips, placed); err != nil {
		return err
	}
	for _, to := range p.moves {
		if to == trip.Completed {
			at.Advance(time.Duration(p.hours) * time.Hour)
		}
		if _, err := trips.MoveBy(ctx, d.Staff, placed.ID, trip.StaffMove{To: to}); err != nil {
			return err
		}
	}
	return d.refund(ctx, trips, at, placed.ID, p)
}

// refund asks for the refund of a trip, and decides about it.
func (d TripHistoryDeps) refund(ctx context.Context, trips *trip.Service, at *clock.Manual, tripID int64, p pastTrip) error {
	if p.refund == nil {
		return nil
	}
	at.Advance(20 * time.Minute)
	asked, err := trips.RequestRefund(ctx, tripID, purchase.Owner{ShopperID: d.Shopper}, *p.refund)
	if err != nil || p.decided == nil {
		return err
	}
	at.Advance(40 * time.Minute)
	decision := *p.decided
	decision.PurchaseID, decision.Refunded = tripID, asked.Refunded
	_, err = trips.DecideRefund(ctx, d.Staff, decision)
	return err
}

// place rents a vehicle of the provider: not always the same one, and one that is free.
func (d TripHistoryDeps) place(ctx context.Context, trips *trip.Service, n int, p pastTrip) (trip.Details, error) {
	fleet, err := db.Many[struct{ ID, ModuleID int64 }](ctx, d.DB.R, `
		SELECT v.id, c.module_id FROM vehicles v JOIN providers p ON p.id = v.provider_id JOIN categories c ON c.id = v.category_id
		WHERE p.slug = $1 AND v.hourly_price > 0 ORDER BY v.id`, d.Provider)
	if err != nil {
		return trip.Details{}, err
	}
	wanted := tripcart.Wanted{Hours: &p.hours}
	if p.pickup > 0 {
		wanted.PickupTime = new(d.Now.AddDate(0, 0, p.pickup).Format(time.DateOnly) + " 10:00 AM")
	}
	for i := range fleet {
		v := fleet[(i+n)%len(fleet)]
		_, err := d.Carts.Add(ctx, d.Shopper, v.ModuleID, tripcart.NewLine{VehicleID: v.ID, Quantity: 1, Trip: wanted})
		if err != nil {
			return trip.Details{}, err
		}
		r := trip.Request{ShopperID: d.Shopper, ModuleID: v.ModuleID, Contact: d.Contact, PaymentMethod: purchase.CashOnDelivery}
		q, err := trips.Quote(ctx, r)
		if err != nil {
			return trip.Details{}, err
		}
		if len(q.Problems) == 0 {
			r.AcceptedTotal, r.Digest = q.Total, q.Digest
			return trips.Place(ctx, fmt.Sprint("history-trip-", n), r)
		}
		if _, err := d.Carts.Clear(ctx, d.Shopper, v.ModuleID); err != nil {
			return trip.Details{}, err
		}
	}
	return trip.Details{}, errors.New("no vehicle can be rented")
}
