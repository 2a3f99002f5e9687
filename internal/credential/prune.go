package credential

import (
	"context"
	"errors"
	"time"

	"hawker/internal/db"
)

const (
	day      = 24 * time.Hour
	pruneJob = "account.prune" // a name that older versions use too
)

// prune deletes codes, proofs, throttles, known sources and sessions that are over.
func (s *Service) prune(ctx context.Context) error {
	now, yesterday := s.Clock.Now().UnixMilli(), s.Clock.Now().Add(-day).UnixMilli()
	created, seen := s.oldestSession()
	return errors.Join(
		db.Prune(ctx, s.DB, "codes", `expires_at < $1`, yesterday),
		db.Prune(ctx, s.DB, "proofs", `expires_at < $1`, now),
		db.Prune(ctx, s.DB, "throttles", `ends_at < $1`, now),
		db.Prune(ctx, s.DB, "known_places", `ends_at < $1`, now),
		db.Prune(ctx, s.DB, "sessions", `(created_at <= $1 OR seen_at <= $2)`, created, seen),
	)
}
