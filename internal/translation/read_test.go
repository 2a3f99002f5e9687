package translation_test

import (
	"strings"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/translation"
)

// The texts of items are not read for those of all others: a town may have very many.
func TestReadSet_I18N01_TRAP_L3_readsNoItems(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, dialect db.Dialect) {
		noted, d, made := dbtest.Recorded(t, dialect)
		err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
			_, err := db.Exec(t.Context(), tx, `INSERT INTO translations (slug, kind, record, language, texts)
				WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT 'item-' || i, 'item', 'i' || i, 'ar', '{}' FROM n`)
			if err != nil {
				return err
			}
			_, err = db.Exec(t.Context(), tx, `INSERT INTO translations (slug, kind, record, language, texts) VALUES
				('a', 'category', 'meals', 'ar', '{}'), ('b', 'module', 'food', 'ar', '{}'), ('c', 'store', 'zoe', 'ar', '{}')`)
			if err == nil && dialect == db.Postgres {
				_, err = db.Exec(t.Context(), tx, `ANALYZE translations`)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		set, err := translation.ReadSet(t.Context(), noted.R)
		if err != nil || len(set) != 3 {
			t.Fatalf("%d records, %v", len(set), err)
		}
		for _, query := range made.Made() {
			plan := dbtest.Plan(t, d.R, dialect, query.Text, query.Args...)
			if strings.Contains(plan, "SCAN translations") || strings.Contains(plan, "Seq Scan") {
				t.Errorf("%s\n%s", query.Text, plan)
			}
		}
	})
}
