package booking_test

import (
	"sync"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// expectUntil hands a trip over, which is to have its vehicles until an hour.
func (f fixture) expectUntil(t *testing.T, what string, tripID int64, wanted, want int) {
	t.Helper()
	if until, err := f.handOverUntil(tripID, hour(wanted)); err != nil || !until.Equal(hour(want)) {
		t.Errorf("%s: until %s, %v; want %s", what, until, err, hour(want))
	}
}

// What is handed over late is out for longer, but never in the time of others.
func TestHandOver_RNT11_TRAP_R1_lateKeepsItsVehiclesWhileTheyAreFree(t *testing.T) {
	engines(t, 20, func(t *testing.T, f fixture) {
		f.expect(t, "the only one", f.take(1, 0, 2, units{2: 1}), "ok")
		f.expect(t, "two and the only one", f.take(2, 7, 9, units{1: 2, 2: 1}), "ok")
		f.expect(t, "one of three", f.take(3, 10, 12, units{1: 1}), "ok")
		f.expect(t, "another of them", f.take(4, 9, 12, units{1: 1}), "ok")
		f.clock.Set(hour(1))
		f.expectUntil(t, "nobody else has it", 1, 3, 3)
		f.expect(t, "in the later time", f.take(5, 2, 3, units{2: 1}), "free 0")
		f.expect(t, "after it", f.take(5, 3, 4, units{2: 1}), "ok")
		f.clock.Set(hour(8))
		f.expectUntil(t, "until all of them are others'", 2, 11, 10)
		f.expect(t, "in the later time", f.take(6, 9, 10, units{2: 1}), "free 0")
		f.expect(t, "after it", f.take(6, 10, 11, units{2: 1}), "ok")
		f.expect(t, "two of them", f.release(2, 8), "ok")
		f.clock.Set(hour(9))
		f.expectUntil(t, "in time", 4, 11, 12)
	})
}

// Units that others have had since the booking ended are not booked twice.
func TestHandOver_RNT11_TRAP_R1_afterItsTimeBeginsNow(t *testing.T) {
	engines(t, 9, func(t *testing.T, f fixture) {
		f.expect(t, "the only one", f.take(1, 0, 2, units{2: 1}), "ok")
		f.expect(t, "after it", f.take(2, 2, 3, units{2: 1}), "ok")
		f.expect(t, "later", f.take(3, 6, 7, units{2: 1}), "ok")
		f.clock.Set(hour(4))
		f.expectUntil(t, "until the next", 1, 8, 6)
		if n := f.number(t, `SELECT COUNT(*) FROM bookings WHERE trip_id = 1 AND from_at = $1 AND until_at = $2`, hour(4).UnixMilli(), hour(6).UnixMilli()); n != 1 {
			t.Error("its booking does not begin at the hand-over")
		}
		f.clock.Set(hour(6))
		f.expect(t, "back", f.release(1, 6), "ok")
		f.expectUntil(t, "the next", 3, 7, 7)

		f.clock.Set(hour(10))
		f.expect(t, "the next is back", f.release(3, 7), "ok")
		f.expect(t, "over already", f.take(4, 8, 9, units{2: 1}), "ok")
		f.expect(t, "while others have it", f.take(5, 10, 12, units{2: 1}), "ok")
		f.expectUntil(t, "nothing is free", 4, 11, 9)
	})
}

// The time after the planned return is the late trip's, or somebody else books it: never both.
func TestHandOver_RNT11_TRAP_R1_lateAtTheSameTimeAsAnotherBooks(t *testing.T) {
	t.Parallel()
	for _, engine := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			const rounds, day = 20, 24
			f := newFixture(t, dbtest.Open(t, engine), 2*rounds)
			later := 0
			for n := range rounds {
				mine, other := int64(2*n+1), int64(2*n+2)
				f.clock.Set(hour(n*day + 1))
				f.expect(t, "mine", f.take(mine, n*day, n*day+2, units{2: 1}), "ok")
				var until time.Time
				var handed, booked error
				var both sync.WaitGroup
				both.Go(func() { until, handed = f.handOverUntil(mine, hour(n*day+3)) })
				both.Go(func() { booked = f.take(other, n*day+2, n*day+4, units{2: 1}) })
				both.Wait()
				kept := until.Equal(hour(n*day + 3))
				if handed != nil || kept == (booked == nil) || !kept && !until.Equal(hour(n*day+2)) || booked != nil && outcome(booked) != "free 0" {
					t.Fatalf("handed over until %s: %s; booked: %s", until, outcome(handed), outcome(booked))
				}
				if kept {
					later++
				}
				f.expect(t, "back", f.release(mine, n*day+3), "ok")
			}
			t.Logf("%d of %d kept the later time", later, rounds)
		})
	}
}
