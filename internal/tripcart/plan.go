package tripcart

import (
	"context"
	"slices"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/maps"
	"hawker/internal/pricing"
	"hawker/internal/vehicle"
)

// plan returns the trip that a request means: what it says, else what the cart has, else
// one hour from the owner's own place. It measures the route, which must not be done in a
// transaction.
func (s *Service) plan(ctx context.Context, known row, w Wanted, owner *vehicle.Provider) (Trip, error) {
	t := Trip{Type: pricing.Hourly, Hours: 1, Pickup: Place{Name: owner.Address, Point: geo.Point{Lat: owner.Latitude, Lng: owner.Longitude}}}
	if known.ID != 0 {
		t = known.trip()
	}
	set(&t.Type, w.Type)
	set(&t.Hours, w.Hours)
	set(&t.Pickup, w.Pickup)
	set(&t.Destination, w.Destination)
	if err := setPickupTime(&t.PickupAt, w.PickupTime, owner); err != nil {
		return Trip{}, err
	}
	if err := t.check(s.Clock.Now()); err != nil {
		return Trip{}, err
	}
	if w.Pickup != nil {
		if err := s.checkPickup(ctx, t.Pickup, owner); err != nil {
			return Trip{}, err
		}
	}
	t.Route = maps.Distance{}
	if t.Destination != (Place{}) {
		t.Route = s.Maps.Distance(ctx, t.Pickup.Point, t.Destination.Point, maps.Driving)
		t.Route.Metres = min(t.Route.Metres, maxMetres)
	}
	return t, nil
}

// setPickupTime reads a time of the owner's zone (D12).
func setPickupTime(to *time.Time, wanted *string, owner *vehicle.Provider) (err error) {
	switch {
	case wanted == nil:
	case *wanted == "":
		*to = time.Time{}
	default:
		*to, err = ReadPickupTime(*wanted, catalog.Location(owner.TimeZone))
	}
	return err
}

// ReadPickupTime reads a pickup time as PickupLayout, of a time zone.
func ReadPickupTime(text string, in *time.Location) (time.Time, error) {
	at, err := time.ParseInLocation(PickupLayout, text, in)
	if err != nil {
		return at, errs.New(errs.Invalid, "A pickup time looks like 2026-01-31 3:30 PM.").On("pickup_time").Because(err)
	}
	return at, nil
}

func set[T any](to, wanted *T) {
	if wanted != nil {
		*to = *wanted
	}
}

// checkPickup refuses a place where the owner has no vehicles picked up.
func (s *Service) checkPickup(ctx context.Context, at Place, owner *vehicle.Provider) error {
	zones, err := s.Zones.Lookup(ctx, at.Point)
	if err != nil {
		return err
	}
	for _, z := range zones {
		if slices.Contains(owner.PickupZoneIDs.V, z.ID) {
			return nil
		}
	}
	return errs.New(errs.Invalid, "Vehicles of %s cannot be picked up there.", owner.Name).On("pickup_location")
}
