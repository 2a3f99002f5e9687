package jobs

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hawker/internal/db"
)

// claimed is a job that this instance has locked until its lease ends. Attempts includes
// this one, and so distinguishes this lease from later ones.
type claimed struct {
	ID          int64
	Kind        string
	Body        string
	Attempts    int64
	MaxAttempts int64
}

// last reports whether this is the last attempt.
func (j claimed) last() bool { return j.Attempts >= j.MaxAttempts }

// due is the condition of a job that may be claimed; $1 is now.
func (q *Queue) due() string { return `run_at <= $1 AND ` + q.claimable() }

// claimable is the condition of a job that may be claimed now or later.
func (q *Queue) claimable() string {
	return `done_at IS NULL AND given_up_at IS NULL AND attempts < max_attempts AND ` + q.unlocked()
}

// unlocked is the condition of a job that no instance has locked. It uses the clock of
// the database, which is the same for all instances.
func (q *Queue) unlocked() string {
	return `(locked_until IS NULL OR locked_until <= ` + q.db.Dialect.Now() + `)`
}

// claim locks up to limit due jobs of these kinds, the oldest first. It does not claim
// jobs that this instance is running, even if their lease has ended because the database
// was unavailable.
func (q *Queue) claim(ctx context.Context, kinds []string, limit int) ([]claimed, error) {
	now := q.clock.Now()
	places, args := placesOf(kinds, now.UnixMilli())
	mine := q.running.without()
	// A read first: on SQLite a claim every second would block the one writer. In order, or
	// PostgreSQL expects to meet one soon and reads the whole table when there is none.
	waiting, err := db.Many[int64](ctx, q.db.R, `SELECT id FROM jobs WHERE `+q.due()+` AND kind IN (`+places+`)`+mine+` ORDER BY run_at, id LIMIT 1`, args...)
	if err != nil || len(waiting) == 0 || limit == 0 {
		return nil, err
	}

	var jobs []claimed
	places, args = placesOf(kinds, now.UnixMilli(), q.lease.Milliseconds(), limit)
	err = db.InTx(ctx, q.db, func(tx *db.Tx) (err error) {
		// MATERIALIZED, or PostgreSQL might evaluate the limit once for each row.
		jobs, err = db.Many[claimed](ctx, tx, `
			WITH due AS MATERIALIZED (
				SELECT id FROM jobs WHERE `+q.due()+` AND kind IN (`+places+`)`+mine+`
				ORDER BY run_at, id LIMIT $3`+tx.Dialect.SkipLocked()+`
			)
			UPDATE jobs SET locked_until = `+tx.Dialect.Now()+` + $2, attempts = attempts + 1 WHERE id IN (SELECT id FROM due)
			RETURNING id, kind, body, attempts, max_attempts`, args...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("claim jobs: %w", err)
	}
	q.running.add(jobs)
	return jobs, nil
}

// renew extends the lease. It returns false when another instance has claimed the job.
func (q *Queue) renew(ctx context.Context, j claimed) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, q.lease/3)
	defer cancel()
	return q.update(ctx, `UPDATE jobs SET locked_until = `+q.db.Dialect.Now()+` + $1 WHERE id = $2 AND attempts = $3 AND locked_until IS NOT NULL`,
		q.lease.Milliseconds(), j.ID, j.Attempts)
}

// kinds are the kinds that this instance handles. An older version does not claim new
// kinds of jobs.
func (q *Queue) kinds() []string { return slices.Sorted(maps.Keys(q.handlers)) }

// placesOf adds kinds to args, and returns their placeholders.
func placesOf(kinds []string, args ...any) (string, []any) {
	var places []string
	for _, kind := range kinds {
		args = append(args, kind)
		places = append(places, fmt.Sprintf("$%d", len(args)))
	}
	return strings.Join(places, ", "), args
}

// finish stores that the job is done, or when it runs next. It returns false if another
// instance has claimed the job since.
func (q *Queue) finish(ctx context.Context, j claimed) (bool, error) {
	now := q.clock.Now()
	if interval, ok := q.every[j.Kind]; ok {
		return q.update(ctx, `UPDATE jobs SET run_at = $1, last_error = '', locked_until = NULL WHERE id = $2 AND attempts = $3`,
			now.Add(interval).UnixMilli(), j.ID, j.Attempts)
	}
	return q.update(ctx, `UPDATE jobs SET done_at = $1, locked_until = NULL WHERE id = $2 AND attempts = $3`,
		now.UnixMilli(), j.ID, j.Attempts)
}

// retry unlocks the job and stores when it may be tried again, or that it is given up.
func (q *Queue) retry(ctx context.Context, j claimed, why error) (bool, error) {
	now := q.clock.Now()
	if j.last() {
		return q.update(ctx, `UPDATE jobs SET given_up_at = $1, last_error = $2, locked_until = NULL WHERE id = $3 AND attempts = $4`,
			now.UnixMilli(), why.Error(), j.ID, j.Attempts)
	}
	pause := max(backoff(j.Attempts), requestedPause(why))
	if interval, ok := q.every[j.Kind]; ok {
		pause = min(interval, periodicRetry)
	}
	return q.update(ctx, `UPDATE jobs SET run_at = $1, last_error = $2, locked_until = NULL WHERE id = $3 AND attempts = $4`,
		now.Add(pause).UnixMilli(), why.Error(), j.ID, j.Attempts)
}

// update changes a claimed job. It returns false if the condition matches no row,
// because another instance has claimed the job.
func (q *Queue) update(ctx context.Context, query string, args ...any) (leased bool, err error) {
	err = db.InTx(ctx, q.db, func(tx *db.Tx) error {
		n, err := db.Exec(ctx, tx, query, args...)
		leased = n == 1
		return err
	})
	return leased, err
}

// prune deletes jobs that were done long ago. Jobs that were given up stay longer, so
// that people can see them, but not for ever: anybody can cause mails that fail.
func (q *Queue) prune(ctx context.Context) error {
	now := q.clock.Now()
	return errors.Join(
		db.Prune(ctx, q.db, "jobs", `done_at < $1`, now.Add(-keepDone).UnixMilli()),
		db.Prune(ctx, q.db, "jobs", `given_up_at < $1`, now.Add(-keepGivenUp).UnixMilli()),
	)
}
