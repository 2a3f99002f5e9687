package trip_test

import (
	"errors"
	"testing"
	"time"

	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
)

// setRules changes the rules of trips that are booked from now on.
func setRules(t *testing.T, f fixture, rules setting.TripRules) {
	t.Helper()
	f.SetSettings(t, func(s *setting.Settings) { s.Rental.TripRules = rules })
}

// noRules makes a trip one of an earlier version, which kept no rules.
func noRules(t *testing.T, f fixture, d trip.Details) {
	t.Helper()
	f.Exec(t, `UPDATE trips SET free_cancel_hours = NULL, late_cancel_percent = NULL, late_percent = NULL, late_grace_minutes = NULL WHERE id = $1`, d.ID)
}

// A trip of 22.00 is canceled two days before its pickup, which was free when it was booked.
func TestRules_RNT11_TRAP_C4_aCancellationIsAsItWasBooked(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, shopper := f.WithMoney(t, 100_000)
		r := triptest.Request(shopper)
		r.CustomerID, r.PaymentMethod = customer, purchase.WalletPayment
		for key, tt := range map[string]struct {
			isOlder bool
			back    money.Amount
		}{"kept": {false, 2200}, "older": {true, 0}} {
			setRules(t, f, setting.TripRules{FreeCancelHours: 24, LateCancelPercent: 50})
			d := f.Book(t, key, r, f.Clock.Now().Add(48*time.Hour))
			f.MoveTrip(t, d.ID, trip.Confirmed)
			setRules(t, f, setting.TripRules{FreeCancelHours: 7200})
			if tt.isOlder {
				noRules(t, f, d)
			}
			before := f.Balance(t, ledger.Wallet(customer))
			_, err := f.Trips.Cancel(t.Context(), d.ID, purchase.Owner{ShopperID: shopper}, "mistake", &tt.back)
			if back := f.Balance(t, ledger.Wallet(customer)) - before; err != nil || back != tt.back {
				t.Errorf("%s: %d were given back, want %d, %v", key, back, tt.back, err)
			}
		}
	})
}

// Nothing was charged for a late return when it was booked; two late hours of today's rules
// cost 220.00.
func TestRules_RNT11_TRAP_C4_aLateReturnIsAsItWasBooked(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		for key, tt := range map[string]struct {
			isOlder bool
			charge  money.Amount
		}{"kept": {false, 0}, "older": {true, 22_000}} {
			setRules(t, f, setting.TripRules{})
			d := f.Book(t, key, triptest.Request(f.Guest(t)), time.Time{})
			f.MoveTrip(t, d.ID, trip.Confirmed, trip.Ongoing)
			setRules(t, f, setting.TripRules{LatePercent: 1000})
			if tt.isOlder {
				noRules(t, f, d)
			}
			f.Clock.Advance(2*time.Hour + 90*time.Minute)
			today := setting.TripRules{LatePercent: 1000}
			if due := f.ReadTrip(t, d).DueAtReturn(f.Clock.Now(), today); due != tt.charge {
				t.Errorf("%s: %d are due at the return, want %d", key, due, tt.charge)
			}
			f.MoveTrip(t, d.ID, trip.Completed)
			if got := f.ReadTrip(t, d); got.LateCharge != tt.charge {
				t.Errorf("%s: %d were charged, want %d", key, got.LateCharge, tt.charge)
			}
		}
	})
}

func TestPlace_RNT11_TRAP_C4_asksAgainIfTheRulesHaveChanged(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		who := f.Guest(t)
		f.Fill(t, who, 2, 1, f.Clock.Now().Add(48*time.Hour))
		for name, change := range map[string]func(*setting.TripRules){
			"free hours": func(r *setting.TripRules) { r.FreeCancelHours++ }, "late cancellation": func(r *setting.TripRules) { r.LateCancelPercent-- },
			"late return": func(r *setting.TripRules) { r.LatePercent += 100 }, "grace": func(r *setting.TripRules) { r.LateGraceMinutes-- },
		} {
			seen := f.AgreeTrip(t, triptest.Request(who))
			f.SetSettings(t, func(s *setting.Settings) { change(&s.Rental.TripRules) })
			_, err := f.Trips.Place(t.Context(), "key-1", seen)
			var refused *errs.Error
			if !errors.As(err, &refused) || refused.Code != errs.CartChanged {
				t.Fatalf("%s: %v", name, err)
			}
			if now, isQuote := refused.Detail.(trip.Quote); !isQuote || now.Digest == seen.Digest {
				t.Errorf("%s: the new quote is %+v", name, refused.Detail)
			}
		}
		if _, err := f.Trips.Place(t.Context(), "key-1", f.AgreeTrip(t, triptest.Request(who))); err != nil {
			t.Errorf("the rules that were seen: %v", err)
		}
	})
}
