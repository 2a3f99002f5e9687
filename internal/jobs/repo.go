package jobs

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hawker/internal/db"
)

// claimed is a job this instance holds until its lease ends. Attempts counts
// this one too, and so tells our hold from a later one.
type claimed struct {
	ID          int64
	Kind        string
	Body        string
	Attempts    int64
	MaxAttempts int64
}

// due is the condition of a job that may be claimed; $1 is now.
const due = `done_at IS NULL AND run_at <= $1 AND (locked_until IS NULL OR locked_until <= $1) AND attempts < max_attempts`

// claim takes up to limit due jobs of the kinds we handle, the oldest first.
func (q *Queue) claim(ctx context.Context, limit int) ([]claimed, error) {
	now := q.clock.Now()
	kinds, args := q.kinds(now.UnixMilli())
	// Looking costs a reader; claiming would cost the one writer, every second.
	waiting, err := db.Many[int64](ctx, q.db.R, `SELECT id FROM jobs WHERE `+due+` AND kind IN (`+kinds+`) LIMIT 1`, args...)
	if err != nil || len(waiting) == 0 {
		return nil, err
	}

	var jobs []claimed
	kinds, args = q.kinds(now.UnixMilli(), now.Add(q.lease).UnixMilli(), limit)
	err = db.InTx(ctx, q.db, func(tx *db.Tx) (err error) {
		// Materialized, or PostgreSQL might run the limit once a row.
		jobs, err = db.Many[claimed](ctx, tx, `
			WITH due AS MATERIALIZED (
				SELECT id FROM jobs WHERE `+due+` AND kind IN (`+kinds+`)
				ORDER BY run_at, id LIMIT $3`+tx.Dialect.SkipLocked()+`
			)
			UPDATE jobs SET locked_until = $2, attempts = attempts + 1 WHERE id IN (SELECT id FROM due)
			RETURNING id, kind, body, attempts, max_attempts`, args...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("claim jobs: %w", err)
	}
	return jobs, nil
}

// kinds adds the kinds we handle to args and answers their placeholders: an
// older instance leaves a newer one's jobs alone.
func (q *Queue) kinds(args ...any) (string, []any) {
	var places []string
	for _, kind := range slices.Sorted(maps.Keys(q.handlers)) {
		args = append(args, kind)
		places = append(places, fmt.Sprintf("$%d", len(args)))
	}
	return strings.Join(places, ", "), args
}

// finish notes that the job is done. It answers false when our hold had ended
// and another instance took over.
func (q *Queue) finish(ctx context.Context, j claimed) (bool, error) {
	return q.note(ctx, `UPDATE jobs SET done_at = $1, locked_until = NULL WHERE id = $2 AND attempts = $3`,
		q.clock.Now().UnixMilli(), j.ID, j.Attempts)
}

// retry lets go of the job and says when it may be tried again.
func (q *Queue) retry(ctx context.Context, j claimed, why error) (bool, error) {
	return q.note(ctx, `UPDATE jobs SET run_at = $1, last_error = $2, locked_until = NULL WHERE id = $3 AND attempts = $4`,
		q.clock.Now().Add(backoff(j.Attempts)).UnixMilli(), why.Error(), j.ID, j.Attempts)
}

func (q *Queue) note(ctx context.Context, query string, args ...any) (held bool, err error) {
	err = db.InTx(ctx, q.db, func(tx *db.Tx) error {
		n, err := db.Exec(ctx, tx, query, args...)
		held = n == 1
		return err
	})
	return held, err
}

// prune forgets jobs done long ago. What was given up stays for people to see.
func (q *Queue) prune(ctx context.Context) error {
	_, err := q.note(ctx, `DELETE FROM jobs WHERE done_at < $1`, q.clock.Now().Add(-keepDone).UnixMilli())
	return err
}
