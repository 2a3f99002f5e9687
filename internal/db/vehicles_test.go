package db_test

import (
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// Migrations 039 and 040 make columns of the documents of providers and vehicles.
func TestMigrate_RNT14_keepsVehicles(t *testing.T) {
	t.Parallel()
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(dialect), func(t *testing.T) {
			t.Parallel()
			d := dbtest.OpenAt(t, dbtest.Empty(t, dialect))
			if err := db.MigrateUpTo(t.Context(), d, "037"); err != nil {
				t.Fatal(err)
			}
			err := db.InTx(t.Context(), d, func(tx *db.Tx) error { return insertVehicles(t, tx) })
			if err != nil {
				t.Fatal(err)
			}
			if err := db.Migrate(t.Context(), d); err != nil {
				t.Fatal(err)
			}
			const provider = `slug || '|' || zone_id || '|' || pickup_zone_ids || '|' || name || '|' || latitude || '|' || discount || '|' || rating_count || '|' || trip_count`
			const vehicle = `v.slug || '|' || p.slug || '|' || category_id || '|' || seats || '|' || CASE WHEN air_condition THEN 'cool' ELSE '' END || '|' || REPLACE(pictures, ' ', '')
				|| '|' || hourly_price || '|' || distance_price || '|' || v.discount_type || v.discount || '|' || units || '|' || CASE WHEN is_new THEN 'new' ELSE '' END || '|' || created_at`
			for _, row := range []struct{ query, want string }{
				{`SELECT ` + provider + ` FROM providers WHERE slug = 'anchor'`,
					`anchor|7|[3,7]|Anchor "Cars"|-11.5|{"type":"percent","value":1050,"min_purchase":20000,"max_discount":15500,"start":"2026-01-02","end":"","start_time":"","end_time":""}|3|40`},
				{`SELECT ` + provider + ` FROM providers WHERE slug = 'bare'`, `bare|3|[]|Bare|1.25|{}|0|0`},
				{`SELECT ` + vehicle + ` FROM vehicles v JOIN providers p ON p.id = v.provider_id WHERE v.slug = 'finch'`,
					`finch|anchor|5|4|cool|["a","b"]|6505|0|amount500|6|new|1767323045000`},
				{`SELECT ` + vehicle + ` FROM vehicles v JOIN providers p ON p.id = v.provider_id WHERE v.slug = 'van'`,
					`van|bare|5|2||["v"]|0|38|percent0|1||1767225600000`},
			} {
				if got, err := db.One[string](t.Context(), d.R, row.query); err != nil || got != row.want {
					t.Errorf("%s\nis   %s\nwant %s, %v", row.query, got, row.want, err)
				}
			}
		})
	}
}

func insertVehicles(t *testing.T, tx *db.Tx) error {
	for _, statement := range []string{
		`INSERT INTO settings (name, body, version, updated_at) VALUES ('currency', '{"code":"BHD","digits":3}', 1, 0)`,
		`INSERT INTO zones (id, slug, name, time_zone, polygon, area, active) VALUES (3, 'old-town', '', 'UTC', '[]', 0, TRUE), (7, 'harbour', '', 'UTC', '[]', 0, TRUE)`,
		`INSERT INTO modules (id, slug, module_type, name, description, picture, position, active) VALUES (1, 'rental', 'rental', '', '', '', 1, TRUE)`,
		`INSERT INTO categories (id, slug, module_id, name, picture, featured, position) VALUES (5, 'cars', 1, '', '', FALSE, 1)`,
		`INSERT INTO providers (id, slug, body) VALUES
			(8, 'anchor', '{"zone":"harbour","pickup_zones":["old-town","harbour"],"name":"Anchor \"Cars\"","point":{"lat":-11.5,"lng":65.2},
				"discount":{"type":"percent","value":"10.5","min_purchase":"20.000","max_discount":"15.5","start":"2026-01-02"},"past":{"sold":40,"rating_count":3,"rating_sum":14}}'),
			(9, 'bare', '{"zone":"old-town","name":"Bare","point":{"lat":1.25,"lng":2}}')`,
		`INSERT INTO vehicles (slug, provider_id, body) VALUES
			('finch', 8, '{"provider":"anchor","category":"cars","name":"Finch","pictures":["a","b"],"seats":4,"air_condition":true,"transmission":"manual",
				"hourly_price":"6.505","discount":{"type":"amount","value":"0.5"},"count":6,"new":true,"added":"2026-01-02T03:04:05Z"}'),
			('van', 9, '{"provider":"bare","category":"cars","name":"Van","pictures":["v"],"seats":2,"transmission":"automatic","distance_price":"0.038","count":1,"added":"2026-01-01T00:00:00Z"}')`,
	} {
		if _, err := db.Exec(t.Context(), tx, statement); err != nil {
			return err
		}
	}
	return nil
}
