package dbtest_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"strings"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// use runs f with a database, and returns the database's name.
func use(t *testing.T, engine db.Dialect, f func(*testing.T, *db.DB)) (name string) {
	t.Helper()
	t.Run("a test", func(t *testing.T) {
		d := dbtest.Open(t, engine)
		query := `SELECT file FROM pragma_database_list WHERE name = 'main'`
		if engine == db.Postgres {
			query = `SELECT current_database()`
		}
		var err error
		if name, err = db.One[string](t.Context(), d.R, query); err != nil {
			t.Fatal(err)
		}
		f(t, d)
	})
	return name
}

func exec(t *testing.T, d *db.DB, statements ...string) {
	t.Helper()
	if err := tryExec(t, d, statements...); err != nil {
		t.Fatal(err)
	}
}

func tryExec(t *testing.T, d *db.DB, statements ...string) error {
	return db.InTx(t.Context(), d, func(tx *db.Tx) error {
		for _, statement := range statements {
			if _, err := db.Exec(t.Context(), tx, statement); err != nil {
				return err
			}
		}
		return nil
	})
}

// contents are the rows of all tables and the states of all sequences.
func contents(t *testing.T, d *db.DB) string {
	t.Helper()
	tables, query := `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%\_fts\_%' ESCAPE '\' ORDER BY name`, `SELECT * FROM %q`
	if d.Dialect == db.Postgres {
		tables, query = `SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`, `SELECT t::text FROM %q t`
	}
	names, err := db.Many[string](t.Context(), d.R, tables)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, name := range names {
		all.WriteString(name + "\n")
		writeRows(t, d, &all, fmt.Sprintf(query, name))
	}
	if d.Dialect == db.Postgres {
		writeRows(t, d, &all, `SELECT sequencename || ' ' || COALESCE(last_value, 0) FROM pg_sequences WHERE schemaname = 'public'`)
	}
	return all.String()
}

func writeRows(t *testing.T, d *db.DB, all *strings.Builder, query string) {
	t.Helper()
	rows, err := d.R.QueryContext(t.Context(), query+` ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		values, places := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			places[i] = &values[i]
		}
		if err := rows.Scan(places...); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(all, values...)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

func TestOpen_aDatabaseOfAnotherTestIsAsNew(t *testing.T) {
	const transfer = `INSERT INTO ledger_transfers (kind, subject, created_at) VALUES ('test', 'test', 1)` // may not be deleted
	dbtest.EachEngine(t, func(t *testing.T, engine db.Dialect) {
		var before string
		first := use(t, engine, func(t *testing.T, d *db.DB) { before = contents(t, d) })
		second := use(t, engine, func(t *testing.T, d *db.DB) {
			exec(t, d, transfer, `INSERT INTO throttles (key, count, ends_at) VALUES ('test', 1, 1)`, `DELETE FROM goose_db_version WHERE id > 1`)
			if engine == db.Postgres {
				exec(t, d, `SELECT nextval(seqrelid) FROM pg_sequence`)
			}
			if contents(t, d) == before {
				t.Error("nothing has changed")
			}
		})
		third := use(t, engine, func(t *testing.T, d *db.DB) {
			if got := contents(t, d); got != before {
				t.Errorf("the database contains\n%s\nfirst it was\n%s", got, before)
			}
			err := tryExec(t, d, transfer, `DELETE FROM ledger_transfers`)
			if err == nil || !strings.Contains(err.Error(), "append-only") {
				t.Errorf("the triggers are off: %v", err)
			}
		})
		if second != first || third != first {
			t.Errorf("three databases were used: %s, %s, %s", first, second, third)
		}
	})
}

// What SQLite has copied from its log into the file is restored, too, and all connections see it.
func TestOpen_aLongTestOnSQLite(t *testing.T) {
	var before string
	first := use(t, db.SQLite, func(t *testing.T, d *db.DB) { before = contents(t, d) })
	second := use(t, db.SQLite, func(t *testing.T, d *db.DB) {
		exec(t, d, `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90000)
			INSERT INTO throttles (key, count, ends_at) SELECT 'test ' || i, 1, 1 FROM n`)
		for range 3 {
			exec(t, d, `UPDATE throttles SET count = count + 1`)
		}
		readTogether(t, d, 270_000+90_000)
	})
	third := use(t, db.SQLite, func(t *testing.T, d *db.DB) {
		if got := contents(t, d); got != before {
			t.Errorf("the database contains\n%s\nfirst it was\n%s", got, before)
		}
		readTogether(t, d, 0)
		exec(t, d, `INSERT INTO throttles (key, count, ends_at) VALUES ('test', 7, 1)`)
		readTogether(t, d, 7)
		if got, err := db.Many[string](t.Context(), d.R, `PRAGMA integrity_check`); err != nil || got[0] != "ok" {
			t.Errorf("integrity: %v, %v", got, err)
		}
	})
	if second != first || third != first {
		t.Errorf("three databases were used: %s, %s, %s", first, second, third)
	}
}

// readTogether sums on all four readers at once.
func readTogether(t *testing.T, d *db.DB, want int) {
	t.Helper()
	ctx := t.Context()
	for range 4 {
		rows, err := d.R.QueryContext(ctx, `SELECT COALESCE(SUM(count), 0) FROM throttles`)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		var sum int
		if !rows.Next() || rows.Scan(&sum) != nil || sum != want {
			t.Errorf("the sum is %d, want %d", sum, want)
		}
	}
}

func TestOpen_aDatabaseThatCannotBeRestoredIsDropped(t *testing.T) {
	over := make(chan struct{})
	defer close(over)
	either := map[string]func(*testing.T, *db.DB){
		"a change of the schema": func(t *testing.T, d *db.DB) { exec(t, d, `CREATE TABLE more (id BIGINT)`) },
		"statistics": func(t *testing.T, d *db.DB) {
			exec(t, d, `INSERT INTO throttles (key, count, ends_at) VALUES ('test', 1, 1)`, `ANALYZE throttles`)
		},
		"a transaction": func(t *testing.T, d *db.DB) {
			begun := make(chan struct{})
			go func() {
				_ = db.InTx(context.Background(), d, func(*db.Tx) error { close(begun); <-over; return nil })
			}()
			<-begun
			if _, err := db.One[int](t.Context(), d.R, `SELECT 1`); err != nil { // over another connection
				t.Error(err)
			}
		},
	}
	onPostgres := map[string]func(*testing.T, *db.DB){
		"a lock": func(t *testing.T, d *db.DB) { exec(t, d, `SELECT pg_advisory_lock(1)`) },
		"a transaction that was cut off": func(t *testing.T, d *db.DB) {
			err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
				if _, err := db.One[int](t.Context(), d.R, `SELECT 1`); err != nil { // over another connection
					return err
				}
				soon, end := context.WithTimeout(t.Context(), 50*time.Millisecond)
				defer end()
				_, err := db.Exec(soon, tx, `SELECT pg_sleep(5)`)
				return err
			})
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Error(err)
			}
		},
		"a dead connection": func(t *testing.T, d *db.DB) {
			pid, err := db.One[int](t.Context(), d.R, `SELECT pg_backend_pid()`)
			if err != nil {
				t.Fatal(err)
			}
			use(t, db.Postgres, func(t *testing.T, other *db.DB) {
				exec(t, other, fmt.Sprintf(`SELECT pg_terminate_backend(%d, 5000)`, pid))
			})
		},
	}
	maps.Copy(onPostgres, either)
	for engine, cases := range map[db.Dialect]map[string]func(*testing.T, *db.DB){db.SQLite: either, db.Postgres: onPostgres} {
		for name, leave := range cases {
			t.Run(string(engine)+" "+name, func(t *testing.T) {
				left := use(t, engine, leave)
				next := use(t, engine, func(t *testing.T, d *db.DB) {
					if exists(t, d, left) {
						t.Error("the database is there")
					}
				})
				if next == left {
					t.Error("the next test has the same database")
				}
			})
		}
	}
}

// exists reports whether a database of this name is there.
func exists(t *testing.T, d *db.DB, name string) bool {
	t.Helper()
	if d.Dialect == db.SQLite {
		_, err := os.Stat(name)
		return !errors.Is(err, fs.ErrNotExist)
	}
	n, err := db.One[int](t.Context(), d.R, `SELECT COUNT(*) FROM pg_database WHERE datname = $1`, name)
	if err != nil {
		t.Fatal(err)
	}
	return n > 0
}
