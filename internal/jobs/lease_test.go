package jobs

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// A handler that runs much longer than the lease keeps its job.
func TestALeaseIsRenewedWhileTheHandlerRuns(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		t.Parallel()
		d := open(t)
		var runs atomic.Int32
		begun, goOn := make(chan struct{}, 9), make(chan struct{})
		var queues []*Queue
		for range 2 {
			q := newQueue(t, d, clock.System)
			q.lease = 3 * time.Second // a busy machine may stop us for a second
			Handle(q, "slow", func(ctx context.Context, _ letter) error {
				runs.Add(1)
				begun <- struct{}{}
				select {
				case <-goOn:
				case <-ctx.Done():
				}
				return ctx.Err()
			})
			queues = append(queues, q)
		}
		enqueue(t, d, queues[0], Job{Kind: "slow", Body: letter{}})
		for _, q := range queues {
			run(t, q)
		}
		<-begun
		time.Sleep(2 * queues[0].lease)
		close(goOn)
		until(t, "the job is done", allDone(t, d))
		if n := runs.Load(); n != 1 {
			t.Errorf("ran %d times", n)
		}
	})
}

// The jobs of a killed instance run again after the lease, not only after a minute.
func TestAKilledInstancesJobsWaitOnlyForTheirLease(t *testing.T) {
	t.Parallel()
	if lease+poll > 15*time.Second {
		t.Errorf("the jobs of a killed instance wait %v", lease+poll)
	}
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		killed, other := newQueue(t, d, clock.System), newQueue(t, d, clock.System)
		killed.lease = 300 * time.Millisecond
		for _, q := range []*Queue{killed, other} {
			Handle(q, "mail", func(context.Context, letter) error { return nil })
		}
		enqueue(t, d, killed, Job{Kind: "mail", Body: letter{}})
		if held, err := killed.claim(t.Context(), killed.kinds(), 1); err != nil || len(held) != 1 {
			t.Fatal(held, err)
		}
		run(t, other)
		until(t, "another instance does it", allDone(t, d))
	})
}

func TestAHandlerWithoutALeaseIsStopped(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		q := newQueue(t, d, clock.System)
		q.lease = 150 * time.Millisecond
		cause := make(chan error, 1)
		Handle(q, "slow", func(ctx context.Context, _ letter) error {
			<-ctx.Done()
			cause <- context.Cause(ctx)
			return ctx.Err()
		})
		enqueue(t, d, q, Job{Kind: "slow", Body: letter{}})
		jobs, err := q.claim(t.Context(), q.kinds(), 1)
		if err != nil || len(jobs) != 1 {
			t.Fatal(jobs, err)
		}
		// As if another instance claimed it: the number of attempts identifies the lease.
		err = db.InTx(t.Context(), d, func(tx *db.Tx) error {
			_, err := db.Exec(t.Context(), tx, `UPDATE jobs SET attempts = attempts + 1`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		q.run(t.Context(), jobs[0])
		if err := <-cause; !errors.Is(err, errLeaseLost) {
			t.Errorf("stopped by %v", err)
		}
	})
}

// The database stops responding while a job runs. Afterwards the job is stored as done,
// and does not run again.
func TestAJobThatEndsWhileTheDatabaseIsUnavailableRunsOnce(t *testing.T) {
	t.Parallel()
	o := dbtest.Migrated(t, db.Postgres)
	proxy := dbtest.Through(t, o)
	proxy.Options.CallTime = 2 * time.Second
	d, q := dbtest.OpenAt(t, o), newQueue(t, dbtest.OpenAt(t, proxy.Options), clock.System)
	q.lease = 200 * time.Millisecond
	var runs atomic.Int32
	Handle(q, "mail", func(context.Context, letter) error {
		if runs.Add(1) == 1 {
			proxy.Drop()
		}
		return nil
	})
	enqueue(t, d, q, Job{Kind: "mail", Body: letter{}})
	run(t, q)
	until(t, "the job runs", func() bool { return runs.Load() > 0 })
	time.Sleep(5 * q.lease)
	proxy.Failover()
	until(t, "the job is noted as done", allDone(t, d))
	if n := runs.Load(); n != 1 {
		t.Errorf("done %d times", n)
	}
}

// The queue also polls while all workers are busy. A queue that cannot poll is not ready.
func TestAQueueThatDoesNotPollIsNotReady(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	q := newQueue(t, d, clock.System)
	goOn := make(chan struct{})
	var busy atomic.Int32
	Handle(q, "slow", func(context.Context, letter) error { busy.Add(1); <-goOn; return nil })
	for range workers {
		enqueue(t, d, q, Job{Kind: "slow", Body: letter{}})
	}
	if err := q.Ready(t.Context()); err != nil {
		t.Errorf("before it runs: %v", err)
	}
	run(t, q)
	defer close(goOn)
	until(t, "all workers are busy", func() bool { return busy.Load() == workers })
	silence := func() {
		q.stats.mu.Lock()
		defer q.stats.mu.Unlock()
		q.stats.poll = time.Now().Add(-maxSilence - time.Second)
	}
	silence()
	until(t, "it polls although no worker is free", func() bool { return q.Ready(t.Context()) == nil })
}

func TestAnUnavailableDatabaseShowsInTheStats(t *testing.T) {
	t.Parallel()
	proxy := dbtest.Through(t, dbtest.Migrated(t, db.Postgres))
	proxy.Options.CallTime = 2 * time.Second
	q := newQueue(t, dbtest.OpenAt(t, proxy.Options), clock.System)
	q.log = slog.New(slog.DiscardHandler)
	run(t, q)
	until(t, "it polls", func() bool { return q.Stats().SincePoll > 0 })
	proxy.Drop()
	until(t, "the time since the last poll grows", func() bool { return q.Stats().SincePoll > time.Second })
	proxy.Failover()
	until(t, "it polls again", func() bool { return q.Stats().SincePoll < 500*time.Millisecond })
}

// The instance was killed during the last attempt, so it cannot store the outcome.
func TestAJobWithoutAttemptsLeftIsGivenUp(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		q := newQueue(t, d, clock.NewManual(start))
		Handle(q, "refund", func(context.Context, letter) error { return nil })
		enqueue(t, d, q, Job{Kind: "refund", Body: letter{}, MaxAttempts: 1})
		jobs, err := q.claim(t.Context(), q.kinds(), 9)
		if err != nil || len(jobs) != 1 {
			t.Fatal(jobs, err)
		}
		q.running.drop(jobs[0].ID) // killed
		given := func() int64 {
			t.Helper()
			n, err := db.One[int64](t.Context(), d.R, `SELECT COUNT(*) FROM jobs WHERE given_up_at IS NOT NULL`)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		if err := q.giveUp(t.Context()); err != nil || given() != 0 {
			t.Errorf("given up during its lease: %v", err)
		}
		shift(t, d, -lease)
		for range 2 {
			if err := q.giveUp(t.Context()); err != nil || given() != 1 {
				t.Errorf("%d are given up, %v", given(), err)
			}
		}
		if n := q.Stats().Counts[Count{"refund", GivenUp}]; n != 1 {
			t.Errorf("counted %d times", n)
		}
	})
}

func TestWaitingJobsAreCounted(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, c := open(t), clock.NewManual(start)
		q := newQueue(t, d, c)
		Handle(q, "mail", func(context.Context, letter) error { return nil })
		enqueue(t, d, q, Job{Kind: "mail", Body: letter{}}, Job{Kind: "mail", Body: letter{}, RunAt: start.Add(time.Minute)}, Job{Kind: "mail", Body: letter{}, RunAt: start.Add(time.Hour)})
		c.Advance(10 * time.Minute)
		if err := q.measure(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got, want := q.Stats().Backlog["mail"], (Backlog{Waiting: 2, Oldest: 10 * time.Minute}); got != want {
			t.Errorf("the backlog is %+v, want %+v", got, want)
		}
	})
}

// A mail server that is down makes no job due for long: each failed attempt plans the next.
// So jobs that wait for another attempt are counted too, and what has run is timed.
func TestFailedJobsAreCountedAndTimed(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, c := open(t), clock.NewManual(start)
		q := newQueue(t, d, c)
		Handle(q, "mail", func(context.Context, letter) error { return errors.New("the server is down") })
		Handle(q, "push", func(context.Context, letter) error { return nil })
		enqueue(t, d, q, Job{Kind: "mail", Body: letter{}}, Job{Kind: "push", Body: letter{}})
		jobs, err := q.claim(t.Context(), q.kinds(), 9)
		if err != nil {
			t.Fatal(err)
		}
		for _, j := range jobs {
			q.run(t.Context(), j)
		}
		if err := q.measure(t.Context()); err != nil {
			t.Fatal(err)
		}
		f := q.Stats()
		if got, want := f.Backlog["mail"], (Backlog{Retrying: 1}); got != want {
			t.Errorf("the backlog is %+v, want %+v", got, want)
		}
		if took := f.Attempts["mail"]; took.Count != 1 || took.Buckets[60] != 1 {
			t.Errorf("the attempt is timed as %+v", took)
		}
		if _, found := f.Counts[Count{"push", GivenUp}]; !found || f.Counts[Count{"push", Done}] != 1 {
			t.Errorf("the outcomes are %v", f.Counts)
		}
		if f.Succeeded["push"].IsZero() || !f.Succeeded["mail"].IsZero() {
			t.Errorf("the last successes are %v", f.Succeeded)
		}
	})
}

// Leases end by the database's clock, so instances whose clocks differ do not run each
// other's jobs a second time.
func TestInstancesWhoseClocksDifferRunEveryJobOnce(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		const many = 20
		d := open(t)
		var runs [many]atomic.Int32
		var queues []*Queue
		for _, ahead := range []time.Duration{0, 5 * time.Minute} {
			q := newQueue(t, d, clock.NewManual(start.Add(ahead)))
			Handle(q, "sms", func(_ context.Context, i int) error {
				runs[i].Add(1)
				time.Sleep(20 * time.Millisecond) // several polls of the other
				return nil
			})
			queues = append(queues, q)
		}
		var all []Job
		for i := range many {
			all = append(all, Job{Kind: "sms", Body: i})
		}
		enqueue(t, d, queues[0], all[:many/2]...)
		enqueue(t, d, queues[1], all[many/2:]...)
		for _, q := range queues {
			run(t, q)
		}
		until(t, "all are done", allDone(t, d))
		for i := range runs {
			if n := runs[i].Load(); n != 1 {
				t.Errorf("job %d ran %d times", i, n)
			}
		}
	})
}
