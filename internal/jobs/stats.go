package jobs

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"time"

	"hawker/internal/db"
)

// Outcome is how one attempt of a job ended.
type Outcome string

// The outcomes.
const (
	Done    Outcome = "done"
	Failed  Outcome = "failed" // and will be tried again
	GivenUp Outcome = "given_up"
)

// Count is a kind and an outcome, of which attempts are counted since this instance
// started.
type Count struct {
	Kind    string
	Outcome Outcome
}

// Stats say how the queue does, for metrics and for the readiness check.
type Stats struct {
	SincePoll time.Duration        // since the last successful search for jobs
	Counts    map[Count]int64      // of every kind that this instance handles, also 0
	Attempts  map[string]Durations // how long they took, by kind
	Succeeded map[string]time.Time // when a job last succeeded on this instance, by kind
	Backlog   map[string]Backlog   // of all instances, by kind
}

// Backlog are the jobs of one kind that are not running.
type Backlog struct {
	Waiting  int64         // due jobs
	Oldest   time.Duration // how long the oldest of them has been due
	Retrying int64         // jobs that failed and wait for their next attempt
}

// Stats returns the current stats. Backlog is at most ten seconds old.
func (q *Queue) Stats() Stats {
	now := q.stats.read()
	for kind := range q.handlers {
		for _, how := range []Outcome{Done, Failed, GivenUp} {
			now.Counts[Count{kind, how}] += 0 // a counter that begins with 1 hides its first increase
		}
	}
	return now
}

// maxSilence is how long ago the last poll may be.
const maxSilence = 10 * time.Second

// Ready returns an error if the queue has not polled for a while. Before Run it is ready.
func (q *Queue) Ready(context.Context) error {
	if since := q.stats.sincePoll(); since > maxSilence {
		return fmt.Errorf("no poll for jobs in the last %v", since.Round(time.Second))
	}
	return nil
}

type stats struct {
	mu          sync.Mutex
	counts      map[Count]int64
	attempts    map[string]Durations
	succeeded   map[string]time.Time
	backlog     map[string]Backlog
	poll        time.Time // zero: it does not run yet
	upkept      time.Time
	errorLogged time.Time
}

func newStats() stats {
	return stats{counts: map[Count]int64{}, attempts: map[string]Durations{}, succeeded: map[string]time.Time{}}
}

func (f *stats) read() Stats {
	since := f.sincePoll()
	f.mu.Lock()
	defer f.mu.Unlock()
	now := Stats{
		SincePoll: since, Counts: maps.Clone(f.counts), Attempts: map[string]Durations{},
		Succeeded: maps.Clone(f.succeeded), Backlog: maps.Clone(f.backlog),
	}
	for kind, d := range f.attempts {
		now.Attempts[kind] = d.clone()
	}
	return now
}

func (f *stats) sincePoll() time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.poll.IsZero() {
		return 0
	}
	return time.Since(f.poll)
}

func (f *stats) count(kind string, how Outcome) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.counts[Count{kind, how}]++
	if how == Done {
		f.succeeded[kind] = time.Now()
	}
}

func (f *stats) took(kind string, d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.attempts[kind] = f.attempts[kind].add(d)
}

func (f *stats) polled() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.poll = time.Now()
}

// upkeepEvery is how often waiting and lost jobs are counted, and how often an error of
// the queue is logged.
const upkeepEvery = 10 * time.Second

func (f *stats) mayLogError() bool { return f.due(&f.errorLogged) }

func (f *stats) due(last *time.Time) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !last.IsZero() && time.Since(*last) < upkeepEvery {
		return false
	}
	*last = time.Now()
	return true
}

// upkeep counts the waiting jobs, and gives up jobs whose instance was killed during the
// last attempt.
func (q *Queue) upkeep(ctx context.Context) {
	if !q.stats.due(&q.stats.upkept) {
		return
	}
	q.logError(ctx, q.giveUp(ctx), "give up jobs")
	q.logError(ctx, q.measure(ctx), "count jobs")
}

// measure counts the jobs that are not running. One that failed is not due until its next
// attempt, so a mail server that is down shows as Retrying. Jobs that are planned for later
// are many, and not read.
func (q *Queue) measure(ctx context.Context) error {
	now := q.clock.Now().UnixMilli()
	kinds, args := placesOf(q.kinds(), now)
	found, err := db.Many[struct {
		Kind     string
		Waiting  int64
		Oldest   *int64
		Retrying int64
	}](ctx, q.db.R, `
		SELECT kind, COUNT(*) AS waiting, MIN(run_at) AS oldest, 0 AS retrying
		FROM jobs WHERE `+q.due()+` AND kind IN (`+kinds+`) GROUP BY kind
		UNION ALL SELECT kind, 0, NULL, COUNT(*)
		FROM jobs WHERE run_at > $1 AND last_error <> '' AND `+q.claimable()+` AND kind IN (`+kinds+`) GROUP BY kind`, args...)
	if err != nil {
		return err
	}
	backlog := map[string]Backlog{}
	for _, f := range found {
		b := backlog[f.Kind]
		b.Waiting, b.Retrying = b.Waiting+f.Waiting, b.Retrying+f.Retrying
		if f.Oldest != nil {
			b.Oldest = time.Duration(now-*f.Oldest) * time.Millisecond
		}
		backlog[f.Kind] = b
	}
	q.stats.mu.Lock()
	defer q.stats.mu.Unlock()
	q.stats.backlog = backlog
	return nil
}

// giveUp gives up the jobs that have no attempt left and are not locked. They were due when
// their last attempt began.
func (q *Queue) giveUp(ctx context.Context) error {
	now := q.clock.Now().UnixMilli()
	left := `run_at <= $1 AND done_at IS NULL AND given_up_at IS NULL AND attempts >= max_attempts AND ` + q.unlocked()
	// A read first, because there is usually none, and a write would block other writers.
	some, err := db.Many[int64](ctx, q.db.R, `SELECT id FROM jobs WHERE `+left+` ORDER BY run_at, id LIMIT 1`, now)
	if err != nil || len(some) == 0 {
		return err
	}
	var lost []claimed
	err = db.InTx(ctx, q.db, func(tx *db.Tx) (err error) {
		lost, err = db.Many[claimed](ctx, tx, `UPDATE jobs SET given_up_at = $1, locked_until = NULL WHERE `+left+q.running.without()+`
			RETURNING id, kind, body, attempts, max_attempts`, now)
		return err
	})
	if err != nil {
		return err
	}
	for _, j := range lost {
		q.logGivenUp(j, errLeaseLost)
	}
	return nil
}

// logGivenUp logs and counts a job that will not be tried again.
func (q *Queue) logGivenUp(j claimed, why error) {
	q.log.Error("job given up", "job", j.ID, "kind", j.Kind, "attempt", j.Attempts, "error", why)
	q.stats.count(j.Kind, GivenUp)
}
