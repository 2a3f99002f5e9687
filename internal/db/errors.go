package db

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// What callers ask about with errors.Is. The driver's own error stays in the
// chain for the log.
var (
	ErrNotFound = errors.New("no such row")
	ErrExists   = errors.New("a row with this key exists")
	ErrCheck    = errors.New("a check constraint refused the row")
)

// translate wraps a driver's error in ours, and adds where the database is when it
// is away or damaged.
func (p *Pool) translate(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sql.ErrNoRows):
		return ErrNotFound
	}
	if word := meaning(err); word != nil {
		return fmt.Errorf("%w: %w", word, err)
	}
	if _, known := errors.AsType[*Fault](err); known {
		return err
	}
	if sort := sortOf(err); sort != sound {
		return &Fault{place: p.place, sort: sort, cause: err}
	}
	return err
}

func meaning(err error) error {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		switch e.Code() {
		case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_ROWID:
			return ErrExists
		case sqlite3.SQLITE_CONSTRAINT_CHECK:
			return ErrCheck
		}
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch e.Code {
		case "23505": // unique_violation
			return ErrExists
		case "23514": // check_violation
			return ErrCheck
		}
	}
	return nil
}

// canRetry tells whether the same transaction may be run again: it was rolled back
// because of what others did, not of what it did. A connection lost during COMMIT
// is not such a case, because the commit may have happened.
func canRetry(err error) bool {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		primary := e.Code() & 0xff // extended codes say more in the high bits
		return primary == sqlite3.SQLITE_BUSY || primary == sqlite3.SQLITE_LOCKED
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch e.Code {
		case "40001", "40P01", "55P03": // serialization_failure, deadlock_detected, lock_not_available
			return true
		}
	}
	return false
}
