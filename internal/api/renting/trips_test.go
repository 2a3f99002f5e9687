package renting_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hawker/internal/api"
	"hawker/internal/api/apitest"
	"hawker/internal/coupon"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/notification"
	"hawker/internal/setting"
	"hawker/internal/trip/triptest"
	"hawker/internal/tripcart"
	"hawker/internal/vehicle/vehicletest"
	"hawker/web"
)

// tripQuote is a quote of a trip, with the fields that the tests check.
type tripQuote struct {
	Rows           []shownRow
	Total          float64
	Digest         string
	Cart           tripCart
	Provider       *struct{ Name string }
	PickupAt       string   `json:"pickup_at"`
	PaymentMethods []string `json:"payment_methods"`
	Problems       []struct {
		Code   string
		LineID int64 `json:"line_id"`
	}
}

// bookedTrip is a trip, with the fields that the tests check.
type bookedTrip struct {
	ID              int64
	TripStatus      string `json:"trip_status"`
	Rows            []shownRow
	Total           float64
	CanCancel       bool    `json:"can_cancel"`
	CancelGivesBack float64 `json:"cancel_gives_back"`
	Provider        struct{ Name string }
	Lines           []struct {
		Name     string
		Quantity int64
		Subtotal float64
	}
	Timeline []struct{ Status, By string }
}

const tripContact = `"contact_person_name":"Asha","contact_person_number":"+12025550123"`

// sendBody is the body of a quote or a trip, with what is added.
func sendBody(more string) string { return `{` + tripContact + more + `}` }

func (c tripAPI) quote() tripQuote {
	c.t.Helper()
	return apitest.Read[tripQuote](c.t, c.call("POST", "/rental/quote", sendBody("")))
}

// place books what is in the cart, as the quote says.
func (c tripAPI) place(key string, q tripQuote, headers ...string) apitest.Response {
	c.t.Helper()
	body := sendBody(fmt.Sprintf(`,"accepted_total":%g,"quote_digest":%q`, q.Total, q.Digest))
	return c.Call(c.t, "POST", "/rental/trips", body, append([]string{"moduleId", fmt.Sprint(vehicletest.Rental), "X-Guest-Id", c.GuestID, "Idempotency-Key", key}, headers...)...)
}

type placedTrip struct {
	Trip          bookedTrip
	TrackingToken string `json:"tracking_token"`
}

func TestTrips_RNT10_RNT11_fromTheQuoteToTheCancellation(t *testing.T) {
	withTripAPI(t, func(t *testing.T, c tripAPI) {
		if empty := c.quote(); len(empty.Problems) != 1 || empty.Problems[0].Code != "cart_empty" || empty.Provider != nil {
			t.Errorf("an empty cart: %+v", empty)
		}
		c.cart("POST", "/rental/cart", `{"vehicle_id":1,"quantity":2,"rental_type":"hourly","estimated_hours":3}`)
		q := c.quote()
		if q.Total != 54 || len(q.Problems) != 0 || q.Provider == nil || q.Provider.Name != "Anchor" || !slices.Contains(q.PaymentMethods, "cash_on_delivery") || q.PickupAt == "" {
			t.Fatalf("the quote is %+v", q)
		}
		if a := c.place("a-key-of-mine", tripQuote{Total: q.Total}); a.Status != 422 {
			t.Errorf("without a digest: %d %s", a.Status, a.Body)
		}
		if a := c.place("a-key-of-mine", tripQuote{Total: q.Total, Digest: "other.rows~1"}); a.Status != 409 || !strings.Contains(a.Body, `"digest"`) {
			t.Errorf("another digest: %d %s", a.Status, a.Body)
		}
		placed := apitest.Read[placedTrip](t, c.place("a-key-of-mine", q))
		trip := placed.Trip
		if trip.TripStatus != "pending" || trip.Total != 54 || !trip.CanCancel || trip.Provider.Name != "Anchor" || len(trip.Lines) != 1 || trip.Lines[0].Quantity != 2 || trip.Lines[0].Subtotal != 60 || trip.Timeline[0].By != "shopper" {
			t.Errorf("placed %+v", trip)
		}
		if again := apitest.Read[placedTrip](t, c.place("a-key-of-mine", q)); again.Trip.ID != trip.ID {
			t.Errorf("the same key placed trip %d", again.Trip.ID)
		}

		path := fmt.Sprint("/rental/trips/", trip.ID)
		if a := c.Call(t, "GET", path, ""); a.Status != 404 {
			t.Errorf("without a token: %d", a.Status)
		}
		if got := apitest.Read[bookedTrip](t, c.Call(t, "GET", path, "", "X-Order-Token", placed.TrackingToken)); got.ID != trip.ID {
			t.Errorf("with its token: %+v", got)
		}
		if a := c.Call(t, "POST", path+"/cancel", `{"reason":"mistake","gives_back":7}`, "X-Order-Token", placed.TrackingToken); a.Status != 409 {
			t.Errorf("canceled for another amount: %d %s", a.Status, a.Body)
		}
		canceled := apitest.Read[bookedTrip](t, c.Call(t, "POST", path+"/cancel", `{"reason":"mistake","gives_back":0}`, "X-Order-Token", placed.TrackingToken))
		if canceled.TripStatus != "canceled" || canceled.CanCancel {
			t.Errorf("canceled %+v", canceled)
		}
	})
}

// What stands on the page of a booked trip is what its shopper has seen in the checkout,
// however the settings change.
func TestTrips_RNT11_TRAP_C4_theRulesOfABookedTripStay(t *testing.T) {
	withTripAPI(t, func(t *testing.T, c tripAPI) {
		type ruled struct {
			Cancellation struct {
				FreeHours   int64 `json:"free_hours"`
				LatePercent int64 `json:"late_percent"`
			}
			LateReturn struct {
				Percent      int64
				GraceMinutes int64   `json:"grace_minutes"`
				HourPrice    float64 `json:"hour_price"`
			} `json:"late_return"`
			CancelGivesBack float64 `json:"cancel_gives_back"`
		}
		body := `{"vehicle_id":1,"quantity":1,"rental_type":"hourly","estimated_hours":3,"pickup_time":"` + c.Clock.Now().Add(72*time.Hour).Format(tripcart.PickupLayout) + `"}`
		c.cart("POST", "/rental/cart", body)
		agreed := apitest.Read[ruled](t, c.call("POST", "/rental/quote", sendBody("")))
		placed := apitest.Read[placedTrip](t, c.place("a-key-of-mine", c.quote()))
		c.Exec(t, `UPDATE trips SET status = 'confirmed', payment_status = 'paid'`)
		c.SetSettings(t, func(s *setting.Settings) {
			s.Rental.TripRules = setting.TripRules{FreeCancelHours: 7200, LatePercent: 1000}
		})
		trip := apitest.Read[ruled](t, c.Call(t, "GET", fmt.Sprint("/rental/trips/", placed.Trip.ID), "", "X-Order-Token", placed.TrackingToken))
		if trip.Cancellation != agreed.Cancellation || trip.LateReturn != agreed.LateReturn || trip.CancelGivesBack != placed.Trip.Total || agreed.LateReturn.HourPrice == 0 {
			t.Errorf("the trip has %+v, agreed was %+v", trip, agreed)
		}
	})
}

// The ten percent off are of the trip, and not of more hours.
func TestTrips_RNT11_anExtensionCostsWhatTheTripSaid(t *testing.T) {
	withTripAPI(t, func(t *testing.T, c tripAPI) {
		c.SetSettings(t, func(s *setting.Settings) { s.Rental.ExtensionHours = 2 })
		c.Clock.Advance(41*time.Second + 123*time.Millisecond)
		c.cart("POST", "/rental/cart", `{"vehicle_id":1,"quantity":1,"rental_type":"hourly","estimated_hours":3}`)
		placed := apitest.Read[placedTrip](t, c.place("a-key-of-mine", c.quote()))
		c.Exec(t, `UPDATE trips SET status = 'confirmed'`)
		path := fmt.Sprint("/rental/trips/", placed.Trip.ID)
		type extendable struct {
			ReturnAt       string `json:"return_at"`
			ExtensionHours int64  `json:"extension_hours"`
			Extensions     []struct {
				Hours    int64
				ReturnAt string `json:"return_at"`
				Charge   float64
			}
		}
		token := []string{"X-Order-Token", placed.TrackingToken}
		trip := apitest.Read[extendable](t, c.Call(t, "GET", path, "", token...))
		if len(trip.Extensions) != 2 || trip.Extensions[0].Hours != 1 || trip.Extensions[0].Charge != 10 {
			t.Fatalf("extensions %+v", trip.Extensions)
		}
		one := trip.Extensions[0]
		for name, tt := range map[string]struct {
			body   string
			status int
			field  string
		}{
			"no time":       {`{"return_at":"soon","charge":10}`, 422, "return_at"},
			"another price": {fmt.Sprintf(`{"return_at":%q,"charge":8}`, one.ReturnAt), 409, ""},
			"a fraction":    {fmt.Sprintf(`{"return_at":%q,"charge":10.001}`, one.ReturnAt), 422, "charge"},
			"the same time": {fmt.Sprintf(`{"return_at":%q,"charge":0}`, trip.ReturnAt), 422, "return_at"},
		} {
			if a := c.Call(t, "POST", path+"/extension", tt.body, token...); a.Status != tt.status || !strings.Contains(a.Body, tt.field) {
				t.Errorf("%s: %d %s", name, a.Status, a.Body)
			}
		}
		body := fmt.Sprintf(`{"return_at":%q,"charge":10}`, one.ReturnAt)
		if a := c.Call(t, "POST", path+"/extension", body); a.Status != 404 {
			t.Errorf("without a token: %d", a.Status)
		}
		extended := apitest.Read[extendable](t, c.Call(t, "POST", path+"/extension", body, token...))
		if extended.ReturnAt != one.ReturnAt || extended.ExtensionHours != 1 || len(extended.Extensions) != 1 {
			t.Errorf("extended %+v", extended)
		}
	})
}

// Somebody else books the vehicles while a shopper reads their quote.
func TestTrips_RNT11_TRAP_R1_whatIsGoneIsRefusedWithANewQuote(t *testing.T) {
	withTripAPI(t, func(t *testing.T, c tripAPI) {
		c.cart("POST", "/rental/cart", `{"vehicle_id":1,"quantity":2}`)
		seen := c.quote()
		other := tripAPI{&apitest.GuestAPI{Fixture: c.Fixture, Handler: c.Handler}, t}
		other.GuestID = c.NewGuest(t)
		other.cart("POST", "/rental/cart", `{"vehicle_id":1,"quantity":2}`)
		apitest.Read[placedTrip](t, other.place("the-other-key", other.quote()))
		a := c.place("a-key-of-mine", seen)
		if a.Status != 409 || !strings.Contains(a.Body, "Vehicle 1: only 1 available at this time.") || !strings.Contains(a.Body, `"digest"`) {
			t.Errorf("booked beyond its count: %d %s", a.Status, a.Body)
		}
		c.Clock.Advance(2 * time.Second) // lists are at most a second old
		if q := c.quote(); len(q.Problems) != 1 || q.Problems[0].Code != "unavailable" || q.Problems[0].LineID == 0 {
			t.Errorf("the new quote is %+v", q)
		}
	})
}

// A trip that is booked without its coupon tells that the code is wrong too. So the try
// counts, as for an order.
func TestTrips_RNT11_TRAP_M4_bookingCountsGuessesAtCodes(t *testing.T) {
	t.Parallel()
	f := triptest.Open(t, dbtest.Open(t, db.SQLite))
	c := tripAPI{apitest.GuestAPIOf(t, f.Fixture, api.Deps{RateLimits: true}), t}
	c.Coupon(t, nil)
	c.cart("POST", "/rental/cart", `{"vehicle_id":1,"quantity":1,"rental_type":"hourly","estimated_hours":3}`)
	q := c.quote()
	guess := sendBody(fmt.Sprintf(`,"coupon_code":"GUESS","accepted_total":%g,"quote_digest":%q`, q.Total, q.Digest))
	for range 20 {
		a := c.Call(t, "POST", "/rental/trips", guess, "moduleId", fmt.Sprint(vehicletest.Rental), "X-Guest-Id", c.GuestID, "Idempotency-Key", "a-key-of-mine")
		if a.Status != 200 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
	}
	c.cart("POST", "/rental/cart", `{"vehicle_id":1,"quantity":1,"rental_type":"hourly","estimated_hours":3}`)
	if a := c.call("POST", "/rental/quote", sendBody(`,"coupon_code":"WELCOME"`)); !strings.Contains(a.Body, `"reason_code":"too_many_tries"`) {
		t.Errorf("a right code after the guesses: %s", a.Body)
	}
}

// A trip tells no more than an order which phones have bought here.
func TestTrips_RNT11_TRAP_P1_nobodyLearnsWhichPhonesHaveBought(t *testing.T) {
	t.Parallel()
	f := triptest.Open(t, dbtest.Open(t, db.SQLite))
	c := tripAPI{apitest.GuestAPIOf(t, f.Fixture, api.Deps{RateLimits: true}), t}
	c.Coupon(t, func(c *coupon.Coupon) { c.FirstOrder = true })
	fill := func() {
		c.cart("POST", "/rental/cart", `{"vehicle_id":1,"quantity":1,"rental_type":"hourly","estimated_hours":3}`)
	}
	fill()
	apitest.Read[placedTrip](t, c.place("a-key-of-mine", c.quote()))
	c.GuestID = c.NewGuest(t)
	fill()
	for n := range 25 {
		phone := fmt.Sprintf("+1202555%04d", 1000+n)
		c.Exec(t, `UPDATE trips SET contact_phone = $1`, phone)
		want := "first_order_only"
		if n >= 20 {
			want = "too_many_tries"
		}
		body := fmt.Sprintf(`{"contact_person_name":"Asha Rao","contact_person_number":%q,"payment_method":"cash_on_delivery","coupon_code":"WELCOME"}`, phone)
		if a := c.call("POST", "/rental/quote", body); !strings.Contains(a.Body, fmt.Sprintf(`"reason_code":%q`, want)) {
			t.Fatalf("phone %d: %s", n+1, a.Body)
		}
	}
}

func TestTrips_RNT11_oneNetworkAddressIsBounded(t *testing.T) {
	t.Parallel()
	f := triptest.Open(t, dbtest.Open(t, db.SQLite))
	f.EnableLimits(t)
	f.SetSettings(t, func(s *setting.Settings) { s.Limits = setting.Limits{WaitingPerAddress: 1} })
	c := tripAPI{apitest.GuestAPIOf(t, f.Fixture, api.Deps{}), t}
	for n, want := range []int{200, 429} {
		c.GuestID = c.NewGuest(t)
		c.cart("POST", "/rental/cart", `{"vehicle_id":1,"quantity":1,"rental_type":"hourly","estimated_hours":3}`)
		if a := c.place(fmt.Sprint("a-key-of-guest-", n), c.quote()); a.Status != want {
			t.Errorf("guest %d: %d %s", n, a.Status, a.Body)
		}
	}
}

func TestTrips_I18N01_mailsAreInTheLanguageInWhichACustomerBooks(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		texts, err := notification.ReadTexts(web.Messages())
		if err != nil {
			t.Fatal(err)
		}
		c.Notifications.Texts = texts
		town, me := triptest.In(t, c.Fixture), c.NewCustomer(t)
		headers := append(apitest.Bearer(me.Token), "moduleId", fmt.Sprint(vehicletest.Rental), "X-localization", "ar")
		line := apitest.Fields{"vehicle_id": town.Car.ID, "quantity": 1, "rental_type": "hourly", "estimated_hours": 3, "pickup_location": apitest.Fields{"lat": -11.4, "lng": 65.2, "location_name": "Quay"}}
		if a := c.Post(t, "/rental/cart", line, headers...); a.Status != 200 {
			t.Fatalf("the cart: %d %s", a.Status, a.Body)
		}
		contact := apitest.Fields{"contact_person_name": "Asha", "contact_person_number": "+12025550123", "payment_method": "cash_on_delivery"}
		q := apitest.Read[tripQuote](t, c.Post(t, "/rental/quote", contact, headers...))
		contact["accepted_total"], contact["quote_digest"] = q.Total, q.Digest
		if a := c.Post(t, "/rental/trips", contact, append(headers, "Idempotency-Key", "key-00001")...); a.Status != 200 {
			t.Fatalf("the trip: %d %s", a.Status, a.Body)
		}
		if n := c.Number(t, `SELECT COUNT(*) FROM notification_settings WHERE customer_id = $1 AND language = 'ar'`, me.ID); n != 1 {
			t.Error("the language is not kept")
		}
	})
}
