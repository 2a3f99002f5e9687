package towndb_test

import (
	"os"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/towndb"
	"hawker/internal/townexport"
	"hawker/internal/townfile"
	"hawker/internal/verify"
)

// rentedOut adds a completed trip with a review of two stars of its vehicle, as packages
// trip and review do.
func rentedOut(t *testing.T, d *db.DB) {
	t.Helper()
	for _, statement := range []string{
		`INSERT INTO shoppers (id, created_at) VALUES (2, 0)`,
		`INSERT INTO purchases (id, kind) VALUES (901, 'trip')`,
		`INSERT INTO trips (id, shopper_id, module_id, provider_id, zone_id, status, trip_type, hours, pickup, destination, pickup_at, return_at, distance_metres, route_seconds, straight,
			subtotal, discount, coupon_code, coupon_discount, tax, tax_included, additional_charge, total, price_rows, payment_method, payment_status,
			contact_name, contact_phone, contact_email, trip_note, cancel_reason, placed_from, created_at, updated_at)
			SELECT 901, 2, (SELECT MIN(id) FROM modules), id, zone_id, 'completed', 'hourly', 1, '{}', '{}', 1, 2, 0, 0, FALSE,
			0, 0, '', 0, 0, FALSE, 0, 0, '[]', 'cash_on_delivery', 'paid', '', '', '', '', '', '', 0, 0 FROM providers`,
		`INSERT INTO trip_lines (trip_id, vehicle_id, name, picture, quantity, unit_price, discount, coupon, tax, total) SELECT 901, id, 'V', '', 1, 0, 0, 0, 0, 0 FROM vehicles`,
		`INSERT INTO vehicle_reviews (slug, vehicle_id, provider_id, trip_id, author, rating, body, reply, pictures, created_at)
			SELECT 'trip-901', id, provider_id, 901, 'Ben K.', 2, 'Slow', '', '[]', 5 FROM vehicles`,
		`UPDATE vehicles SET rating_sum = rating_sum + 2, rating_count = rating_count + 1, trip_count = trip_count + 1`,
		`UPDATE providers SET rating_sum = rating_sum + 2, rating_count = rating_count + 1, trip_count = trip_count + 1`,
	} {
		err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
			_, err := db.Exec(t.Context(), tx, statement)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// checkFleet checks the figures of the vehicle and of its provider, and that they add up.
func checkFleet(t *testing.T, name string, d *db.DB, sum, count, trips int64) {
	t.Helper()
	for _, table := range []string{"vehicles", "providers"} {
		s, c, n := one(t, d, `SELECT rating_sum FROM `+table), one(t, d, `SELECT rating_count FROM `+table), one(t, d, `SELECT trip_count FROM `+table)
		if s != sum || c != count || n != trips {
			t.Errorf("%s: %s: %d stars of %d, %d trips; want %d of %d, %d", name, table, s, c, n, sum, count, trips)
		}
	}
	report, err := verify.Run(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range report.Checks {
		if len(c.Findings) > 0 && (c.Name == "ratings are those of the town folder and of reviews" || c.Name == "the trips of providers and vehicles are counted") {
			t.Errorf("%s: %s: %q", name, c.Name, c.Findings)
		}
	}
}

func TestImport_RNT04_TRAP_D32_keepsTheReviewsOfTrips(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, town := open(t), small()
		past := townfile.Past{RatingSum: 45, RatingCount: 10, Sold: 12}
		town.Vehicles[0].Past, town.Providers[0].Past = past, past
		town.VehicleReviews[0].Pictures = nil
		load(t, d, town, towndb.Options{Now: noon})
		rentedOut(t, d)
		checkFleet(t, "before", d, 47, 11, 13)
		load(t, d, town, towndb.Options{Now: noon})
		checkFleet(t, "the same files", d, 47, 11, 13)

		dir := t.TempDir()
		if err := townexport.Write(t.Context(), d, dir, townexport.Options{}); err != nil {
			t.Fatal(err)
		}
		exported, err := townfile.Read(os.DirFS(dir))
		if err != nil {
			t.Fatal(err)
		}
		if len(exported.VehicleReviews) != 2 {
			t.Errorf("%d reviews were exported", len(exported.VehicleReviews))
		}
		load(t, d, exported, towndb.Options{Now: noon})
		checkFleet(t, "its own export", d, 47, 11, 13)
		other := open(t)
		load(t, other, exported, towndb.Options{Now: noon})
		checkFleet(t, "another database", other, 47, 11, 13)

		for i := range exported.VehicleReviews { // only the one of the files can be changed by them
			exported.VehicleReviews[i].Rating = 1
		}
		exported.Vehicles[0].Past = townfile.Past{RatingSum: 30, RatingCount: 11, Sold: 20}
		exported.Providers[0].Past = exported.Vehicles[0].Past
		load(t, d, exported, towndb.Options{Now: noon})
		checkFleet(t, "other stars", d, 30, 11, 20)
		if n := one(t, d, `SELECT rating FROM vehicle_reviews WHERE trip_id IS NOT NULL`); n != 2 {
			t.Errorf("the review of a trip has %d stars", n)
		}
	})
}
