package db_test

import (
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

func TestPrune_deletesOnlyEndedRows(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
			_, err := db.Exec(t.Context(), tx, `INSERT INTO throttles (key, count, ends_at)
				WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500) SELECT 'key ' || i, 1, i FROM n`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
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
