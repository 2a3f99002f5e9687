package customer_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/api/call"
	"hawker/internal/booking/bookingtest"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/setting"
	"hawker/internal/vehicle/vehicletest"
)

func TestProfile_PROF03_PROF07_detailsAndPhoto(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		me := c.NewCustomer(t)
		save := func(texts map[string]string, image []byte) apitest.Response {
			body, kind := apitest.ProfileForm(t, texts, image)
			return c.Call(t, "POST", "/customer/update-profile", body, append(apitest.Bearer(me.Token), "Content-Type", kind)...)
		}
		type info struct {
			FName   string `json:"f_name"`
			LName   string `json:"l_name"`
			Email   string
			Image   string `json:"image_full_url"`
			Phone   int    `json:"is_phone_verified"`
			Storage []string
			Orders  int     `json:"order_count"`
			Modules []int64 `json:"module_ids"`
		}
		look := func() info { return apitest.Read[info](t, c.CallAs(t, me, "GET", "/customer/info", nil)) }
		var photo bytes.Buffer
		if err := png.Encode(&photo, image.NewGray(image.Rect(0, 0, 60, 40))); err != nil {
			t.Fatal(err)
		}
		if a := save(map[string]string{"name": "Asha Rao"}, photo.Bytes()); a.Text(t, "message") != "Updated successfully." {
			t.Errorf("saved: %s", a.Body)
		}
		got := look()
		if got.FName != "Asha" || got.LName != "Rao" || got.Email != "" || got.Storage == nil || got.Modules == nil || !strings.HasPrefix(got.Image, call.Prefix+"/pictures/") {
			t.Errorf("the customer is %+v", got)
		}
		shown := c.Call(t, "GET", strings.TrimPrefix(got.Image, call.Prefix), "")
		if shown.Status != 200 || shown.Header.Get("Content-Type") != "image/jpeg" || shown.Header.Get("X-Content-Type-Options") != "nosniff" ||
			shown.Header.Get("Cache-Control") != "private, max-age=60" || !strings.HasPrefix(shown.Body, "\xff\xd8\xff") {
			t.Errorf("the photo: %d %v %.10q", shown.Status, shown.Header, shown.Body)
		}
		for name, tt := range map[string]struct {
			texts  map[string]string
			image  []byte
			status int
			want   string
		}{
			"a blank name": {map[string]string{"name": " "}, nil, 422, "invalid: First name is required name"},
			"a pdf":        {nil, []byte("%PDF-1.7 and more"), 415, "unsupported_media: This file format is not supported. Please upload JPG, PNG, JPEG, or GIF images only. image"},
			"nothing":      {nil, []byte{}, 422, "invalid: The picture is empty. image"},
			"2 MB and one": {nil, make([]byte, 2<<20+1), 413, "too_large: The picture may have at most 2 MB. image"},
			"3 MB":         {nil, make([]byte, 3<<20), 413, "too_large: The picture may have at most 2 MB. image"},
		} {
			if a := save(tt.texts, tt.image); a.Status != tt.status || !slices.Equal(a.Errors(t), []string{tt.want}) {
				t.Errorf("%s: %d %s", name, a.Status, a.Body)
			}
		}
		for name, tt := range map[string]struct{ kind, body string }{
			"JSON": {"application/json", `{"name":"Asha"}`}, "no boundary": {"multipart/form-data", "x"}, "another boundary": {"multipart/form-data; boundary=y", "--x--"},
			"nothing":            {"multipart/form-data; boundary=x", ""},
			"a zero byte":        {"multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nAs\x00ha\r\n--x--\r\n"},
			"no UTF-8":           {"multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data; name=\"email\"\r\n\r\nas\xffha@example.com\r\n--x--\r\n"},
			"a name of no UTF-8": {"multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data; name=\"na\xffme\"\r\n\r\nAsha\r\n--x--\r\n"},
			"a text as a file":   {"multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data; name=\"image\"\r\n\r\nAsha\r\n--x--\r\n"},
		} {
			a := c.Call(t, "POST", "/customer/update-profile", tt.body, append(apitest.Bearer(me.Token), "Content-Type", tt.kind)...)
			if a.Status >= 500 || tt.kind != "multipart/form-data; boundary=x" && a.Status < 400 {
				t.Errorf("%s: %d %s", name, a.Status, a.Body)
			}
		}
		if got := look(); got.FName != "Asha" || got.Email != "" {
			t.Errorf("after all that: %+v", got)
		}
		// An e-mail that can be verified is asked about first.
		asked := save(map[string]string{"email": apitest.Email}, nil)
		if asked.Text(t, "verification_on") != "email" || !strings.Contains(asked.Body, `"otp_send":true`) || look().Email != "" {
			t.Errorf("PROF-04: %s", asked.Body)
		}
		if a := save(map[string]string{"email": apitest.Email, "otp": c.AccountFixture.Code(t, apitest.Email), "verification_on": "email"}, nil); !strings.Contains(a.Body, `"otp_send":false`) || look().Email != apitest.Email {
			t.Errorf("PROF-04: %s", a.Body)
		}
		if a := c.Call(t, "POST", "/customer/update-profile", strings.Repeat("x", 4<<20), "Content-Type", "multipart/form-data; boundary=x"); a.Status != 401 {
			t.Errorf("nobody's form: %d %s", a.Status, a.Body)
		}
	})
}

func TestProfile_LOC10_D33_aModuleIsInUseAfterATrip(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		me, other := c.NewCustomer(t), c.NewCustomer(t)
		town := catalogtest.Of(t, c.DB)
		provider := vehicletest.In(t, c.DB, town).Provider(1, nil)
		bookingtest.Trips(town, provider.ID, vehicletest.Rental, 900_001, 2)
		c.Exec(t, `UPDATE trips SET shopper_id = $1`, me.ShopperID)
		for _, tt := range []struct {
			who  apitest.Customer
			want string
		}{{me, fmt.Sprint([]int64{vehicletest.Rental})}, {other, "[]"}} {
			used := apitest.Read[struct {
				Modules []int64 `json:"module_ids"`
			}](t, c.CallAs(t, tt.who, "GET", "/customer/info", nil))
			if got := fmt.Sprint(used.Modules); got != tt.want {
				t.Errorf("customer %d has used the modules %s, want %s", tt.who.ID, got, tt.want)
			}
		}
	})
}

func TestCustomer_PROF05_deletesAndSignsUpAgain(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		in := c.SignUp(t)
		item := c.Item(t, c.Store(t, nil), 1000, 9, nil)
		me := apitest.Customer{Token: in.Token}
		mine := apitest.Read[apitest.Placed](t, c.PlaceAs(t, me, "key-00001", apitest.BuyNow(item, 1)))
		for body, want := range map[string]string{
			"":                                     "invalid: Please enter your current password. current_password",
			"{}":                                   "invalid: Please enter your current password. current_password",
			`{"current_password":"papaya-tree-8"}`: "invalid: This is not your current password. current_password",
		} {
			a := c.Call(t, "DELETE", "/customer", body, append(apitest.Bearer(me.Token), "Content-Type", "application/json")...)
			if a.Status != 422 || !slices.Equal(a.Errors(t), []string{want}) {
				t.Errorf("a session and %q: %d %s", body, a.Status, a.Body)
			}
		}
		known := apitest.Fields{"current_password": apitest.Password}
		if a := c.CallAs(t, me, "DELETE", "/customer", known); a.Status != 409 {
			t.Errorf("with an order under way: %d %s", a.Status, a.Body)
		}
		c.CallAs(t, me, "POST", fmt.Sprintf("/orders/%d/cancel", mine.Order.ID), apitest.Fields{"reason": "other"})
		c.SetSettings(t, func(s *setting.Settings) { s.Storefront.CustomerWallet = true })
		known["forfeits"] = apitest.Fields{"wallet_balance": 1.5, "loyalty_point": 0}
		if a := c.CallAs(t, me, "DELETE", "/customer", known); a.Status != 409 || !slices.Equal(a.Errors(t), []string{"conflict: Your wallet or your points have changed meanwhile. Please look again. forfeits"}) {
			t.Errorf("with another amount than was shown: %d %s", a.Status, a.Body)
		}
		c.SetSettings(t, func(s *setting.Settings) { s.Storefront.CustomerWallet = false }) // the amount is not shown, so any is right
		if a := c.CallAs(t, me, "DELETE", "/customer", known); a.Text(t, "message") != "Account has been deleted" {
			t.Errorf("deleted: %s", a.Body)
		}
		if a := c.CallAs(t, me, "GET", "/customer/info", nil); !slices.Equal(a.Errors(t), []string{"unauthorized: Your account is inactive or Your token has been expired"}) {
			t.Errorf("API-05: %d %s", a.Status, a.Body)
		}
		left := c.Call(t, "GET", fmt.Sprintf("/orders/%d?token=%s", mine.Order.ID, mine.TrackingToken), "")
		if left.Status != 200 || strings.Contains(left.Body, "Asha") || strings.Contains(left.Body, "Hill Street") {
			t.Errorf("the order still tells: %s", left.Body)
		}
		c.SignUp(t)
	})
}

func TestProfile_PROF01_aNewPasswordNeedsConfirmation(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		in := c.SignUp(t)
		save := func(texts map[string]string) apitest.Response {
			texts["password"], texts["confirm_password"] = "coconut-9-palms", "coconut-9-palms"
			body, kind := apitest.ProfileForm(t, texts, nil)
			return c.Call(t, "POST", "/customer/update-profile", body, append(apitest.Bearer(in.Token), "Content-Type", kind)...)
		}
		if a := c.CallAs(t, apitest.Customer{Token: in.Token}, "GET", "/customer/info", nil); a.Text(t, "confirm_by") != "password" {
			t.Errorf("asked for: %s", a.Body)
		}
		if a := save(map[string]string{}); a.Status != 422 || !slices.Equal(a.Errors(t), []string{"invalid: Please enter your current password. current_password"}) {
			t.Errorf("a session alone: %d %s", a.Status, a.Body)
		}
		if a := save(map[string]string{"current_password": apitest.Password}); a.Text(t, "message") != "Updated successfully." {
			t.Errorf("with the password: %d %s", a.Status, a.Body)
		}
		if a := c.CallAs(t, apitest.Customer{Token: in.Token}, "POST", "/customer/confirm-code", nil); a.Status != 409 {
			t.Errorf("a code for a customer who has verified nothing: %d %s", a.Status, a.Body)
		}
	})
}
