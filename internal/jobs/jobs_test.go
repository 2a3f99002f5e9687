package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
)

var start = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

type letter struct{ To string }

// row is what tests check of a job.
type row struct {
	Kind      string
	Attempts  int64
	RunAt     int64
	Locked    bool
	Done      bool
	LastError string
}

func rows(t *testing.T, d *db.DB) []row {
	t.Helper()
	all, err := db.Many[row](t.Context(), d.R, `
		SELECT kind, attempts, run_at, locked_until IS NOT NULL AS locked, done_at IS NOT NULL AS done, last_error
		FROM jobs WHERE unique_key IS NULL OR unique_key NOT LIKE 'every:%' ORDER BY id`)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func newQueue(t *testing.T, d *db.DB, c clock.Clock) *Queue {
	q := New(d, c, slog.New(slog.NewTextHandler(t.Output(), nil)))
	q.poll = 5 * time.Millisecond
	return q
}

func enqueue(t *testing.T, d *db.DB, q *Queue, jobs ...Job) {
	t.Helper()
	err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
		for _, j := range jobs {
			if err := q.Enqueue(t.Context(), tx, j); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// run starts Run, and returns a function that stops it and waits.
func run(t *testing.T, q *Queue) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() { q.Run(ctx) })
	stop = func() { cancel(); wg.Wait() }
	t.Cleanup(stop)
	return stop
}

// until waits until another goroutine has made a condition true.
func until(t *testing.T, what string, isTrue func() bool) {
	t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for !isTrue() {
		if time.Now().After(deadline) {
			t.Fatalf("timed out: %s", what)
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// shift moves the end of all leases, because a test cannot set the database's clock.
func shift(t *testing.T, d *db.DB, by time.Duration) {
	t.Helper()
	err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
		_, err := db.Exec(t.Context(), tx, `UPDATE jobs SET locked_until = locked_until + $1`, by.Milliseconds())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func allDone(t *testing.T, d *db.DB) func() bool {
	return func() bool { return !slices.ContainsFunc(rows(t, d), func(r row) bool { return !r.Done }) }
}

func TestAJobExistsOnlyIfItsTransactionCommits(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		q := newQueue(t, d, clock.NewManual(start))
		q.poll = time.Hour // only Enqueue wakes it
		got := make(chan letter, 2)
		Handle(q, "mail", func(_ context.Context, l letter) error { got <- l; return nil })
		run(t, q)

		failure := errors.New("no stock")
		err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
			return errors.Join(q.Enqueue(t.Context(), tx, Job{Kind: "mail", Body: letter{"nobody"}}), failure)
		})
		if !errors.Is(err, failure) {
			t.Fatal(err)
		}
		enqueue(t, d, q, Job{Kind: "mail", Body: letter{"asha@example.com"}})
		if l := <-got; l.To != "asha@example.com" {
			t.Errorf("mail to %s", l.To)
		}
		until(t, "the job is stored as done", allDone(t, d))
		if all := rows(t, d); len(all) != 1 {
			t.Errorf("jobs = %+v, want one", all)
		}
	})
}

func TestAJobWaitsForItsTime(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, c := open(t), clock.NewManual(start)
		q := newQueue(t, d, c)
		Handle(q, "open", func(context.Context, letter) error { return nil })
		enqueue(t, d, q, Job{Kind: "open", Body: letter{}, RunAt: start.Add(time.Minute)})

		c.Advance(time.Minute - time.Millisecond)
		if jobs, err := q.claim(t.Context(), q.kinds(), 9); err != nil || len(jobs) != 0 {
			t.Errorf("a millisecond early: %v, %v", jobs, err)
		}
		c.Advance(time.Millisecond)
		if jobs, err := q.claim(t.Context(), q.kinds(), 9); err != nil || len(jobs) != 1 {
			t.Errorf("at its time: %v, %v", jobs, err)
		}
	})
}

func TestAFailedJobIsTriedAgainAndThenGivenUp(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, c := open(t), clock.NewManual(start)
		q := newQueue(t, d, c)
		Handle(q, "refund", func(context.Context, letter) error { return errors.New("gateway is down") })
		Handle(q, "crash", func(context.Context, letter) error { panic("nil map") })
		enqueue(t, d, q, Job{Kind: "refund", Body: letter{}, MaxAttempts: 2}, Job{Kind: "crash", Body: letter{}, MaxAttempts: 1})

		work := func() {
			t.Helper()
			jobs, err := q.claim(t.Context(), q.kinds(), 9)
			if err != nil {
				t.Fatal(err)
			}
			for _, j := range jobs {
				q.run(t.Context(), j)
			}
		}
		givenUp := func() int64 { return q.Stats().Counts[Count{"refund", GivenUp}] }
		work()
		first := rows(t, d)[0]
		if want := (row{"refund", 1, start.Add(time.Second).UnixMilli(), false, false, "gateway is down"}); first != want {
			t.Errorf("after one failure: %+v, want %+v", first, want)
		}
		work() // too early: does nothing
		if rows(t, d)[0].Attempts != 1 {
			t.Error("tried again before the end of the pause")
		}
		for range 5 { // more often than MaxAttempts
			c.Advance(time.Hour)
			work()
		}
		end := rows(t, d)
		if end[0].Attempts != 2 || end[0].Done || end[0].LastError == "" {
			t.Errorf("given up: %+v", end[0])
		}
		if n := givenUp(); n != 1 {
			t.Errorf("%d were counted as given up, want 1", n)
		}
		if end[1].Attempts != 1 || end[1].Done || !strings.HasPrefix(end[1].LastError, "panic: nil map") {
			t.Errorf("panicked: %+v", end[1])
		}
	})
}

func TestBackoffDoublesUpToAQuarterOfAnHour(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64]time.Duration{1: time.Second, 2: 2 * time.Second, 5: 16 * time.Second, 10: 512 * time.Second, 11: 15 * time.Minute, 1000: 15 * time.Minute} {
		if got := backoff(n); got != want {
			t.Errorf("backoff(%d) = %v, want %v", n, got, want)
		}
	}
}

// A service that asks for a pause gets it, also when its error was wrapped.
func TestAFailedJobWaitsAsLongAsItsErrorAsks(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, c := open(t), clock.NewManual(start)
		q := newQueue(t, d, c)
		busy := errs.New(errs.Unavailable, "busy")
		for kind, failure := range map[string]error{
			"asks":     fmt.Errorf("send: %w", busy.After(3*time.Minute)),
			"too-long": busy.After(24 * time.Hour),
			"silent":   busy,
			"short":    busy.After(time.Millisecond),
		} {
			Handle(q, kind, func(context.Context, letter) error { return failure })
			enqueue(t, d, q, Job{Kind: kind, Body: letter{}, MaxAttempts: 2})
		}
		run(t, q)
		until(t, "all have failed", func() bool {
			return !slices.ContainsFunc(rows(t, d), func(r row) bool { return r.LastError == "" || r.Locked })
		})
		want := map[string]time.Duration{"asks": 3 * time.Minute, "too-long": time.Hour, "silent": time.Second, "short": time.Second}
		for _, r := range rows(t, d) {
			if got := time.UnixMilli(r.RunAt).Sub(start); got != want[r.Kind] {
				t.Errorf("%s waits for %s", r.Kind, got)
			}
		}
	})
}

func TestAUniqueKeyIsWrittenOnce(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		q := newQueue(t, d, clock.NewManual(start))
		Handle(q, "mail", func(context.Context, letter) error { return nil })
		same := Job{Kind: "mail", Body: letter{}, UniqueKey: "order-17"}
		plain := Job{Kind: "mail", Body: letter{}}
		enqueue(t, d, q, same, same, plain, plain)
		run(t, q)
		until(t, "all are done", allDone(t, d))
		enqueue(t, d, q, same)
		if n := len(rows(t, d)); n != 3 {
			t.Errorf("%d jobs, want 3: one with the key and two without", n)
		}
	})
}

// Two instances and many jobs. The handlers notice if a job runs twice at once.
func TestTwoInstancesNeverRunAJobTwiceAtOnce(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		const many = 60
		d := open(t)
		var running, done [many]atomic.Int32
		var queues []*Queue
		for range 2 {
			q := newQueue(t, d, clock.System)
			Handle(q, "count", func(_ context.Context, i int) error {
				if running[i].Add(1) != 1 {
					t.Errorf("job %d runs twice at once", i)
				}
				defer running[i].Add(-1)
				time.Sleep(time.Millisecond)
				done[i].Add(1)
				return nil
			})
			queues = append(queues, q)
		}
		var all []Job
		for i := range many {
			all = append(all, Job{Kind: "count", Body: i})
		}
		enqueue(t, d, queues[0], all...)
		for _, q := range queues {
			run(t, q)
		}
		until(t, "all are done", allDone(t, d))
		for i := range done {
			if n := done[i].Load(); n != 1 {
				t.Errorf("job %d ran %d times", i, n)
			}
		}
	})
}

func TestAnExpiredLeaseGoesToAnotherInstance(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, c := open(t), clock.NewManual(start)
		q := newQueue(t, d, c)
		Handle(q, "mail", func(context.Context, letter) error { return nil })
		enqueue(t, d, q, Job{Kind: "mail", Body: letter{}})
		claim := func() []claimed {
			t.Helper()
			jobs, err := q.claim(t.Context(), q.kinds(), 9)
			if err != nil {
				t.Fatal(err)
			}
			return jobs
		}
		lost := claim()
		q.running.drop(lost[0].ID) // as if another instance asked
		c.Advance(time.Hour)       // the instance's clock does not end a lease
		if early := claim(); len(early) != 0 {
			t.Fatalf("claimed %v during the lease of another instance", early)
		}
		shift(t, d, -lease)
		taken := claim()
		if len(lost) != 1 || len(taken) != 1 || taken[0].ID != lost[0].ID {
			t.Fatalf("first %v, then %v; want the same job", lost, taken)
		}
		if held, err := q.finish(t.Context(), lost[0]); held || err != nil {
			t.Errorf("the instance without the lease finished the job: %v, %v", held, err)
		}
		if held, err := q.finish(t.Context(), taken[0]); !held || err != nil {
			t.Errorf("the instance with the lease could not finish the job: %v, %v", held, err)
		}
	})
}

func TestStoppingWaitsForRunningJobs(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		q := newQueue(t, d, clock.System)
		begun, goOn := make(chan struct{}), make(chan struct{})
		Handle(q, "slow", func(ctx context.Context, _ letter) error {
			close(begun)
			<-goOn
			return ctx.Err() // an interrupted job would fail
		})
		enqueue(t, d, q, Job{Kind: "slow", Body: letter{}})
		stop := run(t, q)
		<-begun
		stopped := make(chan struct{})
		go func() { stop(); close(stopped) }()
		select {
		case <-stopped:
			t.Error("stopped while a job was running")
		case <-time.After(30 * time.Millisecond):
		}
		close(goOn)
		<-stopped
		if all := rows(t, d); !all[0].Done {
			t.Errorf("the job was not finished: %+v", all[0])
		}
	})
}

func TestUnknownKindsAreLeftForOthers(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		q := newQueue(t, d, clock.NewManual(start))
		Handle(q, "mail", func(context.Context, letter) error { return nil })
		enqueue(t, d, q, Job{Kind: "newer", Body: letter{}}, Job{Kind: "mail", Body: letter{}})
		jobs, err := q.claim(t.Context(), q.kinds(), 9)
		if err != nil || len(jobs) != 1 || jobs[0].Kind != "mail" {
			t.Errorf("claimed %v, %v; want the mail alone", jobs, err)
		}
	})
}

func TestDoneJobsArePrunedBeforeFailedOnes(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, c := open(t), clock.NewManual(start)
		q := newQueue(t, d, c)
		Handle(q, "good", func(context.Context, letter) error { return nil })
		Handle(q, "bad", func(context.Context, letter) error { return errors.New("no") })
		enqueue(t, d, q, Job{Kind: "good", Body: letter{}}, Job{Kind: "bad", Body: letter{}, MaxAttempts: 1})
		jobs, err := q.claim(t.Context(), q.kinds(), 9)
		if err != nil {
			t.Fatal(err)
		}
		for _, j := range jobs {
			q.run(t.Context(), j)
		}
		left := func() string {
			var kinds []string
			for _, r := range rows(t, d) {
				kinds = append(kinds, r.Kind)
			}
			return fmt.Sprint(kinds)
		}
		c.Advance(keepDone)
		if err := q.prune(t.Context()); err != nil || left() != "[good bad]" {
			t.Errorf("at the limit: %s, %v", left(), err)
		}
		c.Advance(time.Millisecond)
		if err := q.prune(t.Context()); err != nil || left() != "[bad]" {
			t.Errorf("after the limit: %s, %v", left(), err)
		}
		c.Advance(keepGivenUp - keepDone - time.Millisecond)
		if err := q.prune(t.Context()); err != nil || left() != "[bad]" {
			t.Errorf("at the limit of jobs that were given up: %s, %v", left(), err)
		}
		c.Advance(time.Millisecond)
		if err := q.prune(t.Context()); err != nil || left() != "[]" {
			t.Errorf("after the limit: %s, %v", left(), err)
		}
	})
}
