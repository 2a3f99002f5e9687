package jobs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// periodic returns a queue with one periodic job that runs every hour.
func periodic(t *testing.T, d *db.DB, c clock.Clock, do func() error) *Queue {
	t.Helper()
	q := newQueue(t, d, c)
	Every(q, "tidy", time.Hour, func(context.Context) error { return do() })
	return q
}

func TestEvery_runsOnceAnIntervalOnOneInstance(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, c := open(t), clock.NewManual(start)
		var runs atomic.Int32
		var instances []*Queue
		for range 2 {
			q := periodic(t, d, c, func() error { runs.Add(1); return nil })
			run(t, q)
			instances = append(instances, q)
		}
		runsFor := func(n int32, what string) {
			t.Helper()
			until(t, what, func() bool {
				settled, err := db.One[int64](t.Context(), d.R, `SELECT COUNT(*) FROM jobs WHERE kind = 'tidy' AND locked_until IS NULL AND run_at > $1`, c.Now().UnixMilli())
				return err == nil && settled == 1 && runs.Load() == n
			})
			// An instance that still plans at the time before would bring the next run forward.
			pollTwice(t, instances)
			if ran := runs.Load(); ran != n {
				t.Errorf("%s: ran %d times, want %d", what, ran, n)
			}
		}
		runsFor(1, "the first start runs it")
		c.Advance(time.Hour)
		runsFor(2, "an hour later it runs again")
		c.Advance(7 * 24 * time.Hour)
		runsFor(3, "a week that was missed is one run")
	})
}

// pollTwice waits until each queue has polled twice. The second poll has begun in the meantime.
func pollTwice(t *testing.T, queues []*Queue) {
	t.Helper()
	for range 2 {
		began := time.Now()
		for _, q := range queues {
			until(t, "it polls", func() bool { return q.stats.sincePoll() < time.Since(began) })
		}
	}
}

func TestEvery_runsAgainAfterAFailedRun(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, c := open(t), clock.NewManual(start)
		var runs atomic.Int32
		run(t, periodic(t, d, c, func() error {
			switch runs.Add(1) {
			case 1:
				return errors.New("the database is unavailable")
			case 2:
				panic("nil map")
			}
			return nil
		}))
		for n := int32(1); n <= 3; n++ {
			until(t, "it runs again", func() bool {
				if runs.Load() >= n {
					return true
				}
				c.Advance(periodicRetry / 100)
				return false
			})
		}
	})
}

// A failed run is tried again after a minute, or after its interval if that is shorter.
// An instance that has unlocked the job does not renew the lease.
func TestEvery_aFailedRunIsTriedAgainSoon(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		for _, tt := range []struct{ interval, want time.Duration }{{time.Hour, time.Minute}, {10 * time.Second, 10 * time.Second}} {
			q := newQueue(t, open(t), clock.NewManual(start))
			Every(q, "tidy", tt.interval, func(context.Context) error { return nil })
			if err := q.plan(t.Context()); err != nil {
				t.Fatal(err)
			}
			all, err := q.claim(t.Context(), q.kinds(), 9)
			at := slices.IndexFunc(all, func(j claimed) bool { return j.Kind == "tidy" })
			if err != nil || at < 0 {
				t.Fatalf("claimed %v, %v", all, err)
			}
			if held, err := q.retry(t.Context(), all[at], errors.New("the database is unavailable")); err != nil || !held {
				t.Fatalf("held: %t, %v", held, err)
			}
			due, err := db.One[int64](t.Context(), q.db.R, `SELECT run_at FROM jobs WHERE kind = 'tidy'`)
			if pause := time.UnixMilli(due).Sub(start); err != nil || pause != tt.want {
				t.Errorf("every %s: tried again after %s, %v; want %s", tt.interval, pause, err, tt.want)
			}
			if held, err := q.renew(t.Context(), all[at]); err != nil || held {
				t.Errorf("every %s: renewed after it was unlocked: %t, %v", tt.interval, held, err)
			}
		}
	})
}

// A stop does not wait for a periodic job, which runs again soon after.
func TestEvery_isInterruptedByAStop(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		q := newQueue(t, d, clock.NewManual(start))
		begun := make(chan struct{})
		Every(q, "tidy", time.Hour, func(ctx context.Context) error {
			close(begun)
			<-ctx.Done()
			return ctx.Err()
		})
		stop := run(t, q)
		<-begun
		began := time.Now()
		stop()
		if took := time.Since(began); took > maxRun/2 {
			t.Errorf("the stop took %v", took)
		}
		due, err := db.One[int64](t.Context(), d.R, `SELECT run_at FROM jobs WHERE kind = 'tidy' AND locked_until IS NULL`)
		if pause := time.UnixMilli(due).Sub(start); err != nil || pause != periodicRetry {
			t.Errorf("it runs again after %v, %v", pause, err)
		}
	})
}

// A run that an older version, or a wrong clock, planned for much later runs on time.
func TestEvery_runsNoLaterThanItsInterval(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		wrong := periodic(t, d, clock.NewManual(start.AddDate(10, 0, 0)), func() error { return nil })
		right := periodic(t, d, clock.NewManual(start), func() error { return nil })
		for _, q := range []*Queue{wrong, right} {
			if err := q.plan(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		at, err := db.One[int64](t.Context(), d.R, `SELECT run_at FROM jobs WHERE kind = 'tidy'`)
		if err != nil || at != start.Add(time.Hour).UnixMilli() {
			t.Errorf("runs at %v, %v", time.UnixMilli(at).UTC(), err)
		}
	})
}

// A clock that was a day ahead is put right while the program runs.
func TestEvery_runsAgainAfterTheClockIsSetBack(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, c := open(t), clock.NewManual(start.AddDate(0, 0, 1))
		var runs atomic.Int32
		run(t, periodic(t, d, c, func() error { runs.Add(1); return nil }))
		due := func(at time.Time) func() bool {
			return func() bool {
				n, err := db.One[int64](t.Context(), d.R, `SELECT COUNT(*) FROM jobs WHERE kind = 'tidy' AND locked_until IS NULL AND run_at = $1`, at.UnixMilli())
				return err == nil && n == 1
			}
		}
		until(t, "the start runs it", due(c.Now().Add(time.Hour)))
		c.Set(start)
		until(t, "it is planned again", due(start.Add(time.Hour)))
		c.Advance(time.Hour)
		until(t, "it runs again", func() bool { return runs.Load() == 2 })
	})
}

// Instances that start together lock the rows of the periodic jobs in the same order.
// Otherwise PostgreSQL ends their deadlocks one by one, a second each.
func TestInstancesPlanTogetherWithoutADeadlock(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.Postgres)
	var queues []*Queue
	for range 8 {
		q := newQueue(t, d, clock.NewManual(start))
		for n := range 20 {
			Every(q, fmt.Sprint("periodic.", n), time.Hour, func(context.Context) error { return nil })
		}
		queues = append(queues, q)
	}
	for range 5 {
		var all sync.WaitGroup
		for _, q := range queues {
			all.Go(func() {
				if err := q.plan(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	}
	time.Sleep(1500 * time.Millisecond) // PostgreSQL counts with a delay
	deadlocks, err := db.One[int64](t.Context(), d.R, `SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`)
	if err != nil || deadlocks != 0 {
		t.Errorf("%d deadlocks, %v", deadlocks, err)
	}
}
