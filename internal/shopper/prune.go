package shopper

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/jobs"
	"hawker/internal/setting"
)

// PruneDeps are the dependencies of a Pruner.
type PruneDeps struct {
	DB       *db.DB
	Clock    clock.Clock
	Settings *setting.Service
	Jobs     *jobs.Queue
}

// Pruner deletes guests who have not made a call for a long time. Safe for concurrent
// use.
type Pruner struct{ PruneDeps }

// NewPruner makes the pruner and starts its job.
func NewPruner(d PruneDeps) *Pruner {
	p := &Pruner{d}
	jobs.Every(d.Jobs, pruneJob, 10*time.Minute, p.Prune)
	return p
}

const (
	pruneJob = "shopper.prune"
	// With these limits a run takes much less than the minute that a job may take.
	pruneBatch = 100 // shoppers of one transaction
	maxBatches = 100 // of one run
)

// Prune deletes the carts of guests who have not made a call for the days in the
// settings. It also deletes the guests, if nothing else refers to them. It never deletes
// a customer, an order, or the shopper of an order.
func (p *Pruner) Prune(ctx context.Context) error {
	settings, err := p.Settings.Get(ctx)
	life := settings.Limits.GuestLife()
	if err != nil || life == 0 {
		return err
	}
	now := p.Clock.Now()
	before := now.Add(-life)
	for range maxBatches {
		seen := 0
		err := db.InTx(ctx, p.DB, func(tx *db.Tx) (err error) {
			seen, err = pruneSome(ctx, tx, now, before)
			return err
		})
		if err != nil {
			return fmt.Errorf("prune guests: %w", err)
		}
		if seen < pruneBatch {
			return nil
		}
	}
	return nil
}

const idleShoppers = `SELECT id FROM shoppers WHERE seen_at <= $1 ORDER BY seen_at LIMIT $3`

// pruneSome locks a batch of shoppers who were last seen at before or earlier, and prunes
// them. Those that stay are marked as seen, so that the next batch has others.
func pruneSome(ctx context.Context, tx *db.Tx, now, before time.Time) (n int, err error) {
	// A locked shopper is active, so it is skipped. MATERIALIZED, or PostgreSQL might
	// evaluate the limit once for each row.
	idle, err := db.Many[int64](ctx, tx, `
		WITH idle AS MATERIALIZED (`+idleShoppers+tx.Dialect.SkipLocked()+`)
		UPDATE shoppers SET seen_at = $2 WHERE id IN (SELECT id FROM idle) RETURNING id`, before.UnixMilli(), now.UnixMilli(), pruneBatch)
	if err != nil {
		return 0, err
	}
	for _, id := range idle {
		if err := pruneOne(ctx, tx, id, before); err != nil {
			return 0, err
		}
	}
	return len(idle), nil
}

// pruneOne prunes a shopper whose row is locked, so that no reference to it can be
// written meanwhile. Lines are deleted with their cart, order counts with the shopper.
func pruneOne(ctx context.Context, tx *db.Tx, id int64, before time.Time) error {
	const noCustomer = ` AND NOT EXISTS (SELECT 1 FROM customers WHERE shopper_id = $1)`
	for _, table := range []string{"carts", "trip_carts"} {
		if _, err := db.Exec(ctx, tx, `DELETE FROM `+table+` WHERE shopper_id = $1 AND updated_at <= $2`+noCustomer, id, before.UnixMilli()); err != nil {
			return fmt.Errorf("delete %s: %w", table, err)
		}
	}
	// The shopper of an account whose owner has taken it over.
	if _, err := db.Exec(ctx, tx, `DELETE FROM not_mine WHERE shopper_id = $1`+noCustomer, id); err != nil {
		return fmt.Errorf("delete claims that were declined: %w", err)
	}
	_, err := db.Exec(ctx, tx, `
		DELETE FROM shoppers WHERE id = $1`+noCustomer+`
		AND NOT EXISTS (SELECT 1 FROM orders WHERE shopper_id = $1)
		AND NOT EXISTS (SELECT 1 FROM trips WHERE shopper_id = $1)
		AND NOT EXISTS (SELECT 1 FROM driver_licences WHERE shopper_id = $1)
		AND NOT EXISTS (SELECT 1 FROM uploads WHERE shopper_id = $1)
		AND NOT EXISTS (SELECT 1 FROM coupon_uses WHERE shopper_id = $1)
		AND NOT EXISTS (SELECT 1 FROM carts WHERE shopper_id = $1)
		AND NOT EXISTS (SELECT 1 FROM trip_carts WHERE shopper_id = $1)
		AND NOT EXISTS (SELECT 1 FROM idempotency_keys WHERE shopper_id = $1)
		AND NOT EXISTS (SELECT 1 FROM shoppers guests WHERE guests.merged_into = $1)`, id)
	if err != nil {
		return fmt.Errorf("delete a guest: %w", err)
	}
	return nil
}
