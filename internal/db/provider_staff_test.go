package db_test

import (
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// Migration 048 keeps the staff, what refers to them, and the ids that were given.
func TestMigrate_PERM03_aVendorMayBelongToAProvider(t *testing.T) {
	t.Parallel()
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(dialect), func(t *testing.T) {
			t.Parallel()
			d := dbtest.OpenAt(t, dbtest.Empty(t, dialect))
			if err := db.MigrateUpTo(t.Context(), d, "047"); err != nil {
				t.Fatal(err)
			}
			run := func(statements ...string) error {
				return db.InTx(t.Context(), d, func(tx *db.Tx) error {
					for _, s := range statements {
						if _, err := db.Exec(t.Context(), tx, s); err != nil {
							return err
						}
					}
					return nil
				})
			}
			const columns = `INSERT INTO staff (email, email_folded, name, phone, role, vehicle, password_hash, active, created_at`
			err := run(
				columns+`, id) VALUES ('a', 'a', 'Nadia', '', 'admin', '', '', TRUE, 0, 4)`,
				`INSERT INTO staff_sessions (token_hash, staff_id, source, created_at, seen_at) VALUES ('t', 4, '', 0, 0)`,
			)
			if err != nil {
				t.Fatal(err)
			}
			if err := db.Migrate(t.Context(), d); err != nil {
				t.Fatal(err)
			}
			got, err := db.One[string](t.Context(), d.R, `SELECT s.token_hash || m.name FROM staff_sessions s JOIN staff m ON m.id = s.staff_id`)
			if err != nil || got != "tNadia" {
				t.Errorf("the session is of %q, %v", got, err)
			}
			if err := run(`DELETE FROM staff WHERE id = 4`); err == nil {
				t.Error("staff with a session can be deleted")
			}
			if err := run(columns + `) VALUES ('b', 'b', 'Sam', '', 'vendor', '', '', TRUE, 0)`); err == nil {
				t.Error("a vendor of nothing can be written")
			}
			err = run(
				`INSERT INTO zones (id, slug, name, time_zone, polygon, area, active) VALUES (3, 'z', '', 'UTC', '[]', 0, TRUE)`,
				`INSERT INTO providers (id, slug, zone_id, pickup_zone_ids, name, description, logo, cover, address, phone, latitude, longitude, discount, tax_rate,
					rating_sum, rating_count, trip_count, past_rating_sum, past_rating_count) VALUES (9, 'p', 3, '[]', 'P', '', '', '', '', '', 0, 0, '{}', 0, 0, 0, 0, 0, 0)`,
				columns+`, provider_id) VALUES ('c', 'c', 'Marco', '', 'vendor', '', '', TRUE, 0, 9)`,
			)
			if err != nil {
				t.Errorf("a vendor of a provider: %v", err)
			}
		})
	}
}
