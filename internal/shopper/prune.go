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

// PruneDeps are what pruning is made of.
type PruneDeps struct {
	DB       *db.DB
	Clock    clock.Clock
	Settings *setting.Service
	Jobs     *jobs.Queue
}

// Pruner deletes guests who have stayed away. Safe for concurrent use.
type Pruner struct{ PruneDeps }

// NewPruner makes the pruner and has its job come back.
func NewPruner(d PruneDeps) *Pruner {
	p := &Pruner{d}
	jobs.Every(d.Jobs, pruneJob, 10*time.Minute, p.Prune)
	return p
}

const (
	pruneJob = "shopper.prune"
	// How many shoppers one transaction looks at, and how many of those one run
	// has: a run stays well below the minute that a job may take.
	pruneBatch  = 100
	mostBatches = 100
)

// Prune deletes what guests left behind who have not called for so many days as
// the settings say: their carts, and they themselves where nothing else leads to
// them. Customers are never touched, nor are orders and whose they are.
func (p *Pruner) Prune(ctx context.Context) error {
	settings, err := p.Settings.Get(ctx)
	life := settings.Limits.GuestLife()
	if err != nil || life == 0 {
		return err
	}
	now := p.Clock.Now()
	before := now.Add(-life)
	for range mostBatches {
		looked := 0
		err := db.InTx(ctx, p.DB, func(tx *db.Tx) (err error) {
			looked, err = pruneSome(ctx, tx, now, before)
			return err
		})
		if err != nil {
			return fmt.Errorf("prune guests: %w", err)
		}
		if looked < pruneBatch {
			return nil
		}
	}
	return nil
}

const idleShoppers = `SELECT id FROM shoppers WHERE seen_at <= $1 ORDER BY seen_at LIMIT $3`

// pruneSome locks some shoppers who were not seen since before. Whoever is kept
// counts as seen, so that they are not looked at again for as long.
func pruneSome(ctx context.Context, tx *db.Tx, now, before time.Time) (looked int, err error) {
	// Who is locked is just doing something, and is passed by. Materialized, or
	// PostgreSQL might run the limit once a row.
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

// pruneOne prunes a shopper whose row is locked: nothing that refers to it can be
// written meanwhile. Lines go with their cart, counts of orders with the shopper.
func pruneOne(ctx context.Context, tx *db.Tx, id int64, before time.Time) error {
	const noCustomer = ` AND NOT EXISTS (SELECT 1 FROM customers WHERE shopper_id = $1)`
	if _, err := db.Exec(ctx, tx, `DELETE FROM carts WHERE shopper_id = $1 AND updated_at <= $2`+noCustomer, id, before.UnixMilli()); err != nil {
		return fmt.Errorf("delete carts: %w", err)
	}
	// Of somebody who was a customer, and lost the account to its owner.
	if _, err := db.Exec(ctx, tx, `DELETE FROM not_mine WHERE shopper_id = $1`+noCustomer, id); err != nil {
		return fmt.Errorf("delete answers about orders: %w", err)
	}
	_, err := db.Exec(ctx, tx, `
		DELETE FROM shoppers WHERE id = $1`+noCustomer+`
		AND NOT EXISTS (SELECT 1 FROM orders WHERE shopper_id = $1)
		AND NOT EXISTS (SELECT 1 FROM carts WHERE shopper_id = $1)
		AND NOT EXISTS (SELECT 1 FROM idempotency_keys WHERE shopper_id = $1)
		AND NOT EXISTS (SELECT 1 FROM shoppers guests WHERE guests.merged_into = $1)`, id)
	if err != nil {
		return fmt.Errorf("delete a guest: %w", err)
	}
	return nil
}
