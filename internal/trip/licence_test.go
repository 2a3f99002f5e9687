package trip_test

import (
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/licence"
	"hawker/internal/money"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
	"hawker/internal/upload"
)

// drivers is a town that asks for driver's licences.
type drivers struct {
	triptest.Fixture
	admin trip.Staff
}

func withDrivers(t *testing.T, run func(t *testing.T, d drivers)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		cars := triptest.Open(t, open(t))
		cars.SetSettings(t, func(s *setting.Settings) { s.Rental.DriverLicence = true })
		run(t, drivers{cars, cars.TripAdmin(t)})
	})
}

// quoted returns the state of the licence in the quote of a shopper's cart, and its problems.
func (d drivers) quoted(t *testing.T, shopperID int64) (licence.Status, []string) {
	t.Helper()
	q, err := d.Trips.Quote(t.Context(), triptest.Request(shopperID))
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	for _, p := range q.Problems {
		codes = append(codes, p.Code)
	}
	if q.Licence == nil {
		return "", codes
	}
	return q.Licence.Status, codes
}

func (d drivers) check(t *testing.T, tripID, licenceID int64, approve bool, reason string) error {
	t.Helper()
	_, err := d.Trips.CheckLicence(t.Context(), d.admin, tripID, trip.LicenceCheck{LicenceID: licenceID, Approve: approve, Reason: reason})
	return err
}

func TestLicence_RNT11_aCheckOverturnsNoneThatWasNotSeen(t *testing.T) {
	withDrivers(t, func(t *testing.T, d drivers) {
		_, me := d.Customer(t)
		given := d.GiveLicence(t, me, nil)
		d.Fill(t, me, 2, 1, d.Clock.Now())
		booked := d.Book(t, "trip-key-1", triptest.Request(me), d.Clock.Now())
		approve := func(seen licence.Status) error {
			_, err := d.Trips.CheckLicence(t.Context(), d.admin, booked.ID, trip.LicenceCheck{LicenceID: given.ID, Seen: seen, Approve: true})
			return err
		}
		if err := d.check(t, booked.ID, given.ID, false, "The photo is dark."); err != nil {
			t.Fatal(err)
		}
		if err := approve(licence.Waiting); !errs.Is(err, errs.Conflict) || d.state(t, booked) != licence.Refused {
			t.Errorf("after a refusal that was not seen: %v, %s", err, d.state(t, booked))
		}
		for _, seen := range []licence.Status{licence.Refused, licence.Refused, ""} { // the second is sent again after a lost response
			if err := approve(seen); err != nil || d.state(t, booked) != licence.Approved {
				t.Errorf("seen %q: %v, %s", seen, err, d.state(t, booked))
			}
		}
	})
}

func (d drivers) handOver(t *testing.T, tripID int64) error {
	t.Helper()
	_, err := d.Trips.MoveBy(t.Context(), d.admin, tripID, trip.StaffMove{To: trip.Ongoing})
	return err
}

func (d drivers) state(t *testing.T, booked trip.Details) licence.Status {
	t.Helper()
	states, err := d.Trips.Licences(t.Context(), booked.Trip)
	if err != nil {
		t.Fatal(err)
	}
	return states[booked.ID].Status
}

func TestLicence_RNT11_isGivenOnceAndCheckedBeforeTheHandOver(t *testing.T) {
	withDrivers(t, func(t *testing.T, d drivers) {
		customer, me := d.Customer(t)
		d.Fill(t, me, 2, 1, d.Clock.Now())
		if status, problems := d.quoted(t, me); status != licence.Missing || strings.Join(problems, " ") != "licence_missing" {
			t.Fatalf("without one: %s, %v", status, problems)
		}
		r := triptest.Request(me)
		if _, err := d.Trips.Place(t.Context(), "trip-key-0", d.AgreeTrip(t, r)); !errs.Is(err, errs.Invalid) {
			t.Errorf("booked without one: %v", err)
		}
		first := d.GiveLicence(t, me, nil)
		if status, problems := d.quoted(t, me); status != licence.Waiting || problems != nil {
			t.Fatalf("with one: %s, %v", status, problems)
		}
		booked := d.Book(t, "trip-key-1", r, d.Clock.Now())
		d.MoveTrip(t, booked.ID, trip.Confirmed)
		if err := d.handOver(t, booked.ID); !errs.Is(err, errs.LicenceNotApproved) {
			t.Errorf("handed over before the check: %v", err)
		}
		if err := d.check(t, booked.ID, first.ID, false, " "); !errs.Is(err, errs.Invalid) {
			t.Errorf("refused without a reason: %v", err)
		}
		if err := d.check(t, booked.ID, first.ID, false, "The photo is dark."); err != nil {
			t.Fatal(err)
		}
		if err := d.handOver(t, booked.ID); !errs.Is(err, errs.LicenceNotApproved) {
			t.Errorf("handed over for a refused one: %v", err)
		}
		if n := d.Number(t, `SELECT COUNT(*) FROM notifications WHERE kind = 'licence_refused' AND customer_id = $1 AND trip_id = $2`, customer, booked.ID); n != 1 {
			t.Errorf("%d notifications of the refusal", n)
		}
		if status, problems := d.quoted(t, me); problems[0] != "cart_empty" {
			t.Errorf("the cart is empty: %s, %v", status, problems)
		}

		second := d.GiveLicence(t, me, func(g *licence.Given) { g.Replaces = first.ID })
		if got := d.state(t, booked); got != licence.Waiting {
			t.Errorf("a new one: %s", got)
		}
		if err := d.check(t, booked.ID, first.ID, true, ""); !errors.Is(err, licence.ErrChanged) {
			t.Errorf("approved what was replaced: %v", err)
		}
		for range 2 {
			if err := d.check(t, booked.ID, second.ID, true, ""); err != nil {
				t.Fatal(err)
			}
		}
		if err := d.handOver(t, booked.ID); err != nil {
			t.Fatal(err)
		}
		if err := d.check(t, booked.ID, second.ID, false, "Too late"); !errs.Is(err, errs.Conflict) {
			t.Errorf("refused while the car is out: %v", err)
		}
		if _, err := d.TryLicence(t, me, func(g *licence.Given) { g.Replaces = second.ID }); !errs.Is(err, errs.Conflict) {
			t.Errorf("replaced while the car is out: %v", err)
		}
		d.MoveTrip(t, booked.ID, trip.Completed)
		if got := d.state(t, d.ReadTrip(t, booked)); got != "" {
			t.Errorf("TRAP_P5 after the trip the provider sees it: %s", got)
		}
		again := d.Book(t, "trip-key-2", r, d.Clock.Now())
		if got := d.state(t, again); got != licence.Approved {
			t.Errorf("the next trip with the provider: %s", got)
		}
		other := again.Trip
		other.ProviderID++
		states, err := d.Trips.Licences(t.Context(), other)
		if err != nil || states[other.ID].Status != licence.Waiting {
			t.Errorf("with another provider: %+v, %v", states, err)
		}
	})
}

// A licence is valid through the last day, in the time zone of the provider.
func TestLicence_RNT11_isValidUntilTheCarIsBack(t *testing.T) {
	withDrivers(t, func(t *testing.T, d drivers) {
		me := d.Guest(t)
		today := d.Clock.Now().In(time.UTC)
		d.Fill(t, me, 48, 1, d.Clock.Now())
		for days, want := range []licence.Status{licence.Expired, licence.Expired, "", licence.Waiting} {
			if want == "" { // what day it is then depends on the time zone
				continue
			}
			d.Exec(t, `DELETE FROM driver_licences`)
			d.GiveLicence(t, me, func(g *licence.Given) { g.ExpiresOn = today.AddDate(0, 0, days).Format(time.DateOnly) })
			if status, _ := d.quoted(t, me); status != want {
				t.Errorf("one that is valid for %d days: %s, want %s", days, status, want)
			}
		}
		d.SetSettings(t, func(s *setting.Settings) { s.Rental.ExtensionHours = 100 })
		booked, err := d.Trips.Place(t.Context(), "trip-key-1", d.AgreeTrip(t, triptest.Request(me)))
		if err != nil {
			t.Fatal(err)
		}
		d.MoveTrip(t, booked.ID, trip.Confirmed)
		all, err := d.Trips.Extensions(t.Context(), d.ReadTrip(t, booked))
		if err != nil || len(all) == 0 || len(all) >= 100 {
			t.Fatalf("%d extensions, %v", len(all), err)
		}
		later := all[len(all)-1]
		owner := purchase.Owner{ShopperID: me}
		_, err = d.Trips.Extend(t.Context(), booked.ID, owner, later.ReturnAt.Add(time.Hour), later.Charge+later.Charge/money.Amount(later.Hours))
		if !errs.Is(err, errs.Invalid) {
			t.Errorf("extended until after it has expired: %v", err)
		}
		if _, err = d.Trips.Extend(t.Context(), booked.ID, owner, later.ReturnAt, later.Charge); err != nil {
			t.Errorf("extended until its last day: %v", err)
		}
		d.Exec(t, `UPDATE driver_licences SET expires_on = $1`, today.Format(time.DateOnly))
		l := d.Number(t, `SELECT id FROM driver_licences`)
		if err := d.check(t, booked.ID, l, true, ""); !errs.Is(err, errs.Conflict) {
			t.Errorf("approved though it expires too early: %v", err)
		}
	})
}

// A trip of two hours is handed over two days later, when the licence has expired.
func TestLicence_RNT11_expiresBeforeALateHandOver(t *testing.T) {
	withDrivers(t, func(t *testing.T, d drivers) {
		me := d.Guest(t)
		given := d.GiveLicence(t, me, func(g *licence.Given) { g.ExpiresOn = d.Clock.Now().AddDate(0, 0, 1).Format(time.DateOnly) })
		booked := d.Book(t, "trip-key-1", triptest.Request(me), d.Clock.Now())
		d.MoveTrip(t, booked.ID, trip.Confirmed)
		if err := d.check(t, booked.ID, given.ID, true, ""); err != nil {
			t.Fatal(err)
		}
		d.Clock.Advance(72 * time.Hour)
		if err := d.handOver(t, booked.ID); !errs.Is(err, errs.LicenceNotApproved) || d.state(t, booked) != licence.Expired {
			t.Errorf("handed over for an expired one: %v, %s", err, d.state(t, booked))
		}
		d.Clock.Set(d.Clock.Now().Add(-70 * time.Hour))
		if err := d.handOver(t, booked.ID); err != nil {
			t.Fatal(err)
		}
		d.Clock.Advance(72 * time.Hour)
		if got := d.state(t, d.ReadTrip(t, booked)); got != licence.Approved {
			t.Errorf("while the car is out: %s", got)
		}
	})
}

func TestLicence_RNT11_isNotAskedForWithoutTheSwitchOrForABicycle(t *testing.T) {
	withDrivers(t, func(t *testing.T, d drivers) {
		me := d.Guest(t)
		d.Fill(t, me, 2, 1, d.Clock.Now())
		d.Exec(t, `UPDATE vehicles SET licence_free = TRUE`)
		if status, problems := d.quoted(t, me); status != "" || problems != nil {
			t.Errorf("for a bicycle: %s, %v", status, problems)
		}
		booked, err := d.Trips.Place(t.Context(), "trip-key-1", d.AgreeTrip(t, triptest.Request(me)))
		if err != nil {
			t.Fatal(err)
		}
		d.MoveTrip(t, booked.ID, trip.Confirmed, trip.Ongoing)
		if err := d.check(t, booked.ID, 1, true, ""); !errs.Is(err, errs.Conflict) {
			t.Errorf("a check of the licence of a bicycle: %v", err)
		}

		d.Exec(t, `UPDATE vehicles SET licence_free = FALSE`)
		d.SetSettings(t, func(s *setting.Settings) { s.Rental.DriverLicence = false })
		without := d.Book(t, "trip-key-2", triptest.Request(me), d.Clock.Now())
		d.MoveTrip(t, without.ID, trip.Confirmed, trip.Ongoing)
		if _, err := d.TryLicence(t, me, nil); !errs.Is(err, errs.Forbidden) {
			t.Errorf("given where none is asked for: %v", err)
		}
		if _, _, err := d.Trips.FindLicence(t.Context(), me); !errs.Is(err, errs.Forbidden) {
			t.Errorf("read where none is asked for: %v", err)
		}
		if err := d.check(t, without.ID, 1, true, ""); !errs.Is(err, errs.Forbidden) {
			t.Errorf("checked where none is asked for: %v", err)
		}
	})
}

func TestLicence_RNT11_wrongOnesAreRefused(t *testing.T) {
	withDrivers(t, func(t *testing.T, d drivers) {
		me, other := d.Guest(t), d.Guest(t)
		theirs := d.Upload(t, other, upload.Licence)
		for why, edit := range map[string]func(*licence.Given){
			"no name": func(g *licence.Given) { g.Name = "  " }, "a long name": func(g *licence.Given) { g.Name = strings.Repeat("x", 121) },
			"a short number": func(g *licence.Given) { g.Number = "12" }, "signs for a number": func(g *licence.Given) { g.Number = "<b>12</b>" },
			"expired":     func(g *licence.Given) { g.ExpiresOn = d.Clock.Now().AddDate(0, 0, -2).Format(time.DateOnly) },
			"no day":      func(g *licence.Given) { g.ExpiresOn = "2027-02-30" },
			"no back":     func(g *licence.Given) { g.Back = "" },
			"one side":    func(g *licence.Given) { g.Back = g.Front },
			"another's":   func(g *licence.Given) { g.Front = theirs },
			"not for it":  func(g *licence.Given) { g.Front = d.Upload(t, me, upload.Refund) },
			"a stale one": func(g *licence.Given) { g.Replaces = 99 },
		} {
			if _, err := d.TryLicence(t, me, edit); !errs.Is(err, errs.Invalid) && (why != "a stale one" || !errors.Is(err, licence.ErrChanged)) {
				t.Errorf("%s: %v", why, err)
			}
		}
		if n := d.Number(t, `SELECT COUNT(*) FROM driver_licences`); n != 0 {
			t.Errorf("%d are stored", n)
		}
		got := d.GiveLicence(t, me, func(g *licence.Given) { g.Name, g.Number, g.ExpiresOn = " Asha   Rao ", "ab 12-cd", "" })
		if got.Name != "Asha Rao" || got.Number != "AB 12-CD" || got.ExpiresOn != "" {
			t.Errorf("stored as %+v", got)
		}
		corrected := d.GiveLicence(t, me, func(g *licence.Given) { g.Replaces, g.Front, g.Back, g.Number = got.ID, got.Back, got.Front, "AB 13" })
		if corrected.Front != got.Back || corrected.ID == got.ID {
			t.Errorf("corrected with the same photos: %+v", corrected)
		}
		if err := d.Trips.RemoveLicence(t.Context(), me, got.ID); !errors.Is(err, licence.ErrChanged) {
			t.Errorf("removed what was replaced: %v", err)
		}
		booked := d.Book(t, "trip-key-1", triptest.Request(me), d.Clock.Now())
		if err := d.Trips.RemoveLicence(t.Context(), me, corrected.ID); !errs.Is(err, errs.Conflict) {
			t.Errorf("removed though a trip needs it: %v", err)
		}
		d.MoveTrip(t, booked.ID, trip.Canceled)
		if err := d.Trips.RemoveLicence(t.Context(), me, corrected.ID); err != nil {
			t.Error(err)
		}
		if _, err := d.Uploads.Open(t.Context(), corrected.Front, me); !errs.Is(err, errs.NotFound) {
			t.Errorf("its photo is still there: %v", err)
		}
	})
}

// A provider approves while the shopper replaces: what is approved is what was seen, and
// nobody drives on a licence that nobody has seen.
func TestLicence_RNT11_approvedWhileItIsReplaced(t *testing.T) {
	withDrivers(t, func(t *testing.T, d drivers) {
		for range 5 {
			me := d.Guest(t)
			seen := d.GiveLicence(t, me, nil)
			booked := d.Book(t, "trip-key-1", triptest.Request(me), d.Clock.Now())
			d.MoveTrip(t, booked.ID, trip.Confirmed)
			var together sync.WaitGroup
			var handedOver, replaced atomic.Bool
			next := d.NewLicence(t, me, func(g *licence.Given) { g.Replaces = seen.ID })
			together.Go(func() {
				err := d.check(t, booked.ID, seen.ID, true, "")
				if err != nil && !errors.Is(err, licence.ErrChanged) {
					t.Error(err)
				}
				err = d.handOver(t, booked.ID)
				if err != nil && !errs.Is(err, errs.LicenceNotApproved) {
					t.Error(err)
				}
				handedOver.Store(err == nil)
			})
			together.Go(func() {
				err := d.Trips.GiveLicence(t.Context(), me, next)
				if err != nil && !errs.Is(err, errs.Conflict) {
					t.Error(err)
				}
				replaced.Store(err == nil)
			})
			together.Wait()
			approved := d.Number(t, `SELECT COUNT(*) FROM licence_checks c JOIN driver_licences l ON l.id = c.licence_id WHERE l.shopper_id = $1`, me)
			if handedOver.Load() == replaced.Load() || handedOver.Load() != (approved == 1) {
				t.Errorf("handed over: %t, replaced: %t, approved: %d", handedOver.Load(), replaced.Load(), approved)
			}
			end := trip.Canceled // the car is free again
			if handedOver.Load() {
				end = trip.Completed
			}
			d.MoveTrip(t, booked.ID, end)
			d.Clock.Advance(3 * time.Hour)
		}
	})
}
