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

var (
	triesByName     = limit{"login", 10, 15 * time.Minute}
	triesByAddress  = limit{"login address", 300, 15 * time.Minute}
	signUps         = limit{"sign-up address", 30, time.Hour}
	codesByHour     = limit{"code hour", 5, time.Hour}
	codesByDay      = limit{"code day", 10, 24 * time.Hour}
	codesByAddress  = limit{"code address", 30, time.Hour}
	triesByPhoneOut = limit{"phone service", 10, 15 * time.Minute}
)

// hit counts a try of somebody's, and refuses it with errs.TooMany when there
// were enough. A refused try whose transaction goes back has not been counted.
func (s *Service) hit(ctx context.Context, tx *db.Tx, l limit, whom string) error {
	now := s.Clock.Now()
	row, err := db.One[struct{ Count, EndsAt int64 }](ctx, tx, `
		INSERT INTO throttles (key, count, ends_at) VALUES ($1, 1, $2)
		ON CONFLICT (key) DO UPDATE SET
			count = CASE WHEN throttles.ends_at <= $3 THEN 1 ELSE throttles.count + 1 END,
			ends_at = CASE WHEN throttles.ends_at <= $3 THEN excluded.ends_at ELSE throttles.ends_at END
		RETURNING count, ends_at`, s.throttleKey(l, whom), now.Add(l.in).UnixMilli(), now.UnixMilli())
	if err != nil {
		return fmt.Errorf("count tries: %w", err)
	}
	if row.Count > l.most {
		return errs.New(errs.TooMany, "Too many tries. Please wait a while and try again.").After(time.UnixMilli(row.EndsAt).Sub(now))
	}
	return nil
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
	return l.what + " " + hex.EncodeToString(s.mac("throttle", l.what, whom)[:16])
}
