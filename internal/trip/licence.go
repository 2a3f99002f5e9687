package trip

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/licence"
	"hawker/internal/setting"
	"hawker/internal/shopper"
)

// errNoLicences refuses a call about licences where the shop asks for none.
var errNoLicences = errs.New(errs.Forbidden, "This shop asks for no driver's licences.")

// dayOf returns the day of a time in a time zone, as licences have it.
func dayOf(at time.Time, zone string) string {
	return at.In(catalog.Location(zone)).Format(time.DateOnly)
}

// Licences returns the licences of the drivers of trips, by trip. It leaves out trips that
// are over and those that need no licence.
func (s *Service) Licences(ctx context.Context, trips ...Trip) (map[int64]licence.State, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil || !settings.Rental.DriverLicence {
		return nil, err
	}
	return licencesOf(ctx, s.DB.R, trips, s.Clock.Now())
}

// licencesOf reads the licences of drivers, in three statements for any number of trips.
func licencesOf(ctx context.Context, q db.Q, trips []Trip, now time.Time) (map[int64]licence.State, error) {
	zones, err := licenceZones(ctx, q, trips)
	if err != nil || len(zones) == 0 {
		return nil, err
	}
	var shoppers []int64
	for _, t := range trips {
		shoppers = append(shoppers, t.ShopperID)
	}
	licences, err := licence.ByShopper(ctx, q, shoppers...)
	if err != nil {
		return nil, err
	}
	var ids []int64
	for _, l := range licences {
		ids = append(ids, l.ID)
	}
	checks, err := licence.Checks(ctx, q, ids...)
	if err != nil {
		return nil, err
	}
	states := map[int64]licence.State{}
	for _, t := range trips {
		if zone, needed := zones[t.ID]; needed {
			states[t.ID] = stateOf(licences[t.ShopperID], checks, t.ProviderID, dayOf(t.licenceNeededUntil(now), zone))
		}
	}
	return states, nil
}

// licenceNeededUntil is until when the licence must be valid: until the planned return. Vehicles
// that are handed over after it are out now. What was checked then holds while they are out.
func (t Trip) licenceNeededUntil(now time.Time) time.Time {
	planned := time.UnixMilli(t.ReturnAt)
	if t.StartedAt == nil && now.After(planned) {
		return now
	}
	return planned
}

func stateOf(l *licence.Licence, checks map[licence.Key]*licence.Check, providerID int64, back string) licence.State {
	if l == nil {
		return licence.StateOf(nil, nil, back)
	}
	return licence.StateOf(l, checks[licence.Key{LicenceID: l.ID, ProviderID: providerID}], back)
}

// needsLicence is the condition that one of the vehicles of trip t needs a licence.
const needsLicence = `EXISTS (SELECT 1 FROM trip_lines n JOIN vehicles v ON v.id = n.vehicle_id WHERE n.trip_id = t.id AND NOT v.licence_free)`

// licenceZones returns the time zones of the trips under way that need a licence, by trip.
func licenceZones(ctx context.Context, q db.Q, trips []Trip) (map[int64]string, error) {
	var ids []int64
	for _, t := range trips {
		if !t.Status.Over() {
			ids = append(ids, t.ID)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	list, args := db.InList(ids)
	type row struct {
		ID       int64
		TimeZone string
	}
	rows, err := db.Many[row](ctx, q, `SELECT t.id, z.time_zone FROM trips t JOIN zones z ON z.id = t.zone_id WHERE t.id IN `+list+` AND `+needsLicence, args...)
	if err != nil {
		return nil, fmt.Errorf("read which trips need a licence: %w", err)
	}
	zones := map[int64]string{}
	for _, r := range rows {
		zones[r.ID] = r.TimeZone
	}
	return zones, nil
}

// checkLicence reports that the shopper has no licence for the trip of the quote.
func (q *Quote) checkLicence(ctx context.Context, tx db.Q, shopperID int64, rule setting.Rental) error {
	needed := false
	for _, l := range q.Lines {
		needed = needed || !l.Vehicle.LicenceFree
	}
	if !needed || !rule.DriverLicence {
		return nil
	}
	l, err := licence.Find(ctx, tx, shopperID)
	if err != nil {
		return err
	}
	var checks map[licence.Key]*licence.Check
	if l != nil {
		if checks, err = licence.Checks(ctx, tx, l.ID); err != nil {
			return err
		}
	}
	q.Licence = new(stateOf(l, checks, q.Owner.ID, dayOf(q.Time.Until, q.Owner.TimeZone)))
	if !q.Licence.Usable() {
		q.problem("licence_"+string(q.Licence.Status), "driver_licence", "%s", licenceProblems[q.Licence.Status])
	}
	return nil
}

// licenceProblems are what a shopper reads whose licence cannot be used.
var licenceProblems = map[licence.Status]string{
	licence.Missing: "Please add your driver's licence.",
	licence.Expired: "Your driver's licence expires before you bring the vehicle back. Please add a valid one.",
	licence.Refused: "The provider has refused your driver's licence. Please add another one.",
}

// checkDriver refuses to hand vehicles over for a licence that the provider has not approved.
// It locks the licence, so that it is not replaced meanwhile.
func (m tripMove) checkDriver(ctx context.Context, tx *db.Tx) error {
	if m.to != Ongoing || !m.today.DriverLicence {
		return nil
	}
	if _, err := licence.Lock(ctx, tx, m.ShopperID); err != nil {
		return err
	}
	states, err := licencesOf(ctx, tx, []Trip{m.Trip}, m.at)
	if err != nil {
		return err
	}
	state, needed := states[m.ID]
	switch {
	case !needed || state.Status == licence.Approved:
		return nil
	case state.Status == licence.Waiting:
		return errs.New(errs.LicenceNotApproved, "Please check the driver's licence first.")
	}
	return errs.New(errs.LicenceNotApproved, "The shopper must first give a valid driver's licence.")
}

// licensedUntil returns until when the trip's licence is valid; nil: for ever, or none is
// asked for.
func licensedUntil(ctx context.Context, q db.Q, t Trip, rule setting.Rental) (*time.Time, error) {
	if !rule.DriverLicence {
		return nil, nil
	}
	zones, err := licenceZones(ctx, q, []Trip{t})
	zone, needed := zones[t.ID]
	if err != nil || !needed {
		return nil, err
	}
	l, err := licence.Find(ctx, q, t.ShopperID)
	if err != nil || l == nil || l.ExpiresOn == "" {
		return nil, err
	}
	last, err := time.ParseInLocation(time.DateOnly, l.ExpiresOn, catalog.Location(zone))
	return new(last.AddDate(0, 0, 1)), err
}

// FindLicence returns the licence of a shopper, and what providers found. The licence is nil
// if they have given none.
func (s *Service) FindLicence(ctx context.Context, shopperID int64) (*licence.Licence, []licence.NamedCheck, error) {
	if err := s.CheckAsksForLicence(ctx); err != nil {
		return nil, nil, err
	}
	l, err := licence.Find(ctx, s.DB.R, shopperID)
	if err != nil || l == nil {
		return nil, nil, err
	}
	found, err := licence.ListChecks(ctx, s.DB.R, l.ID)
	return l, found, err
}

// CheckAsksForLicence is errs.Forbidden if the shop asks for no driver's licences.
func (s *Service) CheckAsksForLicence(ctx context.Context) error {
	settings, err := s.Settings.Get(ctx)
	if err == nil && !settings.Rental.DriverLicence {
		return errNoLicences
	}
	return err
}

// GiveLicence stores the licence of a shopper in the place of the one that they saw. Every
// provider checks it again.
func (s *Service) GiveLicence(ctx context.Context, shopperID int64, g licence.Given) error {
	if err := s.CheckAsksForLicence(ctx); err != nil {
		return err
	}
	now := s.Clock.Now()
	g, err := g.Clean(now)
	if err != nil {
		return err
	}
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		old, err := lockLicence(ctx, tx, shopperID, g.Replaces)
		if err != nil {
			return err
		}
		if old != nil {
			err := refuseWhile(ctx, tx, shopperID, `t.status = 'ongoing'`, "You have a vehicle now. Your driver's licence can be changed when it is back.")
			if err != nil {
				return err
			}
		}
		if err := licence.Replace(ctx, tx, shopperID, old, g, now.UnixMilli()); err != nil {
			return err
		}
		return s.licenceChanged(ctx, tx, shopperID)
	})
}

// RemoveLicence deletes the licence of a shopper, unless a trip needs it.
func (s *Service) RemoveLicence(ctx context.Context, shopperID, licenceID int64) error {
	if err := s.CheckAsksForLicence(ctx); err != nil {
		return err
	}
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		old, err := lockLicence(ctx, tx, shopperID, licenceID)
		if err != nil {
			return err
		}
		if old == nil {
			return errs.New(errs.NotFound, "You have given no driver's licence.")
		}
		if err := refuseWhile(ctx, tx, shopperID, `t.status NOT IN `+overStatuses, "You have booked a trip that needs your driver's licence. It can be deleted when the trip is over."); err != nil {
			return err
		}
		return licence.Delete(ctx, tx, *old, s.Clock.Now().UnixMilli())
	})
}

// lockLicence locks a shopper and their licence. It returns licence.ErrChanged if it is not
// the one that they saw.
func lockLicence(ctx context.Context, tx *db.Tx, shopperID, seenID int64) (*licence.Licence, error) {
	if err := shopper.Lock(ctx, tx, shopperID); err != nil {
		return nil, err
	}
	if err := shopper.CheckActive(ctx, tx, shopperID); err != nil {
		return nil, err
	}
	old, err := licence.Lock(ctx, tx, shopperID)
	if err != nil {
		return nil, err
	}
	if old == nil && seenID != 0 || old != nil && old.ID != seenID {
		return nil, licence.ErrChanged
	}
	return old, nil
}

// refuseWhile is errs.Conflict if a trip of the shopper needs their licence and is in the
// state of the condition.
func refuseWhile(ctx context.Context, tx *db.Tx, shopperID int64, condition, message string) error {
	ids, err := licensedTrips(ctx, tx, shopperID, condition)
	if err == nil && len(ids) > 0 {
		return errs.New(errs.Conflict, "%s", message)
	}
	return err
}

// licensedTrips returns the trips of a shopper that need a licence and meet the condition.
func licensedTrips(ctx context.Context, q db.Q, shopperID int64, condition string) ([]int64, error) {
	ids, err := db.Many[int64](ctx, q, `
		SELECT t.id FROM trips t WHERE t.shopper_id IN `+shopper.IDs+`
			AND `+condition+` AND `+needsLicence, shopperID)
	if err != nil {
		return nil, fmt.Errorf("look for trips that need a licence: %w", err)
	}
	return ids, nil
}

// licenceChanged wakes the streams of the trips that the licence is for.
func (s *Service) licenceChanged(ctx context.Context, tx *db.Tx, shopperID int64) error {
	ids, err := licensedTrips(ctx, tx, shopperID, `t.status NOT IN `+overStatuses)
	if err != nil {
		return err
	}
	tx.AfterCommit(func() {
		for _, id := range ids {
			s.changes.Changed(tripKey(id))
		}
	})
	return nil
}

// LicenceCheck is what a member of staff found.
type LicenceCheck struct {
	LicenceID int64          // that they saw
	Seen      licence.Status // that they saw; empty: they do not say
	Approve   bool
	Reason    string // of a refusal; the shopper reads it
}

// CheckLicence stores what a member of staff found about the licence of a trip's driver. It
// holds for all trips with the trip's provider. A licence that was replaced since they saw it
// is licence.ErrChanged, one that somebody else has checked since is errs.Conflict.
func (s *Service) CheckLicence(ctx context.Context, who Staff, tripID int64, c LicenceCheck) (Details, error) {
	if t, err := byID(ctx, s.DB.R, tripID); err != nil || !who.sees(t) {
		return Details{}, errUnknown
	}
	found := licence.Check{LicenceID: c.LicenceID, Status: licence.Approved, StaffID: who.ID, StaffName: who.Name}
	if err := s.CheckAsksForLicence(ctx); err != nil {
		return Details{}, err
	}
	if !c.Approve {
		var err error
		found.Status = licence.Refused
		if found.Reason, err = licence.CheckReason(c.Reason); err != nil {
			return Details{}, err
		}
	}
	err := db.InTx(ctx, s.DB, func(tx *db.Tx) error { return s.saveCheck(ctx, tx, tripID, found, c.Seen) })
	if err != nil {
		return Details{}, err
	}
	return readDetails(ctx, s.DB.R, tripID)
}

func (s *Service) saveCheck(ctx context.Context, tx *db.Tx, tripID int64, found licence.Check, seen licence.Status) error {
	t, err := lockTrip(ctx, tx, tripID)
	if err != nil {
		return err
	}
	if _, err := licence.Lock(ctx, tx, t.ShopperID); err != nil {
		return err
	}
	states, err := licencesOf(ctx, tx, []Trip{t}, s.Clock.Now())
	if err != nil {
		return err
	}
	state, needed := states[t.ID]
	switch {
	case !needed || !t.AsksForCheck():
		return errs.New(errs.Conflict, "This trip needs no check of a licence now.")
	case state.Licence == nil || state.Licence.ID != found.LicenceID:
		return licence.ErrChanged
	case state.Status == licence.Expired && found.Status == licence.Approved:
		return errs.New(errs.Conflict, "This licence expires before the vehicles are back.")
	case state.Check != nil && state.Check.Status == found.Status && state.Check.Reason == found.Reason:
		return nil // again
	case seen != "" && state.Status != seen:
		return errs.New(errs.Conflict, "Somebody else has checked this licence meanwhile. Please look again.").On("seen_status")
	}
	found.ProviderID, found.CheckedAt = t.ProviderID, s.Clock.Now().UnixMilli()
	if err := found.Save(ctx, tx); err != nil {
		return err
	}
	if err := s.licenceChanged(ctx, tx, t.ShopperID); err != nil {
		return err
	}
	if found.Status == licence.Refused && s.Listener != nil {
		return s.Listener.LicenceRefused(ctx, tx, t.ID, found)
	}
	return nil
}

// AsksForCheck reports whether the licence of the trip may be checked: until the vehicles are
// handed over.
func (t Trip) AsksForCheck() bool { return t.Status == Pending || t.Status == Confirmed }
