package db_test

import (
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// Migration 102: texts that were stored before are found in any spelling.
func TestMigrate_BRW02_arabicSearchTexts(t *testing.T) {
	t.Parallel()
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(dialect), func(t *testing.T) {
			t.Parallel()
			d := dbtest.OpenAt(t, dbtest.Empty(t, dialect))
			if err := db.MigrateUpTo(t.Context(), d, "101"); err != nil {
				t.Fatal(err)
			}
			for _, statement := range []string{
				ofOldOrder[0], ofOldOrder[1], ofOldOrder[3],
				`INSERT INTO categories (id, slug, module_id, name, picture, featured, position) VALUES (1, 'c', 1, '', '', FALSE, 1)`,
				`INSERT INTO items (id, slug, store_id, module_id, zone_id, category_id, category_ids, name, description, brand, unit_type, pictures, zoom, price,
					discount_type, discount, sale_price, options, maximum_quantity, available_from, available_to, schedule_order, veg, halal, organic, recommended, prescription, tags,
					nutritions, allergies, generic_names, rating_sum, rating_count, sold_count, active, search_text, created_at) VALUES
					(7, 'i', 9, 1, 3, 1, '[]', '', '', '', '', '[]', FALSE, 0, 'percent', 0, 0, '{}', 0, '', '', FALSE, FALSE, FALSE, FALSE, FALSE, FALSE, '[]', '[]', '[]', '[]',
					0, 0, 0, TRUE, '', 0)`,
			} {
				write(t, d, statement)
			}
			write(t, d, `UPDATE stores SET search_text = $1`, "مقهى ۲۴ / cafe creme |")
			write(t, d, `UPDATE items SET search_text = $1`, "قهـوة کبیرة ٣ | بن")
			if err := db.Migrate(t.Context(), d); err != nil {
				t.Fatal(err)
			}
			got, err := db.Many[string](t.Context(), d.R, `SELECT search_text FROM stores UNION ALL SELECT search_text FROM items`)
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range []string{"مقهي 24 / cafe creme |", "قهوه كبيره 3 | بن"} {
				if got[i] != want {
					t.Errorf("text %d is %q, want %q", i, got[i], want)
				}
			}
		})
	}
}
