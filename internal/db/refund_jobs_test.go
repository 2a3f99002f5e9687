package db_test

import (
	"slices"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// Migration 089: refunds whose jobs have given up, or would, are sent.
func TestMigrate_O3_refundsDoNotGiveUp(t *testing.T) {
	t.Parallel()
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(dialect), func(t *testing.T) {
			t.Parallel()
			d := dbtest.OpenAt(t, dbtest.Empty(t, dialect))
			if err := db.MigrateUpTo(t.Context(), d, "088"); err != nil {
				t.Fatal(err)
			}
			write(t, d, `
				INSERT INTO jobs (kind, body, run_at, attempts, max_attempts, last_error, created_at, done_at, given_up_at) VALUES
					('payment.refund', '{}', 1, 100, 100, 'x', 0, NULL, 5), ('payment.refund', '{}', 2, 3, 100, 'x', 0, NULL, NULL),
					('payment.refund', '{}', 3, 1, 100, '', 0, 5, NULL), ('payment.check', '{}', 4, 12, 12, 'x', 0, NULL, 5)`)
			if err := db.Migrate(t.Context(), d); err != nil {
				t.Fatal(err)
			}
			got, err := db.Many[int64](t.Context(), d.R, `SELECT run_at FROM jobs WHERE done_at IS NULL AND given_up_at IS NULL AND attempts < 1000 AND max_attempts > 1000 ORDER BY run_at`)
			if want := []int64{1, 2}; err != nil || !slices.Equal(got, want) {
				t.Errorf("jobs that go on: %v, %v; want %v", got, err, want)
			}
		})
	}
}
