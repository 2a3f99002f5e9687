package db_test

import (
	"context"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

func TestPrune_deletesOnlyEndedRows(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		throttles(t, d)
		for _, tt := range []struct{ before, want int64 }{{1, 2500}, {1701, 800}, {9999, 0}, {9999, 0}} {
			if err := db.Prune(t.Context(), d, "throttles", `ends_at < $1`, tt.before); err != nil {
				t.Fatal(err)
			}
			left, err := db.Many[int64](t.Context(), d.R, `SELECT ends_at FROM throttles ORDER BY ends_at`)
			if err != nil || int64(len(left)) != tt.want || len(left) > 0 && left[0] != 2501-tt.want {
				t.Errorf("before %d: %d are left, %v", tt.before, len(left), err)
			}
		}
	})
}

func TestPrune_withoutDueRowsDoesNotWrite(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		throttles(t, d)
		dbtest.DoesNotWrite(t, d, func(ctx context.Context) error {
			return db.Prune(ctx, d, "throttles", `ends_at < $1`, 1)
		})
	})
}

// throttles adds 2500 throttles that end at 1, 2, 3 and so on.
func throttles(t *testing.T, d *db.DB) {
	t.Helper()
	err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
		_, err := db.Exec(t.Context(), tx, `INSERT INTO throttles (key, count, ends_at)
			WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500) SELECT 'key ' || i, 1, i FROM n`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// What one call leaves is known, and the next one goes on.
func TestPrune_saysWhetherRowsAreLeft(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		throttles(t, d)
		for _, want := range []struct {
			all  bool
			left int64
		}{{false, 1500}, {false, 500}, {true, 0}} {
			all, err := db.PruneAtMost(t.Context(), d, 2, "throttles", `ends_at < $1`, 9999)
			left, countErr := db.One[int64](t.Context(), d.R, `SELECT COUNT(*) FROM throttles`)
			if err != nil || countErr != nil || all != want.all || left != want.left {
				t.Errorf("all: %t, %d are left, want %+v; %v, %v", all, left, want, err, countErr)
			}
		}
	})
}

// Clear changes many rows in transactions of few, so that no statement takes long.
func TestClear_changesAllRowsInBatches(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		throttles(t, d)
		err := db.InTx(t.Context(), d, func(tx *db.Tx) error { // refuses a transaction of all rows
			if tx.Dialect == db.SQLite {
				return nil
			}
			for _, statement := range []string{
				`CREATE FUNCTION few() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
					IF (SELECT COUNT(*) FROM changed) > 500 THEN RAISE 'too many rows'; END IF; RETURN NULL; END $$`,
				`CREATE TRIGGER few AFTER UPDATE ON throttles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION few()`,
			} {
				if _, err := db.Exec(t.Context(), tx, statement); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Clear(t.Context(), d, "throttles", `count = 0`, `count <> 0 AND ends_at <= $1`, 2000); err != nil {
			t.Fatal(err)
		}
		if left, err := db.One[int64](t.Context(), d.R, `SELECT COUNT(*) FROM throttles WHERE count = 1 AND ends_at > 2000`); err != nil || left != 500 {
			t.Errorf("%d of the later rows are as they were, %v", left, err)
		}
		if cleared, err := db.One[int64](t.Context(), d.R, `SELECT COUNT(*) FROM throttles WHERE count = 0`); err != nil || cleared != 2000 {
			t.Errorf("%d rows were cleared, %v", cleared, err)
		}
	})
}

// Migration 013 does not know when existing guests last called. None of them may be
// pruned immediately.
func TestMigrate_givesExistingGuestsTheLatestTime(t *testing.T) {
	t.Parallel()
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(dialect), func(t *testing.T) {
			t.Parallel()
			d := dbtest.OpenAt(t, dbtest.Empty(t, dialect))
			if err := db.MigrateUpTo(t.Context(), d, "012"); err != nil {
				t.Fatal(err)
			}
			err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
				for _, statement := range []string{
					`INSERT INTO shoppers (id, guest_hash, created_at) VALUES (1, 'a', 10), (2, 'b', 90), (3, NULL, 50)`,
					`INSERT INTO customers (shopper_id, first_name, last_name, email_verified, phone_verified, password_hash, picture, interests, referral_code, created_at)
						VALUES (3, '', '', FALSE, FALSE, '', '', '[]', 'x', 0)`,
				} {
					if _, err := db.Exec(t.Context(), tx, statement); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if err := db.Migrate(t.Context(), d); err != nil {
				t.Fatal(err)
			}
			for id, want := range map[int64]int64{1: 90, 2: 90, 3: -1} {
				if got, err := db.One[int64](t.Context(), d.R, `SELECT COALESCE(seen_at, -1) FROM shoppers WHERE id = $1`, id); err != nil || got != want {
					t.Errorf("shopper %d was seen at %d, want %d, %v", id, got, want, err)
				}
			}
		})
	}
}
