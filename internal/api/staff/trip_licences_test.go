package staff_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/setting"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
)

// licensedTrip is a trip with its licence, as staff see it.
type licensedTrip struct {
	NextStatuses  []string `json:"next_statuses"`
	DriverLicence *struct {
		Status, Number, Front string
		CheckedBy             string `json:"checked_by"`
		CanCheck              bool   `json:"can_check"`
	} `json:"driver_licence"`
}

func TestLicences_RNT11_PERM03_aProviderChecksThoseOfItsTripsUnderWay(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		p.SetSettings(t, func(s *setting.Settings) { s.Rental.DriverLicence = true })
		cars := triptest.In(t, p.Fixture)
		driver := p.Guest(t)
		given := cars.GiveLicence(t, driver, nil)
		booked := cars.Book(t, "trip-key-1", triptest.Request(driver), p.Clock.Now())
		renter := p.SignInStaff(t, p.ProviderVendor(t, booked.ProviderID))
		path := fmt.Sprintf("/vendor/trips/%d", booked.ID)
		move := func(to trip.Status) apitest.Response {
			return p.AsStaff(t, renter, "POST", path+"/status", apitest.Fields{"status": to})
		}
		check := func(licenceID int64, approve bool) apitest.Response {
			return p.AsStaff(t, renter, "POST", path+"/driver-licence", apitest.Fields{"licence_id": licenceID, "approve": approve})
		}
		seen := apitest.Read[licensedTrip](t, move(trip.Confirmed))
		if l := seen.DriverLicence; l == nil || l.Status != "waiting" || l.Number != given.Number || !l.CanCheck || slices.Contains(seen.NextStatuses, "ongoing") {
			t.Fatalf("before the check: %+v", seen)
		}
		if a := move(trip.Ongoing); a.Status != 409 || !strings.Contains(a.Body, "licence_not_approved") {
			t.Errorf("handed over before the check: %d %s", a.Status, a.Body)
		}
		if a := check(given.ID, false); a.Status != 422 || !strings.Contains(a.Body, `"field":"reason"`) {
			t.Errorf("refused without a reason: %d %s", a.Status, a.Body)
		}
		if a := check(given.ID+1, true); a.Status != 409 {
			t.Errorf("approved another one: %d %s", a.Status, a.Body)
		}
		late := p.AsStaff(t, renter, "POST", path+"/driver-licence", apitest.Fields{"licence_id": given.ID, "seen_status": "refused", "approve": true})
		if late.Status != 409 || !slices.Equal(late.Fields(t), []string{"seen_status"}) {
			t.Errorf("approved after another check: %d %s", late.Status, late.Body)
		}
		approved := apitest.Read[licensedTrip](t, check(given.ID, true))
		if l := approved.DriverLicence; l.Status != "approved" || l.CheckedBy == "" || !slices.Contains(approved.NextStatuses, "ongoing") {
			t.Errorf("after the check: %+v", approved)
		}
		image := path + "/driver-licence/" + given.Front
		for when, to := range map[string][]trip.Status{"before": nil, "during": {trip.Ongoing}} {
			for _, s := range to {
				move(s)
			}
			if a := p.AsStaff(t, renter, "GET", image, nil); a.Status != 200 {
				t.Errorf("the photo %s the trip: %d %s", when, a.Status, a.Body)
			}
		}
		move(trip.Ongoing)
		after := apitest.Read[licensedTrip](t, move(trip.Completed))
		if after.DriverLicence != nil {
			t.Errorf("TRAP_P5 after the trip: %+v", after.DriverLicence)
		}
		for _, role := range []string{renter, p.admin} {
			path := image
			if role == p.admin {
				path = strings.Replace(image, "/vendor", "/admin", 1)
			}
			if a := p.AsStaff(t, role, "GET", path, nil); a.Status != 404 {
				t.Errorf("TRAP_P5 the photo after the trip: %d", a.Status)
			}
		}
	})
}
