package db_test

import (
	"slices"
	"testing"

	"hawker/internal/db"
)

// Migration 099: refunds of orders stay, and a trip that was refunded before has one too.
func TestMigrate_O3_refundsOfTrips(t *testing.T) {
	t.Parallel()
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(dialect), func(t *testing.T) {
			t.Parallel()
			d := withOldTrips(t, dialect)
			if err := db.MigrateUpTo(t.Context(), d, "098"); err != nil {
				t.Fatal(err)
			}
			write(t, d, `UPDATE trips SET subtotal = 100, deposit = 20, total = 120, refunded = 120, late_charge = 7, cancel_reason = 'Not as booked' WHERE id = 902`)
			write(t, d, `INSERT INTO trip_moves (trip_id, status, actor, reason, at, staff_name) VALUES (902, 'refunded', 'admin', 'Not as booked', 5, 'Asha')`)
			write(t, d, `INSERT INTO refunds (order_id, status, reason, note, images, lines, amount, answer, staff_name, created_at) VALUES (70, 'requested', 'Late', 'N', '[]', '[]', 0, '', '', 3)`)
			if err := db.Migrate(t.Context(), d); err != nil {
				t.Fatal(err)
			}
			got, err := db.Many[string](t.Context(), d.R, `
				SELECT COALESCE(CAST(order_id AS TEXT), '') || '|' || COALESCE(CAST(trip_id AS TEXT), '') || '|' || status || '|' || reason || '|' || amount || '|' || staff_name || '|' || created_at
				FROM refunds ORDER BY id`)
			if want := []string{"70||requested|Late|0||3", "|902|approved|Not as booked|107|Asha|5"}; err != nil || !slices.Equal(got, want) {
				t.Errorf("after the upgrade %q, %v; want %q", got, err, want)
			}
			if _, err := db.Many[int64](t.Context(), d.W, `INSERT INTO refunds (status, reason, note, images, lines, amount, answer, staff_name, created_at) VALUES ('requested', '', '', '[]', '[]', 0, '', '', 0) RETURNING id`); err == nil {
				t.Error("a refund of nothing is kept")
			}
		})
	}
}
