package renting_test

import (
	"fmt"
	"net/http/httptest"
	"slices"
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

// tripState is an event of a trip, with the fields that the tests check.
type tripState struct {
	TripStatus string `json:"trip_status"`
	CanCancel  bool   `json:"can_cancel"`
}

// withTripStreams runs a test with a town of trips and a server, whose streams read again
// only after hints.
func withTripStreams(t *testing.T, run func(t *testing.T, c *apitest.CustomerAPI, town triptest.Fixture, url string)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		c := apitest.NewCustomerAPI(t, open(t), nil, api.Deps{Heartbeat: time.Hour})
		run(t, c, triptest.In(t, c.Fixture), c.Serve(t))
	})
}

func (s tripState) expect(t *testing.T, of apitest.Stream, want string) {
	t.Helper()
	heard := make(chan string, 1)
	go func() {
		if of.Read(t, &s) {
			heard <- s.TripStatus
		} else {
			heard <- "the end"
		}
	}()
	select {
	case got := <-heard:
		if got != want {
			t.Errorf("the stream says %s, want %s", got, want)
		}
	case <-time.After(15 * time.Second):
		t.Fatalf("the stream never said %s", want)
	}
}

// A stream that ends, as when its server stops, is taken up again by the next one, which
// begins with the present state.
func TestTripEvents_RNT11_TRAP_O6_followATripAndAreTakenUpAgain(t *testing.T) {
	withTripStreams(t, func(t *testing.T, c *apitest.CustomerAPI, town triptest.Fixture, url string) {
		d := town.Book(t, "key-1", triptest.Request(c.Guest(t)), time.Time{})
		path := fmt.Sprintf("%s%s/rental/trips/%d/events", url, call.Prefix, d.ID)
		token := []string{"X-Order-Token", c.Tokens.Tracking(d.ID)}
		if s, _ := c.OpenStream(t, path); s.Status != 404 {
			t.Errorf("without a token: %d", s.Status)
		}
		first, leave := c.OpenStream(t, path, token...)
		if first.Status != 200 || first.Header.Get("Content-Type") != "text/event-stream" {
			t.Fatalf("%d %v", first.Status, first.Header)
		}
		tripState{}.expect(t, first, "pending")
		town.MoveTrip(t, d.ID, trip.Confirmed)
		tripState{}.expect(t, first, "confirmed")
		leave()
		town.MoveTrip(t, d.ID, trip.Ongoing)
		again, _ := c.OpenStream(t, path, token...)
		tripState{}.expect(t, again, "ongoing")
		town.MoveTrip(t, d.ID, trip.Completed)
		tripState{}.expect(t, again, "completed")
	})
}

func TestTripEvents_RNT11_AUTH10_endWithTheSession(t *testing.T) {
	withTripStreams(t, func(t *testing.T, c *apitest.CustomerAPI, town triptest.Fixture, url string) {
		me := c.NewCustomer(t)
		d := town.Book(t, "key-1", triptest.Request(me.ShopperID), time.Time{})
		s, _ := c.OpenStream(t, fmt.Sprintf("%s%s/rental/trips/%d/events", url, call.Prefix, d.ID), "Authorization", "Bearer "+me.Token)
		tripState{}.expect(t, s, "pending")
		if a := c.CallAs(t, me, "POST", "/auth/logout", nil); a.Status >= 300 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
		s.ExpectEnd(t, "signed out")
	})
}

func TestTripEvents_RNT11_endWhenTheServerDrains(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		drain := make(chan struct{})
		c := apitest.NewCustomerAPI(t, open(t), nil, api.Deps{Heartbeat: time.Hour, Draining: drain})
		town := triptest.In(t, c.Fixture)
		server := httptest.NewServer(c.Handler)
		t.Cleanup(server.Close)
		d := town.Book(t, "key-1", triptest.Request(c.Guest(t)), time.Time{})
		s, _ := c.OpenStream(t, fmt.Sprintf("%s%s/rental/trips/%d/events", server.URL, call.Prefix, d.ID), "X-Order-Token", c.Tokens.Tracking(d.ID))
		tripState{}.expect(t, s, "pending")
		close(drain)
		s.ExpectEnd(t, "the server drains")
	})
}

// The bell and the list of trips follow the stream of the customer.
func TestTripEvents_RNT11_PROF06_aCustomersStreamHasTheirTrips(t *testing.T) {
	withTripStreams(t, func(t *testing.T, c *apitest.CustomerAPI, town triptest.Fixture, url string) {
		me := c.NewCustomer(t)
		d := town.Book(t, "key-1", triptest.Request(me.ShopperID), time.Time{})
		s, _ := c.OpenStream(t, url+call.Prefix+"/events", "Authorization", "Bearer "+me.Token)
		type state struct {
			Trips []struct {
				ID         int64
				TripStatus string `json:"trip_status"`
			}
			Unread int `json:"unread_notifications"`
		}
		says := func() (words []string) {
			var v state
			if !s.Read(t, &v) {
				t.Fatal("the stream has ended")
			}
			for _, one := range v.Trips {
				words = append(words, fmt.Sprint(one.ID, " ", one.TripStatus))
			}
			return append(words, fmt.Sprint(v.Unread, " unread"))
		}
		for n, to := range []trip.Status{"", trip.Confirmed, trip.Ongoing, trip.Completed} {
			want := []string{fmt.Sprint(d.ID, " pending"), "0 unread"}
			if to != "" {
				town.MoveTrip(t, d.ID, to)
				want = []string{fmt.Sprint(d.ID, " ", to), fmt.Sprint(n, " unread")}
			}
			if to == trip.Completed {
				want = want[1:]
			}
			if got := says(); !slices.Equal(got, want) {
				t.Errorf("after %q: %q, want %q", to, got, want)
			}
		}
	})
}
