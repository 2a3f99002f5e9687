package licence_test

import (
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/licence"
	"hawker/internal/setting"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
	"hawker/internal/upload"
	"hawker/internal/verify"
)

const day = 24 * time.Hour

func withDrivers(t *testing.T, run func(t *testing.T, f triptest.Fixture)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := triptest.Open(t, open(t))
		f.SetSettings(t, func(s *setting.Settings) { s.Rental.DriverLicence = true })
		run(t, f)
		if r, err := verify.Run(t.Context(), f.DB); err != nil || !r.OK {
			t.Errorf("%v %+v", err, r)
		}
	})
}

// left reports whether the licence and its front are still there, after a run.
func left(t *testing.T, f triptest.Fixture, l licence.Licence) bool {
	t.Helper()
	if err := f.Licences.Prune(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, err := f.Uploads.OpenKept(t.Context(), l.Front, upload.Licence)
	if err != nil && !errs.Is(err, errs.NotFound) {
		t.Fatal(err)
	}
	isThere := f.Number(t, `SELECT COUNT(*) FROM driver_licences WHERE id = $1`, l.ID) == 1
	if isThere != (err == nil) {
		t.Errorf("the licence is there: %t, and its photo: %v", isThere, err)
	}
	return isThere
}

func TestPrune_RNT11_deletesLicencesAfterTheLastTrip(t *testing.T) {
	withDrivers(t, func(t *testing.T, f triptest.Fixture) {
		_, me := f.Customer(t)
		guest := f.Guest(t)
		mine, theirs := f.GiveLicence(t, me, nil), f.GiveLicence(t, guest, nil)
		short := f.GiveLicence(t, f.Guest(t), func(g *licence.Given) { g.ExpiresOn = f.Clock.Now().Format(time.DateOnly) })
		of := triptest.Request(guest)
		under := f.Book(t, "trip-key-1", of, f.Clock.Now())
		f.Clock.Advance(32 * day)
		if left(t, f, short) {
			t.Error("one that has expired a month ago is still there")
		}
		if !left(t, f, theirs) || !left(t, f, mine) {
			t.Error("one whose trip is under way, or that of a customer, was deleted")
		}
		f.MoveTrip(t, under.ID, trip.Canceled)
		f.Clock.Advance(29 * day)
		if !left(t, f, theirs) {
			t.Error("a guest's was deleted 29 days after the trip")
		}
		f.Clock.Advance(2 * day)
		if left(t, f, theirs) {
			t.Error("a guest's is there 31 days after the trip")
		}
		f.Clock.Advance(300 * day)
		booked := f.Book(t, "trip-key-2", triptest.Request(me), f.Clock.Now())
		f.MoveTrip(t, booked.ID, trip.Canceled)
		f.Clock.Advance(364 * day)
		if !left(t, f, mine) {
			t.Error("a customer's was deleted in the year after the trip")
		}
		dbtest.DoesNotWrite(t, f.DB, f.Licences.Prune)
		f.Clock.Advance(2 * day)
		if left(t, f, mine) {
			t.Error("a customer's is there more than a year after the trip")
		}
	})
}

func TestErase_PROF05_RNT11_deletesLicencesAlsoOfTheFormerGuest(t *testing.T) {
	withDrivers(t, func(t *testing.T, f triptest.Fixture) {
		id, me := f.Customer(t)
		guest, other := f.Guest(t), f.Guest(t)
		asGuest, theirs := f.GiveLicence(t, guest, nil), f.GiveLicence(t, other, nil)
		f.Exec(t, `UPDATE shoppers SET retired_at = 1, merged_into = $2 WHERE id = $1`, guest, me)
		if l, err := licence.Find(t.Context(), f.DB.R, me); err != nil || l == nil || l.ID != asGuest.ID {
			t.Fatalf("a customer has the licence of before the sign-in: %+v, %v", l, err)
		}
		own := f.GiveLicence(t, me, func(g *licence.Given) { g.Replaces = asGuest.ID })
		if got, err := licence.Find(t.Context(), f.DB.R, me); err != nil || got.ID != own.ID {
			t.Fatalf("their own comes first: %+v, %v", got, err)
		}
		err := db.InTx(t.Context(), f.DB, func(tx *db.Tx) error { return f.Licences.Erase(t.Context(), tx, id) })
		if err != nil {
			t.Fatal(err)
		}
		if left(t, f, own) || left(t, f, asGuest) || !left(t, f, theirs) {
			t.Error("not the customer's were deleted")
		}
	})
}

// The former guest may have booked for somebody else.
func TestErase_PROF05_RNT11_leavesTheLicenceOfATripThatIsNotTheirs(t *testing.T) {
	withDrivers(t, func(t *testing.T, f triptest.Fixture) {
		id, me := f.Customer(t)
		guest := f.Guest(t)
		theirs := f.GiveLicence(t, guest, nil)
		booked := f.Book(t, "trip-key-1", triptest.Request(guest), f.Clock.Now())
		f.Exec(t, `UPDATE shoppers SET retired_at = 1, merged_into = $2 WHERE id = $1`, guest, me)
		err := db.InTx(t.Context(), f.DB, func(tx *db.Tx) error {
			if err := f.Licences.Erase(t.Context(), tx, id); err != nil {
				return err
			}
			return f.Uploads.Erase(t.Context(), tx, id)
		})
		if err != nil {
			t.Fatal(err)
		}
		if !left(t, f, theirs) || f.Number(t, `SELECT COUNT(*) FROM uploads WHERE key = $1 AND delete_at IS NULL`, theirs.Front) != 1 {
			t.Error("the licence of a trip under way, or its photo, was deleted")
		}
		f.Exec(t, `UPDATE customers SET erased_at = 1 WHERE id = $1`, id)
		f.MoveTrip(t, booked.ID, trip.Canceled)
		f.Clock.Advance(31 * day)
		if left(t, f, theirs) {
			t.Error("it is there 31 days after the trip, as that of a customer")
		}
	})
}
