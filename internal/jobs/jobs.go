// Package jobs runs work after a transaction: mail, calls to other services, things
// due at a time. The transaction inserts the job as a row, so a job exists only if
// its transaction was committed.
//
// A job runs at least once, and by one instance at a time. A crash may run it
// again, so a handler must be safe to repeat. An instance leases a job for seconds,
// by the database's clock, and renews the lease while the handler runs: the jobs of
// an instance that was killed wait only that long.
package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
)

const (
	defaultAttempts = 12 // with the pauses of backoff, about 75 minutes of trying
	workers         = 4
	lease           = 12 * time.Second
	longest         = time.Minute // how long a handler may take
	poll            = time.Second
	keepDone        = 7 * 24 * time.Hour
	keepGivenUp     = 90 * 24 * time.Hour
)

// Job is what Enqueue writes.
type Job struct {
	Kind        string    // which handler
	Body        any       // its argument, kept as JSON
	RunAt       time.Time // not before; zero: at once
	UniqueKey   string    // when set, a second job with this key is not written, even after the first is done
	MaxAttempts int       // zero: 12; then the job is kept with its last error
}

// Handler does one job. An error, a panic among them, runs it again later. ctx
// ends when the lease could not be renewed, after which another instance may try.
type Handler func(ctx context.Context, body []byte) error

// Queue is the jobs table and the handlers this instance has for it. Safe for
// concurrent use once Run is called.
type Queue struct {
	db       *db.DB
	clock    clock.Clock
	log      *slog.Logger
	handlers map[string]Handler
	every    map[string]time.Duration // of the kinds that come back
	wake     chan struct{}

	lease, poll, longest time.Duration

	figures figures
	inHand  inHand
}

// New makes a queue without handlers.
func New(d *db.DB, c clock.Clock, log *slog.Logger) *Queue {
	q := &Queue{
		db: d, clock: c, log: log,
		handlers: map[string]Handler{},
		every:    map[string]time.Duration{},
		wake:     make(chan struct{}, 1),
		lease:    lease, poll: poll, longest: longest,
		figures: newFigures(),
	}
	Every(q, "jobs.prune", time.Hour, q.prune)
	return q
}

// Handle says who does the jobs of a kind; T is what their body holds. Call it
// before Run.
func Handle[T any](q *Queue, kind string, do func(ctx context.Context, body T) error) {
	q.handlers[kind] = func(ctx context.Context, text []byte) error {
		var body T
		if err := json.Unmarshal(text, &body); err != nil {
			return fmt.Errorf("read the body: %w", err)
		}
		return do(ctx, body)
	}
}

// Enqueue writes the job as a part of tx. Once that holds, a queue that runs in
// this process looks at once; others find the job within a second.
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
	tx.AfterCommit(q.Wake)
	return nil
}

// Wake makes Run look for jobs now.
func (q *Queue) Wake() {
	select {
	case q.wake <- struct{}{}:
	default: // it will look anyway
	}
}

// backoff is how long a job rests after its n-th failed attempt: 1 s, 2 s, 4 s
// and so on, at most 15 minutes.
func backoff(n int64) time.Duration {
	const longest = 15 * time.Minute
	return min(time.Second<<min(n-1, 20), longest)
}
