// Package jobs runs work after a transaction, such as mail and calls to other services,
// and periodic work. The transaction inserts the job as a row, so a job exists only if
// its transaction was committed.
//
// A job runs at least once, and on one instance at a time. After a crash it may run
// again, so a handler must be safe to repeat. An instance leases a job for some seconds,
// by the database's clock, and renews the lease while the handler runs. So the jobs of a
// killed instance wait only for the end of their lease.
package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"time"

	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
)

const (
	defaultAttempts = 12 // with the pauses of backoff, about 75 minutes
	workers         = 4  // of jobs of our own
	lease           = 12 * time.Second
	maxRun          = time.Minute // the limit of a handler
	poll            = time.Second
	keepDone        = 7 * 24 * time.Hour
	keepGivenUp     = 90 * 24 * time.Hour
)

// Job is a job to enqueue.
type Job struct {
	Kind        string    // selects the handler
	Body        any       // the argument, stored as JSON
	RunAt       time.Time // not before; zero: now
	UniqueKey   string    // if set, a second job with this key is not written, even after the first is done
	MaxAttempts int       // zero: 12; after them the job stays with its last error
}

// Unlimited is the MaxAttempts of a job that never gives up. Most attempts are a quarter of
// an hour apart.
const Unlimited = math.MaxInt

// Handler runs one job. After an error or a panic the job is tried again later, not before
// the RetryAfter of an errs.Error. ctx ends if the lease cannot be renewed, because then
// another instance may run the job.
type Handler func(ctx context.Context, body []byte) error

// Queue is the table of jobs, with the handlers of this instance. Safe for concurrent
// use after Run is called.
type Queue struct {
	db       *db.DB
	clock    clock.Clock
	log      *slog.Logger
	handlers map[string]Handler
	every    map[string]time.Duration // the intervals of periodic jobs, by kind
	services map[string]Service       // that kinds call; of the others, none
	lanes    map[Service]*lane

	lease, poll, maxRun time.Duration
	tracer              trace.Tracer

	stats   stats
	running runningJobs
}

// New makes a queue without handlers.
func New(d *db.DB, c clock.Clock, log *slog.Logger) *Queue {
	q := &Queue{
		db: d, clock: c, log: log,
		handlers: map[string]Handler{},
		every:    map[string]time.Duration{},
		services: map[string]Service{},
		lanes:    newLanes(),
		lease:    lease, poll: poll, maxRun: maxRun,
		tracer: noop.NewTracerProvider().Tracer(""),
		stats:  newStats(),
	}
	Every(q, "jobs.prune", time.Hour, q.prune)
	return q
}

// Trace makes a span of each attempt of a job. Call it before Run.
func (q *Queue) Trace(spans trace.TracerProvider) { q.tracer = spans.Tracer("hawker/internal/jobs") }

// Handle sets the handler of a kind, whose jobs have a T as body. Call it before Run.
func Handle[T any](q *Queue, kind string, do func(ctx context.Context, body T) error) {
	q.handlers[kind] = func(ctx context.Context, text []byte) error {
		var body T
		if err := json.Unmarshal(text, &body); err != nil {
			return fmt.Errorf("read the body: %w", err)
		}
		return do(ctx, body)
	}
}

// HandleOutside is Handle for jobs that call another service, such as a mail server.
func HandleOutside[T any](q *Queue, to Service, kind string, do func(ctx context.Context, body T) error) {
	Handle(q, kind, do)
	q.services[kind] = to
}

// Enqueue writes the job in tx. After the commit, the queue of this process polls
// immediately. Other instances find the job within a second.
func (q *Queue) Enqueue(ctx context.Context, tx *db.Tx, j Job) error {
	body, err := json.Marshal(j.Body)
	if err != nil {
		return fmt.Errorf("write the body of job %s: %w", j.Kind, err)
	}
	now := q.clock.Now()
	if j.RunAt.IsZero() {
		j.RunAt = now
	}
	if j.MaxAttempts == 0 {
		j.MaxAttempts = defaultAttempts
	}
	var key *string
	if j.UniqueKey != "" {
		key = &j.UniqueKey
	}
	_, err = db.Exec(ctx, tx, `
		INSERT INTO jobs (kind, body, run_at, attempts, max_attempts, last_error, unique_key, created_at)
		VALUES ($1, $2, $3, 0, $4, '', $5, $6)
		ON CONFLICT (unique_key) DO NOTHING`,
		j.Kind, string(body), j.RunAt.UnixMilli(), j.MaxAttempts, key, now.UnixMilli())
	if err != nil {
		return fmt.Errorf("enqueue %s: %w", j.Kind, err)
	}
	tx.AfterCommit(q.lanes[q.services[j.Kind]].wakeUp)
	return nil
}

// Wake makes Run poll now.
func (q *Queue) Wake() {
	for _, l := range q.lanes {
		l.wakeUp()
	}
}

// backoff returns the pause after the n-th failed attempt: 1 s, 2 s, 4 s and so on, at
// most 15 minutes.
func backoff(n int64) time.Duration {
	const maxPause = 15 * time.Minute
	return min(time.Second<<min(n-1, 20), maxPause)
}

// requestedPause returns the pause that an error asks for, such as that of a service with a rate
// limit, at most an hour.
func requestedPause(why error) time.Duration {
	if e, ok := errors.AsType[*errs.Error](why); ok {
		return min(e.RetryAfter, time.Hour)
	}
	return 0
}
