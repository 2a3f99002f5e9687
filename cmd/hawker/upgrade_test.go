package main

import (
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
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

// takesAway finds statements after which a version that does not know the migration fails:
// what it reads or writes is gone, or it does not fill a column that has to be filled.
var takesAway = regexp.MustCompile(`(?i)(\bDROP (TABLE|COLUMN|VIEW)|^ALTER TABLE \w+ RENAME|SET NOT NULL|ADD COLUMN \w+ \w+ NOT NULL(?: CHECK.*)?$)`)

// The schema that the handbook names is one from which instances can be replaced one by one:
// only PostgreSQL has several.
func TestHandbook_namesTheSchemaFromWhichAnUpgradeNeedsNoStop(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/operate.md")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`has schema (\d+) or a later one`).FindAllStringSubmatch(string(text), -1)
	if len(named) != 1 {
		t.Fatalf("the handbook names the schema %d times", len(named))
	}
	files := db.Migrations(db.Postgres)
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	later := 0
	for _, name := range names {
		number, _, _ := strings.Cut(name, "_")
		if n, err := strconv.Atoi(number); err != nil {
			t.Fatal(err)
		} else if oldest, _ := strconv.Atoi(named[0][1]); n <= oldest {
			continue
		}
		later++
		migration, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		up, _, _ := strings.Cut(string(migration), "-- +goose Down")
		for statement := range strings.SplitSeq(regexp.MustCompile(`--.*`).ReplaceAllString(up, ""), ";") {
			if takesAway.MatchString(strings.TrimSpace(statement)) {
				t.Errorf("%s takes something away from a running version of before: %s", name, statement)
			}
		}
	}
	if later == 0 {
		t.Error("no migration is later")
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
