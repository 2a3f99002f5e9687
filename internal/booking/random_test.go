package booking_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"hawker/internal/booking"
)

// span is from an hour until an hour.
func span(from, until int) booking.Span { return booking.Span{From: hour(from), Until: hour(until)} }

// known is a trip as the test knows it, hour by hour.
type known struct {
	of          units
	from, until int
	released    bool
}

// ledger counts what is out by looking at every trip for every hour.
type ledger map[int64]*known

func (l ledger) out(vehicleID int64, at int, besides int64) (n int64) {
	for id, k := range l {
		if id != besides && k.from <= at && at < k.until {
			n += k.of[vehicleID]
		}
	}
	return n
}

// free is how many units of so many are free in each hour of a time.
func (l ledger) free(vehicleID, units int64, from, until int, besides int64) int64 {
	most := int64(0)
	for at := from; at < until; at++ {
		most = max(most, l.out(vehicleID, at, besides))
	}
	return max(units-most, 0)
}

func (l ledger) fits(of, count units, from, until int, besides int64) bool {
	for id, wanted := range of {
		if l.free(id, count[id], from, until, besides) < wanted {
			return false
		}
	}
	return true
}

// Random trips are taken, extended, shortened and released. What is possible is what
// counting hour by hour allows, and lists say the same.
func TestBookings_RNT11_RNT02_TRAP_R1_areAsCountedHourByHour(t *testing.T) {
	const trips, week = 250, 7 * 24
	engines(t, trips, func(t *testing.T, f fixture) {
		r := rand.New(rand.NewPCG(11, 29))
		count, all, results := units{1: 3, 2: 1}, ledger{}, map[string]int{}
		expect := func(what string, fits bool, err error) bool {
			t.Helper()
			if fits != (err == nil) {
				t.Fatalf("%s: %s, but counted it is %t", what, outcome(err), fits)
			}
			results[fmt.Sprint(what, fits)]++
			return fits
		}
		for id := int64(1); id <= trips; id++ {
			from := r.IntN(week)
			until := from + 1 + r.IntN(12)
			of := units{1: 1 + r.Int64N(3)}
			if r.IntN(3) == 0 {
				of = units{1: 1, 2: 1}
			}
			f.compareLists(t, all, count, from, until)
			if expect("take", all.fits(of, count, from, until, id), f.take(id, from, until, of)) {
				all[id] = &known{of: of, from: from, until: until}
			}
			some := 1 + r.Int64N(id)
			k := all[some]
			if k == nil || k.released {
				continue
			}
			switch r.IntN(3) {
			case 0:
				longer := k.until + 1 + r.IntN(6)
				if expect("extend", all.fits(k.of, count, k.until, longer, some), f.extend(some, longer)) {
					k.until = longer
				}
			case 1:
				if shorter := k.from + 1 + r.IntN(k.until-k.from); expect("shorten", true, f.shorten(some, shorter)) {
					k.until = shorter
				}
			case 2:
				at := k.from - 3 + r.IntN(16)
				if expect("release", true, f.release(some, at)) {
					k.until, k.released = min(max(at, k.from), k.until), true
				}
			}
		}
		for at := range week + 24 {
			for id, n := range count {
				if out := all.out(id, at, 0); out > n {
					t.Errorf("in hour %d, %d of %d are out", at, out, n)
				}
			}
		}
		for _, what := range []string{"taketrue", "takefalse", "extendtrue", "extendfalse", "shortentrue", "releasetrue"} {
			if results[what] < 10 {
				t.Errorf("%s happened %d times: %v", what, results[what], results)
			}
		}
	})
}

// compareLists compares what lists say of a time with what is counted.
func (f fixture) compareLists(t *testing.T, all ledger, count units, from, until int) {
	t.Helper()
	f.clock.Advance(time.Second)
	now, err := f.Calendar(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	from = max(from, 1) // lists know nothing of the past
	until = max(until, from+1)
	for id, n := range count {
		if got, want := now.Free(id, n, span(from, until)), all.free(id, n, from, until, 0); got != want {
			t.Fatalf("lists say that %d of vehicle %d are free from %d until %d, but %d are", got, id, from, until, want)
		}
		if want := all.free(id, n, from, until, 0) > 0; now.Cursor().HasFree(id, n, span(from, until)) != want {
			t.Fatalf("the cursor should say %t of vehicle %d from %d until %d", want, id, from, until)
		}
		busy := now.Busy(id, n, 1, span(from, from+48))
		for at := from; at < from+48; at++ {
			inBusy := false
			for _, b := range busy {
				inBusy = inBusy || !hour(at).Before(b.From) && hour(at).Before(b.Until)
			}
			if isOut := all.out(id, at, 0) >= n; isOut != inBusy {
				t.Fatalf("vehicle %d in hour %d: busy %t, counted %t; %v", id, at, inBusy, isOut, busy)
			}
		}
	}
}
