package booking_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/booking"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

func TestCalendar_RNT02_isAtMostASecondOldOnEveryInstance(t *testing.T) {
	engines(t, 9, func(t *testing.T, f fixture) {
		other := booking.New(f.db, f.clock)
		free := func(want int64) {
			t.Helper()
			f.clock.Advance(time.Second)
			for _, s := range []*booking.Service{f.Service, other} {
				now, err := s.Calendar(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if got := now.Free(1, 3, span(1, 2)); got != want {
					t.Errorf("%d are free, want %d", got, want)
				}
			}
		}
		free(3)
		f.expect(t, "take", f.take(1, 1, 9, units{1: 2}), "ok")
		free(1)
		f.expect(t, "take", f.take(2, 1, 9, units{1: 1}), "ok")
		free(0)
		f.expect(t, "release", f.release(1, 0), "ok")
		free(2)
		f.clock.Advance(25 * time.Hour) // reads all of them again
		free(2 + 1)
	})
}

// The database is read for what has changed, and not again while nothing has.
func TestCalendar_RNT02_readsOnlyWhatChanged(t *testing.T) {
	t.Parallel()
	for _, engine := range []db.Dialect{db.SQLite, db.Postgres} {
		noted, _, made := dbtest.Recorded(t, engine)
		f := newFixture(t, noted, 3)
		read := func() int {
			f.clock.Advance(time.Second)
			made.Reset()
			if _, err := f.Calendar(t.Context()); err != nil {
				t.Fatal(err)
			}
			return strings.Count(strings.Join(made.Texts(), "\n"), "FROM bookings")
		}
		first, again := read(), read()
		f.expect(t, "take", f.take(1, 1, 9, units{1: 2}), "ok")
		if changed, last := read(), read(); first != 1 || again != 0 || changed != 1 || last != 0 {
			t.Errorf("%s: the bookings were read %d, %d, %d and %d times", engine, first, again, changed, last)
		}
	}
}

func TestCalendar_RNT02_saysWhenAVehicleIsBusy(t *testing.T) {
	engines(t, 9, func(t *testing.T, f fixture) {
		f.expect(t, "take", f.take(1, 2, 6, units{1: 2}), "ok")
		f.expect(t, "take", f.take(2, 4, 8, units{1: 1}), "ok")
		f.expect(t, "take", f.take(3, 6, 7, units{1: 2}), "ok")
		f.expect(t, "take", f.take(4, 9, 12, units{1: 3}), "ok")
		now, err := f.Calendar(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			wanted      int64
			from, until int
			want        []booking.Period
		}{
			{1, 0, 24, []booking.Period{span(4, 7), span(9, 12)}},
			{2, 0, 24, []booking.Period{span(2, 7), span(9, 12)}},
			{3, 0, 24, []booking.Period{span(2, 8), span(9, 12)}},
			{4, 0, 24, []booking.Period{span(0, 24)}}, // more than there are
			{1, 5, 10, []booking.Period{span(5, 7), span(9, 10)}},
			{1, 7, 9, []booking.Period{}},
			{1, 20, 24, []booking.Period{}},
		} {
			if diff := cmp.Diff(c.want, now.Busy(1, 3, c.wanted, span(c.from, c.until)), cmp.Comparer(time.Time.Equal)); diff != "" {
				t.Errorf("%+v (-want +got):\n%s", c, diff)
			}
		}
	})
}

// An empty calendar is one of which everything is free.
func TestCalendar_RNT02_withoutBookings(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	now, err := booking.New(d, clock.NewManual(hour(0))).Calendar(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if free, busy := now.Free(1, 3, span(0, 1)), now.Busy(1, 3, 1, span(0, 1)); free != 3 || len(busy) != 0 {
		t.Errorf("%d are free, busy %v", free, busy)
	}
}
