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

// ordered adds order 7 of the first store.
func ordered(t *testing.T, d *db.DB) {
	t.Helper()
	execAll(t, d,
		`INSERT INTO shoppers (id, created_at) VALUES (1, 0)`,
		`INSERT INTO orders (id, shopper_id, module_id, store_id, zone_id, source, order_type, status, payment_method,
			payment_status, subtotal, discount, delivery_charge, tax, tax_included, additional_charge, extra_packaging, tip, total,
			price_rows, distance_metres, address, contact_name, contact_phone, order_note, delivery_instruction,
			unavailable_item_note, cutlery, cancel_reason, rider, created_at, updated_at)
			SELECT 7, 1, 10, id, zone_id, 'cart', 'delivery', 'delivered', 'cash_on_delivery', 'unpaid', 0, 0, 0, 0, FALSE, 0, 0, 0, 0,
			'[]', 0, '{}', '', '', '', '', '', FALSE, '', '{}', 0, 0 FROM stores ORDER BY id LIMIT 1`,
	)
}

// reviewed adds an order with a review of two stars of its item, as package review does.
func reviewed(t *testing.T, d *db.DB) {
	t.Helper()
	ordered(t, d)
	execAll(t, d,
		`INSERT INTO reviews (slug, store_id, item_id, order_id, author, rating, body, reply, created_at)
			SELECT 'order-7', store_id, id, 7, 'Ben K.', 2, 'Cold', '', 5 FROM items`,
		`INSERT INTO review_counts (store_id, item_id, rating, reviews) SELECT store_id, id, 2, 1 FROM items`,
		`UPDATE items SET rating_sum = rating_sum + 2, rating_count = rating_count + 1`,
	)
}

func execAll(t *testing.T, d *db.DB, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
			_, err := db.Exec(t.Context(), tx, statement)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// checkRatings checks the stars of the item, and that all ratings and counts add up.
func checkRatings(t *testing.T, name string, d *db.DB, sum, count int64) {
	t.Helper()
	if gotSum, gotCount := one(t, d, `SELECT rating_sum FROM items`), one(t, d, `SELECT rating_count FROM items`); gotSum != sum || gotCount != count {
		t.Errorf("%s: %d stars of %d, want %d of %d", name, gotSum, gotCount, sum, count)
	}
	report, err := verify.Run(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range report.Checks {
		if len(c.Findings) > 0 && (c.Name == "ratings are those of the town folder and of reviews" || c.Name == "the kept counts of reviews are right") {
			t.Errorf("%s: %s: %q", name, c.Name, c.Findings)
		}
	}
}

func TestImport_ITEM12_TRAP_D32_keepsTheReviewsOfOrders(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, town := open(t), small()
		town.Items[0].Past = townfile.Past{RatingSum: 45, RatingCount: 10, Sold: 10}
		town.Reviews[0].Pictures = nil
		load(t, d, town, towndb.Options{Now: noon})
		reviewed(t, d)
		checkRatings(t, "before", d, 47, 11)
		load(t, d, town, towndb.Options{Now: noon})
		checkRatings(t, "the same files", d, 47, 11)

		dir := t.TempDir()
		if err := townexport.Write(t.Context(), d, dir, townexport.Options{}); err != nil {
			t.Fatal(err)
		}
		exported, err := townfile.Read(os.DirFS(dir))
		if err != nil {
			t.Fatal(err)
		}
		if len(exported.Reviews) != 2 {
			t.Errorf("%d reviews were exported", len(exported.Reviews))
		}
		load(t, d, exported, towndb.Options{Now: noon})
		checkRatings(t, "its own export", d, 47, 11)
		other := open(t)
		load(t, other, exported, towndb.Options{Now: noon})
		checkRatings(t, "another database", other, 47, 11)
		if n := one(t, other, `SELECT CAST(SUM(reviews) AS BIGINT) FROM review_counts`); n != 2 {
			t.Errorf("%d reviews are counted there", n)
		}

		for i := range exported.Reviews { // only the one of the files can be changed by them
			exported.Reviews[i].Rating = 1
		}
		exported.Items[0].Past.RatingSum = 30
		load(t, d, exported, towndb.Options{Now: noon})
		checkRatings(t, "other stars", d, 30, 11)
		if n := one(t, d, `SELECT rating FROM reviews WHERE order_id IS NOT NULL`); n != 2 {
			t.Errorf("the review of an order has %d stars", n)
		}
	})
}

// An export does not have what the staff has hidden. Its import does not delete that.
func TestImport_TRAP_D32_keepsHiddenReviews(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		importTown(t, d, small(), towndb.Options{})
		execAll(t, d, `UPDATE reviews SET hidden_at = 5`, `UPDATE vehicle_reviews SET hidden_at = 5`)
		folder := exported(t, d)
		if changes := importTown(t, d, folder, towndb.Options{Prune: true}); changes.Any() {
			t.Errorf("changed %+v", onlyChanged(changes))
		}
		for _, table := range []string{"reviews", "vehicle_reviews"} {
			if n := one(t, d, `SELECT COUNT(*) FROM `+table+` WHERE hidden_at = 5`); n != 1 {
				t.Errorf("%d hidden %s are left", n, table)
			}
		}
	})
}
