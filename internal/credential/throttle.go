package credential

import (
	"context"
	"encoding/hex"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
)

// Limit is how often something may happen in a window of time. A window begins with
// the first attempt, and the next window with the first attempt after its end.
type Limit struct {
	name   string
	max    int64
	window time.Duration
}

// Limits of one network address, for all accounts together.
var (
	SignInsByAddress = Limit{"login address", 300, 15 * time.Minute}
	SignUpsByAddress = Limit{"sign-up address", 30, time.Hour}
	codesByAddress   = Limit{"code address", 30, time.Hour}

	StaffSignInsByAddress = Limit{"staff address", 100, 15 * time.Minute}
)

// CurrentPasswordAttempts are counted by session, so that a thief of one session
// cannot lock the owner out.
var CurrentPasswordAttempts = Limit{"current password", 10, 15 * time.Minute}

// NewDeviceMails bounds how many mails about new devices a customer gets.
var NewDeviceMails = Limit{"new device", 10, day}

// AttemptLimits bound the attempts with one identifier: an account, a phone or an
// e-mail. Attempts are counted by identifier and source together, so that nobody
// uses up another's. Attempts from unknown sources are counted together as well, a
// day: the first strangersFree are allowed from anywhere, then strangersEach from
// each source, up to strangersMax in all. Known sources are never refused for what
// strangers did.
type AttemptLimits struct {
	name   string
	max    int64 // of one source within window
	window time.Duration
	perDay int64 // of one source

	strangersFree, strangersEach, strangersMax int64 // a day
}

// A code of six digits is guessed right once in a million attempts. Strangers have at
// most codeGuesses.strangersMax a day, known sources codeGuesses.perDay each.
var (
	PasswordAttempts     = AttemptLimits{"login", 10, 15 * time.Minute, 100, 100, 3, 1000}
	PhoneServiceAttempts = AttemptLimits{"phone service", 10, 15 * time.Minute, 100, 100, 3, 1000}
	StaffAttempts        = AttemptLimits{"staff login", 10, 15 * time.Minute, 100, 100, 3, 1000}
	codesSent            = AttemptLimits{"code", 5, time.Hour, 10, 10, 1, 120}
	codeGuesses          = AttemptLimits{"code tries", 25, time.Hour, 50, 20, 1, 140}
)

func (l AttemptLimits) short() Limit     { return Limit{l.name, l.max, l.window} }
func (l AttemptLimits) daily() Limit     { return Limit{l.name + " day", l.perDay, day} }
func (l AttemptLimits) strangers() Limit { return Limit{l.name + " strangers", l.strangersMax, day} }

// bySource is what attempts with an identifier from one source are counted under.
func bySource(identifier string, from Source) string { return identifier + " " + from.Key }

// CountAttempt counts an attempt, and returns errs.TooMany when it is beyond the
// limits. If the transaction rolls back, the attempt is not counted.
func (s *Service) CountAttempt(ctx context.Context, tx *db.Tx, l AttemptLimits, identifier string, from Source) error {
	if err := s.Count(ctx, tx, l.short(), bySource(identifier, from)); err != nil {
		return err
	}
	here, hereEnds, err := s.increment(ctx, tx, l.daily(), bySource(identifier, from))
	if err != nil {
		return err
	}
	if here > l.perDay {
		return tooMany(hereEnds)
	}
	if from.Known {
		return nil
	}
	all, allEnds, err := s.increment(ctx, tx, l.strangers(), identifier)
	if err != nil {
		return err
	}
	if all > l.strangersMax {
		return tooManyStrangers(allEnds)
	}
	if all > l.strangersFree && here > l.strangersEach {
		return tooManyStrangers(min(hereEnds, allEnds))
	}
	return nil
}

// RefundAttempt takes back what CountAttempt counted, because it was not a guess.
func (s *Service) RefundAttempt(ctx context.Context, tx *db.Tx, l AttemptLimits, identifier string, from Source) error {
	if err := s.Refund(ctx, tx, l.short(), bySource(identifier, from)); err != nil {
		return err
	}
	if err := s.Refund(ctx, tx, l.daily(), bySource(identifier, from)); err != nil || from.Known {
		return err
	}
	return s.Refund(ctx, tx, l.strangers(), identifier)
}

// Count counts one occurrence, and returns errs.TooMany when it is beyond the limit.
func (s *Service) Count(ctx context.Context, tx *db.Tx, l Limit, identifier string) error {
	n, ends, err := s.increment(ctx, tx, l, identifier)
	if err == nil && n > l.max {
		err = tooMany(ends)
	}
	return err
}

// CountByAddress is Count by network address, if those are counted.
func (s *Service) CountByAddress(ctx context.Context, tx *db.Tx, l Limit, v Client) error {
	if !s.RateLimits || v.Address == "" {
		return nil
	}
	return s.Count(ctx, tx, l, v.Address)
}

// Refund takes one occurrence back.
func (s *Service) Refund(ctx context.Context, tx *db.Tx, l Limit, identifier string) error {
	_, err := db.Exec(ctx, tx, `UPDATE throttles SET count = count - 1 WHERE key = $1 AND count > 0`, s.throttleKey(l, identifier))
	return err
}

// increment returns the count with this occurrence, and when its window ends.
func (s *Service) increment(ctx context.Context, tx *db.Tx, l Limit, identifier string) (n int64, ends time.Duration, err error) {
	now := s.Clock.Now()
	row, err := db.One[struct{ Count, EndsAt int64 }](ctx, tx, `
		INSERT INTO throttles (key, count, ends_at) VALUES ($1, 1, $2)
		ON CONFLICT (key) DO UPDATE SET
			count = CASE WHEN throttles.ends_at <= $3 THEN 1 ELSE throttles.count + 1 END,
			ends_at = CASE WHEN throttles.ends_at <= $3 THEN excluded.ends_at ELSE throttles.ends_at END
		RETURNING count, ends_at`, s.throttleKey(l, identifier), now.Add(l.window).UnixMilli(), now.UnixMilli())
	if err != nil {
		return 0, 0, fmt.Errorf("count attempts: %w", err)
	}
	return row.Count, time.UnixMilli(row.EndsAt).Sub(now), nil
}

// throttleKey returns the key of a counter. It contains the limit's name, and hides the
// identifier.
func (s *Service) throttleKey(l Limit, identifier string) string {
	return l.name + " " + hex.EncodeToString(mac(s.Secret.Current(), "throttle", l.name, identifier)[:16])
}

func tooMany(wait time.Duration) error {
	return errs.New(errs.TooMany, "Too many tries. Please try again in %s.", inWords(wait)).After(wait)
}

// tooManyStrangers reads the same for an account that does not exist.
func tooManyStrangers(wait time.Duration) error {
	return errs.New(errs.TooMany, "Strangers have tried too often. Please use a device that has signed in before, sign in another way, or try again in %s.",
		inWords(wait)).After(wait)
}

// inWords says how long to wait, rounded up.
func inWords(d time.Duration) string {
	for _, unit := range []struct {
		words string
		of    time.Duration
	}{{"%d hours", time.Hour}, {"%d minutes", time.Minute}} {
		if d > unit.of {
			return fmt.Sprintf(unit.words, (d+unit.of-1)/unit.of)
		}
	}
	if d > time.Second {
		return fmt.Sprintf("%d seconds", (d+time.Second-1)/time.Second)
	}
	return "a second"
}
