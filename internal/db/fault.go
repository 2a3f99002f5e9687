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

// ErrUnavailable is what a person reads while the database is unavailable. It may
// help to try again, so the status is 503 and not 500.
var ErrUnavailable error = errs.New(errs.Unavailable, "We cannot do this just now. Please try again in a moment.").After(5 * time.Second)

// Fault is the error of a database that cannot be used, because it is unavailable
// or damaged. Help says what to do.
type Fault struct {
	location string // the file, or host, database and user
	kind     faultKind
	cause    error
}

type faultKind int

const (
	noFault     faultKind = iota // the database is not the cause
	unavailable                  // it may work later: no server, no space, no permission
	damaged                      // it does not work again by itself
)

// Error returns where the database is and what is wrong, in the engine's words.
func (f *Fault) Error() string {
	return strings.TrimPrefix(fmt.Sprintf("%s: %v", f.location, f.cause), ": ")
}

// Unwrap makes an unavailable database match ErrUnavailable.
func (f *Fault) Unwrap() []error {
	if f.kind == unavailable {
		return []error{ErrUnavailable, f.cause}
	}
	return []error{f.cause}
}

// Damaged reports whether the file itself is damaged.
func (f *Fault) Damaged() bool { return f.kind == damaged }

func faultKindOf(err error) faultKind {
	// An ended context does not mean that the database has a fault.
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return noFault
	}
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return sqliteFaultKind(e.Code() & 0xff) // the high bits are the extended code
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return postgresFaultKind(e.Code)
	}
	if lostConnection(err) || errors.Is(err, pgconn.ErrReadOnlyConnection) {
		return unavailable
	}
	return noFault
}

func sqliteFaultKind(code int) faultKind {
	switch code {
	case sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY,
		sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY:
		return unavailable
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return damaged
	}
	return noFault
}

// postgresFaultKind reads the class of a code: 08 connection, 28 authorization, 3D no
// such database, 53 no resources, 57P starting or stopping, 58 system error, XX001
// and XX002 damaged pages; and those of a server that takes no writes, of a user without
// rights, and of a pooler that mixes up sessions.
func postgresFaultKind(code string) faultKind {
	switch {
	case code == "XX001" || code == "XX002":
		return damaged
	case code == readOnly, code == notAllowed, mixedSessions(code), strings.HasPrefix(code, "08"), strings.HasPrefix(code, "28"), strings.HasPrefix(code, "3D"),
		strings.HasPrefix(code, "53"), strings.HasPrefix(code, "57P"), strings.HasPrefix(code, "58"):
		return unavailable
	}
	return noFault
}

// mixedSessions recognizes the errors of a prepared statement that is missing, or that is
// there already: a pooler gives our transactions the connections of others.
func mixedSessions(code string) bool { return code == "26000" || code == "42P05" }

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

// Help returns what an owner can do about it, or "" when the engine's message says
// all that is known.
func (f *Fault) Help() string {
	if e, ok := errors.AsType[*sqlite.Error](f.cause); ok {
		return sqliteHelp(e.Code()&0xff, f.location)
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
		return "The disk is full. Free some space. No confirmed order is lost."
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return "Another program has been writing to this file for a long time. Wait until it has finished, or end it."
	case sqlite3.SQLITE_NOTADB:
		return "This file is not an SQLite database, or its beginning was overwritten. Restore a backup into an empty folder."
	case sqlite3.SQLITE_CORRUPT:
		return "The file is damaged. Run `hawker verify` to see how much, and restore a backup into an empty folder."
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
		return fmt.Sprintf("The folder %s cannot be read: %v.", folder, err)
	case !info.IsDir():
		return fmt.Sprintf("%s is not a folder.", folder)
	}
	if file, err := os.Stat(path); err == nil && file.IsDir() {
		return fmt.Sprintf("%s is a folder where the database file should be.", path)
	}
	return fmt.Sprintf("The user that runs hawker (%d) must own %s and may have to write into it: see `ls -la %s`. "+
		"Is the disk writable, does it have free space (`df`), and may a process open enough files (`ulimit -n`)?", os.Getuid(), folder, folder)
}

func postgresHelp(code string) string {
	switch {
	case code == readOnly:
		return readOnlyHelp
	case mixedSessions(code):
		return "--database-url seems to be a pooler in transaction mode, such as PgBouncer. Give the address of PostgreSQL itself by --database-direct-url, too."
	case code == notAllowed:
		return "The user in --database-url must own the database and all that is in it. `createdb --owner=USER --encoding=UTF8 NAME` creates one, and `ALTER DATABASE name OWNER TO user` changes it."
	case code == "28P01" || strings.HasPrefix(code, "28"):
		return "PostgreSQL refuses this user or password. Check both in --database-url, and pg_hba.conf on the server."
	case strings.HasPrefix(code, "3D"):
		return "This database does not exist. Create it, owned by the user: `createdb --owner=USER --encoding=UTF8 NAME`."
	case code == tooManyConnections:
		return "PostgreSQL has no connection left: raise max_connections, or give each instance fewer by --database-connections."
	case strings.HasPrefix(code, "53"):
		return "PostgreSQL has run out of disk space or memory: see its disk and its log."
	case strings.HasPrefix(code, "57P"):
		return "PostgreSQL is starting or stopping. Try again in a moment."
	}
	return ""
}

const readOnlyHelp = "This PostgreSQL takes no writes: it is a standby, or its disk is full. Is a failover under way, and does --database-url name the primary?"

func networkHelp(err error) string {
	if errors.Is(err, pgconn.ErrReadOnlyConnection) {
		return readOnlyHelp
	}
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return "The host name in --database-url cannot be resolved."
	}
	switch {
	case errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, os.ErrNotExist):
		return "No server listens there: is PostgreSQL running, and are host and port in --database-url right?"
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return "There are no file descriptors left: raise `ulimit -n`."
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return "The host in --database-url did not respond: check the network and its firewall."
	}
	return ""
}
