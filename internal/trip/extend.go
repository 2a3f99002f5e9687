package trip

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"hawker/internal/booking"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/vehicle"
)

// Extension is one way to extend a trip: until when, and what that costs more. It is paid
// at the return.
type Extension struct {
	Hours    int64
	ReturnAt time.Time
	Charge   money.Amount // tax included
}

// mayExtend reports whether a trip may be extended at all at this time.
func (t Trip) mayExtend(at time.Time, rule setting.Rental) bool {
	return t.Type == pricing.Hourly && (t.Status == Confirmed || t.Status == Ongoing) && at.UnixMilli() < t.ReturnAt && t.ExtensionHours < rule.ExtensionHours
}

// extension returns the trip's extension by some hours, and what all its extensions cost
// then. All hours are rounded together, in however many steps they were added. What was
// charged before stays: an earlier version took off discounts.
func (t Trip) extension(hours int64) (Extension, pricing.ExtraCost) {
	until := time.UnixMilli(t.ReturnAt).Add(time.Duration(hours) * time.Hour)
	before := t.agreed().More(t.ExtensionHours, 100)
	after := t.agreed().More(t.ExtensionHours+t.chargedHours(until), 100)
	more := pricing.ExtraCost{Amount: after.Amount - before.Amount, Tax: after.Tax - before.Tax}
	return Extension{hours, until, more.Amount}, pricing.ExtraCost{Amount: t.ExtensionCharge + more.Amount, Tax: t.ExtensionTax + more.Tax}
}

// chargedHours returns how many hours of an extension until a time are charged. After a late
// hand-over, other bookings may have limited the return: hours within the trip's own time are
// paid already.
func (t Trip) chargedHours(until time.Time) int64 {
	return pricing.LateHours(t.notLateUntil(), until, 0)
}

// Extensions returns by how long a trip may be extended now: until somebody else has its
// vehicles. It knows bookings that are at most a second old: Extend looks again.
func (s *Service) Extensions(ctx context.Context, d Details) ([]Extension, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil || !d.mayExtend(s.Clock.Now(), settings.Rental) {
		return nil, err
	}
	calendar, err := s.Bookings.Calendar(ctx)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(d.Lines))
	for n, l := range d.Lines {
		ids[n] = l.VehicleID
	}
	vehicles, err := vehicle.Read(ctx, s.DB.R, ids)
	if err != nil {
		return nil, err
	}
	until := d.notLateUntil().Add(time.Duration(settings.Rental.ExtensionHours-d.ExtensionHours) * time.Hour)
	for _, l := range d.Lines {
		v := vehicles[l.VehicleID]
		if v == nil {
			return nil, nil
		}
		if busy := calendar.Busy(v.ID, v.Units, l.Quantity, booking.Period{From: time.UnixMilli(d.ReturnAt), Until: until}); len(busy) > 0 {
			until = busy[0].From
		}
	}
	var all []Extension
	for hours := int64(1); ; hours++ {
		e, _ := d.extension(hours)
		if e.ReturnAt.After(until) {
			break
		}
		all = append(all, e)
	}
	licensed, err := licensedUntil(ctx, s.DB.R, d.Trip, settings.Rental)
	if err != nil || licensed == nil {
		return all, err
	}
	return slices.DeleteFunc(all, func(e Extension) bool { return !e.ReturnAt.Before(*licensed) }), nil
}

// Extend lets a shopper keep the vehicles until a later time, while nobody else has booked
// them. until is the ReturnAt of an extension, to the second at least: the API writes times
// without fractions. charge is what they were told that it costs. Asking for the same time
// again changes nothing.
func (s *Service) Extend(ctx context.Context, tripID int64, by purchase.Owner, until time.Time, charge money.Amount) (Details, error) {
	if _, err := s.checkOwner(ctx, tripID, by); err != nil {
		return Details{}, err
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return Details{}, fmt.Errorf("read settings: %w", err)
	}
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		t, err := lockTrip(ctx, tx, tripID)
		// An extension within paid time leaves no charged hours.
		wasExtended := t.ExtensionHours > 0 || t.Status == Ongoing
		isRepeated := wasExtended && time.UnixMilli(t.ReturnAt).Unix() == until.Unix()
		if err != nil || isRepeated {
			return err
		}
		return s.extend(ctx, tx, t, settings.Rental, until, charge)
	})
	if err != nil {
		return Details{}, err
	}
	return readDetails(ctx, s.DB.R, tripID)
}

// extend extends a trip that is locked.
func (s *Service) extend(ctx context.Context, tx *db.Tx, t Trip, rule setting.Rental, until time.Time, charge money.Amount) error {
	at := s.Purchases.MoveTime(t.Purchase())
	more := until.Truncate(time.Second).Sub(time.UnixMilli(t.ReturnAt).Truncate(time.Second))
	hours := int64(more / time.Hour)
	e, all := t.extension(hours)
	charged := t.chargedHours(e.ReturnAt)
	switch {
	case !t.mayExtend(at, rule):
		return errs.New(errs.Conflict, "This trip can't be extended.")
	case hours < 1 || more%time.Hour != 0:
		return errs.New(errs.Invalid, "A trip is extended by whole hours.").On("return_at")
	case t.ExtensionHours+charged > rule.ExtensionHours:
		return errs.New(errs.Invalid, "A trip can be extended by at most %d h.", rule.ExtensionHours).On("return_at")
	case e.Charge != charge:
		return errs.New(errs.PriceChanged, "The price has changed. Please look at it once more.")
	}
	if licensed, err := licensedUntil(ctx, tx, t, rule); err != nil {
		return err
	} else if licensed != nil && !e.ReturnAt.Before(*licensed) {
		return errs.New(errs.Invalid, "Your driver's licence expires before that.").On("return_at")
	}
	var short *booking.ShortError
	switch err := booking.Extend(ctx, tx, t.ID, e.ReturnAt, at); {
	case errors.As(err, &short):
		return errs.New(errs.OutOfStock, "Somebody else has booked %s for that time.", short.Name)
	case err != nil:
		return err
	}
	_, err := db.Exec(ctx, tx, `
		UPDATE trips SET return_at = $2, extension_hours = extension_hours + $3, extension_charge = $4, extension_tax = $5, updated_at = $6 WHERE id = $1`,
		t.ID, e.ReturnAt.UnixMilli(), charged, all.Amount, all.Tax, at.UnixMilli())
	if err != nil {
		return fmt.Errorf("extend a trip: %w", err)
	}
	return s.changed(ctx, tx, t.ID)
}
