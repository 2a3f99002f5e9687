package trip_test

import (
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/purchase"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
)

func TestFind_RNT11_TRAP_P1_aTokenEndsThirtyDaysAfterItsTrip(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		d := f.Book(t, "key-1", triptest.Request(f.Guest(t)), time.Time{})
		holder := purchase.Owner{Token: f.Tokens.Tracking(d.ID)}
		find := func(by purchase.Owner) error {
			_, err := f.Trips.Find(t.Context(), d.ID, by)
			return err
		}
		expect := func(when string, by purchase.Owner, want errs.Code) {
			t.Helper()
			if err := find(by); (err == nil) != (want == "") || err != nil && !errs.Is(err, want) {
				t.Errorf("%s: %v, want %q", when, err, want)
			}
		}
		const life = 30 * 24 * time.Hour
		f.MoveTrip(t, d.ID, trip.Confirmed, trip.Ongoing)
		f.Clock.Advance(3 * life)
		expect("under way, for however long", holder, "")
		f.MoveTrip(t, d.ID, trip.Completed)
		f.Clock.Advance(life - time.Second)
		expect("a second before the end", holder, "")
		f.MoveTrip(t, d.ID, trip.Refunded)
		f.Clock.Advance(life - time.Second)
		expect("a second before the end of a refund", holder, "")
		f.Clock.Advance(time.Second)
		expect("after thirty days", holder, errs.LinkEnded)
		expect("a wrong token", purchase.Owner{Token: f.Tokens.Tracking(d.ID + 1)}, errs.NotFound)
		expect("its shopper", purchase.Owner{ShopperID: d.ShopperID, Token: holder.Token}, "")
		if _, err := f.Trips.Cancel(t.Context(), d.ID, holder, "mistake", nil); !errs.Is(err, errs.LinkEnded) {
			t.Errorf("canceled by it: %v", err)
		}
	})
}

func TestByPhone_D29_PROF05_findsNoTripOfADeletedAccount(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		d := f.Book(t, "key-1", triptest.Request(f.Guest(t)), time.Time{})
		if got, err := f.Trips.ByPhone(t.Context(), d.ID, "(202) 555-0123"); err != nil || got.ID != d.ID || len(got.Lines) != 1 || len(got.Moves) != 1 {
			t.Errorf("%+v, %v", got, err)
		}
		if err := db.InTx(t.Context(), f.DB, func(tx *db.Tx) error { return f.Trips.Anonymize(t.Context(), tx, d.ShopperID) }); err != nil {
			t.Fatal(err)
		}
		for _, phone := range []string{"", " ", "+12025550123"} {
			if _, err := f.Trips.ByPhone(t.Context(), d.ID, phone); !errs.Is(err, errs.NotFound) {
				t.Errorf("the phone %q finds it: %v", phone, err)
			}
		}
	})
}
