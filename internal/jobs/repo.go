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

// claimed is a job that this instance has locked until its lease ends. Attempts counts
// this one too, and so tells this lease from a later one.
type claimed struct {
	ID          int64
	Kind        string
	Body        string
	Attempts    int64
	MaxAttempts int64
}

// last tells whether this is the last attempt.
func (j claimed) last() bool { return j.Attempts >= j.MaxAttempts }

// due is the condition of a job that may be claimed; $1 is now.
func (q *Queue) due() string {
	return `done_at IS NULL AND given_up_at IS NULL AND run_at <= $1 AND attempts < max_attempts AND ` + q.unlocked()
}

// unlocked is the condition of a job that no instance has locked, by the clock of the
// database, on which all instances agree.
func (q *Queue) unlocked() string {
	return `(locked_until IS NULL OR locked_until <= ` + q.db.Dialect.Now() + `)`
}

// claim locks up to limit due jobs of the kinds that this instance handles, the oldest
// first. It does not claim again what this instance is running, even if the lease was
// lost: only the database cannot be reached.
func (q *Queue) claim(ctx context.Context, limit int) ([]claimed, error) {
	now := q.clock.Now()
	kinds, args := q.kinds(now.UnixMilli())
	mine := q.inHand.without()
	// Looking costs a reader; claiming would cost the one writer, every second.
	waiting, err := db.Many[int64](ctx, q.db.R, `SELECT id FROM jobs WHERE `+q.due()+` AND kind IN (`+kinds+`)`+mine+` LIMIT 1`, args...)
	if err != nil || len(waiting) == 0 || limit == 0 {
		return nil, err
	}

	var jobs []claimed
	kinds, args = q.kinds(now.UnixMilli(), q.lease.Milliseconds(), limit)
	err = db.InTx(ctx, q.db, func(tx *db.Tx) (err error) {
		// Materialized, or PostgreSQL might run the limit once a row.
		jobs, err = db.Many[claimed](ctx, tx, `
			WITH due AS MATERIALIZED (
				SELECT id FROM jobs WHERE `+q.due()+` AND kind IN (`+kinds+`)`+mine+`
				ORDER BY run_at, id LIMIT $3`+tx.Dialect.SkipLocked()+`
			)
			UPDATE jobs SET locked_until = `+tx.Dialect.Now()+` + $2, attempts = attempts + 1 WHERE id IN (SELECT id FROM due)
			RETURNING id, kind, body, attempts, max_attempts`, args...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("claim jobs: %w", err)
	}
	q.inHand.add(jobs)
	return jobs, nil
}

// renew extends the lease. It returns false when another instance has claimed the job.
func (q *Queue) renew(ctx context.Context, j claimed) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, q.lease/3)
	defer cancel()
	return q.note(ctx, `UPDATE jobs SET locked_until = `+q.db.Dialect.Now()+` + $1 WHERE id = $2 AND attempts = $3 AND locked_until IS NOT NULL`,
		q.lease.Milliseconds(), j.ID, j.Attempts)
}

// kinds adds the kinds that this instance handles to args and returns their
// placeholders: an older instance leaves the jobs of a newer one alone.
func (q *Queue) kinds(args ...any) (string, []any) {
	var places []string
	for _, kind := range slices.Sorted(maps.Keys(q.handlers)) {
		args = append(args, kind)
		places = append(places, fmt.Sprintf("$%d", len(args)))
	}
	return strings.Join(places, ", "), args
}

// finish stores that the job is done, or when it runs again. It returns false when the
// lease had ended and another instance has claimed the job.
func (q *Queue) finish(ctx context.Context, j claimed) (bool, error) {
	now := q.clock.Now()
	if interval, ok := q.every[j.Kind]; ok {
		return q.note(ctx, `UPDATE jobs SET run_at = $1, last_error = '', locked_until = NULL WHERE id = $2 AND attempts = $3`,
			now.Add(interval).UnixMilli(), j.ID, j.Attempts)
	}
	return q.note(ctx, `UPDATE jobs SET done_at = $1, locked_until = NULL WHERE id = $2 AND attempts = $3`,
		now.UnixMilli(), j.ID, j.Attempts)
}

// retry unlocks the job and stores when it may be tried again, or that it is given up.
func (q *Queue) retry(ctx context.Context, j claimed, why error) (bool, error) {
	now := q.clock.Now()
	if j.last() {
		return q.note(ctx, `UPDATE jobs SET given_up_at = $1, last_error = $2, locked_until = NULL WHERE id = $3 AND attempts = $4`,
			now.UnixMilli(), why.Error(), j.ID, j.Attempts)
	}
	pause := backoff(j.Attempts)
	if interval, ok := q.every[j.Kind]; ok {
		pause = min(interval, againAfter)
	}
	return q.note(ctx, `UPDATE jobs SET run_at = $1, last_error = $2, locked_until = NULL WHERE id = $3 AND attempts = $4`,
		now.Add(pause).UnixMilli(), why.Error(), j.ID, j.Attempts)
}

func (q *Queue) note(ctx context.Context, query string, args ...any) (held bool, err error) {
	err = db.InTx(ctx, q.db, func(tx *db.Tx) error {
		n, err := db.Exec(ctx, tx, query, args...)
		held = n == 1
		return err
	})
	return held, err
}

// prune deletes jobs done long ago. What was given up stays for people to see, but
// not for ever: a stranger can have mail sent that never arrives.
func (q *Queue) prune(ctx context.Context) error {
	now := q.clock.Now()
	return errors.Join(
		db.Prune(ctx, q.db, "jobs", `done_at < $1`, now.Add(-keepDone).UnixMilli()),
		db.Prune(ctx, q.db, "jobs", `given_up_at < $1`, now.Add(-keepGivenUp).UnixMilli()),
	)
}
