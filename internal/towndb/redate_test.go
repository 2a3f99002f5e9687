package towndb_test

import (
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/towndb"
)

// What somebody added after the town was loaded is as new as it says: only what
// was there by then moves on.
func TestRedate_TRAP_D27_leavesWhatCameLater(t *testing.T) {
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
