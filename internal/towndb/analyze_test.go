package towndb_test

import (
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/demo/town"
	"hawker/internal/towndb"
)

// Without statistics, PostgreSQL plans as if a full table were empty, and reads all
// of it.
func TestFirstImportAnalyzesEveryTable(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.Postgres)
	load(t, d, town.Generate(1, 2), towndb.Options{Now: noon}) // so many that each table is analyzed
	uncounted, err := db.Many[string](t.Context(), d.R, `
		SELECT relname FROM pg_class WHERE relname IN ('items', 'stock', 'stock_moves', 'imported', 'streets', 'reviews', 'review_counts') AND reltuples <= 0`)
	if err != nil || len(uncounted) > 0 {
		t.Errorf("not analyzed: %v, %v", uncounted, err)
	}
}
