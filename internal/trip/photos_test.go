package trip_test

import (
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/order/ordertest"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
	"hawker/internal/upload"
)

// Photos are taken before the trip and after it, in their times, and six of each.
func TestPhotos_RNT11_areAddedInTheirTimeAndAreFew(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		cars := triptest.Open(t, open(t))
		booked := cars.Book(t, "trip-key-1", triptest.Request(cars.Guest(t)), cars.Clock.Now())
		owner := purchase.Owner{ShopperID: booked.ShopperID}
		add := func(by purchase.Owner, purpose upload.Purpose) error {
			return cars.Uploads.AddPhoto(t.Context(), ordertest.Image(), booked.ShopperID, purpose, func(tx *db.Tx, key string) error {
				return cars.Trips.AddPhoto(t.Context(), tx, by, booked.ID, upload.Photo{Key: key, Purpose: purpose})
			})
		}
		refused := func(why string, by purchase.Owner, purpose upload.Purpose) {
			t.Helper()
			if err := add(by, purpose); !errs.Is(err, errs.Conflict) && !errs.Is(err, errs.NotFound) {
				t.Errorf("%s: %v", why, err)
			}
		}
		accepted := func(why string, purpose upload.Purpose) {
			t.Helper()
			if err := add(owner, purpose); err != nil {
				t.Errorf("%s: %v", why, err)
			}
		}
		cars.MoveTrip(t, booked.ID, trip.Confirmed)
		refused("the shop takes none", owner, upload.TripBefore)
		cars.SetSettings(t, func(s *setting.Settings) { s.Rental.Photos = true })
		refused("TRAP_P1 a stranger", purchase.Owner{ShopperID: booked.ShopperID + 1}, upload.TripBefore)
		refused("after the trip, before it", owner, upload.TripAfter)
		for range 6 {
			accepted("one of six", upload.TripBefore)
		}
		refused("the seventh", owner, upload.TripBefore)
		admin := cars.TripAdmin(t)
		if err := cars.Uploads.AddPhoto(t.Context(), ordertest.Image(), booked.ShopperID, upload.TripBefore, func(tx *db.Tx, key string) error {
			return cars.Trips.AddPhotoBy(t.Context(), tx, admin, booked.ID, upload.Photo{Key: key, Purpose: upload.TripBefore})
		}); err != nil {
			t.Errorf("one of the staff: %v", err)
		}
		cars.Clock.Advance(time.Second)
		cars.MoveTrip(t, booked.ID, trip.Ongoing)
		accepted("while it is out", upload.TripAfter)
		cars.Clock.Advance(61 * time.Minute)
		cars.Exec(t, `DELETE FROM uploads WHERE purpose = 'trip_before' AND by_staff = FALSE`)
		refused("an hour after the hand-over", owner, upload.TripBefore)
		cars.MoveTrip(t, booked.ID, trip.Completed)
		cars.Clock.Advance(23 * time.Hour)
		accepted("on the day after the return", upload.TripAfter)
		cars.Clock.Advance(2 * time.Hour)
		refused("later", owner, upload.TripAfter)

		found := cars.ReadTrip(t, booked)
		if len(found.Photos) != 3 || !found.Photos[0].ByStaff {
			t.Fatalf("%d photos: %+v", len(found.Photos), found.Photos)
		}
		key := found.Photos[0].Key
		if _, err := cars.Uploads.OpenPhoto(t.Context(), key, booked.ID); err != nil {
			t.Error(err)
		}
		if _, err := cars.Uploads.OpenPhoto(t.Context(), key, booked.ID+1); !errs.Is(err, errs.NotFound) {
			t.Errorf("TRAP_P1 of another trip: %v", err)
		}
		cars.Clock.Advance(181 * 24 * time.Hour)
		if err := cars.Uploads.Prune(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := cars.Number(t, `SELECT COUNT(*) FROM uploads`); n != 0 {
			t.Errorf("%d are still there after half a year", n)
		}
	})
}

// A page that follows the trip learns of a photo when it is attached, and fetches it at once.
func TestPhotos_RNT11_areStoredBeforeTheyAreListed(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		cars := triptest.Open(t, open(t))
		booked := cars.Book(t, "trip-key-1", triptest.Request(cars.Guest(t)), cars.Clock.Now())
		count := func() int64 { return cars.Number(t, `SELECT COUNT(*) FROM uploads`) }
		var stored bool
		refusal := errs.New(errs.Conflict, "No more.")
		err := cars.Uploads.AddPhoto(t.Context(), ordertest.Image(), booked.ShopperID, upload.TripBefore, func(_ *db.Tx, key string) error {
			_, err := cars.Uploads.Open(t.Context(), key, booked.ShopperID)
			stored = err == nil
			return refusal
		})
		if !stored {
			t.Error("it is attached before its file is written")
		}
		if !errs.Is(err, errs.Conflict) || count() != 0 {
			t.Errorf("a refused photo: %v; %d are left", err, count())
		}
	})
}
