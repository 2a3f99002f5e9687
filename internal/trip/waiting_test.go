package trip_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"hawker/internal/ledger"
	"hawker/internal/offlinepayment"
	"hawker/internal/order/ordertest"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
)

// Each booking has another guest and another phone. At the same time only as many wait as
// the limit of the address says.
func TestPlace_RNT11_oneNetworkAddressIsBounded(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
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
			if ordertest.RefusedByLimit(err) != refused || err != nil && !refused {
				t.Errorf("trip %d from %q: %v", n, from, err)
			}
		}
		const flood, other = "192.0.2.7", "192.0.2.8"
		expect(flood, false)
		expect(flood, false)
		expect(flood, true)
		expect(other, false)
		expect("", false)
		if f.Number(t, `SELECT COUNT(*) FROM trips WHERE placed_from LIKE '%192.0%'`) > 0 {
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

func TestPlace_RNT11_waitingTripsAreBounded(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		f.EnableLimits(t)
		f.SetSettings(t, func(s *setting.Settings) { s.Limits = setting.Limits{WaitingPerShopper: 1} })
		me := f.Guest(t)
		book := func(key string, hours time.Duration) error {
			f.Fill(t, me, 2, 1, f.Clock.Now().Add(hours*time.Hour))
			_, err := f.Trips.Place(t.Context(), key, f.AgreeTrip(t, triptest.Request(me)))
			return err
		}
		if err := book("key-1", 3); err != nil {
			t.Fatal(err)
		}
		if err := book("key-2", 9); !ordertest.RefusedByLimit(err) {
			t.Errorf("while one waits: %v", err)
		}
	})
}

// The vehicles of all waiting trips count, of the shopper and of the phone.
func TestPlace_RNT11_vehiclesThatWaitAreBounded(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		f.EnableLimits(t)
		f.SetSettings(t, func(s *setting.Settings) { s.Limits = setting.Limits{WaitingVehicles: 4} })
		f.Exec(t, `UPDATE vehicles SET units = 20`)
		me, n := f.Guest(t), 0
		book := func(who, vehicles int64, phone string) (trip.Details, error) {
			n++
			r := triptest.Request(who)
			r.Contact.Phone = phone
			if _, err := f.TripCarts.Clear(t.Context(), who, r.ModuleID); err != nil {
				t.Fatal(err)
			}
			f.Fill(t, who, 2, vehicles, time.Time{})
			return f.Trips.Place(t.Context(), fmt.Sprint("key-", n), f.AgreeTrip(t, r))
		}
		const mine, other = "+12025550191", "+12025550192"
		var first trip.Details
		for _, tt := range []struct {
			name     string
			who      int64
			vehicles int64
			phone    string
			refused  bool
		}{
			{"more than the bound at once", me, 5, mine, true},
			{"some", me, 3, mine, false},
			{"more than is left", me, 2, mine, true},
			{"with another phone", me, 2, other, true},
			{"as another guest with the phone", f.Guest(t), 2, mine, true},
			{"what is left", me, 1, mine, false},
			{"somebody else", f.Guest(t), 4, other, false},
		} {
			d, err := book(tt.who, tt.vehicles, tt.phone)
			if ordertest.RefusedByLimit(err) != tt.refused || err != nil && !tt.refused {
				t.Errorf("%s: %v", tt.name, err)
			}
			if first.ID == 0 {
				first = d
			}
		}
		f.MoveTrip(t, first.ID, trip.Confirmed)
		if _, err := book(me, 3, mine); err != nil {
			t.Errorf("after one is confirmed: %v", err)
		}
	})
}

// What strangers book with a phone counts for other guests, with a sentence that does not call
// the trips theirs, and not for the customer who has verified it.
func TestPlace_RNT11_TRAP_P4_strangersDoNotLockOutTheOwnerOfAPhone(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		f.EnableLimits(t)
		f.SetSettings(t, func(s *setting.Settings) { s.Limits = setting.Limits{WaitingPerPhone: 1, WaitingVehicles: 2} })
		f.Exec(t, `UPDATE vehicles SET units = 20`)
		phone, n := "+12025550111", 0
		customer, me := f.Customer(t)
		f.Exec(t, `UPDATE customers SET phone = $2, phone_verified = TRUE WHERE id = $1`, customer, phone)
		book := func(who int64) error {
			n++
			r := triptest.Request(who)
			r.Contact.Phone = phone
			f.Fill(t, who, 2, 2, f.Clock.Now().Add(time.Duration(3*n)*time.Hour))
			_, err := f.Trips.Place(t.Context(), fmt.Sprint("key-", n), f.AgreeTrip(t, r))
			return err
		}
		if err := book(f.Guest(t)); err != nil {
			t.Fatal(err)
		}
		if err := book(f.Guest(t)); !ordertest.RefusedByLimit(err) || !strings.Contains(err.Error(), "Trips with this phone number that wait to be confirmed: 1.") {
			t.Errorf("another guest: %v", err)
		}
		if err := book(me); err != nil {
			t.Errorf("its owner: %v", err)
		}
		advises := func(who int64, want bool) {
			t.Helper()
			if err := book(who); !ordertest.RefusedByLimit(err) || strings.Contains(err.Error(), "verify this number") != want {
				t.Errorf("over the limit, advice to verify the phone %t: %v", want, err)
			}
		}
		advises(f.Guest(t), false)
		f.Trips.VerifiesPhones = true
		advises(f.Guest(t), true)
		advises(me, false)
		f.SetSettings(t, func(s *setting.Settings) { s.Limits = setting.Limits{WaitingVehicles: 2} })
		if err := book(f.Guest(t)); !ordertest.RefusedByLimit(err) || !strings.Contains(err.Error(), "Vehicles that are booked with this phone number and wait to be confirmed: 4.") {
			t.Errorf("too many vehicles of the phone: %v", err)
		}
	})
}

func TestCancel_RNT11_whatNobodyConfirmsEndsAfterItsPickup(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, shopper := f.WithMoney(t, 100_000)
		r := triptest.Request(shopper)
		r.CustomerID, r.PaymentMethod = customer, purchase.WalletPayment
		pickup := f.Clock.Now().Add(24 * time.Hour)
		waits := f.Book(t, "key-1", r, pickup)
		confirmed := f.Book(t, "key-2", r, pickup)
		f.MoveTrip(t, confirmed.ID, trip.Confirmed)
		later := f.Book(t, "key-3", r, pickup.Add(2*time.Hour))

		expect := func(when string, want ...trip.Status) {
			t.Helper()
			f.DoJobs(t)
			for n, d := range []trip.Details{waits, confirmed, later} {
				if got := f.ReadTrip(t, d); got.Status != want[n] {
					t.Errorf("%s, trip %d is %s, want %s", when, n, got.Status, want[n])
				}
			}
		}
		f.Clock.Advance(35 * time.Hour)
		expect("eleven hours after the pickup", trip.Pending, trip.Confirmed, trip.Pending)
		before := f.Balance(t, ledger.Wallet(customer))
		f.Clock.Advance(time.Hour)
		expect("twelve hours after the pickup", trip.Canceled, trip.Confirmed, trip.Pending)
		if back := f.Balance(t, ledger.Wallet(customer)) - before; back != waits.Total {
			t.Errorf("%d came back, want %d", back, waits.Total)
		}
		if got := f.ReadTrip(t, waits); got.CancelReason != "It was not confirmed in time." || got.Moves[1].Actor != trip.BySystem {
			t.Errorf("canceled by %s because %q", got.Moves[1].Actor, got.CancelReason)
		}
		if f.Number(t, `SELECT COUNT(*) FROM bookings WHERE trip_id = $1 AND released_at IS NULL`, waits.ID) != 0 {
			t.Error("the canceled trip keeps its car")
		}
		if f.Number(t, `SELECT COUNT(*) FROM notifications WHERE trip_id = $1 AND kind = 'trip_canceled' AND read_at IS NULL`, waits.ID) != 1 {
			t.Error("the customer was not told")
		}
	})
}

// The provider could not confirm it, because nobody has looked at the payment.
func TestCancel_RNT11_CHK03_saysThatAPaymentWasNotConfirmed(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		d := bookByBank(t, f, "key-1", f.Guest(t), 48)
		if err := f.OfflinePayments.Send(t.Context(), d.ID, offlinepayment.Request{Fields: map[string]string{"number": "1"}}); err != nil {
			t.Fatal(err)
		}
		f.Clock.Advance(12 * time.Hour)
		f.DoJobs(t)
		if got := f.ReadTrip(t, d); got.Status != trip.Canceled || got.CancelReason != "The payment was not confirmed in time." {
			t.Errorf("it is %s because %q", got.Status, got.CancelReason)
		}
	})
}
