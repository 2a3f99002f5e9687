package staff_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hawker/internal/api/apitest"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
	"hawker/internal/verify"
)

// seenTrip is a trip as staff see it, with the fields that the tests check.
type seenTrip struct {
	ID           int64
	TripStatus   string   `json:"trip_status"`
	NextStatuses []string `json:"next_statuses"`
	ProviderName string   `json:"provider_name"`
	Contact      string   `json:"contact_person_name"`
	LateCharge   float64  `json:"late_charge"`
	Timeline     []struct{ Status, Actor, Name string }
}

// seenPlaces are where a trip leads, as staff see it.
type seenPlaces struct {
	Pickup      string `json:"pickup_location"`
	Destination string `json:"destination_location"`
}

type tripList struct {
	TotalSize int `json:"total_size"`
	Trips     []seenTrip
}

// The trips of an archived provider stay, for its vendor and for the shopper.
func TestTrips_RNT11_ofAnArchivedProviderStay(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		cars := triptest.In(t, p.Fixture)
		me := p.NewCustomer(t)
		booked := cars.Book(t, "trip-key-1", triptest.Request(me.ShopperID), p.Clock.Now())
		p.Exec(t, `UPDATE providers SET archived = TRUE`)
		renter := p.SignInStaff(t, p.ProviderVendor(t, booked.ProviderID))
		list := apitest.Read[tripList](t, p.AsStaff(t, renter, "GET", "/vendor/trips?state=new", nil))
		if list.TotalSize != 1 || list.Trips[0].ProviderName != "Anchor" {
			t.Errorf("the vendor finds %+v", list)
		}
		moved := apitest.Read[seenTrip](t, p.AsStaff(t, renter, "POST", fmt.Sprintf("/vendor/trips/%d/status", booked.ID), apitest.Fields{"status": trip.Confirmed}))
		if moved.TripStatus != "confirmed" {
			t.Errorf("confirmed by the vendor: %+v", moved)
		}
		mine := apitest.Read[struct {
			Trips []struct{ Provider struct{ Name string } }
		}](t, p.Call(t, "GET", "/rental/trips?state=running", "", apitest.Bearer(me.Token)...))
		if len(mine.Trips) != 1 || mine.Trips[0].Provider.Name != "Anchor" {
			t.Errorf("the shopper finds %+v", mine)
		}
		canceled := apitest.Read[seenTrip](t, p.Call(t, "POST", fmt.Sprintf("/rental/trips/%d/cancel", booked.ID), `{"reason":"mistake"}`, apitest.Bearer(me.Token)...))
		if canceled.TripStatus != "canceled" {
			t.Errorf("canceled by the shopper: %+v", canceled)
		}
		if got := p.Call(t, "GET", fmt.Sprint("/rental/providers/", booked.ProviderID), ""); got.Status != 404 {
			t.Errorf("the page of the provider: %d", got.Status)
		}
	})
}

// A car of 10.00 an hour, with a tax of 10 percent, comes back an hour late, and then two.
func TestTrips_RNT11_aLateReturnIsChargedAsTheDeskHasSeenIt(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		cars := triptest.In(t, p.Fixture)
		p.SetSettings(t, func(s *setting.Settings) { s.Rental.LatePercent, s.Rental.LateGraceMinutes = 100, 0 })
		booked := cars.Book(t, "trip-key-1", triptest.Request(p.Guest(t)), p.Clock.Now())
		cars.MoveTrip(t, booked.ID, trip.Confirmed, trip.Ongoing)
		p.Clock.Advance(2*time.Hour + time.Minute)
		path := fmt.Sprintf("/admin/trips/%d", booked.ID)
		seen := apitest.Read[seenTrip](t, p.AsStaff(t, p.admin, "GET", path, nil)).LateCharge
		if seen != 11 {
			t.Fatalf("an hour late costs %v", seen)
		}
		p.Clock.Advance(time.Hour)
		complete := func(charge float64) apitest.Response {
			t.Helper()
			return p.AsStaff(t, p.admin, "POST", path+"/status", apitest.Fields{"status": trip.Completed, "late_charge": charge})
		}
		if got := complete(seen); got.Status != 409 || !strings.Contains(got.Body, `"price_changed"`) || !strings.Contains(got.Body, `"late_charge"`) {
			t.Errorf("as it was before: %d %s", got.Status, got.Body)
		}
		if got := complete(1.005); got.Status != 422 {
			t.Errorf("no amount: %d %s", got.Status, got.Body)
		}
		if got := apitest.Read[seenTrip](t, complete(22)); got.TripStatus != "completed" || got.LateCharge != 22 {
			t.Errorf("as it is: %+v", got)
		}
	})
}

// A trip of 22.00 with a deposit of 50.00 comes back an hour late, which costs 11.00.
func TestTrips_RNT11_TRAP_M8_theDeskSaysWhatGoesBackOfADeposit(t *testing.T) {
	type back struct {
		InCash float64 `json:"in_cash"`
		ByShop float64 `json:"by_shop"`
	}
	type seen struct {
		Now    *back `json:"deposit_back_now"`
		Waived *back `json:"deposit_back_waived"`
	}
	withPlace(t, func(t *testing.T, p *place) {
		cars := triptest.In(t, p.Fixture)
		p.Exec(t, `UPDATE vehicles SET deposit = 5000`)
		p.SetSettings(t, func(s *setting.Settings) {
			s.Rental.Deposits, s.Rental.LatePercent, s.Rental.LateGraceMinutes = true, 100, 0
		})
		customer, shopper := p.WithMoney(t, 10_000)
		byWallet := triptest.Request(shopper)
		byWallet.CustomerID, byWallet.PaymentMethod = customer, purchase.WalletPayment
		_, other := p.WithMoney(t, 0)
		for key, tt := range map[string]struct {
			request     trip.Request
			now, waived back
		}{
			"cash":   {triptest.Request(other), back{39, 0}, back{50, 0}},
			"wallet": {byWallet, back{0, 39}, back{0, 50}},
		} {
			booked := cars.Book(t, key, tt.request, p.Clock.Now())
			read := func() seen {
				return apitest.Read[seen](t, p.AsStaff(t, p.admin, "GET", fmt.Sprint("/admin/trips/", booked.ID), nil))
			}
			if got := read(); got.Now != nil || got.Waived != nil {
				t.Errorf("%s: before the hand-over %+v", key, got)
			}
			cars.MoveTrip(t, booked.ID, trip.Confirmed, trip.Ongoing)
			p.Clock.Advance(2*time.Hour + time.Minute)
			if got := read(); got.Now == nil || *got.Now != tt.now || got.Waived == nil || *got.Waived != tt.waived {
				t.Errorf("%s: %+v and %+v", key, got.Now, got.Waived)
			}
			cars.MoveTrip(t, booked.ID, trip.Completed)
			if got := read(); got.Now != nil {
				t.Errorf("%s: after the return %+v", key, got.Now)
			}
			if back := cars.ReadTrip(t, booked).DepositBack(); back != 3900 {
				t.Errorf("%s: %d went back", key, back)
			}
		}
	})
}

func TestTrips_RNT11_anAdminFindsATripByItsNumberOrPhone(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		cars := triptest.In(t, p.Fixture)
		var ids []int64
		for n, phone := range []string{"+12025550123", "+12025550124"} {
			r := triptest.Request(p.Guest(t))
			r.Contact.Phone = phone
			booked := cars.Book(t, fmt.Sprint("key-", n), r, p.Clock.Now())
			cars.MoveTrip(t, booked.ID, trip.Canceled)
			ids = append(ids, booked.ID)
		}
		for _, tt := range []struct {
			query, phone string
			want         []int64
		}{
			{"state=past", "", []int64{ids[1], ids[0]}},
			{fmt.Sprint("state=past&number=", ids[0]), "", ids[:1]},
			{fmt.Sprint("state=open&number=", ids[0]), "", nil},
			{"state=past", "+1 202 555 0124", ids[1:]},
			{"state=past", "+12025550999", nil},
		} {
			list := apitest.Read[tripList](t, p.Call(t, "GET", "/admin/trips?"+tt.query, "", append(apitest.Bearer(p.admin), "X-Phone", tt.phone)...))
			var found []int64
			for _, one := range list.Trips {
				found = append(found, one.ID)
			}
			if !slices.Equal(found, tt.want) || list.TotalSize != len(tt.want) {
				t.Errorf("%s %s: %v, want %v", tt.query, tt.phone, found, tt.want)
			}
		}
	})
}

// A vendor of a provider moves its trips, and finds no others; one of a store none.
func TestTrips_RNT11_PERM03_aVendorOfAProviderMovesItsTripsAlone(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		cars := triptest.In(t, p.Fixture)
		booked := cars.Book(t, "trip-key-1", triptest.Request(p.Guest(t)), p.Clock.Now())
		other := cars.Book(t, "trip-key-2", triptest.Request(p.Guest(t)), p.Clock.Now())
		p.Exec(t, `INSERT INTO providers (id, slug, zone_id, pickup_zone_ids, name, description, logo, cover, address, phone, latitude, longitude, discount, tax_rate,
				rating_sum, rating_count, trip_count, past_rating_sum, past_rating_count)
			SELECT 77, 'other', zone_id, pickup_zone_ids, 'Other', '', '', '', '', '', 0, 0, discount, 0, 0, 0, 0, 0, 0 FROM providers WHERE id = $1`, booked.ProviderID)
		p.Exec(t, `UPDATE trips SET provider_id = 77 WHERE id = $1`, other.ID)
		renter := p.SignInStaff(t, p.ProviderVendor(t, booked.ProviderID))
		move := func(token string, id int64, to trip.Status) apitest.Response {
			t.Helper()
			return p.AsStaff(t, token, "POST", fmt.Sprintf("/vendor/trips/%d/status", id), apitest.Fields{"status": to, "reason": "because"})
		}

		list := apitest.Read[tripList](t, p.AsStaff(t, renter, "GET", "/vendor/trips?state=new", nil))
		if list.TotalSize != 1 || list.Trips[0].ID != booked.ID || !slices.Equal(list.Trips[0].NextStatuses, []string{"confirmed", "canceled"}) {
			t.Errorf("new trips: %+v", list)
		}
		for path, want := range map[string]int{"/vendor/orders": 403, "/vendor/items": 403, "/vendor/reviews": 403, fmt.Sprint("/vendor/trips/", other.ID): 404} {
			if got := p.AsStaff(t, renter, "GET", path, nil); got.Status != want {
				t.Errorf("%s: %d, want %d", path, got.Status, want)
			}
		}
		if got := move(renter, other.ID, trip.Confirmed); got.Status != 404 {
			t.Errorf("another provider's trip: %d", got.Status)
		}
		if got := move(p.vendor, booked.ID, trip.Confirmed); got.Status != 403 {
			t.Errorf("by a vendor of a store: %d", got.Status)
		}
		p.Exec(t, `UPDATE trips SET destination = '{"name":"Beach"}'`)
		read := func(token string) apitest.Response {
			t.Helper()
			path := map[string]string{renter: "vendor", p.admin: "admin"}[token]
			return p.AsStaff(t, token, "GET", fmt.Sprintf("/%s/trips/%d", path, booked.ID), nil)
		}
		places := seenPlaces{"Quay", "Beach"}
		if got := apitest.Read[seenPlaces](t, read(renter)); got != places {
			t.Errorf("before the return a vendor sees %+v", got)
		}
		for _, to := range []trip.Status{trip.Confirmed, trip.Ongoing, trip.Completed} {
			if got := apitest.Read[seenTrip](t, move(renter, booked.ID, to)); got.TripStatus != string(to) {
				t.Errorf("want %s: %+v", to, got)
			}
		}
		for token, want := range map[string]struct {
			contact string
			places  seenPlaces
		}{renter: {}, p.admin: {"Asha", places}} {
			got, where := apitest.Read[seenTrip](t, read(token)), apitest.Read[seenPlaces](t, read(token))
			if got.Contact != want.contact || where != want.places || len(got.Timeline) != 4 || got.Timeline[3].Actor != "vendor" || got.Timeline[3].Name == "" {
				t.Errorf("TRAP_P5: after the return, want %+v: %+v, %+v", want, got, where)
			}
		}
		refund := func(token string) apitest.Response {
			t.Helper()
			return p.AsStaff(t, token, "POST", fmt.Sprintf("/admin/trips/%d/refund", booked.ID), apitest.Fields{"approve": true, "whole": true, "reason": "Not as booked"})
		}
		if got := refund(renter); got.Status != 403 {
			t.Errorf("a refund by a vendor: %d", got.Status)
		}
		apitest.Read[seenTrip](t, refund(p.admin))
		shopper := apitest.Read[struct {
			TripStatus   string `json:"trip_status"`
			CancelReason string `json:"cancel_reason"`
		}](t, p.Call(t, "GET", fmt.Sprint("/rental/trips/", booked.ID), "", "X-Order-Token", p.Tokens.Tracking(booked.ID)))
		if shopper.TripStatus != "refunded" || shopper.CancelReason != "Not as booked" {
			t.Errorf("after a refund by an admin the shopper reads %+v", shopper)
		}
		me := apitest.Read[struct {
			ProviderID   int64  `json:"provider_id"`
			ProviderName string `json:"provider_name"`
		}](t, p.AsStaff(t, renter, "GET", "/staff/me", nil))
		if me.ProviderID != booked.ProviderID || me.ProviderName != "Anchor" {
			t.Errorf("me: %+v", me)
		}
		p.Exec(t, `UPDATE trips SET provider_id = $1 WHERE id = $2`, booked.ProviderID, other.ID) // who has its price in the ledger
		if r, err := verify.Run(t.Context(), p.DB); err != nil || !r.OK {
			t.Errorf("%v %+v", err, r)
		}
	})
}
