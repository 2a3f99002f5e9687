package db

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"modernc.org/sqlite"
)

// File is the name of the SQLite database in the data folder.
const File = "hawker.db"

// readers is how many connections read at once. Each has a page cache, so more of
// them need memory and, on few cores, are not faster.
const readers = 4

// busyTimeout is how long a write waits for another program that writes.
const busyTimeout = 5 * time.Second

// pragmas are in the DSN because only there do they reach every connection.
var pragmas = []string{
	// busy_timeout comes first: switching to WAL needs a lock, and without the
	// timeout it would fail instead of waiting.
	fmt.Sprintf("busy_timeout(%d)", busyTimeout.Milliseconds()),
	"journal_mode(WAL)",
	"synchronous(FULL)",
	"foreign_keys(ON)",
	"cache_size(-2000)",
	// Pages that five connections map would count five times as memory in use.
	"mmap_size(0)",
	// The log grows during a long read. Afterwards its file becomes small again.
	"journal_size_limit(67108864)",
}

func openSQLite(o Options) (*DB, error) {
	path, err := filepath.Abs(filepath.Join(o.Dir, File))
	if err != nil {
		return nil, fmt.Errorf("find the data folder: %w", err)
	}
	if o.MustExist {
		if _, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("there is no town in the data folder: %w", err)
		}
	} else if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("create the data folder: %w", err)
	}
	// A transaction that reads first may fail at its first write, because another
	// has written since. An immediate transaction locks at its start.
	w, err := openPool(o, path, 1, url.Values{"_txlock": {"immediate"}, "_pragma": pragmas})
	if err != nil {
		return nil, err
	}
	r, err := openPool(o, path, readers, url.Values{"_pragma": append(pragmas[:len(pragmas):len(pragmas)], "query_only(ON)")})
	if err != nil {
		w.Close()
		return nil, err
	}
	return &DB{R: r, W: w, Dialect: SQLite}, nil
}

func openPool(o Options, path string, conns int, params url.Values) (*Pool, error) {
	dsn := (&url.URL{Scheme: "file", Path: path, RawQuery: params.Encode()}).String()
	connector, err := sqlite.NewConnector(dsn)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	pool := openConns(o, "sqlite", CacheStatements(connector))
	pool.SetMaxOpenConns(conns)
	pool.SetMaxIdleConns(conns)
	return &Pool{conns: pool, location: path, limit: o.callTime()}, nil
}
