package db

import (
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
)

// File is the name of the SQLite database in the data folder.
const File = "hawker.db"

// readers is how many connections read at once. Each keeps a page cache, so
// more of them cost memory and, on few cores, win nothing.
const readers = 4

// pragmas are in the DSN because only there do they reach every connection.
var pragmas = []string{
	// busy_timeout comes first: switching to WAL needs a lock, and without it
	// we would fail instead of wait.
	"busy_timeout(5000)",
	"journal_mode(WAL)",
	"synchronous(FULL)",
	"foreign_keys(ON)",
	"cache_size(-2000)",
	// Pages mapped by five connections would count five times as resident.
	"mmap_size(0)",
	// A long reader lets the log grow; give the space back once it is gone.
	"journal_size_limit(67108864)",
}

func openSQLite(o Options) (*DB, error) {
	path, err := filepath.Abs(filepath.Join(o.Dir, File))
	if err != nil {
		return nil, fmt.Errorf("find the data folder: %w", err)
	}
	if o.MustExist {
		if _, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("there is no database to read: %w", err)
		}
	} else if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the data folder: %w", err)
	}
	// A transaction that began by reading could find, when it comes to write,
	// that another wrote meanwhile; immediate takes the lock at the start.
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
	pool := sql.OpenDB(cachingConnector{connector})
	pool.SetMaxOpenConns(conns)
	pool.SetMaxIdleConns(conns)
	return &Pool{conns: pool, place: path, limit: o.callTime()}, nil
}
