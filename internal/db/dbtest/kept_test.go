package dbtest_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// use runs f with a database on PostgreSQL, and returns the database's name.
func use(t *testing.T, f func(*testing.T, *db.DB)) (name string) {
	t.Helper()
	t.Run("a test", func(t *testing.T) {
		d := dbtest.Open(t, db.Postgres)
		var err error
		if name, err = db.One[string](t.Context(), d.R, `SELECT current_database()`); err != nil {
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
	all, err := db.One[string](t.Context(), d.R, `SELECT
		(SELECT string_agg(t.tablename || query_to_xml(format('SELECT r::text FROM %I r ORDER BY 1', t.tablename), true, false, '')::text, '' ORDER BY t.tablename)
			FROM pg_tables t WHERE schemaname = 'public') ||
		(SELECT string_agg(sequencename || ' ' || COALESCE(last_value, 0), ', ' ORDER BY sequencename) FROM pg_sequences WHERE schemaname = 'public')`)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestOpen_aDatabaseOfAnotherTestIsAsNew(t *testing.T) {
	var before string
	first := use(t, func(t *testing.T, d *db.DB) { before = contents(t, d) })
	second := use(t, func(t *testing.T, d *db.DB) {
		exec(t, d,
			`INSERT INTO ledger_transfers (kind, subject, created_at) VALUES ('test', 'test', 1)`, // may not be deleted
			`INSERT INTO throttles (key, count, ends_at) VALUES ('test', 1, 1)`,
			`DELETE FROM goose_db_version WHERE id > 1`,
			`SELECT nextval(seqrelid) FROM pg_sequence`,
		)
		if contents(t, d) == before {
			t.Error("nothing has changed")
		}
	})
	third := use(t, func(t *testing.T, d *db.DB) {
		if got := contents(t, d); got != before {
			t.Errorf("the database contains\n%s\nfirst it was\n%s", got, before)
		}
		err := tryExec(t, d, `INSERT INTO ledger_transfers (kind, subject, created_at) VALUES ('test', 'test', 1)`, `DELETE FROM ledger_transfers`)
		if err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("the triggers are off: %v", err)
		}
	})
	if second != first || third != first {
		t.Errorf("three databases were used: %s, %s, %s", first, second, third)
	}
}

func TestOpen_aDatabaseThatCannotBeRestoredIsDropped(t *testing.T) {
	over := make(chan struct{})
	defer close(over)
	for name, leave := range map[string]func(*testing.T, *db.DB){
		"a change of the schema": func(t *testing.T, d *db.DB) { exec(t, d, `CREATE TABLE more (id BIGINT)`) },
		"statistics": func(t *testing.T, d *db.DB) {
			exec(t, d, `INSERT INTO throttles (key, count, ends_at) VALUES ('test', 1, 1)`, `ANALYZE throttles`)
		},
		"a lock": func(t *testing.T, d *db.DB) { exec(t, d, `SELECT pg_advisory_lock(1)`) },
		"a dead connection": func(t *testing.T, d *db.DB) {
			pid, err := db.One[int](t.Context(), d.R, `SELECT pg_backend_pid()`)
			if err != nil {
				t.Fatal(err)
			}
			use(t, func(t *testing.T, other *db.DB) {
				exec(t, other, fmt.Sprintf(`SELECT pg_terminate_backend(%d, 5000)`, pid))
			})
		},
		"a transaction": func(t *testing.T, d *db.DB) {
			begun := make(chan struct{})
			go func() {
				_ = db.InTx(context.Background(), d, func(*db.Tx) error { close(begun); <-over; return nil })
			}()
			<-begun
			exec(t, d, `SELECT 1`) // over another connection
		},
	} {
		t.Run(name, func(t *testing.T) {
			left := use(t, leave)
			next := use(t, func(t *testing.T, d *db.DB) {
				n, err := db.One[int](t.Context(), d.R, `SELECT COUNT(*) FROM pg_database WHERE datname = $1`, left)
				if err != nil || n != 0 {
					t.Errorf("there are %d databases %s: %v", n, left, err)
				}
			})
			if next == left {
				t.Error("the next test has the same database")
			}
		})
	}
}
