package trip_test

import (
	"fmt"
	"testing"
	"time"

	"hawker/internal/errs"
	"hawker/internal/setting"
	"hawker/internal/trip/triptest"
)

// Each booking has another guest and another phone. At the same time only as many wait as
// the limit of the address says.
func TestPlace_RNT11_oneNetworkAddressIsBounded(t *testing.T) {
	both(t, func(t *testing.T, f fixture) {
		f.EnableLimits(t)
		f.SetSettings(t, func(s *setting.Settings) { s.Limits = setting.Limits{WaitingPerAddress: 2} })
		n := 0
		book := func(from string) error {
			n++
			r := triptest.Request(f.Guest(t))
			r.From, r.Contact.Phone = from, fmt.Sprintf("+120255502%02d", n)
			f.Fill(t, r.ShopperID, 2, 1, f.Clock.Now().Add(time.Duration(3*n)*time.Hour))
			_, err := f.Trips.Place(t.Context(), fmt.Sprint("key-", n), f.AgreeTrip(t, r))
			return err
		}
		expect := func(from string, refused bool) {
			t.Helper()
			err := book(from)
			if errs.Is(err, errs.OrderLimit) != refused || err != nil && !refused {
				t.Errorf("trip %d from %q: %v", n, from, err)
			}
			if refused && errs.From(err).RetryAfter <= 0 {
				t.Errorf("trip %d: no Retry-After", n)
			}
		}
		const flood, other = "192.0.2.7", "192.0.2.8"
		expect(flood, false)
		expect(flood, false)
		expect(flood, true)
		expect(other, false)
		expect("", false)
		if f.Number(t, `SELECT COUNT(*) FROM trips WHERE placed_from LIKE '%192%'`) > 0 {
			t.Error("the network address is kept as it is")
		}
		f.Clock.Advance(time.Hour)
		f.DoJobs(t)
		if kept := f.Number(t, `SELECT COUNT(*) FROM trips WHERE placed_from <> ''`); kept > 0 {
			t.Errorf("after an hour %d trips say where they came from", kept)
		}
		expect(flood, false)
	})
}
