package review_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/review"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
	"hawker/internal/upload"
	"hawker/internal/vehicle"
)

// rented is a trip of one car that is over.
func rented(t *testing.T, f triptest.Fixture, shopperID int64) trip.Details {
	t.Helper()
	d := f.Book(t, fmt.Sprint("key-", f.Number(t, `SELECT COUNT(*) FROM trips`)), triptest.Request(shopperID), time.Time{})
	f.MoveTrip(t, d.ID, trip.Confirmed, trip.Ongoing, trip.Completed)
	return f.ReadTrip(t, d)
}

func TestTripReviews_RNT04_RNT11_onceForEachVehicleOfACompletedTrip(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		town := triptest.In(t, f.Fixture)
		me, other := f.customer(t), f.customer(t)
		car := town.Car.ID
		add := func(id, by int64, o ...review.Opinion) error {
			return f.Reviews.AddToTrip(t.Context(), review.TripRequest{TripID: id, ShopperID: by, Vehicles: o})
		}
		early := town.Book(t, "key-early", triptest.Request(me), time.Time{})
		done := rented(t, town, me)
		image := f.Upload(t, me, upload.Review)
		good := review.Opinion{ID: car, Rating: 4, Text: " Clean ", Images: []string{image}}
		for name, c := range map[string]struct {
			code errs.Code
			err  error
		}{
			"before it is over":      {errs.Conflict, add(early.ID, me, good)},
			"somebody else's":        {errs.NotFound, add(done.ID, other, good)},
			"nothing":                {errs.Invalid, add(done.ID, me)},
			"no stars":               {errs.Invalid, add(done.ID, me, review.Opinion{ID: car})},
			"a vehicle twice":        {errs.Invalid, add(done.ID, me, good, good)},
			"another vehicle":        {errs.Invalid, add(done.ID, me, review.Opinion{ID: car + 1, Rating: 3})},
			"an image of nobody":     {errs.Invalid, add(done.ID, me, review.Opinion{ID: car, Rating: 3, Images: []string{"none"}})},
			"an unknown trip":        {errs.NotFound, add(999, me, good)},
			"a vehicle without a id": {errs.Invalid, add(done.ID, me, review.Opinion{Rating: 3})},
		} {
			if !errs.Is(c.err, c.code) {
				t.Errorf("%s: %v, want %s", name, c.err, c.code)
			}
		}
		if left := review.VehiclesLeft(done, nil); !slices.Equal(left, []int64{car}) || len(review.VehiclesLeft(early, nil)) != 0 {
			t.Errorf("left to review: %v", left)
		}
		for range 2 { // sending the same again returns the same
			if err := add(done.ID, me, good); err != nil {
				t.Fatal(err)
			}
		}
		if err := add(done.ID, me, review.Opinion{ID: car, Rating: 1}); !errs.Is(err, errs.Conflict) {
			t.Errorf("another opinion: %v", err)
		}
		given, err := f.Reviews.OfTrips(t.Context(), done.ID, early.ID)
		if r := given[done.ID]; err != nil || len(r) != 1 || r[0].Author != "Asha R." || r[0].Body != "Clean" || r[0].Vehicle != town.Car.Name || len(review.VehiclesLeft(done, r)) != 0 {
			t.Fatalf("%+v, %v", given, err)
		}
		for _, table := range []string{"vehicles", "providers"} {
			if got := f.rating(t, table, 1); got != (rating{4, 1}) {
				t.Errorf("%s: %+v", table, got)
			}
		}
		f.verify(t)
	})
}

// The figures of a vehicle are read again although the catalogue has no new revision.
func TestTripReviews_RNT04_showInTheRatingsAtOnce(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		town := triptest.In(t, f.Fixture)
		vehicles := vehicle.New(f.DB, f.Clock, town.Trips.Bookings)
		if v, err := vehicles.Vehicle(t.Context(), "1"); err != nil || v.RatingCount != 0 || v.TripCount != 0 {
			t.Fatalf("before: %+v, %v", v, err)
		}
		me := f.customer(t)
		done := rented(t, town, me)
		if err := f.Reviews.AddToTrip(t.Context(), review.TripRequest{TripID: done.ID, ShopperID: me, Vehicles: []review.Opinion{{ID: 1, Rating: 3}}}); err != nil {
			t.Fatal(err)
		}
		f.Clock.Advance(2 * time.Second)
		v, err := vehicles.Vehicle(t.Context(), "1")
		if err != nil || v.RatingSum != 3 || v.RatingCount != 1 || v.TripCount != 1 || v.Owner.RatingCount != 1 || v.Owner.TripCount != 1 {
			t.Errorf("after: %+v of %+v, %v", v, v.Owner, err)
		}
		page, err := vehicles.Reviews(t.Context(), "1", catalog.Paging{Size: 5, Number: 1})
		if err != nil || page.Total != 1 || page.Stars != [5]int{2: 1} || page.Reviews[0].Rating != 3 {
			t.Errorf("%+v, %v", page, err)
		}
	})
}

func TestReply_ITEM12_RNT04_ofTheOwnProviderAlone(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		town := triptest.In(t, f.Fixture)
		me := f.customer(t)
		done := rented(t, town, me)
		if err := f.Reviews.AddToTrip(t.Context(), review.TripRequest{TripID: done.ID, ShopperID: me, Vehicles: []review.Opinion{{ID: 1, Rating: 3}}}); err != nil {
			t.Fatal(err)
		}
		id, owner, member := f.Number(t, `SELECT id FROM vehicle_reviews`), done.ProviderID, f.Admin(t).ID
		listed := func(filter review.VehicleFilter, want int) {
			t.Helper()
			page, total, err := f.Reviews.ListVehicles(t.Context(), filter, review.Paging{Size: 5, Number: 1})
			if err != nil || total != want || len(page) != want {
				t.Errorf("%+v: %d of %d, %v", filter, len(page), total, err)
			}
		}
		mine, unanswered := review.VehicleFilter{ProviderID: owner}, review.VehicleFilter{ProviderID: owner, Unanswered: true}
		listed(mine, 1)
		listed(unanswered, 1)
		listed(review.VehicleFilter{ProviderID: owner + 1}, 0)
		if _, err := f.Reviews.ReplyToVehicle(t.Context(), owner+1, id, review.NewReply{StaffID: member, Text: "Hello"}); !errs.Is(err, errs.NotFound) {
			t.Errorf("by another provider: %v", err)
		}
		if _, err := f.Reviews.ReplyToVehicle(t.Context(), owner, id, review.NewReply{StaffID: member, Text: " "}); !errs.Is(err, errs.Invalid) {
			t.Errorf("nothing: %v", err)
		}
		for _, text := range []string{"Thank you", "Thank you!"} { // one reply, which can be edited
			f.Clock.Advance(time.Second)
			got, err := f.Reviews.ReplyToVehicle(t.Context(), owner, id, review.NewReply{StaffID: member, Text: " " + text})
			if err != nil || got.Reply != text || got.RepliedAt == nil || *got.RepliedAt != f.Clock.Now().UnixMilli() {
				t.Errorf("%+v, %v", got, err)
			}
		}
		seen := "Thank you"
		if _, err := f.Reviews.ReplyToVehicle(t.Context(), owner, id, review.NewReply{StaffID: member, Text: "Hello", Seen: &seen}); !errs.Is(err, errs.Conflict) {
			t.Errorf("over a reply that was not seen: %v", err)
		}
		if by := f.Number(t, `SELECT reply_staff_id FROM vehicle_reviews`); by != member {
			t.Errorf("written by %d, want %d", by, member)
		}
		listed(mine, 1)
		listed(unanswered, 0)
		if _, err := f.Reviews.SetVehicleHidden(t.Context(), f.Admin(t).ID, id, true); err != nil {
			t.Fatal(err)
		}
		listed(mine, 0)
		if _, err := f.Reviews.ReplyToVehicle(t.Context(), owner, id, review.NewReply{StaffID: member, Text: "Hello"}); !errs.Is(err, errs.NotFound) {
			t.Errorf("to a hidden one: %v", err)
		}
	})
}

func TestTripReviews_RNT04_aHiddenOneCountsForNobody(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		town := triptest.In(t, f.Fixture)
		me := f.customer(t)
		done := rented(t, town, me)
		image := f.Upload(t, me, upload.Review)
		if err := f.Reviews.AddToTrip(t.Context(), review.TripRequest{TripID: done.ID, ShopperID: me, Vehicles: []review.Opinion{{ID: 1, Rating: 1, Text: "!", Images: []string{image}}}}); err != nil {
			t.Fatal(err)
		}
		admin := f.Admin(t)
		id := f.Number(t, `SELECT id FROM vehicle_reviews`)
		public := func() bool {
			ok, err := f.Reviews.IsImagePublic(t.Context(), image)
			if err != nil {
				t.Fatal(err)
			}
			return ok
		}
		if !public() {
			t.Error("the image of a shown review is private")
		}
		for _, hidden := range []bool{true, false} {
			var all sync.WaitGroup
			for range 4 { // of several calls at once one counts
				all.Go(func() {
					if r, err := f.Reviews.SetVehicleHidden(t.Context(), admin.ID, id, hidden); err != nil || (r.HiddenAt != nil) != hidden {
						t.Errorf("hidden %t: %+v, %v", hidden, r, err)
					}
				})
			}
			all.Wait()
			want := rating{1, 1}
			if hidden {
				want = rating{}
			}
			for _, table := range []string{"vehicles", "providers"} {
				if got := f.rating(t, table, 1); got != want {
					t.Errorf("hidden %t: %s have %+v", hidden, table, got)
				}
			}
			listed, total, err := f.Reviews.ListVehicles(t.Context(), review.VehicleFilter{Hidden: hidden}, review.Paging{Size: 5, Number: 1})
			if err != nil || total != 1 || listed[0].ID != id || listed[0].Provider != "Anchor" || public() == hidden {
				t.Errorf("hidden %t: %+v of %d, %v", hidden, listed, total, err)
			}
			f.verify(t)
		}
		if _, err := f.Reviews.SetVehicleHidden(t.Context(), admin.ID, 999, true); !errs.Is(err, errs.NotFound) {
			t.Errorf("one that does not exist: %v", err)
		}
	})
}

func TestTripReviews_PROF05_anErasedAccountLeavesItsStars(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		town := triptest.In(t, f.Fixture)
		me := f.customer(t)
		done := rented(t, town, me)
		image := f.Upload(t, me, upload.Review)
		if err := f.Reviews.AddToTrip(t.Context(), review.TripRequest{TripID: done.ID, ShopperID: me, Vehicles: []review.Opinion{{ID: 1, Rating: 2, Text: "I am Asha", Images: []string{image}}}}); err != nil {
			t.Fatal(err)
		}
		customer := f.Number(t, `SELECT id FROM customers WHERE shopper_id = $1`, me)
		if err := db.InTx(t.Context(), f.DB, func(tx *db.Tx) error { return f.Reviews.Erase(t.Context(), tx, customer) }); err != nil {
			t.Fatal(err)
		}
		given, err := f.Reviews.OfTrips(t.Context(), done.ID)
		if r := given[done.ID][0]; err != nil || r.Author+r.Body != "" || len(r.Images.V) != 0 || r.Rating != 2 {
			t.Errorf("%+v, %v", r, err)
		}
		if public, _ := f.Reviews.IsImagePublic(t.Context(), image); public {
			t.Error("the image is still public")
		}
		f.verify(t)
	})
}

// Trips that end, reviews and bookings of the same vehicles lock them in the same order.
func TestTripReviews_RNT11_parallelOnesAreAllCounted(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		town := triptest.In(t, f.Fixture)
		type done struct{ id, by int64 }
		var trips []done
		for range 4 {
			me := f.customer(t)
			trips = append(trips, done{rented(t, town, me).ID, me})
		}
		running := town.Book(t, "key-running", triptest.Request(f.Guest(t)), time.Time{})
		town.MoveTrip(t, running.ID, trip.Confirmed, trip.Ongoing)
		admin := town.TripAdmin(t)
		var all sync.WaitGroup
		all.Go(func() {
			if _, err := town.Trips.MoveBy(t.Context(), admin, running.ID, trip.StaffMove{To: trip.Completed}); err != nil {
				t.Error(err)
			}
		})
		for _, d := range trips {
			for range 2 { // the same twice, as after a lost response
				all.Go(func() {
					err := f.Reviews.AddToTrip(t.Context(), review.TripRequest{TripID: d.id, ShopperID: d.by, Vehicles: []review.Opinion{{ID: 1, Rating: 5}}})
					if err != nil {
						t.Error(err)
					}
				})
			}
		}
		all.Wait()
		if got := f.rating(t, "vehicles", 1); got != (rating{20, 4}) {
			t.Errorf("%+v", got)
		}
		if n := f.Number(t, `SELECT trip_count FROM vehicles`); n != 5 {
			t.Errorf("%d trips", n)
		}
		f.verify(t)
	})
}
