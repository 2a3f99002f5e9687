package booking_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hawker/internal/booking"
	"hawker/internal/booking/bookingtest"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/vehicle"
	"hawker/internal/vehicle/vehicletest"
)

// fixture is a town with two vehicles, of which there are three (1) and one (2), and many
// trips that have booked nothing yet.
type fixture struct {
	vehicletest.Fleet
	*booking.Service
	db    *db.DB
	clock *clock.Manual
}

func newFixture(t *testing.T, d *db.DB, trips int64) fixture {
	t.Helper()
	c := clock.NewManual(catalogtest.Noon)
	f := fixture{vehicletest.New(t, d), booking.New(d, c), d, c}
	owner := f.Provider(1, nil)
	f.Vehicle(1, owner, func(v *vehicle.Vehicle) { v.Name, v.Units = "Finch", 3 })
	f.Vehicle(2, owner, nil)
	bookingtest.Trips(f.Town, 1, vehicletest.Rental, 1, trips)
	return f
}

func engines(t *testing.T, trips int64, run func(t *testing.T, f fixture)) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) { run(t, newFixture(t, open(t), trips)) })
}

// hour is so many hours after the start of the test.
func hour(n int) time.Time { return catalogtest.Noon.Add(time.Duration(n) * time.Hour) }

type units map[int64]int64

func (f fixture) take(tripID int64, from, until int, of units) error {
	return take(f.db, tripID, hour(from), hour(until), of)
}

func take(d *db.DB, tripID int64, from, until time.Time, of units) error {
	return db.InTx(context.Background(), d, func(tx *db.Tx) error { return booking.Take(context.Background(), tx, tripID, from, until, of) })
}

func (f fixture) extend(tripID int64, until int) error {
	return db.InTx(context.Background(), f.db, func(tx *db.Tx) error { return booking.Extend(context.Background(), tx, tripID, hour(until)) })
}

func (f fixture) shorten(tripID int64, until int) error {
	return db.InTx(context.Background(), f.db, func(tx *db.Tx) error { return booking.Shorten(context.Background(), tx, tripID, hour(until)) })
}

func (f fixture) release(tripID int64, at int) error {
	return db.InTx(context.Background(), f.db, func(tx *db.Tx) error { return booking.Release(context.Background(), tx, tripID, hour(at)) })
}

// outcome is what a call returned: ok, how many units are free, or another error.
func outcome(err error) string {
	if short, ok := errors.AsType[*booking.ShortError](err); ok {
		return fmt.Sprint("free ", short.Free)
	}
	if err != nil {
		return err.Error()
	}
	return "ok"
}

func (f fixture) expect(t *testing.T, what string, err error, want string) {
	t.Helper()
	if got := outcome(err); got != want {
		t.Errorf("%s: %s, want %s", what, got, want)
	}
}

// The greatest number of units that are out at any moment counts, not their sum.
func TestTake_RNT11_TRAP_R1_refusesWhatIsOut(t *testing.T) {
	engines(t, 100, func(t *testing.T, f fixture) {
		trip := int64(10)
		f.expect(t, "two of three", f.take(1, 2, 4, units{1: 2}), "ok")
		f.expect(t, "then two of three", f.take(2, 4, 6, units{1: 2}), "ok")
		f.expect(t, "the only one", f.take(3, 3, 5, units{2: 1}), "ok")
		for _, c := range []struct {
			from, until int
			of          units
			want        string
		}{
			{2, 6, units{1: 2}, "free 1"},
			{0, 3, units{1: 2}, "free 1"},
			{3, 3 + 24*60, units{1: 3}, "free 1"},
			{4, 5, units{1: 4}, "free 1"},
			{0, 1, units{1: 4}, "free 3"},
			{5, 6, units{1: 1, 2: 2}, "free 1"},
			{2, 4, units{1: 1, 2: 1}, "free 0"},
			{0, 2, units{1: 3}, "ok"}, // ends when the first begins
			{6, 8, units{1: 3, 2: 1}, "ok"},
			{5, 6, units{2: 1}, "ok"},
			{2, 6, units{1: 1}, "ok"},
			{5, 6, units{1: 1}, "free 0"},
		} {
			trip++
			f.expect(t, fmt.Sprint(c), f.take(trip, c.from, c.until, c.of), c.want)
		}
		if n := f.number(t, `SELECT COUNT(*) FROM bookings`); n != 3+5 {
			t.Errorf("%d bookings: one that is refused books nothing", n)
		}
	})
}

func (f fixture) number(t *testing.T, query string, args ...any) int64 {
	t.Helper()
	n, err := db.One[int64](t.Context(), f.db.R, query, args...)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestTake_RNT11_TRAP_R1_isAConflictThatNamesTheVehicle(t *testing.T) {
	engines(t, 5, func(t *testing.T, f fixture) {
		f.expect(t, "two of three", f.take(1, 0, 4, units{1: 2}), "ok")
		shown := errs.From(f.take(2, 1, 2, units{1: 2}))
		if shown.Status() != 409 || shown.Code != errs.OutOfStock || shown.Message != "Only 1 of Finch are available at this time." {
			t.Errorf("%d %v", shown.Status(), shown)
		}
		if want := (booking.Short{VehicleID: 1, AvailableUnits: 1}); shown.Detail != want {
			t.Errorf("detail %v", shown.Detail)
		}
		f.expect(t, "the last", f.take(2, 1, 2, units{1: 1}), "ok")
		if shown := errs.From(f.take(3, 1, 2, units{1: 1})); shown.Message != "Finch is not available at this time." {
			t.Errorf("message %q", shown.Message)
		}
		if shown := errs.From(f.take(3, 1, 2, units{9: 1})); shown.Code != errs.NotFound {
			t.Errorf("an unknown vehicle: %v", shown)
		}
		if err := f.take(3, 2, 2, units{1: 1}); err == nil {
			t.Error("a booking of no time is possible")
		}
	})
}

func TestExtend_RNT11_TRAP_R1_ownBookingDoesNotCount(t *testing.T) {
	engines(t, 9, func(t *testing.T, f fixture) {
		f.expect(t, "all", f.take(1, 0, 4, units{1: 3, 2: 1}), "ok")
		f.expect(t, "longer", f.extend(1, 6), "ok")
		f.expect(t, "in the longer time", f.take(2, 5, 7, units{1: 1}), "free 0")
		f.expect(t, "after it", f.take(2, 6, 8, units{1: 1}), "ok")
		f.expect(t, "into another booking", f.extend(1, 7), "free 2")
		f.expect(t, "as long as it is", f.extend(1, 6), "ok")
		f.expect(t, "shorter is no extension", f.extend(1, 3), "ok")
		f.expect(t, "still until 6", f.take(3, 5, 6, units{2: 1}), "free 0")
		f.expect(t, "shorter", f.shorten(1, 5), "ok")
		f.expect(t, "what became free", f.take(3, 5, 6, units{2: 1}), "ok")
		f.expect(t, "not longer again", f.extend(1, 6), "free 0")
		f.expect(t, "shorter is not longer", f.shorten(1, 6), "ok")
		f.expect(t, "still until 5", f.take(4, 4, 5, units{1: 1}), "free 0")
		if err := f.extend(8, 6); !errs.Is(err, errs.Conflict) {
			t.Errorf("a trip without bookings: %v", err)
		}
	})
}

func TestRelease_RNT11_TRAP_R1_freesFromThenOn(t *testing.T) {
	engines(t, 9, func(t *testing.T, f fixture) {
		f.expect(t, "canceled later", f.take(1, 4, 8, units{1: 3}), "ok")
		f.expect(t, "returned early", f.take(2, 0, 8, units{2: 1}), "ok")
		for range 2 {
			f.expect(t, "cancel", f.release(1, 2), "ok")
			f.expect(t, "return", f.release(2, 6), "ok")
		}
		f.expect(t, "returned after its end", f.take(3, 0, 2, units{1: 1}), "ok")
		f.expect(t, "return late", f.release(3, 5), "ok")
		f.expect(t, "while it was out", f.take(4, 5, 7, units{2: 1}), "free 0")
		f.expect(t, "after its return", f.take(4, 6, 8, units{1: 3, 2: 1}), "ok")
		f.expect(t, "the past does not change", f.take(5, 0, 2, units{1: 3}), "free 2")
		if err := f.extend(1, 10); !errs.Is(err, errs.Conflict) {
			t.Errorf("extend what was released: %v", err)
		}
	})
}

// An import may say that there are fewer than are booked.
func TestTake_RNT11_fewerUnitsLeaveWhatIsBooked(t *testing.T) {
	engines(t, 9, func(t *testing.T, f fixture) {
		f.expect(t, "all", f.take(1, 0, 4, units{1: 3}), "ok")
		f.Exec(`UPDATE vehicles SET units = 2 WHERE id = 1`)
		f.expect(t, "while all are out", f.take(2, 3, 5, units{1: 1}), "free 0")
		f.expect(t, "later", f.take(2, 4, 5, units{1: 1}), "ok")
		f.expect(t, "longer, of more than there are", f.extend(1, 5), "free 1")
		f.expect(t, "shorter", f.shorten(1, 3), "ok")
		f.expect(t, "what became free", f.take(3, 3, 5, units{1: 1}), "ok")
		f.Exec(`UPDATE vehicles SET units = 9 WHERE id = 1`)
		f.expect(t, "of more", f.take(4, 0, 5, units{1: 6}), "ok")
	})
}

// Of 100 overlapping trips three get one of three units, on two instances.
func TestTake_RNT11_TRAP_R1_atTheSameTimeNeverBeyondTheCount(t *testing.T) {
	t.Parallel()
	for _, engine := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			const trips = 100
			o := dbtest.Migrated(t, engine)
			instances := []*db.DB{dbtest.OpenAt(t, o)}
			if engine == db.Postgres { // a SQLite file has one instance
				instances = append(instances, dbtest.OpenAt(t, o))
			}
			f := newFixture(t, instances[0], trips)
			var all sync.WaitGroup
			var booked atomic.Int64
			for n := range trips {
				all.Go(func() {
					// All of them overlap at one hour.
					err := take(instances[n%len(instances)], int64(n+1), hour(n%5), hour(6+n%7), units{1: 1})
					if err == nil {
						booked.Add(1)
					} else if outcome(err) != "free 0" && outcome(err) != "free 1" && outcome(err) != "free 2" {
						t.Error(err)
					}
				})
			}
			all.Wait()
			if n := f.number(t, `SELECT COUNT(*) FROM bookings`); booked.Load() != 3 || n != 3 {
				t.Errorf("%d trips have a vehicle, and there are %d bookings; want 3", booked.Load(), n)
			}
		})
	}
}
