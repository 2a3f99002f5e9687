package shopping_test

import (
	"fmt"
	"maps"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"hawker/internal/api"
	"hawker/internal/api/apitest"
	"hawker/internal/api/call"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
)

// trackedPurchase is an answer of trackPurchase, with the fields that the tests check.
type trackedPurchase struct {
	Order *struct {
		Tracking struct {
			OrderID int64 `json:"order_id"`
		}
		EventsToken string `json:"events_token"`
	}
	Trip *struct {
		ID         int64
		TripStatus string `json:"trip_status"`
		Provider   string
		TimeZone   string `json:"time_zone"`
		Vehicles   []struct {
			Name     string
			Quantity int64
		}
		StartedAt string `json:"started_at"`
		Timeline  []struct{ Status, By string }
	}
}

func TestPurchases_ORD02_D29_TRAP_P1_aTripIsFoundByItsNumberAndPhone(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		town := triptest.In(t, c.Fixture)
		wanted := triptest.Request(c.Guest(t))
		wanted.Note = "Asha waits outside"
		mine := town.Book(t, "key-1", wanted, time.Time{})
		wanted = triptest.Request(c.Guest(t))
		wanted.Contact.Phone = "+12025550188"
		others := town.Book(t, "key-2", wanted, time.Time{})
		bought := c.BuyNew(t).Order.ID
		track := func(id int64, phone string) apitest.Response {
			return c.Call(t, "GET", fmt.Sprint("/purchases/track?purchase_id=", id), "", "X-Phone", phone)
		}

		unknown := track(999999, "+12025550123")
		if want := []string{"not_found: No order or trip with this number and phone was found."}; unknown.Status != 404 || !slices.Equal(unknown.Errors(t), want) {
			t.Errorf("an unknown number: %d %s", unknown.Status, unknown.Body)
		}
		for what, a := range map[string]apitest.Response{
			"a trip with a wrong phone": track(mine.ID, "+12025550124"), "with no phone number": track(mine.ID, "x"),
			"the trip of another guest": track(others.ID, "+12025550123"), "an order with a wrong phone": track(bought, "+12025550124"),
		} {
			if a.Status != 404 || a.Body != unknown.Body {
				t.Errorf("%s: %d %s\nan unknown number: %s", what, a.Status, a.Body, unknown.Body)
			}
		}
		if a := c.Call(t, "GET", fmt.Sprint("/orders/track?order_id=", mine.ID), "", "X-Phone", "+12025550123"); a.Status != 404 {
			t.Errorf("a trip is found as an order: %d %s", a.Status, a.Body)
		}

		town.MoveTrip(t, mine.ID, trip.Confirmed, trip.Ongoing)
		for _, phone := range []string{"+12025550123", "2025550123", "(202) 555-0123"} {
			got := apitest.Read[trackedPurchase](t, track(mine.ID, phone))
			if v := got.Trip; got.Order != nil || v == nil || v.ID != mine.ID || v.TripStatus != "ongoing" || v.Provider != "Anchor" || v.TimeZone == "" ||
				len(v.Vehicles) != 1 || v.Vehicles[0].Name != town.Car.Name || v.Vehicles[0].Quantity != 1 || v.StartedAt == "" || len(v.Timeline) != 3 {
				t.Errorf("%s: %+v", phone, got)
			}
		}
		if got := apitest.Read[trackedPurchase](t, track(bought, "2025550123")); got.Trip != nil || got.Order == nil || got.Order.Tracking.OrderID != bought || got.Order.EventsToken == "" {
			t.Errorf("an order: %+v", got)
		}
	})
}

// A number and a phone do not prove who the caller is: they show the progress of a trip, and
// nothing that is private.
func TestPurchases_D29_TRAP_P1_aFoundTripTellsNothingPrivate(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		town := triptest.In(t, c.Fixture)
		wanted := triptest.Request(c.Guest(t))
		wanted.Note, wanted.Contact.Email = "Asha waits outside", "asha@example.com"
		d := town.Book(t, "key-1", wanted, time.Time{})
		town.MoveTrip(t, d.ID, trip.Confirmed, trip.Ongoing, trip.Completed)
		a := c.Call(t, "GET", fmt.Sprint("/purchases/track?purchase_id=", d.ID), "", "X-Phone", "+12025550123")
		fields := apitest.Read[struct{ Trip map[string]any }](t, a).Trip
		want := []string{"id", "pickup_at", "provider", "rental_type", "return_at", "returned_at", "started_at", "time_zone", "timeline", "trip_status", "vehicles"}
		if got := slices.Sorted(maps.Keys(fields)); !slices.Equal(got, want) {
			t.Errorf("it has %q, want %q", got, want)
		}
		for _, secret := range []string{"Asha", "asha@", "2025550123", "outside", "Quay", "token"} {
			if strings.Contains(a.Body, secret) {
				t.Errorf("it tells %q: %s", secret, a.Body)
			}
		}
	})
}

// A caller who has used up the ten attempts for an order does not get ten more by the other call.
func TestPurchases_ORD02_D29_wrongAttemptsCountTogetherWithThoseAtOrders(t *testing.T) {
	t.Parallel()
	c := apitest.NewGuestAPI(t, dbtest.Open(t, db.SQLite), api.Deps{RateLimits: true})
	d := triptest.In(t, c.Fixture).Book(t, "key-1", triptest.Request(c.Guest(t)), time.Time{})
	ask := func(from, path, phone string) int {
		r := httptest.NewRequest("GET", fmt.Sprint(call.Prefix, path, d.ID), nil)
		r.Header.Set("X-Phone", phone)
		r.RemoteAddr = from + ":1"
		w := httptest.NewRecorder()
		c.ServeHTTP(w, r)
		return w.Code
	}
	const trips, orders = "/purchases/track?purchase_id=", "/orders/track?order_id="
	for i := range 10 {
		path := []string{trips, orders}[i%2]
		if code := ask("192.0.2.1", path, fmt.Sprintf("+120255501%02d", 30+i)); code != 404 {
			t.Fatalf("wrong attempt %d is answered with %d", i, code)
		}
	}
	for _, path := range []string{trips, orders} {
		if code := ask("192.0.2.1", path, "2025550123"); code != 429 {
			t.Errorf("%s after ten wrong attempts: %d", path, code)
		}
	}
	// Its owner looks again and again.
	for i := range 100 {
		if code := ask("203.0.113.9", trips, "2025550123"); code != 200 {
			t.Fatalf("the owner's look %d: %d", i, code)
		}
	}
}
