package db

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/pressly/goose/v3"
)

// A migration on PostgreSQL that waits for a table, such as one that a backup reads, makes
// everybody else who needs the table wait behind it. So each statement gives up after
// lockTime, and the migration is tried again after lockPause, until lockPatience has passed.
// So it is when PostgreSQL ends it because of a deadlock with another transaction.
const (
	lockTime     = 2 * time.Second
	lockPause    = 5 * time.Second
	lockPatience = 2 * time.Minute
)

// limitLocks is the first statement of each migration on PostgreSQL.
var limitLocks = fmt.Sprintf("SET LOCAL lock_timeout = %d;", lockTime.Milliseconds())

// up runs the migrations that are missing.
func up(ctx context.Context, d *DB, p *goose.Provider, patience time.Duration) error {
	for end := time.Now().Add(patience); ; {
		_, err := p.Up(ctx)
		failed, ok := errors.AsType[*goose.PartialError](err)
		if !ok || !isLockFailure(err) {
			return err
		}
		name, longest := path.Base(failed.Failed.Source.Path), longestTransaction(ctx, d.W)
		if time.Now().Add(lockPause).After(end) {
			return fmt.Errorf("%s has waited for a lock for %v; %s. Start again when it has ended: %w", name, patience, longest, err)
		}
		slog.WarnContext(ctx, "a migration waits for a lock, trying again", "migration", name, "longest", longest)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lockPause):
		}
	}
}

func isLockFailure(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (e.Code == "55P03" || e.Code == "40P01") // lock_not_available, deadlock_detected
}

// longestTransaction describes the transaction that has been open for longest, which is
// probably the one that a migration waits for.
func longestTransaction(ctx context.Context, q Q) string {
	type transaction struct {
		PID     int64
		Name    string
		Seconds int64
		Query   string
	}
	t, err := One[transaction](ctx, q, `
		SELECT pid, application_name AS name, CAST(EXTRACT(EPOCH FROM clock_timestamp() - xact_start) AS BIGINT) AS seconds, LEFT(query, 100) AS query
		FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
		ORDER BY xact_start LIMIT 1`)
	if err != nil {
		return "no other transaction is open any more"
	}
	return fmt.Sprintf("process %d of %q has had a transaction open for %ds, last with %q", t.PID, t.Name, t.Seconds, t.Query)
}
