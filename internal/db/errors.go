package db

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Errors that callers check with errors.Is. The driver's error stays in the chain,
// for the log.
var (
	ErrNotFound = errors.New("no such row")
	ErrExists   = errors.New("a row with this key exists")
	ErrCheck    = errors.New("a check constraint refused the row")
)

// translate wraps a driver's error in ours. If the database is unavailable or
// damaged, it adds where the database is.
func (p *Pool) translate(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sql.ErrNoRows):
		return ErrNotFound
	}
	if refusal := refusalOf(err); refusal != nil {
		return fmt.Errorf("%w: %w", refusal, err)
	}
	if _, known := errors.AsType[*Fault](err); known {
		return err
	}
	if kind := faultKindOf(err); kind != noFault {
		return &Fault{location: p.location, kind: kind, cause: err}
	}
	return err
}

// refusalOf returns ErrExists or ErrCheck if a constraint refused the statement.
func refusalOf(err error) error {
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

// canRetry reports whether the same transaction may run again: it was rolled back
// because of another transaction. After a connection is lost during COMMIT it may
// not, because the commit may have happened.
func canRetry(err error) bool {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		primary := e.Code() & 0xff // the high bits are the extended code
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
