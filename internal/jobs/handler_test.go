package jobs

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// A handler stores again what could not be stored, but does not hold up a stop.
func TestStore_repeatsUntilItIsStoredOrTheProgramStops(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	q := newQueue(t, d, clock.NewManual(start))
	away := errors.New("the database is unavailable")
	var first, second atomic.Int64
	Handle(q, "returns", func(ctx context.Context, _ letter) error {
		return Store(ctx, func(context.Context) error {
			if first.Add(1) == 1 {
				return away
			}
			return nil
		})
	})
	Handle(q, "stays away", func(ctx context.Context, _ letter) error {
		return Store(ctx, func(context.Context) error { second.Add(1); return away })
	})
	enqueue(t, d, q, Job{Kind: "returns", Body: letter{}}, Job{Kind: "stays away", Body: letter{}})
	stop := run(t, q)
	until(t, "both were tried again", func() bool { return first.Load() == 2 && second.Load() >= 2 })
	stop()
	all := rows(t, d)
	if !all[0].Done || all[1].Done || all[1].LastError == "" {
		t.Errorf("the jobs: %+v", all)
	}
}

func TestAttempt_countsFromOne(t *testing.T) {
	t.Parallel()
	d, c := dbtest.Open(t, db.SQLite), clock.NewManual(start)
	q := newQueue(t, d, c)
	seen := make(chan int64, 2)
	Handle(q, "mail", func(ctx context.Context, _ letter) error { seen <- Attempt(ctx); return errors.New("no") })
	enqueue(t, d, q, Job{Kind: "mail", Body: letter{}, MaxAttempts: 2})
	run(t, q)
	if n := <-seen; n != 1 {
		t.Errorf("the first attempt is %d", n)
	}
	until(t, "it was tried again", func() bool { c.Advance(backoff(1)); return len(seen) == 1 })
	if n := <-seen; n != 2 {
		t.Errorf("the second attempt is %d", n)
	}
}
