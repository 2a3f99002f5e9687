package booking_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"hawker/internal/booking"
)

// span is from an hour until an hour.
func span(from, until int) booking.Period {
	return booking.Period{From: hour(from), Until: hour(until)}
}

// known is a trip as the test knows it, hour by hour.
type known struct {
	of          units
	from, until int
	released    bool
	out         bool // handed over, and not back
}

// end is the hour in which its units are free again, as it is known in the hour now. What is
// late is out for one more hour, whose rest is in the hour after it.
func (k *known) end(now int) int {
	if k.out && k.until <= now {
		return now + 2
	}
	return k.until
}

// ledger counts what is out by looking at every trip for every hour.
type ledger struct {
	trips map[int64]*known
	now   int // hour
}

func (l *ledger) out(vehicleID int64, at int, besides int64) (n int64) {
	for id, k := range l.trips {
		if id != besides && k.from <= at && at < k.end(l.now) {
			n += k.of[vehicleID]
		}
	}
	return n
}

// free is how many units of so many are free in each hour of a time.
func (l *ledger) free(vehicleID, units int64, from, until int, besides int64) int64 {
	most := int64(0)
	for at := from; at < until; at++ {
		most = max(most, l.out(vehicleID, at, besides))
	}
	return max(units-most, 0)
}

func (l *ledger) fits(of, count units, from, until int, besides int64) bool {
	for id, wanted := range of {
		if l.free(id, count[id], from, until, besides) < wanted {
			return false
		}
	}
	return true
}

// handOver notes that a trip is handed over, and is to have its vehicles until an hour. It
// returns until when it has them.
func (l *ledger) handOver(id int64, count units, wanted int) int {
	k := l.trips[id]
	first := max(k.until, l.now)
	end := first
	for end < wanted && l.fits(k.of, count, end, end+1, id) {
		end++
	}
	switch {
	case end > first && k.until <= l.now:
		k.from, k.until = l.now, end
	case end > first:
		k.until = end
	}
	k.from, k.out = min(k.from, l.now), true
	return k.until
}

// Random trips are taken, handed over, extended and released, while time passes. What is possible is what counting
// hour by hour allows, and lists say the same.
func TestBookings_RNT11_RNT02_TRAP_R1_areAsCountedHourByHour(t *testing.T) {
	const trips, ahead = 600, 48
	engines(t, trips, func(t *testing.T, f fixture) {
		r := rand.New(rand.NewPCG(11, 29))
		count, all, results := units{1: 3, 2: 1}, &ledger{trips: map[int64]*known{}}, map[string]int{}
		var taken []int64
		expect := func(what string, fits bool, err error) bool {
			t.Helper()
			if fits != (err == nil) {
				t.Fatalf("%s: %s, but counted it is %t", what, outcome(err), fits)
			}
			results[fmt.Sprint(what, fits)]++
			return fits
		}
		for id := int64(1); id <= trips; id++ {
			if id%2 == 0 {
				all.now++
				f.clock.Set(hour(all.now))
			}
			from := max(all.now-3+r.IntN(ahead), 0)
			until := from + 1 + r.IntN(6)
			of := units{1: 1 + r.Int64N(2)}
			if r.IntN(6) == 0 {
				of = units{1: 1, 2: 1}
			}
			f.compareLists(t, all, count, from, until)
			if expect("take", all.fits(of, count, from, until, id), f.take(id, from, until, of)) {
				all.trips[id] = &known{of: of, from: from, until: until}
				taken = append(taken, id)
			}
			some := taken[max(len(taken)-1-r.IntN(30), 0)]
			if late := slices.IndexFunc(taken, func(id int64) bool { return all.trips[id].out && all.trips[id].until < all.now-1 }); late >= 0 {
				some = taken[late] // or these fill the time of all others
			}
			k := all.trips[some]
			if k.released {
				continue
			}
			if !k.out && k.from <= all.now+8 && r.IntN(2) == 0 {
				if f.compareHandOver(t, all, count, some, all.now+r.IntN(6), expect) {
					results["later end"]++
				}
				continue
			}
			if isLate := k.out && k.until <= all.now; !isLate && r.IntN(2) == 0 {
				longer := k.until + 1 + r.IntN(6)
				if expect("extend", all.fits(k.of, count, k.until, longer, some), f.extend(some, longer)) {
					k.until = longer
				}
				continue
			}
			at := k.from - 3 + r.IntN(8)
			if expect("release", true, f.release(some, at)) {
				k.until, k.released, k.out = min(max(at, k.from), k.until), true, false
			}
		}
		end := all.now + 2*ahead
		all.now = -2 // late trips were out longer than planned
		for at := range end {
			for id, n := range count {
				if out := all.out(id, at, 0); out > n {
					t.Errorf("in hour %d, %d of %d are out", at, out, n)
				}
			}
		}
		for _, what := range []string{"taketrue", "takefalse", "extendtrue", "extendfalse", "releasetrue", "hand overtrue", "hand over earlytrue", "hand over earlyfalse", "later end"} {
			if results[what] < 5 {
				t.Errorf("%s happened %d times: %v", what, results[what], results)
			}
		}
	})
}

// compareHandOver hands a trip over that is to have its vehicles until an hour, and compares
// the result with what is counted. It reports whether the trip has them longer than before.
func (f fixture) compareHandOver(t *testing.T, all *ledger, count units, id int64, wanted int, expect func(what string, fits bool, err error) bool) bool {
	t.Helper()
	k := all.trips[id]
	what, begin, bookedUntil := "hand over", min(all.now, k.from), k.until
	if begin < k.from {
		what = "hand over early"
	}
	until, err := f.handOverUntil(id, hour(wanted))
	if !expect(what, all.fits(k.of, count, begin, k.from, id), err) {
		return false
	}
	if want := all.handOver(id, count, wanted); !until.Equal(hour(want)) {
		t.Fatalf("handed over until %s, but counted it is %s", until, hour(want))
	}
	return k.until > bookedUntil
}

// compareLists compares what lists say of a time with what is counted.
func (f fixture) compareLists(t *testing.T, all *ledger, count units, from, until int) {
	t.Helper()
	f.clock.Advance(time.Second)
	now, err := f.Calendar(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	from = max(from, all.now+1) // lists know nothing of the past
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
