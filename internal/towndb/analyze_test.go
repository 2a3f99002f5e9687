package towndb_test

import (
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/demo/town"
	"hawker/internal/towndb"
)

// Until PostgreSQL has counted what is new, it takes a full table for an empty
// one, and its plans read all of it.
func TestAFirstImportLeavesNoTableUncounted(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.Postgres)
	load(t, d, town.Generate(1, 1), towndb.Options{Now: noon})
	uncounted, err := db.Many[string](t.Context(), d.R, `
		SELECT relname FROM pg_class WHERE relname IN ('items', 'stock', 'stock_moves', 'imported', 'streets') AND reltuples <= 0`)
	if err != nil || len(uncounted) > 0 {
		t.Errorf("not counted: %v, %v", uncounted, err)
	}
}
