package account

import (
	"context"
	"encoding/hex"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
)

// limit is how often something may be tried in a stretch of time. The stretch
// begins with the first try, and the next one with the first try after its end.
type limit struct {
	what string
	most int64
	in   time.Duration
}

const day = 24 * time.Hour

// What one network address may do, whoever it is about.
var (
	triesByAddress = limit{"login address", 300, 15 * time.Minute}
	signUps        = limit{"sign-up address", 30, time.Hour}
	codesByAddress = limit{"code address", 30, time.Hour}
)

// bound is how often something may be tried with one name: an account's, a
// phone's or an e-mail's. Tries are counted by name and place together, so that
// nobody uses up another's. Strangers, who try from places that the account does
// not know, have a bound together beside it: they may try calm times a day as they
// like, then fresh times a day from each place, and most times a day in all.
// Places that the account knows are never refused for what strangers did.
type bound struct {
	what               string
	most               int64 // of one place within in
	in                 time.Duration
	perDay             int64 // of one place
	calm, fresh, total int64 // of strangers, a day
}

// A code of six digits is guessed right once in a million tries. Strangers have at
// most codeTriesOf.total a day, known places codeTriesOf.perDay each.
var (
	passwordTries = bound{what: "login", most: 10, in: 15 * time.Minute, perDay: 100, calm: 100, fresh: 3, total: 1000}
	phoneTries    = bound{what: "phone service", most: 10, in: 15 * time.Minute, perDay: 100, calm: 100, fresh: 3, total: 1000}
	codesSent     = bound{what: "code", most: 5, in: time.Hour, perDay: 10, calm: 10, fresh: 1, total: 120}
	codeGuesses   = bound{what: "code tries", most: 25, in: time.Hour, perDay: 50, calm: 20, fresh: 1, total: 140}
)

func (b bound) short() limit     { return limit{b.what, b.most, b.in} }
func (b bound) daily() limit     { return limit{b.what + " day", b.perDay, day} }
func (b bound) strangers() limit { return limit{b.what + " strangers", b.total, day} }

// byPlace names somebody's tries from one place.
func byPlace(whom string, at place) string { return whom + " " + at.key }

// count counts a try, and refuses it with errs.TooMany when there were enough. A
// refused try whose transaction goes back has not been counted.
func (s *Service) count(ctx context.Context, tx *db.Tx, b bound, whom string, at place) error {
	if err := s.hit(ctx, tx, b.short(), byPlace(whom, at)); err != nil {
		return err
	}
	here, hereEnds, err := s.add(ctx, tx, b.daily(), byPlace(whom, at))
	if err != nil {
		return err
	}
	if here > b.perDay {
		return tooMany(hereEnds)
	}
	if at.known {
		return nil
	}
	all, allEnd, err := s.add(ctx, tx, b.strangers(), whom)
	if err != nil {
		return err
	}
	if all > b.total {
		return tooManyStrangers(allEnd)
	}
	if all > b.calm && here > b.fresh {
		return tooManyStrangers(min(hereEnds, allEnd))
	}
	return nil
}

// refund takes back what count counted: it was no guess.
func (s *Service) refund(ctx context.Context, tx *db.Tx, b bound, whom string, at place) error {
	if err := s.forgive(ctx, tx, b.short(), byPlace(whom, at)); err != nil {
		return err
	}
	if err := s.forgive(ctx, tx, b.daily(), byPlace(whom, at)); err != nil || at.known {
		return err
	}
	return s.forgive(ctx, tx, b.strangers(), whom)
}

// hit counts a try of somebody's against one limit, as count does.
func (s *Service) hit(ctx context.Context, tx *db.Tx, l limit, whom string) error {
	n, ends, err := s.add(ctx, tx, l, whom)
	if err == nil && n > l.most {
		err = tooMany(ends)
	}
	return err
}

// add counts a try, and returns how many there are and when their stretch ends.
func (s *Service) add(ctx context.Context, tx *db.Tx, l limit, whom string) (n int64, ends time.Duration, err error) {
	now := s.Clock.Now()
	row, err := db.One[struct{ Count, EndsAt int64 }](ctx, tx, `
		INSERT INTO throttles (key, count, ends_at) VALUES ($1, 1, $2)
		ON CONFLICT (key) DO UPDATE SET
			count = CASE WHEN throttles.ends_at <= $3 THEN 1 ELSE throttles.count + 1 END,
			ends_at = CASE WHEN throttles.ends_at <= $3 THEN excluded.ends_at ELSE throttles.ends_at END
		RETURNING count, ends_at`, s.throttleKey(l, whom), now.Add(l.in).UnixMilli(), now.UnixMilli())
	if err != nil {
		return 0, 0, fmt.Errorf("count tries: %w", err)
	}
	return row.Count, time.UnixMilli(row.EndsAt).Sub(now), nil
}

// hitFrom is hit by network address, where those are counted.
func (s *Service) hitFrom(ctx context.Context, tx *db.Tx, l limit, v Visitor) error {
	if !s.RateLimits || v.Address == "" {
		return nil
	}
	return s.hit(ctx, tx, l, v.Address)
}

// forgive takes one try back: it was no guess.
func (s *Service) forgive(ctx context.Context, tx *db.Tx, l limit, whom string) error {
	_, err := db.Exec(ctx, tx, `UPDATE throttles SET count = count - 1 WHERE key = $1 AND count > 0`, s.throttleKey(l, whom))
	return err
}

// throttleKey tells what is counted, and hides of whom.
func (s *Service) throttleKey(l limit, whom string) string {
	return l.what + " " + hex.EncodeToString(mac(s.Secret.Current(), "throttle", l.what, whom)[:16])
}

func tooMany(wait time.Duration) error {
	return errs.New(errs.TooMany, "Too many tries. Please try again in %s.", inWords(wait)).After(wait)
}

// tooManyStrangers is the same for an account that is not there.
func tooManyStrangers(wait time.Duration) error {
	return errs.New(errs.TooMany, "Strangers have tried too often. Please use a device that has signed in before, sign in another way, or try again in %s.",
		inWords(wait)).After(wait)
}

// inWords is how long somebody waits, rounded up.
func inWords(d time.Duration) string {
	for _, unit := range []struct {
		name string
		of   time.Duration
	}{{"hour", time.Hour}, {"minute", time.Minute}} {
		if d > unit.of {
			return fmt.Sprintf("%d %ss", (d+unit.of-1)/unit.of, unit.name)
		}
	}
	if d > time.Second {
		return fmt.Sprintf("%d seconds", (d+time.Second-1)/time.Second)
	}
	return "a second"
}
