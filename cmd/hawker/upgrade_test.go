package main

import (
	"database/sql"
	"errors"
	"path/filepath"
	"testing"

	"github.com/pressly/goose/v3"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// The steps of docs/operate.md between the last two versions: a town of the version
// before is refused until it is migrated, and then checked.
func TestUpgradeFromTheVersionBefore(t *testing.T) {
	t.Parallel()
	for _, engine := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			o := dbtest.Empty(t, engine)
			migrateTo(t, o, engine, db.LastMigration(engine)-1)
			town := &running{t: t, data: dataOf(t, o)}
			folder := t.TempDir()
			for _, args := range [][]string{
				{"verify"}, {"backup", filepath.Join(folder, "backup.zip")}, {"export", filepath.Join(folder, "town")},
				{"import", "--check", emptyTown(t)}, {"staff", "list"},
			} {
				if _, err := town.command(args...); !errors.Is(err, db.ErrOlder) {
					t.Errorf("%s before the migration: %v, want ErrOlder", args[0], err)
				}
			}
			for _, args := range [][]string{{"migrate"}, {"verify"}, {"migrate"}} {
				if out, err := town.command(args...); err != nil {
					t.Errorf("%s: %v\n%s", args[0], err, out)
				}
			}
		})
	}
}

// migrateTo makes the schema of an older version.
func migrateTo(t *testing.T, o db.Options, engine db.Dialect, version int64) {
	t.Helper()
	driver, address, dialect := "pgx", o.URL, goose.DialectPostgres
	if engine == db.SQLite {
		driver, address, dialect = "sqlite", filepath.Join(o.Dir, db.File), goose.DialectSQLite3
	}
	conns, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	defer conns.Close()
	provider, err := goose.NewProvider(dialect, conns, db.Migrations(engine), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.UpTo(t.Context(), version); err != nil {
		t.Fatal(err)
	}
}
