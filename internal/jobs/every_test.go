package jobs

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// periodic is a queue with one job that comes back each hour.
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
		for range 2 {
			run(t, periodic(t, d, c, func() error { runs.Add(1); return nil }))
		}
		settled := func() bool {
			n, err := db.One[int64](t.Context(), d.R, `SELECT COUNT(*) FROM jobs WHERE kind = 'tidy' AND locked_until IS NULL AND run_at > $1`, c.Now().UnixMilli())
			return err == nil && n == 1
		}
		until(t, "the first start runs it", func() bool { return runs.Load() == 1 && settled() })
		c.Advance(time.Hour)
		until(t, "an hour later it runs again", func() bool { return runs.Load() == 2 && settled() })
		c.Advance(7 * 24 * time.Hour)
		until(t, "a week that was missed is one run", func() bool { return runs.Load() == 3 && settled() })
		time.Sleep(50 * time.Millisecond) // some looks
		if n := runs.Load(); n != 3 {
			t.Errorf("ran %d times, want 3", n)
		}
	})
}

func TestEvery_survivesAFailedRun(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, c := open(t), clock.NewManual(start)
		var runs atomic.Int32
		run(t, periodic(t, d, c, func() error {
			switch runs.Add(1) {
			case 1:
				return errors.New("the database is away")
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
				c.Advance(againAfter / 100)
				return false
			})
		}
	})
}

// An older version that planned it for much later, or a clock that was wrong,
// does not put it off.
func TestEvery_isNotPutOff(t *testing.T) {
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
