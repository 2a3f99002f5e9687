package db_test

import (
	"slices"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// Migrations 047 and 050 keep the images of orders, and count the trips that vehicles have
// been on.
func TestMigrate_RNT11_imagesStayAndTripsAreCounted(t *testing.T) {
	t.Parallel()
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(dialect), func(t *testing.T) {
			t.Parallel()
			d := withOldTrips(t, dialect)
			if err := db.Migrate(t.Context(), d); err != nil {
				t.Fatal(err)
			}
			got, err := db.Many[string](t.Context(), d.R, `
				SELECT key || '|' || COALESCE(CAST(purchase_id AS TEXT), '') FROM uploads UNION ALL
				SELECT 'vehicle|' || trip_count || '|' || past_trip_count FROM vehicles UNION ALL
				SELECT 'provider|' || trip_count || '|' || past_trip_count FROM providers UNION ALL
				SELECT 'review|' || images || '|' || COALESCE(CAST(trip_id AS TEXT), '') FROM vehicle_reviews`)
			if want := []string{"a|70", "b|", "vehicle|6|4", "provider|7|5", "review|[]|"}; err != nil || !slices.Equal(got, want) {
				t.Errorf("after the upgrade %q, %v; want %q", got, err, want)
			}
		})
	}
}

// withOldTrips opens a database of migration 046 with an order and trips.
func withOldTrips(t *testing.T, dialect db.Dialect) *db.DB {
	t.Helper()
	d := dbtest.OpenAt(t, dbtest.Empty(t, dialect))
	for _, step := range []struct {
		migration  string
		statements []string
	}{{"042", ofOldOrder}, {"046", ofOldTrips}} {
		if err := db.MigrateUpTo(t.Context(), d, step.migration); err != nil {
			t.Fatal(err)
		}
		for _, statement := range step.statements {
			write(t, d, statement)
		}
	}
	return d
}

// ofOldTrips are two completed trips and a running one of a vehicle that had four before,
// and images of an order and of nothing.
var ofOldTrips = []string{
	`INSERT INTO uploads (key, shopper_id, purpose, order_id, created_at) VALUES ('a', 5, 'review', 70, 0), ('b', 5, 'review', NULL, 0)`,
	`INSERT INTO categories (id, slug, module_id, name, picture, featured, position) VALUES (4, 'cars', 1, '', '', FALSE, 1)`,
	`INSERT INTO providers (id, slug, zone_id, pickup_zone_ids, name, description, logo, cover, address, phone, latitude, longitude, discount, tax_rate,
		rating_sum, rating_count, trip_count, past_rating_sum, past_rating_count) VALUES (8, 'p', 3, '[]', 'P', '', '', '', '', '', 0, 0, '{}', 0, 0, 0, 7, 0, 0)`,
	`INSERT INTO vehicles (id, slug, provider_id, category_id, name, description, brand, vehicle_type, seats, air_condition, transmission, fuel, pictures, hourly_price, distance_price,
		discount_type, discount, units, is_new, rating_sum, rating_count, trip_count, past_rating_sum, past_rating_count, created_at, revision)
		VALUES (9, 'v', 8, 4, 'V', '', '', '', 4, FALSE, 'manual', '', '[]', 1, 0, 'percent', 0, 3, FALSE, 0, 0, 4, 0, 0, 0, 1)`,
	`INSERT INTO vehicle_reviews (slug, vehicle_id, provider_id, author, rating, body, reply, pictures, created_at) VALUES ('r', 9, 8, 'A', 5, '', '', '[]', 0)`,
	`INSERT INTO purchases (id, kind) VALUES (901, 'trip'), (902, 'trip'), (903, 'trip')`,
	`INSERT INTO trips (id, shopper_id, module_id, provider_id, zone_id, status, trip_type, hours, pickup, destination, pickup_at, return_at, distance_metres, route_seconds, straight,
		subtotal, discount, coupon_code, coupon_discount, tax, tax_included, additional_charge, total, price_rows, payment_method, payment_status,
		contact_name, contact_phone, contact_email, trip_note, cancel_reason, placed_from, created_at, updated_at)
		SELECT id, 5, 1, 8, 3, CASE id WHEN 901 THEN 'completed' WHEN 902 THEN 'refunded' ELSE 'ongoing' END, 'hourly', 1, '{}', '{}', 1, 2, 0, 0, FALSE,
		0, 0, '', 0, 0, FALSE, 0, 0, '[]', 'cash_on_delivery', 'paid', '', '', '', '', '', '', 0, 0 FROM purchases WHERE id > 900`,
	`INSERT INTO trip_lines (trip_id, vehicle_id, name, picture, quantity, unit_price, discount, coupon, tax, total)
		SELECT id, 9, 'V', '', 2, 0, 0, 0, 0, 0 FROM purchases WHERE id > 900`,
}
