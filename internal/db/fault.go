package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"hawker/internal/errs"
)

// ErrUnavailable is what a person reads while the database is away. That passes,
// so the status is 503 and not 500.
var ErrUnavailable error = errs.New(errs.Unavailable, "We cannot do this just now. Please try again in a moment.").After(5 * time.Second)

// Fault is a database that cannot be used: away, full, not permitted, or
// damaged. It says which one, and Help says what to do.
type Fault struct {
	place string // the file, or host, database and user
	sort  sort
	cause error
}

type sort int

const (
	sound   sort = iota // the fault is not the database's
	away                // it may pass: nobody answers, no room, no permission
	damaged             // it stays
)

// Error returns where the database is and what is wrong, in the engine's words.
func (f *Fault) Error() string {
	return strings.TrimPrefix(fmt.Sprintf("%s: %v", f.place, f.cause), ": ")
}

// Unwrap makes a database that is away match ErrUnavailable.
func (f *Fault) Unwrap() []error {
	if f.sort == away {
		return []error{ErrUnavailable, f.cause}
	}
	return []error{f.cause}
}

// Damaged tells whether the file itself is damaged.
func (f *Fault) Damaged() bool { return f.sort == damaged }

func sortOf(err error) sort {
	// A context that ended says nothing about the database.
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return sound
	}
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return sqliteSort(e.Code() & 0xff) // extended codes say more in the high bits
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return postgresSort(e.Code)
	}
	if lostConnection(err) {
		return away
	}
	return sound
}

func sqliteSort(code int) sort {
	switch code {
	case sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY,
		sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY:
		return away
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return damaged
	}
	return sound
}

// postgresSort reads the class of a code: 08 connection, 28 who may come in, 3D
// no such database, 53 no room, 57P it is stopping or starting, 58 its system,
// XX001 and XX002 damaged pages.
func postgresSort(code string) sort {
	switch {
	case code == "XX001" || code == "XX002":
		return damaged
	case strings.HasPrefix(code, "08"), strings.HasPrefix(code, "28"), strings.HasPrefix(code, "3D"),
		strings.HasPrefix(code, "53"), strings.HasPrefix(code, "57P"), strings.HasPrefix(code, "58"):
		return away
	}
	return sound
}

// lostConnection recognizes the errors by which a driver reports that there is no
// connection. Two of them can only be recognized by their text.
func lostConnection(err error) bool {
	for _, known := range []error{driver.ErrBadConn, sql.ErrConnDone, io.EOF, io.ErrUnexpectedEOF, net.ErrClosed, syscall.EMFILE, syscall.ENFILE} {
		if errors.Is(err, known) {
			return true
		}
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return true
	}
	text := err.Error()
	return strings.HasSuffix(text, "conn closed") || strings.Contains(text, "sql: database is closed")
}

// Help returns what an owner can do about it, or "" when we know no more than
// the engine's own words say.
func (f *Fault) Help() string {
	if e, ok := errors.AsType[*sqlite.Error](f.cause); ok {
		return sqliteHelp(e.Code()&0xff, f.place)
	}
	if e, ok := errors.AsType[*pgconn.PgError](f.cause); ok {
		return postgresHelp(e.Code)
	}
	return networkHelp(f.cause)
}

func sqliteHelp(code int, path string) string {
	switch code {
	case sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR:
		return accessHelp(path)
	case sqlite3.SQLITE_FULL:
		return "The disk is full. Make room on it; nothing that was acknowledged is lost."
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return "Another program is writing to this file for long. Wait for it, or end it."
	case sqlite3.SQLITE_NOTADB:
		return "This file is no SQLite database, or its beginning was overwritten. Restore a backup into an empty folder."
	case sqlite3.SQLITE_CORRUPT:
		return "The file is damaged. See what holds with `hawker verify`, and restore a backup into an empty folder."
	}
	return ""
}

// accessHelp finds out why the file cannot be opened.
func accessHelp(path string) string {
	folder := filepath.Dir(path)
	info, err := os.Stat(folder)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Sprintf("The folder %s does not exist. Name the data folder with --data.", folder)
	case err != nil:
		return fmt.Sprintf("The folder %s cannot be looked at: %v.", folder, err)
	case !info.IsDir():
		return fmt.Sprintf("%s is not a folder.", folder)
	}
	if file, err := os.Stat(path); err == nil && file.IsDir() {
		return fmt.Sprintf("%s is a folder where the database file should be.", path)
	}
	return fmt.Sprintf("The user that runs hawker (%d) must own %s and may have to write into it: see `ls -la %s`. "+
		"Is the disk writable, has it room (`df`), and may a process open enough files (`ulimit -n`)?", os.Getuid(), folder, folder)
}

func postgresHelp(code string) string {
	switch {
	case code == "28P01" || strings.HasPrefix(code, "28"):
		return "PostgreSQL refuses this user or password. Check both in --database-url, and pg_hba.conf on the server."
	case strings.HasPrefix(code, "3D"):
		return "This database does not exist. Make it: `createdb --encoding=UTF8 NAME`, owned by the user."
	case code == "53300":
		return "PostgreSQL has no connection left: raise max_connections, or run fewer instances (16 each)."
	case strings.HasPrefix(code, "53"):
		return "PostgreSQL has no room left: look at its disk and its log."
	case strings.HasPrefix(code, "57P"):
		return "PostgreSQL is starting or stopping. Try again in a moment."
	}
	return ""
}

func networkHelp(err error) string {
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return "The host's name in --database-url is not known here."
	}
	switch {
	case errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, os.ErrNotExist):
		return "Nobody listens there: is PostgreSQL running, and are host and port in --database-url right?"
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return "There are no file descriptors left: raise `ulimit -n`."
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return "The host of --database-url did not answer: look at the network and its firewall."
	}
	return ""
}
