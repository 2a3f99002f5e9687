package db_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

func TestPragmasReachEveryConnection(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	ctx := t.Context()
	check := func(pool *sql.DB, conns int, queryOnly string) {
		// All open at once, or the pool would return the same connection again.
		for range conns {
			c, err := pool.Conn(ctx)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			for pragma, want := range map[string]string{
				"foreign_keys": "1", "journal_mode": "wal", "synchronous": "2", "busy_timeout": "5000", "query_only": queryOnly,
			} {
				var got string
				if err := c.QueryRowContext(ctx, "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
					t.Errorf("%s = %q, %v; want %q", pragma, got, err, want)
				}
			}
		}
	}
	check(db.Conns(d.W), 1, "0")
	check(db.Conns(d.R), 4, "1")
	if open := db.Conns(d.R).Stats().MaxOpenConnections; open != 4 {
		t.Errorf("%d readers, want 4", open)
	}
}

func TestReadersCannotWrite(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	if _, err := db.Conns(d.R).ExecContext(t.Context(), `CREATE TABLE t (id BIGINT)`); err == nil {
		t.Error("a reader created a table")
	}
}

// Two programs, or two pools, on one file: the second waits for the first.
func TestWritersOfOneFileTakeTurns(t *testing.T) {
	t.Parallel()
	o := dbtest.Migrated(t, db.SQLite)
	pools := []*db.DB{dbtest.OpenAt(t, o), dbtest.OpenAt(t, o)}
	write(t, pools[0], fruits)
	mango(t, pools[0], 100)

	ctx := t.Context()
	var wg sync.WaitGroup
	for _, d := range pools {
		for range 20 {
			wg.Go(func() {
				err := db.InTx(ctx, d, func(tx *db.Tx) error {
					stock, err := db.One[int64](ctx, tx, `SELECT stock FROM fruits`)
					if err != nil {
						return err
					}
					_, err = db.Exec(ctx, tx, `UPDATE fruits SET stock = $1`, stock-1)
					return err
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
	}
	wg.Wait()
	if stock, err := db.One[int64](ctx, pools[0].R, `SELECT stock FROM fruits`); err != nil || stock != 60 {
		t.Errorf("stock = %d, %v; want 60", stock, err)
	}
}

func TestOneStatementIsReadTwiceAtOnce(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	write(t, d, fruits)
	write(t, d, `INSERT INTO fruits (id, name, stock, ripe) VALUES (1, 'Fig', 1, TRUE), (2, 'Lime', 2, TRUE), (3, 'Plum', 3, FALSE)`)
	ctx := t.Context()
	const names = `SELECT name FROM fruits WHERE id >= $1 ORDER BY id`

	var pairs []string
	err := db.InTx(ctx, d, func(tx *db.Tx) error {
		outer, err := tx.QueryContext(ctx, names, 1)
		if err != nil {
			return err
		}
		defer outer.Close()
		for outer.Next() {
			var name string
			if err := outer.Scan(&name); err != nil {
				return err
			}
			inner, err := db.Many[string](ctx, tx, names, 2)
			if err != nil {
				return err
			}
			pairs = append(pairs, fmt.Sprint(name, inner))
		}
		return outer.Err()
	})
	if want := "[Fig[Lime Plum] Lime[Lime Plum] Plum[Lime Plum]]"; err != nil || fmt.Sprint(pairs) != want {
		t.Errorf("pairs = %v, %v; want %s", pairs, err, want)
	}
}

func TestPreparedStatementsFollowTheSchema(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	write(t, d, fruits)
	mango(t, d, 1)
	ctx := t.Context()
	const all = `SELECT * FROM fruits`
	if _, err := db.One[fruit](ctx, d.R, all); err != nil {
		t.Fatal(err)
	}
	write(t, d, `ALTER TABLE fruits ADD COLUMN colour TEXT NOT NULL DEFAULT 'green'`)
	type coloured struct {
		fruit
		Colour string
	}
	for range 8 { // no connection returns the old columns
		if got, err := db.One[coloured](ctx, d.R, all); err != nil || got.Colour != "green" {
			t.Fatalf("One = %+v, %v", got, err)
		}
	}
}

// More statements than the cache keeps. One of them fails, and one is still being
// read when the others replace it.
func TestMoreStatementsThanTheCacheKeeps(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	ctx := t.Context()
	err := db.InTx(ctx, d, func(tx *db.Tx) error {
		long, err := tx.QueryContext(ctx, `SELECT 1 UNION ALL SELECT 2`)
		if err != nil {
			return err
		}
		defer long.Close()
		for i := range 400 {
			n, err := db.One[int](ctx, tx, fmt.Sprintf(`SELECT %d`, i))
			if err != nil || n != i {
				return fmt.Errorf("SELECT %d = %d: %w", i, n, err)
			}
			if _, err := db.One[int](ctx, tx, `SELECT nonsense`); err == nil {
				return errors.New("an invalid statement succeeded")
			}
		}
		rows := 0
		for long.Next() {
			rows++
		}
		if rows != 2 {
			return fmt.Errorf("the long reader saw %d rows, want 2", rows)
		}
		return long.Err()
	})
	if err != nil {
		t.Error(err)
	}
}

func BenchmarkReadOne(b *testing.B) {
	d, err := db.Open(context.Background(), db.Options{Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	defer d.Close()
	if err := db.Migrate(b.Context(), d); err != nil {
		b.Fatal(err)
	}
	const query = `SELECT s.id, s.slug, z.slug AS zone_slug, m.slug AS module_slug FROM stores s
		JOIN zones z ON z.id = s.zone_id JOIN modules m ON m.id = s.module_id WHERE s.id = $1 AND z.active AND m.active`
	type row struct {
		ID                         int64
		Slug, ZoneSlug, ModuleSlug string
	}
	for name, text := range map[string]func(i int) string{
		"same text": func(int) string { return query },
		"new text":  func(i int) string { return fmt.Sprintf("%s -- %d", query, i) },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				i++
				if _, err := db.Many[row](b.Context(), d.R, text(i), 7); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
