// Package dbtest gives each test a database of its own, on both engines. The first
// test that needs PostgreSQL starts it, and all test processes share it. Where
// PostgreSQL is not installed the test fails and says how to install it.
package dbtest

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"

	"hawker/internal/db"
)

// Engines runs the case once on SQLite and once on PostgreSQL. Every call of open
// opens a migrated and empty database, as Open does.
func Engines(t *testing.T, run func(t *testing.T, open func(*testing.T) *db.DB)) {
	t.Helper()
	EachEngine(t, func(t *testing.T, d db.Dialect) {
		run(t, func(t *testing.T) *db.DB { return Open(t, d) })
	})
}

// EachEngine runs the case once for SQLite and once for PostgreSQL.
func EachEngine(t *testing.T, run func(*testing.T, db.Dialect)) {
	t.Helper()
	for _, d := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(d), func(t *testing.T) { run(t, d) })
	}
}

// Open opens a migrated and empty database of one engine. Another test may have used it before.
func Open(t testing.TB, d db.Dialect) *db.DB {
	t.Helper()
	return openKept(t, d)
}

// OpenAt opens a database, which may be open already, and closes it after the test.
func OpenAt(t testing.TB, o db.Options) *db.DB {
	t.Helper()
	opened, err := db.Open(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := opened.Close(); err != nil {
			t.Errorf("close the database: %v", err)
		}
	})
	return opened
}

// Migrated creates a database with the current schema, a copy of a template.
func Migrated(t testing.TB, d db.Dialect) db.Options {
	t.Helper()
	if d == db.Postgres {
		return clone(t, postgresTemplate)
	}
	template, err := sqliteTemplate()
	if err != nil {
		t.Fatal(err)
	}
	return sqliteFile(t, template)
}

// sqliteFile writes the file of a database into a folder of its own.
func sqliteFile(t testing.TB, file []byte) db.Options {
	t.Helper()
	o := Empty(t, db.SQLite)
	if err := os.WriteFile(filepath.Join(o.Dir, db.File), file, 0o600); err != nil {
		t.Fatal(err)
	}
	return o
}

// Empty creates a database without a schema, for a program that migrates it.
func Empty(t testing.TB, d db.Dialect) db.Options {
	t.Helper()
	if d == db.Postgres {
		return clone(t, func() (string, error) { return "template0", nil })
	}
	return db.Options{Dir: t.TempDir()}
}

// Copy copies a PostgreSQL database that nobody is connected to.
func Copy(t testing.TB, o db.Options) db.Options {
	t.Helper()
	return clone(t, func() (string, error) {
		u, err := url.Parse(o.URL)
		if err != nil {
			return "", err
		}
		return strings.TrimPrefix(u.Path, "/"), nil
	})
}

// Filled returns what opens a copy of a database that fill has filled: once for each engine in
// a test process, because a copy is much cheaper.
func Filled(fill func(*testing.T, *db.DB)) func(*testing.T, db.Dialect) *db.DB {
	var mu sync.Mutex
	copies := map[db.Dialect]func(testing.TB) db.Options{}
	return func(t *testing.T, d db.Dialect) *db.DB {
		t.Helper()
		mu.Lock()
		if copies[d] == nil {
			copies[d] = fillOnce(t, d, fill)
		}
		newCopy := copies[d]
		mu.Unlock()
		return OpenAt(t, newCopy(t))
	}
}

// fillOnce fills a database that stays until the process ends, and returns what copies it.
func fillOnce(t *testing.T, d db.Dialect, fill func(*testing.T, *db.DB)) func(testing.TB) db.Options {
	t.Helper()
	var o db.Options
	if d == db.Postgres {
		template, err := postgresTemplate()
		if err != nil {
			t.Fatal(err)
		}
		if o, _, err = lasting(template); err != nil {
			t.Fatal(err)
		}
	} else {
		o = Migrated(t, d)
	}
	opened, err := db.Open(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, opened)
	if err := opened.Close(); err != nil {
		t.Fatal(err)
	}
	if d == db.Postgres {
		return func(t testing.TB) db.Options { return Copy(t, o) }
	}
	file, err := os.ReadFile(filepath.Join(o.Dir, db.File))
	if err != nil {
		t.Fatal(err)
	}
	return func(t testing.TB) db.Options { return sqliteFile(t, file) }
}

// Lasting creates an empty PostgreSQL database that outlives its test; drop drops it.
func Lasting() (o db.Options, drop func() error, err error) { return lasting("template0") }

func lasting(template string) (o db.Options, drop func() error, err error) {
	name, err := create(template)
	if err != nil {
		return db.Options{}, nil, err
	}
	o, err = database(name)
	return o, func() error { return dropDatabase(name) }, err
}

// clone copies the template, and drops the copy after the test.
func clone(t testing.TB, template func() (string, error)) db.Options {
	t.Helper()
	from, err := template()
	if err != nil {
		t.Fatal(err)
	}
	name, err := create(from)
	if err != nil {
		t.Fatalf("copy the template: %v", err)
	}
	t.Cleanup(func() {
		if err := dropDatabase(name); err != nil {
			t.Errorf("drop the copy: %v", err)
		}
	})
	o, err := database(name)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// objectInUse is PostgreSQL's code for a template that somebody is connected to.
const objectInUse = "55006"

// create copies a database of the shared server, and returns the copy's name.
func create(template string) (string, error) {
	name := "case_" + uuid.NewString()
	return name, createAs(name, template)
}

func createAs(name, template string) error {
	pool, err := admin()
	if err != nil {
		return err
	}
	// Copying the files takes half the time of writing the copy to the log.
	statement := fmt.Sprintf(`CREATE DATABASE %q TEMPLATE %q STRATEGY file_copy`, name, template)
	// The server waits five seconds for those who are leaving the template, which is not always enough.
	for tries := 5; ; tries-- {
		_, err = pool.ExecContext(context.Background(), statement)
		refused, ok := errors.AsType[*pgconn.PgError](err)
		if tries == 1 || !ok || refused.Code != objectInUse {
			return err
		}
	}
}

// dropDatabase drops a database of the shared server if it is there, even if somebody is connected to it.
func dropDatabase(name string) error {
	pool, err := admin()
	if err != nil {
		return err
	}
	_, err = pool.ExecContext(context.Background(), fmt.Sprintf(`DROP DATABASE IF EXISTS %q WITH (FORCE)`, name))
	return err
}

// admin connects to the database postgres of the shared server.
var admin = sync.OnceValues(func() (*sql.DB, error) {
	server, err := sharedServer()
	if err != nil {
		return nil, err
	}
	return sql.Open("pgx", server)
})

// responds reports whether a server runs at this address.
func responds(server string) bool {
	pool, err := sql.Open("pgx", server)
	if err != nil {
		return false
	}
	defer pool.Close()
	return pool.PingContext(context.Background()) == nil
}

// database returns the address of one database on the shared server.
func database(name string) (db.Options, error) {
	server, err := sharedServer()
	if err != nil {
		return db.Options{}, err
	}
	u, err := url.Parse(server)
	if err != nil {
		return db.Options{}, err
	}
	u.Path = "/" + name
	return db.Options{URL: u.String()}, nil
}

// sqliteTemplate is a migrated file. The test processes of one run share it, as they do
// the server of PostgreSQL.
var sqliteTemplate = sync.OnceValues(func() ([]byte, error) {
	hash, err := hashOf(db.Migrations(db.SQLite))
	if err != nil {
		return nil, err
	}
	shared := filepath.Join(os.TempDir(), "hawker-template-"+hash+".db")
	isRun := os.Getenv(serverEnv) != ""
	if isRun {
		if file, err := os.ReadFile(shared); err == nil {
			return file, nil
		}
	}
	dir, err := os.MkdirTemp("", "hawker-template-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := migrate(context.Background(), db.Options{Dir: dir}); err != nil {
		return nil, err
	}
	made := filepath.Join(dir, db.File)
	file, err := os.ReadFile(made)
	if err == nil && isRun {
		err = os.Rename(made, shared) // at once: nobody reads half of it
	}
	return file, err
})

// postgresTemplate is the name of a migrated database. The name contains the hash
// of the migrations, so that a change of them gets another template.
var postgresTemplate = sync.OnceValues(func() (string, error) {
	ctx := context.Background()
	hash, err := hashOf(db.Migrations(db.Postgres))
	if err != nil {
		return "", err
	}
	name := "template_" + hash
	return name, onServer(ctx, func(c *sql.Conn) error {
		var ready bool
		if err := c.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)`, name).Scan(&ready); ready || err != nil {
			return err
		}
		return buildTemplate(ctx, c, name)
	})
})

// buildTemplate migrates under another name first, so that a template that exists
// is complete, even after a test was killed.
func buildTemplate(ctx context.Context, c *sql.Conn, name string) error {
	const draft = "template_draft"
	for _, statement := range []string{
		fmt.Sprintf(`DROP DATABASE IF EXISTS %q WITH (FORCE)`, draft),
		fmt.Sprintf(`CREATE DATABASE %q TEMPLATE template0`, draft),
	} {
		if _, err := c.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	o, err := database(draft)
	if err != nil {
		return err
	}
	if err := migrate(ctx, o); err != nil {
		return err
	}
	_, err = c.ExecContext(ctx, fmt.Sprintf(`ALTER DATABASE %q RENAME TO %q`, draft, name))
	return err
}

// onServer runs f while no other test process builds a template.
func onServer(ctx context.Context, f func(*sql.Conn) error) error {
	pool, err := admin()
	if err != nil {
		return err
	}
	c, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	const templates = 0x4841574b // any number, if all test processes use the same
	if _, err := c.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, templates); err != nil {
		return err
	}
	defer func() { _, _ = c.ExecContext(ctx, `SELECT pg_advisory_unlock($1)`, templates) }()
	return f(c)
}

func migrate(ctx context.Context, o db.Options) error {
	d, err := db.Open(ctx, o)
	if err != nil {
		return err
	}
	defer d.Close()
	return db.Migrate(ctx, d)
}

func hashOf(files fs.FS) (string, error) {
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return "", err
	}
	h := sha256.New()
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%s %d\n%s", name, len(text), text)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8]), nil
}
