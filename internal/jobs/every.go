package jobs

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"hawker/internal/db"
)

// periodicRetry is the longest pause before a periodic job is tried again.
const periodicRetry = time.Minute

// planEvery is the time between two plans of the periodic jobs. A clock that was ahead may
// have planned them for much later, and is put right while the program runs.
const planEvery = time.Hour

// Every runs do once in every interval, on one of all instances. A failed run is tried
// again soon, and so is one that a stop of the program has interrupted: then ctx ends.
// Missed runs, such as while no instance ran for a week, become one run. Call it before Run.
func Every(q *Queue, name string, interval time.Duration, do func(ctx context.Context) error) {
	q.handlers[name] = func(ctx context.Context, _ []byte) error { return do(ctx) }
	q.every[name] = interval
}

// plan makes sure that every periodic job has one row. A job that is due later than one
// interval from now becomes due then.
func (q *Queue) plan(ctx context.Context) error {
	return db.InTx(ctx, q.db, func(tx *db.Tx) error {
		now := q.clock.Now() // after the wait for the writer, in which a run may end and be planned for later
		// Always in the same order: instances that start together lock the same rows.
		for _, name := range slices.Sorted(maps.Keys(q.every)) {
			interval := q.every[name]
			_, err := db.Exec(ctx, tx, `
				INSERT INTO jobs (kind, body, run_at, attempts, max_attempts, last_error, unique_key, created_at)
				VALUES ($1, 'null', $2, 0, $3, '', $4, $2)
				ON CONFLICT (unique_key) DO UPDATE SET run_at = $5 WHERE jobs.run_at > $5`,
				name, now.UnixMilli(), Unlimited, "every:"+name, now.Add(interval).UnixMilli())
			if err != nil {
				return fmt.Errorf("plan %s: %w", name, err)
			}
		}
		return nil
	})
}
