package towndb_test

import (
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/demo/town"
	"hawker/internal/towndb"
)

// BenchmarkImport imports a town of about 10,500 items, with its search texts, into an
// empty database, and reports the items per second.
func BenchmarkImport(b *testing.B) {
	large := town.Generate(1, 7)
	for _, engine := range []db.Dialect{db.SQLite, db.Postgres} {
		b.Run(string(engine), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				d := dbtest.Open(b, engine)
				b.StartTimer()
				if _, err := towndb.Import(b.Context(), d, large, towndb.Options{Now: noon}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N*len(large.Items))/b.Elapsed().Seconds(), "items/s")
		})
	}
}
