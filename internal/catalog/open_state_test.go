package catalog_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/hours"
)

// What the town remembers of a store is what the store says, minute by minute
// and in whatever order it is asked.
func TestOpenAt_H7_TheTownSaysWhatTheStoreSays(t *testing.T) {
	t.Parallel()
	w := newFixture(t, dbtest.Open(t, db.SQLite))
	week := hours.Schedule{}
	for _, day := range []time.Weekday{time.Monday, time.Wednesday, time.Saturday} {
		week.Week = append(week.Week, hours.Opening{Day: day, Opens: 9 * 60, Closes: 13 * 60}, hours.Opening{Day: day, Opens: 18 * 60, Closes: 2 * 60})
	}
	var ids []int64
	for i, schedule := range []hours.Schedule{week, {}, {Always: true}} {
		ids = append(ids, w.Store(int64(i+1), func(s *catalog.Store) { s.Schedule.V = schedule }).ID)
	}
	directory, err := w.s.Directory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(r *rapid.T) {
		at := catalogtest.Noon.Add(time.Duration(rapid.IntRange(0, 14*24*60).Draw(r, "minute")) * time.Minute)
		for _, id := range ids {
			store := directory.StoreOf(&catalog.Item{StoreID: id})
			got, want := directory.OpenAt(store, at), store.OpenAt(at)
			if got.Open != want.Open || !got.OpensAt.Equal(want.OpensAt) || !got.ClosesAt.Equal(want.ClosesAt) {
				r.Errorf("store %d at %s: %+v, want %+v", id, at, got, want)
			}
			again := *store
			again.Active = false
			if directory.OpenAt(&again, at).Open {
				r.Errorf("store %d, read again and gone, is open", id)
			}
		}
	})
}
