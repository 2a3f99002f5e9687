package renting_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/api/apitest"
	"hawker/internal/order/ordertest"
	"hawker/internal/setting"
	"hawker/internal/trip/triptest"
)

// givenLicence has the fields of a licence that the tests check.
type givenLicence struct {
	Licence *struct {
		ID          int64
		Number      string
		ExpiresOn   string `json:"expires_on"`
		Front, Back string
		Checks      []struct{ Status string }
	}
}

func TestLicence_RNT11_isGivenReplacedAndDeleted(t *testing.T) {
	withTripAPI(t, func(t *testing.T, c tripAPI) {
		const path = "/rental/driver-licence"
		guest := []string{"X-Guest-Id", c.GuestID}
		photo := map[string]string{"purpose": "licence"}
		if a := c.PostUpload(t, photo, ordertest.Image()); a.Status != 403 {
			t.Errorf("a photo where none is asked for: %d", a.Status)
		}
		if a := c.Call(t, "GET", path, "", guest...); a.Status != 403 || !strings.Contains(a.Body, "asks for no driver") {
			t.Errorf("where none is asked for: %d %s", a.Status, a.Body)
		}
		c.SetSettings(t, func(s *setting.Settings) { s.Rental.DriverLicence = true })
		if got := apitest.Read[givenLicence](t, c.Call(t, "GET", path, "", guest...)); got.Licence != nil {
			t.Errorf("nobody has given %+v", got)
		}
		send := func() string {
			return apitest.Read[struct{ ID string }](t, c.PostUpload(t, photo, ordertest.Image())).ID
		}
		front, back := send(), send()
		body := func(number string, replaces int64) string {
			return fmt.Sprintf(`{"name":"Asha","number":%q,"front":%q,"back":%q,"replaces":%d}`, number, front, back, replaces)
		}
		put := func(body string) apitest.Response { return c.Call(t, "PUT", path, body, guest...) }
		if a := put(body("1", 0)); a.Status != 422 || !strings.Contains(a.Body, `"field":"number"`) {
			t.Errorf("a short number: %d %s", a.Status, a.Body)
		}
		first := apitest.Read[givenLicence](t, put(body("ab 12", 0)))
		if l := first.Licence; l == nil || l.Number != "AB 12" || l.Front != front || l.ExpiresOn != "" || len(l.Checks) != 0 {
			t.Fatalf("given %+v", first)
		}
		if a := put(body("ab 13", 0)); a.Status != 409 {
			t.Errorf("without naming the one that is there: %d %s", a.Status, a.Body)
		}
		second := apitest.Read[givenLicence](t, put(body("ab 13", first.Licence.ID)))
		if second.Licence.ID == first.Licence.ID {
			t.Error("the id of a changed licence is the old one")
		}
		if a := c.Call(t, "DELETE", fmt.Sprintf("%s?id=%d", path, first.Licence.ID), "", guest...); a.Status != 409 {
			t.Errorf("the replaced one is deleted: %d %s", a.Status, a.Body)
		}
		if got := apitest.Read[givenLicence](t, c.Call(t, "DELETE", fmt.Sprintf("%s?id=%d", path, second.Licence.ID), "", guest...)); got.Licence != nil {
			t.Errorf("after it was deleted: %+v", got)
		}
		if a := c.Call(t, "GET", "/uploads/"+front, "", guest...); a.Status != 404 {
			t.Errorf("its photo: %d", a.Status)
		}
	})
}

// A customer with the link of a trip can read it, but only who booked it may change the
// licence of its driver.
func TestTrips_RNT11_TRAP_P1_theLicenceIsOfWhoBooked(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		cars := triptest.In(t, c.Fixture)
		me, other := c.NewCustomer(t), c.NewCustomer(t)
		d := cars.Book(t, "key-1", triptest.Request(me.ShopperID), time.Time{})
		c.SetSettings(t, func(s *setting.Settings) { s.Rental.DriverLicence = true })
		path, link := fmt.Sprint("/rental/trips/", d.ID), c.Tokens.Tracking(d.ID)
		for name, tt := range map[string]struct {
			response apitest.Response
			want     *bool
		}{
			"who booked it":               {c.CallAs(t, me, "GET", path, nil), new(true)},
			"another customer, by a link": {c.Call(t, "GET", path, "", append(apitest.Bearer(other.Token), "X-Order-Token", link)...), new(false)},
			"a guest, by a link":          {c.Call(t, "GET", path, "", "X-Order-Token", link), nil},
		} {
			got := apitest.Read[struct {
				DriverLicence struct {
					IsMine *bool `json:"is_mine"`
				} `json:"driver_licence"`
			}](t, tt.response).DriverLicence.IsMine
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
	})
}
