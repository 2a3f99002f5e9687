package renting_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hawker/internal/api/apitest"
	"hawker/internal/order/ordertest"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
)

// reviewedTrip has the fields of a trip's reviews.
type reviewedTrip struct {
	Review *struct {
		Given []struct {
			ID        int64
			VehicleID int64 `json:"vehicle_id"`
			Rating    int
			Comment   string
			Images    []string
		}
		Vehicles []int64
	}
}

// vehicleReviews is a page of reviews, as everybody reads it, with the fields that the
// test checks.
type vehicleReviews struct {
	TotalSize int `json:"total_size"`
	Stars     []int
	Reviews   []struct {
		Author   string `json:"customer_name"`
		ItemName string `json:"item_name"`
		Images   []struct{}
	}
}

func TestTripReviews_RNT10_RNT11_fromTheReturnToTheRating(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		town := triptest.In(t, c.Fixture)
		me := c.NewCustomer(t)
		c.Exec(t, `UPDATE customers SET first_name = 'Asha', last_name = 'Rao'`)
		d := town.Book(t, "key-1", triptest.Request(me.ShopperID), time.Time{})
		path := fmt.Sprint("/rental/trips/", d.ID)
		read := func(headers ...string) reviewedTrip {
			t.Helper()
			return apitest.Read[reviewedTrip](t, c.Call(t, "GET", path, "", headers...))
		}
		mine := apitest.Bearer(me.Token)
		send := func(body apitest.Fields, headers ...string) apitest.Response {
			t.Helper()
			return c.Post(t, path+"/reviews", body, headers...)
		}
		about := func(rating int, more apitest.Fields) apitest.Fields {
			one := apitest.Fields{"vehicle_id": town.Car.ID, "rating": rating}
			for k, v := range more {
				one[k] = v
			}
			return apitest.Fields{"vehicles": []apitest.Fields{one}}
		}
		if early := send(about(5, nil), mine...); early.Status != 409 || read(mine...).Review != nil {
			t.Errorf("before the return: %d %s", early.Status, early.Body)
		}
		town.MoveTrip(t, d.ID, trip.Confirmed, trip.Ongoing, trip.Completed)
		if r := read(mine...).Review; r == nil || !slices.Equal(r.Vehicles, []int64{town.Car.ID}) || len(r.Given) != 0 {
			t.Fatalf("after the return: %+v", r)
		}
		// A review has a name: a holder of the trip's token gives none.
		token := []string{"X-Order-Token", c.Tokens.Tracking(d.ID)}
		if r := read(token...).Review; r != nil {
			t.Errorf("with the token: %+v", r)
		}
		if a := send(about(5, nil), token...); a.Status != 401 {
			t.Errorf("a review with the token alone: %d %s", a.Status, a.Body)
		}
		if a := send(about(5, nil), apitest.Bearer(c.NewCustomer(t).Token)...); a.Status != 404 {
			t.Errorf("somebody else's trip: %d %s", a.Status, a.Body)
		}
		for name, body := range map[string]apitest.Fields{
			"vehicles":            {"vehicles": []apitest.Fields{}},
			"vehicles[0].comment": about(4, apitest.Fields{"comment": strings.Repeat("a", 1001)}),
			"vehicles.images":     about(4, apitest.Fields{"images": []string{"1", "2", "3", "4"}}),
			"vehicles[0].rating":  about(6, nil),
		} {
			if a := send(body, mine...); a.Status != 422 || !slices.Equal(a.Fields(t), []string{name}) {
				t.Errorf("%s: %d %s", name, a.Status, a.Body)
			}
		}
		key := c.PostUpload(t, map[string]string{"purpose": "review"}, ordertest.Image(), mine...).Text(t, "id")
		good := about(4, apitest.Fields{"comment": "Clean", "images": []string{key}})
		for range 2 {
			if a := send(good, mine...); a.Status != 200 {
				t.Fatalf("%d %s", a.Status, a.Body)
			}
		}
		if a := send(about(1, nil), mine...); a.Status != 409 {
			t.Errorf("another opinion: %d %s", a.Status, a.Body)
		}
		if r := read(mine...).Review; len(r.Given) != 1 || r.Given[0].Comment != "Clean" || !slices.Equal(r.Given[0].Images, []string{key}) || len(r.Vehicles) != 0 {
			t.Errorf("as given: %+v", r)
		}
		listed := apitest.Read[struct{ Trips []reviewedTrip }](t, c.Call(t, "GET", "/rental/trips?state=past", "", mine...))
		if len(listed.Trips) != 1 || listed.Trips[0].Review == nil || len(listed.Trips[0].Review.Given) != 1 {
			t.Errorf("in the list: %+v", listed)
		}

		c.Clock.Advance(3 * time.Second)
		for _, of := range []string{"/rental/vehicles/1", "/rental/providers/1"} {
			all := apitest.Read[vehicleReviews](t, c.Call(t, "GET", of+"/reviews", ""))
			if all.TotalSize != 1 || all.Stars[3] != 1 || all.Reviews[0].Author != "Asha R." || all.Reviews[0].ItemName != town.Car.Name || len(all.Reviews[0].Images) != 1 {
				t.Errorf("%s: %+v", of, all)
			}
			if a := c.Call(t, "GET", of, ""); !strings.Contains(a.Body, `"avg_rating":4`) {
				t.Errorf("%s: %d %s", of, a.Status, a.Body)
			}
		}
		if a := c.Call(t, "GET", "/reviews/images/"+key, ""); a.Status != 200 {
			t.Errorf("its image: %d", a.Status)
		}
	})
}
