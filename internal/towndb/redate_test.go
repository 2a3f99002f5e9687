package towndb_test

import (
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/towndb"
)

// Only the dates of records that existed when the town was loaded move, not those of
// later ones.
func TestRedate_TRAP_D27_keepsLaterDates(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, town, day := open(t), small(), 24*time.Hour
		load(t, d, town, towndb.Options{Now: noon})
		for _, table := range []string{"items", "stores", "reviews"} {
			for _, tt := range []struct{ created, want time.Time }{
				{noon, noon.Add(day)},
				{noon.Add(time.Millisecond), noon.Add(time.Millisecond)},
			} {
				err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
					_, err := db.Exec(t.Context(), tx, `UPDATE `+table+` SET created_at = $1`, tt.created.UnixMilli())
					return err
				})
				if err != nil {
					t.Fatal(err)
				}
				if err := towndb.Redate(t.Context(), d, town, noon.Add(day), noon, day); err != nil {
					t.Fatal(err)
				}
				if got := time.UnixMilli(one(t, d, `SELECT MAX(created_at) FROM `+table)).UTC(); !got.Equal(tt.want) {
					t.Errorf("%s of %s became %s, want %s", table, tt.created, got, tt.want)
				}
			}
		}
	})
}

// A coupon keeps its relative days, and the count of its uses.
func TestCoupons_PRC03_TRAP_D27_TRAP_D32_keepUsesAndMoveDays(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, town, day := open(t), small(), 24*time.Hour
		load(t, d, town, towndb.Options{Now: noon})
		days := func() (starts, ends string, used int64) {
			t.Helper()
			row, err := db.One[struct {
				Starts, Ends string
				Used         int64
			}](t.Context(), d.R, `SELECT starts, ends, used FROM coupons WHERE code = 'SWEET'`)
			if err != nil {
				t.Fatal(err)
			}
			return row.Starts, row.Ends, row.Used
		}
		first := noon.Add(-day).Format(time.DateOnly)
		if starts, ends, _ := days(); starts != first || ends != noon.Add(6*day).Format(time.DateOnly) {
			t.Errorf("imported: %s to %s", starts, ends)
		}
		err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
			_, err := db.Exec(t.Context(), tx, `UPDATE coupons SET used = 3`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := towndb.Redate(t.Context(), d, town, noon.Add(7*day), noon, 7*day); err != nil {
			t.Fatal(err)
		}
		if starts, ends, used := days(); starts != noon.Add(6*day).Format(time.DateOnly) || ends != noon.Add(13*day).Format(time.DateOnly) || used != 3 {
			t.Errorf("a week later: %s to %s, %d uses", starts, ends, used)
		}
		town.Coupons[0].Title = "Sweeter"
		load(t, d, town, towndb.Options{Now: noon})
		if starts, _, used := days(); starts != first || used != 3 {
			t.Errorf("imported again: from %s, %d uses", starts, used)
		}
	})
}
