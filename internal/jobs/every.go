package jobs

import (
	"context"
	"fmt"
	"math"
	"time"

	"hawker/internal/db"
)

// againAfter is how long a job that comes back rests after a failed run.
const againAfter = time.Minute

// Every has do run once in an interval, by one instance of all, for as long as
// there are any. A run that fails is tried again soon. Runs that were missed, as
// while nothing ran for a week, are one run. Call it before Run.
func Every(q *Queue, name string, interval time.Duration, do func(ctx context.Context) error) {
	q.handlers[name] = func(ctx context.Context, _ []byte) error { return do(ctx) }
	q.every[name] = interval
}

// plan sees to it that every job that comes back has its one row. One that is due
// later than this version's interval says is due then.
func (q *Queue) plan(ctx context.Context) error {
	now := q.clock.Now()
	return db.InTx(ctx, q.db, func(tx *db.Tx) error {
		for name, interval := range q.every {
			_, err := db.Exec(ctx, tx, `
				INSERT INTO jobs (kind, body, run_at, attempts, max_attempts, last_error, unique_key, created_at)
				VALUES ($1, 'null', $2, 0, $3, '', $4, $2)
				ON CONFLICT (unique_key) DO UPDATE SET run_at = $5 WHERE jobs.run_at > $5`,
				name, now.UnixMilli(), int64(math.MaxInt64), "every:"+name, now.Add(interval).UnixMilli())
			if err != nil {
				return fmt.Errorf("plan %s: %w", name, err)
			}
		}
		return nil
	})
}
