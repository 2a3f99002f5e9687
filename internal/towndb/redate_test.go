package towndb_test

import (
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/setting"
	"hawker/internal/towndb"
	"hawker/internal/townfile"
)

// Only the dates of records that existed when the town was loaded move, not those of
// later ones.
func TestRedate_TRAP_D27_keepsLaterDates(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, town, day := open(t), small(), 24*time.Hour
		load(t, d, town, towndb.Options{Now: noon})
		for _, table := range []string{"items", "stores", "vehicles", "reviews", "vehicle_reviews"} {
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

// Cashback offers and wallet bonuses keep their relative days, and everything else that
// was changed in them.
func TestRedate_WAL01_WAL06_TRAP_D27_movesCashbackAndBonuses(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, town, day := open(t), small(), 24*time.Hour
		off := townfile.Rebate{Type: "percent", Value: "5"}
		town.Settings.Wallet = townfile.Wallet{MinTopUp: "1", Bonuses: []townfile.Bonus{
			{ID: "week", Title: "Week", Bonus: off, Start: "-1d", End: "+6d"}, {ID: "always", Title: "Always", Bonus: off},
		}}
		town.Settings.Rewards = &townfile.Rewards{Cashback: []townfile.Cashback{
			{ID: "week", Title: "Week", Discount: off, Start: "-1d", End: "+6d"}, {ID: "fixed", Title: "Fixed", Discount: off, End: "2026-12-31"},
		}}
		load(t, d, town, towndb.Options{Now: noon})
		s, err := setting.Read(t.Context(), d.R)
		if err != nil {
			t.Fatal(err)
		}
		s.Rewards.Cashback[0].Title, s.Wallet.Bonuses = "Edited", append(s.Wallet.Bonuses, setting.Bonus{ID: "own", Amount: 100, End: "2026-11-21"})
		if err := db.InTx(t.Context(), d, func(tx *db.Tx) error { return setting.Write(t.Context(), tx, s, noon) }); err != nil {
			t.Fatal(err)
		}
		if err := towndb.Redate(t.Context(), d, town, noon.Add(40*day), noon, 40*day); err != nil {
			t.Fatal(err)
		}
		if s, err = setting.Read(t.Context(), d.R); err != nil {
			t.Fatal(err)
		}
		first, last := noon.Add(39*day).Format(time.DateOnly), noon.Add(46*day).Format(time.DateOnly)
		if b := s.Wallet.Bonuses; len(b) != 3 || b[0].Start != first || b[0].End != last || b[1].Start != "" || b[1].End != "" || b[2].End != "2026-11-21" {
			t.Errorf("bonuses: %+v", b)
		}
		if c := s.Rewards.Cashback; len(c) != 2 || c[0].Starts != first || c[0].Ends != last || c[0].Title != "Edited" || c[1].Ends != "2026-12-31" {
			t.Errorf("cashback: %+v", c)
		}
	})
}

// The discount of a provider keeps its relative days.
func TestRedate_TRAP_D27_movesTheDaysOfProviders(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, town, day := open(t), small(), 24*time.Hour
		load(t, d, town, towndb.Options{Now: noon})
		if err := towndb.Redate(t.Context(), d, town, noon.Add(9*day), noon, 9*day); err != nil {
			t.Fatal(err)
		}
		got, err := db.One[db.JSON[catalog.Discount]](t.Context(), d.R, `SELECT discount FROM providers WHERE slug = $1`, town.Providers[0].Slug)
		want := catalog.Discount{Type: "percent", Value: 1000, MinPurchase: 2000, StartTime: "08:00", EndTime: "20:00", Start: noon.Add(8 * day).Format(time.DateOnly), End: noon.Add(11 * day).Format(time.DateOnly)}
		if err != nil || got.V != want {
			t.Errorf("%+v, %v, want %+v", got.V, err, want)
		}
	})
}
