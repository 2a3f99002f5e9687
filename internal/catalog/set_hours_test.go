package catalog_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/hours"
)

// Of colleagues who change the hours that they have all seen, one is the first, and the
// others are refused.
func TestSetHours_refusesWhoHasSeenOtherHours(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		store := catalogtest.New(t, d).Store(1, nil)
		s := catalog.New(d, clock.NewManual(catalogtest.Noon))
		from := func(hour int) catalog.WeekHours {
			return catalog.WeekHours{Week: []hours.Opening{{Day: time.Monday, Opens: hours.TimeOfDay(hour * 60), Closes: hours.DayMinutes}}}
		}
		stored := func() hours.Schedule {
			t.Helper()
			found, err := s.FindStore(t.Context(), store.ID)
			if err != nil {
				t.Fatal(err)
			}
			return found.Schedule.V
		}
		set := func(next catalog.WeekHours, seen *catalog.WeekHours) error {
			return s.SetHours(t.Context(), store.ID, next, seen)
		}

		const colleagues = 5
		problems := make([]error, colleagues)
		var all sync.WaitGroup
		for n := range colleagues {
			all.Go(func() { problems[n] = set(from(n), &catalog.WeekHours{Always: true}) })
		}
		all.Wait()
		first := slices.Index(problems, nil)
		if first < 0 || !slices.Equal(stored().Week, from(first).Week) {
			t.Fatalf("%v, stored are %+v", problems, stored())
		}
		for n, err := range problems {
			if n != first && (!errs.Is(err, errs.Conflict) || errs.All(err)[0].Field != "seen") {
				t.Errorf("a colleague: %v", err)
			}
		}
		if err := set(from(first), &catalog.WeekHours{Always: true}); err != nil {
			t.Errorf("the same once more, after a lost response: %v", err)
		}
		if err := set(catalog.WeekHours{Always: true}, new(from(first))); err != nil || !stored().Always {
			t.Errorf("the hours that are there: %v", err)
		}
		if err := set(from(9), nil); err != nil || stored().Always {
			t.Errorf("a client that does not say what it saw: %v", err)
		}
	})
}
