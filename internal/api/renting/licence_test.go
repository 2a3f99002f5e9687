package renting_test

import (
	"fmt"
	"strings"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/order/ordertest"
	"hawker/internal/setting"
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
