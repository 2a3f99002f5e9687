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
	return take(f.db, tripID, hour(from), hour(until), of, f.clock.Now())
}

func take(d *db.DB, tripID int64, from, until time.Time, of units, now time.Time) error {
	return db.InTx(context.Background(), d, func(tx *db.Tx) error { return booking.Take(context.Background(), tx, tripID, from, until, of, now) })
}

// handOver hands the vehicles of a trip over now.
func (f fixture) handOver(tripID int64) error {
	_, err := f.handOverUntil(tripID, f.clock.Now())
	return err
}

// handOverUntil hands the vehicles of a trip over now, which has them until the time that is
// returned.
func (f fixture) handOverUntil(tripID int64, wanted time.Time) (until time.Time, err error) {
	err = db.InTx(context.Background(), f.db, func(tx *db.Tx) error {
		until, err = booking.HandOver(context.Background(), tx, tripID, wanted, f.clock.Now())
		return err
	})
	return until, err
}

func (f fixture) extend(tripID int64, until int) error {
	return db.InTx(context.Background(), f.db, func(tx *db.Tx) error {
		return booking.Extend(context.Background(), tx, tripID, hour(until), f.clock.Now())
	})
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
		if shown.Status() != 409 || shown.Code != errs.OutOfStock || shown.Message != "Finch: only 1 available at this time." {
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
		f.expect(t, "back early", f.release(1, 3), "ok")
		f.expect(t, "what became free", f.take(3, 3, 5, units{1: 1}), "ok")
		f.Exec(`UPDATE vehicles SET units = 9 WHERE id = 1`)
		f.expect(t, "of more", f.take(4, 0, 5, units{1: 6}), "ok")
	})
}

// What is not back in time counts as out for an hour from now on, again and again.
func TestHandOver_RNT11_TRAP_R1_isOutUntilItIsBack(t *testing.T) {
	engines(t, 9, func(t *testing.T, f fixture) {
		free := func(want int64, from, until int) {
			t.Helper()
			f.clock.Advance(time.Second)
			now, err := f.Calendar(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			got, cursor := now.Free(2, 1, span(from, until)), now.Cursor().HasFree(2, 1, span(from, until))
			if got != want || cursor != (want > 0) || len(now.Busy(2, 1, 1, span(from, until))) == 0 != (want > 0) {
				t.Errorf("lists say that %d are free from %d until %d, and the cursor says %t; want %d", got, from, until, cursor, want)
			}
		}
		f.expect(t, "the only one", f.take(1, 0, 2, units{2: 1}), "ok")
		f.expect(t, "after the next", f.take(2, 5, 6, units{2: 1}), "ok")
		f.expect(t, "hand over", f.handOver(1), "ok")
		free(1, 2, 3)
		f.expect(t, "right after it, while it is in time", f.take(3, 2, 3, units{2: 1}), "ok")
		f.expect(t, "which is canceled", f.release(3, 0), "ok")

		f.clock.Advance(3 * time.Hour)
		free(0, 3, 4)
		free(0, 4, 5) // an hour from now is a second after 4
		free(1, 6, 7)
		f.expect(t, "while it is late", f.take(4, 3, 5, units{2: 1}), "free 0")
		f.expect(t, "soon", f.take(4, 4, 5, units{2: 1}), "free 0")
		f.expect(t, "the next, an hour before", f.extend(2, 7), "ok")
		f.expect(t, "later", f.take(5, 7, 8, units{2: 1}), "ok")
		f.clock.Advance(30 * time.Minute)
		if now, err := f.Calendar(t.Context()); err != nil || now.Free(2, 1, booking.Period{From: f.clock.Now(), Until: f.clock.Now().Add(time.Hour)}) != 0 {
			t.Errorf("half an hour later it is free: %v", err)
		}
		f.clock.Advance(30 * time.Minute)
		f.expect(t, "later it is late still", f.take(6, 4, 5, units{2: 1}), "free 0")

		f.expect(t, "back", f.release(1, 4), "ok")
		free(1, 4, 5)
		f.expect(t, "while it was out in time", f.take(7, 1, 2, units{2: 1}), "free 0")
		f.expect(t, "now that it is back", f.take(7, 4, 5, units{2: 1}), "ok")
	})
}

// An instance of an earlier version, which may run during an upgrade, does not know is_out.
func TestRelease_RNT11_TRAP_R1_byAnEarlierVersion(t *testing.T) {
	engines(t, 4, func(t *testing.T, f fixture) {
		f.expect(t, "the only one", f.take(1, 0, 2, units{2: 1}), "ok")
		f.expect(t, "hand over", f.handOver(1), "ok")
		f.Exec(`UPDATE booking_revision SET revision = revision + 1`)
		f.Exec(`UPDATE bookings SET released_at = $1, revision = (SELECT revision FROM booking_revision) WHERE trip_id = 1 AND released_at IS NULL`, hour(1).UnixMilli())
		f.clock.Set(hour(1))
		f.expect(t, "before its planned end", f.take(2, 1, 2, units{2: 1}), "ok")
		f.clock.Set(hour(3))
		for _, service := range []*booking.Service{f.Service, booking.New(f.db, f.clock)} {
			if now, err := service.Calendar(t.Context()); err != nil || now.Free(2, 1, span(3, 4)) != 1 || len(now.Busy(2, 1, 1, span(3, 4))) != 0 {
				t.Errorf("lists say that it is out, %v", err)
			}
		}
		f.expect(t, "after it", f.take(3, 3, 4, units{2: 1}), "ok")
	})
}

func TestHandOver_RNT11_TRAP_R1_beforeItsTimeOnlyIfNobodyHasIt(t *testing.T) {
	engines(t, 9, func(t *testing.T, f fixture) {
		f.expect(t, "two of three", f.take(1, 0, 1, units{1: 2}), "ok")
		f.expect(t, "two of three, and the only one", f.take(2, 2, 4, units{1: 2, 2: 1}), "ok")
		f.expect(t, "too early", f.handOver(2), "free 1")
		f.expect(t, "in its time", f.handOver(1), "ok")
		f.clock.Advance(90 * time.Minute)
		f.expect(t, "while another is late", f.handOver(2), "free 1")
		f.expect(t, "nothing has changed", f.take(3, 1, 2, units{2: 1}), "ok")
		f.expect(t, "the only one goes out", f.release(3, 1), "ok")
		f.expect(t, "back", f.release(1, 1), "ok")
		f.expect(t, "early", f.handOver(2), "ok")
		f.expect(t, "what is out already", f.take(4, 1, 2, units{2: 1}), "free 0")
		f.expect(t, "what is not", f.take(4, 1, 2, units{1: 1}), "ok")
		f.clock.Advance(time.Second)
		if now, err := f.Calendar(t.Context()); err != nil || now.Free(1, 3, booking.Period{From: f.clock.Now(), Until: hour(2)}) != 0 {
			t.Errorf("lists say that one is free, %v", err)
		}
	})
}

// An import may have archived the vehicle, or lowered its units: nobody else has them.
func TestHandOver_RNT11_whatIsBookedIsHandedOver(t *testing.T) {
	engines(t, 9, func(t *testing.T, f fixture) {
		f.expect(t, "all", f.take(1, 2, 4, units{1: 3, 2: 1}), "ok")
		f.Exec(`UPDATE vehicles SET archived = TRUE, units = 1`)
		f.expect(t, "early", f.handOver(1), "ok")
	})
}

// One unit is handed over early, or somebody else books it: never both.
func TestHandOver_RNT11_TRAP_R1_atTheSameTimeAsAnotherBooks(t *testing.T) {
	t.Parallel()
	for _, engine := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			const rounds, day = 20, 24
			f := newFixture(t, dbtest.Open(t, engine), 2*rounds)
			early := 0
			for n := range rounds {
				mine, other := int64(2*n+1), int64(2*n+2)
				f.clock.Set(hour(n * day))
				f.expect(t, "mine", f.take(mine, n*day+4, n*day+5, units{2: 1}), "ok")
				var handed, booked error
				var both sync.WaitGroup
				both.Go(func() { handed = f.handOver(mine) })
				both.Go(func() { booked = f.take(other, n*day+1, n*day+3, units{2: 1}) })
				both.Wait()
				if (handed == nil) == (booked == nil) || handed != nil && outcome(handed) != "free 0" || booked != nil && outcome(booked) != "free 0" {
					t.Fatalf("handed over: %s; booked: %s", outcome(handed), outcome(booked))
				}
				if handed == nil {
					early++
				}
				f.expect(t, "back", f.release(mine, n*day+5), "ok")
			}
			t.Logf("%d of %d were handed over early", early, rounds)
		})
	}
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
					err := take(instances[n%len(instances)], int64(n+1), hour(n%5), hour(6+n%7), units{1: 1}, hour(0))
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
