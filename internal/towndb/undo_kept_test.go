package towndb_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/catalog"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/hours"
	"hawker/internal/stock"
	"hawker/internal/towndb"
	"hawker/internal/townfile"
)

// Stock goes back by what the import added to it, so that sold units stay sold.
func TestUndo_changesStockByTheDifference(t *testing.T) {
	t.Parallel()
	units := func(n int) *int { return &n }
	tests := []struct {
		name        string
		first, next *int
		sold        int64
		want        *int64
	}{
		{"raised, and sold", units(5), units(8), 2, new(int64(3))},
		{"lowered, and sold", units(10), units(2), 1, new(int64(9))},
		{"more sold than there were before", units(3), units(10), 9, new(int64(0))},
		{"no longer counted", units(5), nil, 0, new(int64(5))},
		{"counted for the first time", nil, units(7), 3, nil},
		{"unchanged", units(5), units(5), 2, new(int64(3))},
	}
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				d, folder := open(t), small()
				folder.Items[0].Stock = tt.first
				importTown(t, d, folder, towndb.Options{})
				folder.Items[0].Stock, folder.Items[0].Name = tt.next, "Flan"
				importTown(t, d, folder, towndb.Options{})
				exec(t, d, `INSERT INTO stock_moves (stock_id, delta, reason, created_at) SELECT id, $1, 'order', 0 FROM stock WHERE variation = ''`, -tt.sold)
				exec(t, d, `UPDATE stock SET quantity = quantity - $1 WHERE variation = ''`, tt.sold)
				undo(t, d, false)
				id := one(t, d, `SELECT id FROM items`)
				left, err := stock.LevelsByItem(t.Context(), d.R, []int64{id})
				if diff := cmp.Diff(tt.want, left[id].Left(0)); err != nil || diff != "" {
					t.Error(diff, err)
				}
				if changes := importTown(t, d, folder, towndb.Options{}); !changes.Any() {
					t.Error("the folder cannot be imported again")
				}
			})
		}
	})
}

// Hours and replies that the desk has changed since the import stay. The planned closures,
// which only files have, are as before.
func TestUndo_keepsWhatTheDeskChanged(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		for _, desk := range []bool{false, true} {
			t.Run(fmt.Sprint(desk), func(t *testing.T) {
				d, folder := open(t), small()
				folder.Reviews[0].Reply = "Thank you"
				importTown(t, d, folder, towndb.Options{})
				store := func() hours.Schedule {
					s, err := catalog.StoreByID(t.Context(), d.R, one(t, d, `SELECT id FROM stores`))
					if err != nil {
						t.Fatal(err)
					}
					return s.Schedule.V
				}
				want, reply := store(), "Thank you"

				folder.Stores[0].Hours = townfile.Hours{Week: []townfile.Opening{{Day: 1, Opens: "08:00", Closes: "20:00"}}, Closures: []townfile.Closure{{From: "+8d", To: "+9d"}}}
				folder.Reviews[0].Reply = "Come again"
				importTown(t, d, folder, towndb.Options{})
				if desk {
					want.Always, want.Week, reply = false, []hours.Opening{{Day: 2, Opens: 60, Closes: 120}}, "See you"
					if err := catalog.New(d, clock.NewManual(noon)).SetHours(t.Context(), one(t, d, `SELECT id FROM stores`), catalog.WeekHours{Week: want.Week}, nil); err != nil {
						t.Fatal(err)
					}
					exec(t, d, `UPDATE reviews SET reply = $1`, reply)
				}
				undo(t, d, false)
				if diff := cmp.Diff(want, store()); diff != "" {
					t.Errorf("hours: %s", diff)
				}
				if n := one(t, d, `SELECT COUNT(*) FROM reviews WHERE reply = $1`, reply); n != 1 {
					t.Errorf("the reply is not %q", reply)
				}
			})
		}
	})
}
