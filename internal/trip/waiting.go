package trip

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/jobs"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/shopper"
	"hawker/internal/signedtoken"
)

// waitingCondition is true for a trip that waits to be confirmed and costs nothing yet.
const waitingCondition = `status = 'pending' AND payment_status = 'unpaid'`

// checkWaiting refuses a trip of so many vehicles if its shopper, phone or network address has
// enough waiting trips, or vehicles in them. It locks what it counts by, so that parallel
// trips cannot pass together.
func (p *placement) checkWaiting(ctx context.Context, tx *db.Tx, wanted int64) error {
	if !p.RateLimits {
		return nil
	}
	from := p.Tokens.OriginHash(p.From)
	if err := purchase.Trip.LockWaiting(ctx, tx, p.ShopperID, p.phone, from); err != nil {
		return err
	}
	texts := phoneLimitTexts
	if advise, err := shopper.MayVerify(ctx, tx, p.VerifiesPhones, p.ShopperID, p.phone); err != nil {
		return err
	} else if advise {
		texts = phoneLimitAdvice
	}
	for _, limit := range p.waitingLimits(p.settings.Limits, texts) {
		if err := limit.check(ctx, tx, wanted); err != nil {
			return err
		}
	}
	return p.checkOrigin(ctx, tx, from)
}

// waitingLimit bounds the waiting trips that match a condition, and the vehicles in them.
// 0 is no limit.
type waitingLimit struct {
	trips, vehicles int64
	condition       string
	args            []any
	tooManyTrips    func(waiting int64) *errs.Error
	tooManyVehicles func(waiting int64) *errs.Error
}

// limitTexts are what a shopper reads about the waiting trips of a phone.
type limitTexts struct{ trips, vehicles string }

var (
	phoneLimitTexts = limitTexts{
		trips:    "Trips with this phone number that wait to be confirmed: %d. Please wait until one is, or cancel one, and then book again.",
		vehicles: "Vehicles that are booked with this phone number and wait to be confirmed: %d. Please book fewer, or wait.",
	}
	// phoneLimitAdvice is for customers who can verify the phone.
	phoneLimitAdvice = limitTexts{
		trips:    "Trips with this phone number that wait to be confirmed: %d. Please wait until one is, or cancel one, and then book again. Are they not yours? Sign in and verify this number in your profile: then only your own trips count.",
		vehicles: "Vehicles that are booked with this phone number and wait to be confirmed: %d. Please book fewer, or wait. Are they not yours? Sign in and verify this number in your profile: then only your own trips count.",
	}
)

func (p *placement) waitingLimits(limits setting.Limits, ofPhone limitTexts) []waitingLimit {
	return []waitingLimit{
		{
			limits.WaitingPerShopper, limits.WaitingVehicles, `shopper_id = $1`, []any{p.ShopperID},
			func(waiting int64) *errs.Error {
				return errs.New(errs.OrderLimit, "Your trips that wait to be confirmed: %d. Please wait until one is, or cancel one, and then book again.", waiting)
			},
			func(int64) *errs.Error {
				return errs.New(errs.OrderLimit, "Until a trip is confirmed, you may book at most %d of the vehicles. Please book fewer, or ask the provider.", limits.WaitingVehicles)
			},
		},
		{
			limits.WaitingPerPhone, limits.WaitingVehicles, shopper.CountsByPhone("trips", "id"), []any{p.ShopperID, p.phone},
			func(waiting int64) *errs.Error {
				return errs.New(errs.OrderLimit, ofPhone.trips, waiting).On("contact_person_number")
			},
			func(waiting int64) *errs.Error {
				return errs.New(errs.OrderLimit, ofPhone.vehicles, waiting).On("contact_person_number")
			},
		},
	}
}

func (l waitingLimit) check(ctx context.Context, tx *db.Tx, wanted int64) error {
	n, err := countWaiting(ctx, tx, l.condition, l.args...)
	if err != nil {
		return err
	}
	if l.trips > 0 && n >= l.trips {
		return l.tooManyTrips(n).After(purchase.WaitingLimitRetryAfter)
	}
	vehicles, err := countWaitingVehicles(ctx, tx, l.condition, l.args...)
	if err != nil {
		return err
	}
	if l.vehicles > 0 && vehicles+wanted > l.vehicles {
		return l.tooManyVehicles(vehicles).After(purchase.WaitingLimitRetryAfter)
	}
	return nil
}

// checkOrigin refuses a trip if enough trips of the last hour, from the same network
// address, wait.
func (p *placement) checkOrigin(ctx context.Context, tx *db.Tx, from string) error {
	limit := p.settings.Limits.WaitingPerAddress
	if from == "" || limit == 0 {
		return nil
	}
	since := p.Clock.Now().Add(-signedtoken.OriginLife).UnixMilli()
	n, err := countWaiting(ctx, tx, `placed_from = $1 AND placed_from <> '' AND created_at > $2`, from, since)
	if err != nil || n < limit {
		return err
	}
	return errs.New(errs.OrderLimit, "Many trips from your network wait to be confirmed. Please try again in a few minutes.").After(5 * time.Minute)
}

func countWaiting(ctx context.Context, tx *db.Tx, condition string, args ...any) (int64, error) {
	n, err := db.One[int64](ctx, tx, `SELECT COUNT(*) FROM trips WHERE `+waitingCondition+` AND `+condition, args...)
	if err != nil {
		return 0, fmt.Errorf("count waiting trips: %w", err)
	}
	return n, nil
}

// countWaitingVehicles counts the units of all vehicles in waiting trips.
func countWaitingVehicles(ctx context.Context, tx *db.Tx, condition string, args ...any) (int64, error) {
	n, err := db.One[int64](ctx, tx, `
		SELECT CAST(COALESCE(SUM(quantity), 0) AS BIGINT) FROM trip_lines
		WHERE trip_id IN (SELECT id FROM trips WHERE `+waitingCondition+` AND `+condition+`)`, args...)
	if err != nil {
		return 0, fmt.Errorf("count the vehicles of waiting trips: %w", err)
	}
	return n, nil
}

// pruneJob is the kind of the job that ends trips that nobody confirms, and clears origins.
const pruneJob = "trip.prune"

func (s *Service) handleJobs() {
	jobs.Every(s.Jobs, pruneJob, time.Hour, func(ctx context.Context) error {
		return errors.Join(s.cancelUnconfirmed(ctx), purchase.Trip.ClearOrigins(ctx, s.DB, s.Clock.Now()))
	})
}

// confirmTime is how long after its pickup time a trip may still be confirmed: a provider
// may do it in the evening, for vehicles that were handed over in the morning.
const confirmTime = 12 * time.Hour

// confirmableUntil is when a trip that waits to be confirmed is canceled, Unix milliseconds.
func (t Trip) confirmableUntil() int64 { return t.PickupAt + confirmTime.Milliseconds() }

// unconfirmed reports whether nobody has confirmed the trip in time. One that waits for its
// payment ends with the time to pay.
func (t Trip) unconfirmed(at time.Time) bool {
	return t.Status == Pending && t.PaymentDueAt == nil && at.UnixMilli() >= t.confirmableUntil()
}

// lateReason says why the system cancels the trip.
func (t Trip) lateReason() string {
	switch {
	case !t.AwaitsPayment():
		return "It was not confirmed in time."
	case t.PaymentDueAt == nil: // its shopper has said how they paid
		return "The payment was not confirmed in time."
	}
	return "It was not paid in time."
}

// cancelUnconfirmed cancels the trips that nobody has confirmed in time, and gives back
// what was paid. What is left over is canceled an hour later.
func (s *Service) cancelUnconfirmed(ctx context.Context) error {
	ids, err := db.Many[int64](ctx, s.DB.R, `
		SELECT id FROM trips WHERE `+underWay+` AND status = 'pending' AND payment_due_at IS NULL AND pickup_at <= $1 ORDER BY pickup_at, id LIMIT 500`, s.Clock.Now().Add(-confirmTime).UnixMilli())
	if err != nil {
		return fmt.Errorf("look for unconfirmed trips: %w", err)
	}
	var problems []error
	for _, id := range ids {
		_, err := s.move(ctx, id, tripMove{to: Canceled, by: BySystem})
		if err != nil && !errs.Is(err, errs.Conflict) { // moved meanwhile
			problems = append(problems, fmt.Errorf("cancel trip %d: %w", id, err))
		}
	}
	return errors.Join(problems...)
}
