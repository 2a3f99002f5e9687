package db_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// fruit is a row of the table that these tests create.
type fruit struct {
	ID    int64
	Name  string
	Stock int64
	Ripe  bool
}

const fruits = `CREATE TABLE fruits (
	id BIGINT PRIMARY KEY, name TEXT NOT NULL UNIQUE, stock BIGINT NOT NULL CHECK (stock >= 0), ripe BOOLEAN NOT NULL)`

// engines runs the case on both engines, each with an empty table fruits.
func engines(t *testing.T, run func(t *testing.T, d *db.DB)) {
	t.Helper()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		write(t, d, fruits)
		run(t, d)
	})
}

func write(t *testing.T, d *db.DB, query string, args ...any) {
	t.Helper()
	err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
		_, err := db.Exec(t.Context(), tx, query, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func mango(t *testing.T, d *db.DB, stock int) {
	t.Helper()
	write(t, d, `INSERT INTO fruits (id, name, stock, ripe) VALUES (1, 'Alphonso mango', $1, TRUE)`, stock)
}

func TestReads(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		none, err := db.Many[fruit](ctx, d.R, `SELECT * FROM fruits`)
		if err != nil || none == nil || len(none) != 0 {
			t.Errorf("Many of no rows = %#v, %v; want an empty slice", none, err)
		}
		if _, err := db.One[fruit](ctx, d.R, `SELECT * FROM fruits WHERE id = $1`, 1); !errors.Is(err, db.ErrNotFound) {
			t.Errorf("One of no row: %v, want ErrNotFound", err)
		}
		mango(t, d, 3)
		got, err := db.One[fruit](ctx, d.R, `SELECT id, name, stock, ripe FROM fruits WHERE id = $1`, 1)
		if want := (fruit{1, "Alphonso mango", 3, true}); err != nil || got != want {
			t.Errorf("One = %+v, %v; want %+v", got, err, want)
		}
		names, err := db.Many[string](ctx, d.R, `SELECT name FROM fruits`)
		if err != nil || !slices.Equal(names, []string{"Alphonso mango"}) {
			t.Errorf("Many of a plain value = %v, %v", names, err)
		}
		if _, err := db.One[fruit](ctx, d.R, `SELECT id, name AS nickname FROM fruits`); err == nil || !strings.Contains(err.Error(), "nickname") {
			t.Errorf("a column without a field: %v, want an error that names it", err)
		}
	})
}

func TestRefusalsHaveTheirError(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, d *db.DB) {
		mango(t, d, 3)
		tests := []struct {
			query string
			want  error
		}{
			{`INSERT INTO fruits (id, name, stock, ripe) VALUES (1, 'Fig', 1, TRUE)`, db.ErrExists},
			{`INSERT INTO fruits (id, name, stock, ripe) VALUES (2, 'Alphonso mango', 1, TRUE)`, db.ErrExists},
			{`UPDATE fruits SET stock = -1`, db.ErrCheck},
			{`INSERT INTO fruits (id, name, stock, ripe) VALUES (3, 'Fig', -1, TRUE) RETURNING id`, db.ErrCheck},
		}
		for _, tt := range tests {
			err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
				// Both ways to run a statement must return the error.
				if strings.Contains(tt.query, "RETURNING") {
					_, err := db.One[int64](t.Context(), tx, tt.query)
					return err
				}
				_, err := db.Exec(t.Context(), tx, tt.query)
				return err
			})
			if !errors.Is(err, tt.want) {
				t.Errorf("%s: %v, want %v", tt.query, err, tt.want)
			}
		}
	})
}

func TestInTxCommitsAllOrNothing_S4(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		mango(t, d, 5)
		var said []string
		take := func(tx *db.Tx, word string) error {
			tx.AfterCommit(func() {
				// Another connection sees the commit already.
				stock, err := db.One[int64](ctx, d.R, `SELECT stock FROM fruits`)
				said = append(said, fmt.Sprint(word, " ", stock, " ", err))
			})
			_, err := db.Exec(ctx, tx, `UPDATE fruits SET stock = stock - 1`)
			return err
		}

		sour := errors.New("sour")
		if err := db.InTx(ctx, d, func(tx *db.Tx) error { return errors.Join(take(tx, "refused"), sour) }); !errors.Is(err, sour) {
			t.Errorf("InTx = %v, want the error of fn", err)
		}
		func() {
			defer func() {
				if recover() != "dropped" {
					t.Error("InTx swallowed a panic")
				}
			}()
			_ = db.InTx(ctx, d, func(tx *db.Tx) error { _ = take(tx, "panicked"); panic("dropped") })
		}()
		if err := db.InTx(ctx, d, func(tx *db.Tx) error { return errors.Join(take(tx, "first"), take(tx, "second")) }); err != nil {
			t.Error(err)
		}
		if want := []string{"first 3 <nil>", "second 3 <nil>"}; !slices.Equal(said, want) {
			t.Errorf("after commit: %q, want %q", said, want)
		}
	})
}

// A transaction that read first, and then lost against another, runs again and sees
// what the other wrote.
func TestInTxRetriesAfterADeadlock(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.Postgres)
	write(t, d, fruits)
	write(t, d, `INSERT INTO fruits (id, name, stock, ripe) VALUES (1, 'Fig', 10, TRUE), (2, 'Mango', 10, TRUE)`)
	ctx := t.Context()

	// Two transactions lock the same rows in opposite order, each after the other has
	// locked its first row. So there is always a deadlock, with one of them as victim.
	var runs [2]int
	var firstHeld sync.WaitGroup
	firstHeld.Add(2)
	lock := func(me int, order [2]int) error {
		return db.InTx(ctx, d, func(tx *db.Tx) error {
			runs[me]++
			for i, id := range order {
				if _, err := db.Exec(ctx, tx, `UPDATE fruits SET stock = stock - 1 WHERE id = $1`, id); err != nil {
					return err
				}
				if i == 0 && runs[me] == 1 {
					firstHeld.Done()
					firstHeld.Wait()
				}
			}
			return nil
		})
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := lock(0, [2]int{1, 2}); err != nil {
			t.Error(err)
		}
	})
	wg.Go(func() {
		if err := lock(1, [2]int{2, 1}); err != nil {
			t.Error(err)
		}
	})
	wg.Wait()

	if runs[0]+runs[1] < 3 { // the victim of one deadlock may be that of the next
		t.Errorf("runs = %v, want one of them at least twice", runs)
	}
	left, err := db.Many[int64](ctx, d.R, `SELECT stock FROM fruits`)
	if err != nil || !slices.Equal(left, []int64{8, 8}) {
		t.Errorf("stock = %v, %v; want 8 and 8", left, err)
	}
}

func TestTheLastOneIsSoldOnce_S1(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		mango(t, d, 1)
		var sold [8]int64
		var wg sync.WaitGroup
		for i := range sold {
			wg.Go(func() {
				err := db.InTx(ctx, d, func(tx *db.Tx) (err error) {
					sold[i], err = db.Exec(ctx, tx, `UPDATE fruits SET stock = stock - $1 WHERE id = $2 AND stock >= $1`, 1, 1)
					return err
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		var total int64
		for _, n := range sold {
			total += n
		}
		if total != 1 {
			t.Errorf("the last mango was sold %d times", total)
		}
	})
}

func TestInTxEndsWithItsContext(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, d *db.DB) {
		mango(t, d, 5)
		ctx, cancel := context.WithCancel(t.Context())
		err := db.InTx(ctx, d, func(tx *db.Tx) error {
			_, err := db.Exec(ctx, tx, `UPDATE fruits SET stock = 0`)
			cancel()
			return err
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("InTx = %v, want context.Canceled", err)
		}
		stock, err := db.One[int64](t.Context(), d.R, `SELECT stock FROM fruits`)
		if err != nil || stock != 5 {
			t.Errorf("stock = %d, %v; want 5", stock, err)
		}
		write(t, d, `UPDATE fruits SET stock = 4`) // the writer is free again
	})
}

// The estimated costs of a large town made PostgreSQL compile queries, which took longer
// than to run them.
func TestPostgresCompilesNoQueries(t *testing.T) {
	t.Parallel()
	if jit, err := db.One[string](t.Context(), dbtest.Open(t, db.Postgres).R, `SHOW jit`); err != nil || jit != "off" {
		t.Errorf("jit is %s, %v", jit, err)
	}
}
