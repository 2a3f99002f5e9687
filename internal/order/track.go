package order

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/contact"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/geo"
)

// Tracking is what a shopper follows while an order is on its way.
type Tracking struct {
	Order
	Moves     []Move
	Store     geo.Point   // of a parcel its sender
	TimeZone  string      // the zone's, IANA name
	Route     []geo.Point // from there to the door; empty for take-away and without a route
	NoRoute   bool        // there is none by any means; false if the map did not respond
	From, To  time.Time   // when it should arrive; zero once it is over
	CanCancel bool

	RiderStars, RiderReviews int64 // the sum and the number of the rider's shown reviews
}

// ByPhone reports whether there is such an order with this contact phone (ORD-02), as long as
// its link would open it. A wrong phone and an unknown order have the same error.
func (s *Service) ByPhone(ctx context.Context, orderID int64, phone string) error {
	number, err := s.ReadPhone(ctx, phone)
	if err != nil {
		return err
	}
	_, err = db.One[int64](ctx, s.DB.R, `
		SELECT id FROM orders WHERE id = $1 AND contact_phone = $2 AND contact_phone <> '' AND `+isShown, orderID, number, s.shownSince())
	if errors.Is(err, db.ErrNotFound) {
		return errs.New(errs.NotFound, "No order with this number and phone was found.")
	}
	return err
}

// ReadPhone returns a phone as orders store it: as E.164, or as it was typed when it is
// not a phone number.
func (s *Service) ReadPhone(ctx context.Context, typed string) (string, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return "", fmt.Errorf("read settings: %w", err)
	}
	if number, ok := contact.ParsePhone(typed, settings.Location.Country); ok {
		return string(number), nil
	}
	return typed, nil
}

// Track returns the progress of the order. The caller checks who may see it.
func (s *Service) Track(ctx context.Context, orderID int64) (Tracking, error) {
	o, err := byID(ctx, s.DB.R, orderID)
	if err != nil {
		return Tracking{}, err
	}
	moves, err := movesOf(ctx, s.DB.R, orderID)
	if err != nil {
		return Tracking{}, err
	}
	return s.TrackDetails(ctx, OrderDetails{Order: o, Moves: moves[orderID]})
}

// TrackDetails is Track for an order that was read already.
func (s *Service) TrackDetails(ctx context.Context, w OrderDetails) (Tracking, error) {
	t := Tracking{Order: w.Order, Moves: w.Moves, CanCancel: w.CanCancel(), Route: []geo.Point{}}
	store, err := s.storeTimes(ctx, w.Order)
	if err != nil {
		return t, err
	}
	t.TimeZone = store.TimeZone
	t.Store = store.point()
	if !w.Status.Over() && !w.AwaitsPayment() {
		t.From, t.To = s.expected(store, w)
	}
	if w.Type != TakeAway {
		route, certain := s.routes.Between(ctx, s.Maps, t.Store, w.Door())
		t.Route, t.NoRoute = route, certain && len(route) == 0
	}
	return t, s.addRating(ctx, &t)
}

// addRating reads what shoppers think of the rider, while the order has one.
func (s *Service) addRating(ctx context.Context, t *Tracking) error {
	if t.RiderID == nil || t.Rider.V == (Rider{}) {
		return nil
	}
	of, err := db.One[struct{ RatingSum, RatingCount int64 }](ctx, s.DB.R, `SELECT rating_sum, rating_count FROM staff WHERE id = $1`, *t.RiderID)
	if err != nil {
		return fmt.Errorf("read the rating of a rider: %w", err)
	}
	t.RiderStars, t.RiderReviews = of.RatingSum, of.RatingCount
	return nil
}

// storeTimes is what the expected time of an order depends on.
type storeTimes struct {
	Latitude, Longitude float64
	PreparationMinutes  int64
	DeliveryTimeMin     int64
	DeliveryTimeMax     int64
	TimeZone            string
}

func (t storeTimes) point() geo.Point { return geo.Point{Lat: t.Latitude, Lng: t.Longitude} }

func (s *Service) storeTimes(ctx context.Context, o Order) (storeTimes, error) {
	if o.Type == Parcel {
		return s.carrierTimes(ctx, o)
	}
	t, err := db.One[storeTimes](ctx, s.DB.R, `
		SELECT s.latitude, s.longitude, s.preparation_minutes, s.delivery_time_min, s.delivery_time_max, z.time_zone
		FROM stores s JOIN zones z ON z.id = s.zone_id WHERE s.id = $1`, o.StoreID)
	if err != nil {
		return t, fmt.Errorf("read the store of an order: %w", err)
	}
	return t, nil
}

// timesOf returns the storeTimes of a store.
func timesOf(s catalog.Store) storeTimes {
	return storeTimes{
		Latitude: s.Latitude, Longitude: s.Longitude, TimeZone: s.TimeZone,
		PreparationMinutes: s.PreparationMinutes, DeliveryTimeMin: s.DeliveryTimeMin, DeliveryTimeMax: s.DeliveryTimeMax,
	}
}

// minutes returns how long an order for now takes, as a range.
func (t storeTimes) minutes(of Type) (from, to int64) {
	if of == TakeAway {
		return t.PreparationMinutes, t.PreparationMinutes + 10
	}
	return t.DeliveryTimeMin, t.DeliveryTimeMax
}

// expected returns when the order should arrive, as a range; zero if nobody can say.
func (s *Service) expected(t storeTimes, w OrderDetails) (from, to time.Time) {
	if w.Type != Parcel {
		return t.expected(w.Order)
	}
	if from, to = t.expectedParcel(w); w.RiderID == nil && from.Before(s.Clock.Now()) {
		return time.Time{}, time.Time{}
	}
	return from, to
}

// expected returns when the order of a store should arrive, as a range.
func (t storeTimes) expected(o Order) (from, to time.Time) {
	first, last := t.minutes(o.Type)
	if o.ScheduleAt != nil { // within its slot
		first, last = 0, 30
	}
	begin := o.DueAt()
	if o.ReadyAt != nil && o.ScheduleAt == nil { // what follows its preparation
		begin, first, last = time.UnixMilli(*o.ReadyAt), max(first-t.PreparationMinutes, 0), max(last-t.PreparationMinutes, 0)
	}
	in := func(minutes int64) time.Time { return begin.Add(time.Duration(minutes) * time.Minute) }
	return in(first), in(last)
}

// maxRoutes is more than there are riders.
const maxRoutes = 5_000
