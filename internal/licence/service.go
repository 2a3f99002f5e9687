package licence

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/jobs"
)

// Deps is what the service is made of.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Jobs  *jobs.Queue
}

// Service deletes licences when their time has ended. Safe for concurrent use.
type Service struct{ Deps }

const (
	pruneJob = "licence.prune"
	// customerLife and guestLife are how long a licence is kept after the last trip, or after
	// it was given.
	customerLife = 365 * 24 * time.Hour
	guestLife    = 30 * 24 * time.Hour
	// expiredLife is how long one is kept that has expired.
	expiredLife = 30 * 24 * time.Hour
	pruneBatch  = 100 // licences of one transaction
	maxBatches  = 100 // of one run
)

// New makes the service and starts the job that deletes old licences.
func New(d Deps) *Service {
	s := &Service{d}
	jobs.Every(d.Jobs, pruneJob, time.Hour, s.Prune)
	return s
}

// Prune deletes licences whose time has ended. While a trip is under way none ends.
func (s *Service) Prune(ctx context.Context) error {
	for range maxBatches {
		pruned, err := s.pruneSome(ctx)
		if err != nil {
			return fmt.Errorf("prune licences: %w", err)
		}
		if pruned < pruneBatch {
			return nil
		}
	}
	return nil
}

// pruneSome returns how many licences it deleted. It searches before it writes, because
// SQLite has one writer.
func (s *Service) pruneSome(ctx context.Context) (pruned int, err error) {
	if due, err := endedLicences(ctx, s.DB.R, "", s.Clock.Now()); err != nil || len(due) == 0 {
		return 0, err
	}
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		ended, err := endedLicences(ctx, tx, tx.Dialect.LockedOf("l"), s.Clock.Now())
		if err != nil {
			return err
		}
		pruned = len(ended)
		return s.deleteAll(ctx, tx, ended)
	})
	return pruned, err
}

func (s *Service) deleteAll(ctx context.Context, tx *db.Tx, all []Licence) error {
	for _, l := range all {
		if err := Delete(ctx, tx, l, s.Clock.Now().UnixMilli()); err != nil {
			return err
		}
	}
	return nil
}

// endedLicences returns some licences whose time has ended. lock: the end of the query, which
// locks them; "" for none.
func endedLicences(ctx context.Context, q db.Q, lock string, now time.Time) ([]Licence, error) {
	const (
		owners   = `(l.shopper_id, COALESCE((SELECT g.merged_into FROM shoppers g WHERE g.id = l.shopper_id), l.shopper_id))`
		lastDay  = `(CASE WHEN EXISTS (SELECT 1 FROM customers c WHERE c.erased_at IS NULL AND c.shopper_id IN ` + owners + `) THEN CAST($2 AS BIGINT) ELSE CAST($1 AS BIGINT) END)`
		underWay = `EXISTS (SELECT 1 FROM trips t WHERE t.shopper_id IN ` + owners + ` AND t.status NOT IN ('completed', 'canceled', 'refunded'))`
		recent   = `EXISTS (SELECT 1 FROM trips t WHERE t.shopper_id IN ` + owners + ` AND t.updated_at > ` + lastDay + `)`
	)
	return db.Many[Licence](ctx, q, `
		SELECT `+columns+` FROM driver_licences l
		WHERE NOT `+underWay+` AND (l.expires_on <> '' AND l.expires_on < $3 OR l.created_at <= `+lastDay+` AND NOT `+recent+`)
		ORDER BY l.id LIMIT $4`+lock,
		now.Add(-guestLife).UnixMilli(), now.Add(-customerLife).UnixMilli(), now.Add(-expiredLife).UTC().Format(time.DateOnly), pruneBatch)
}

// Erase deletes the licences of a customer (PROF-05). That of a guest whom they were stays while
// a trip of that guest, which is not the customer's, is under way.
func (s *Service) Erase(ctx context.Context, tx *db.Tx, customerID int64) error {
	all, err := db.Many[Licence](ctx, tx, `
		SELECT `+columns+` FROM driver_licences WHERE shopper_id IN (
			SELECT shopper_id FROM customers WHERE id = $1
			UNION ALL SELECT g.id FROM shoppers g JOIN customers c ON c.shopper_id = g.merged_into
				WHERE c.id = $1 AND NOT EXISTS (SELECT 1 FROM trips t WHERE t.shopper_id = g.id AND t.status NOT IN ('completed', 'canceled', 'refunded')))`, customerID)
	if err != nil {
		return fmt.Errorf("read the licences of a customer: %w", err)
	}
	return s.deleteAll(ctx, tx, all)
}
