package tripcart

import (
	"context"
	"errors"
	"slices"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/maps"
	"hawker/internal/pricing"
	"hawker/internal/vehicle"
	"hawker/internal/zone"
)

// errTripChanged says that another request changed the trip after it was planned. Written over
// it, the plan would undo that change.
var errTripChanged = errs.New(errs.Conflict, "Your trip has changed. Please look at it once more.")

// planAgain repeats the planning of a change while others change the trip, a few times at most.
func planAgain(plan func() (Cart, error)) (c Cart, err error) {
	for range 5 {
		if c, err = plan(); !errors.Is(err, errTripChanged) {
			break
		}
	}
	return c, err
}

// plan returns the trip that a request means: what it says, else what the cart has, else
// one hour from the owner's own place. It measures the route if it is another one, or was
// estimated because the map did not respond. That must not be done in a transaction. Measured
// again without a reason, the trip could have another price.
func (s *Service) plan(ctx context.Context, known row, w Wanted, owner *vehicle.Provider) (Trip, error) {
	t := Trip{Type: pricing.Hourly, Hours: 1}
	if known.ID != 0 {
		t = known.trip()
	}
	if t.Pickup == (Place{}) {
		t.Pickup = Place{Name: owner.Address, Point: geo.Point{Lat: owner.Latitude, Lng: owner.Longitude}}
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
		zones, err := s.Zones.All(ctx)
		if err != nil {
			return Trip{}, err
		}
		if !CanPickUp(t.Pickup.Point, owner, zones) {
			return Trip{}, errs.New(errs.Invalid, "Vehicles of %s cannot be picked up there.", owner.Name).On("pickup_location")
		}
	}
	switch {
	case t.Destination == (Place{}):
		t.Route = maps.Distance{}
	case known.Straight, t.Pickup.Point != known.Pickup.V.Point || t.Destination.Point != known.Destination.V.Point:
		t.Route = s.Maps.Distance(ctx, t.Pickup.Point, t.Destination.Point, maps.Driving)
		t.Route.Metres = min(t.Route.Metres, maxMetres)
	}
	if t.Type == pricing.ByDistance && t.Route.Metres < minMetres { // it would be almost free, and its lateness too
		return Trip{}, errs.New(errs.Invalid, "A trip by distance is at least 1 km long. Please choose another destination, or rent by the hour.").On("destination_location")
	}
	return t, nil
}

// emptied is the cart once its vehicles are gone. Where they are picked up goes with them:
// it may be the place of another provider. So does where the trip goes, unless the new one
// needs it.
func (r row) emptied(w Wanted) row {
	set(&r.TripType, w.Type)
	r.Pickup.V = Place{}
	if r.TripType != pricing.ByDistance {
		r.Destination.V = Place{}
	}
	return r
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

// CanPickUp reports whether an owner's vehicles can be picked up at a place: at the owner's
// own, or in one of their pickup zones, as far as these are active (Z1).
func CanPickUp(at geo.Point, owner *vehicle.Provider, active []zone.Zone) bool {
	own := geo.Point{Lat: owner.Latitude, Lng: owner.Longitude}
	return at == own || slices.ContainsFunc(active, func(z zone.Zone) bool {
		return slices.Contains(owner.PickupZoneIDs.V, z.ID) && z.Outline.Contains(at)
	})
}
