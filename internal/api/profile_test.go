package api_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"mime/multipart"
	"slices"
	"strings"
	"testing"

	"hawker/internal/api/call"
)

// profileForm returns the profile as a browser sends it.
func profileForm(t testing.TB, texts map[string]string, image []byte) (body string, kind string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for field, text := range texts {
		if err := w.WriteField(field, text); err != nil {
			t.Fatal(err)
		}
	}
	if image != nil {
		part, err := w.CreateFormFile("image", "me.png")
		if err != nil {
			t.Fatal(err)
		}
		_, _ = part.Write(image)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String(), w.FormDataContentType()
}

func TestProfile_PROF03_PROF07_detailsAndPhoto(t *testing.T) {
	lobbies(t, nil, func(t *testing.T, c *lobby) {
		me := c.buyer(t)
		save := func(texts map[string]string, image []byte) answer {
			body, kind := profileForm(t, texts, image)
			return c.call(t, "POST", "/customer/update-profile", body, append(bearer(me.token), "Content-Type", kind)...)
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
		look := func() info { return read[info](t, c.as(t, me, "GET", "/customer/info", nil)) }
		var photo bytes.Buffer
		if err := png.Encode(&photo, image.NewGray(image.Rect(0, 0, 60, 40))); err != nil {
			t.Fatal(err)
		}
		if a := save(map[string]string{"name": "Asha Rao"}, photo.Bytes()); a.text(t, "message") != "Updated successfully." {
			t.Errorf("saved: %s", a.body)
		}
		got := look()
		if got.FName != "Asha" || got.LName != "Rao" || got.Email != "" || got.Storage == nil || got.Modules == nil || !strings.HasPrefix(got.Image, call.Prefix+"/pictures/") {
			t.Errorf("the customer is %+v", got)
		}
		shown := c.call(t, "GET", strings.TrimPrefix(got.Image, call.Prefix), "")
		if shown.status != 200 || shown.header.Get("Content-Type") != "image/jpeg" || shown.header.Get("X-Content-Type-Options") != "nosniff" ||
			!strings.Contains(shown.header.Get("Cache-Control"), "immutable") || !strings.HasPrefix(shown.body, "\xff\xd8\xff") {
			t.Errorf("the photo: %d %v %.10q", shown.status, shown.header, shown.body)
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
			if a := save(tt.texts, tt.image); a.status != tt.status || !slices.Equal(a.entries(t), []string{tt.want}) {
				t.Errorf("%s: %d %s", name, a.status, a.body)
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
			a := c.call(t, "POST", "/customer/update-profile", tt.body, append(bearer(me.token), "Content-Type", tt.kind)...)
			if a.status >= 500 || tt.kind != "multipart/form-data; boundary=x" && a.status < 400 {
				t.Errorf("%s: %d %s", name, a.status, a.body)
			}
		}
		if got := look(); got.FName != "Asha" || got.Email != "" {
			t.Errorf("after all that: %+v", got)
		}
		// An e-mail that can be verified is asked about first.
		asked := save(map[string]string{"email": asha}, nil)
		if asked.text(t, "verification_on") != "email" || !strings.Contains(asked.body, `"otp_send":true`) || look().Email != "" {
			t.Errorf("PROF-04: %s", asked.body)
		}
		if a := save(map[string]string{"email": asha, "otp": c.accounts.Code(t, asha), "verification_on": "email"}, nil); !strings.Contains(a.body, `"otp_send":false`) || look().Email != asha {
			t.Errorf("PROF-04: %s", a.body)
		}
		if a := c.call(t, "POST", "/customer/update-profile", strings.Repeat("x", 4<<20), "Content-Type", "multipart/form-data; boundary=x"); a.status != 401 {
			t.Errorf("nobody's form: %d %s", a.status, a.body)
		}
	})
}

func TestCustomer_PROF05_goesAndComesBackAsSomebodyNew(t *testing.T) {
	lobbies(t, nil, func(t *testing.T, c *lobby) {
		in := c.signUp(t)
		item := c.Item(t, c.Store(t, nil), 1000, 9, nil)
		me := buyer{token: in.Token}
		mine := read[placed](t, c.placeAs(t, me, "key-00001", buyNow(item, 1)))
		for body, want := range map[string]string{
			"":                                     "invalid: Please enter your current password. current_password",
			"{}":                                   "invalid: Please enter your current password. current_password",
			`{"current_password":"papaya-tree-8"}`: "invalid: This is not your current password. current_password",
		} {
			a := c.call(t, "DELETE", "/customer", body, append(bearer(me.token), "Content-Type", "application/json")...)
			if a.status != 422 || !slices.Equal(a.entries(t), []string{want}) {
				t.Errorf("a session and %q: %d %s", body, a.status, a.body)
			}
		}
		known := fields{"current_password": password}
		if a := c.as(t, me, "DELETE", "/customer", known); a.status != 409 {
			t.Errorf("with an order under way: %d %s", a.status, a.body)
		}
		c.as(t, me, "POST", fmt.Sprintf("/orders/%d/cancel", mine.Order.ID), fields{"reason": "other"})
		if a := c.as(t, me, "DELETE", "/customer", known); a.text(t, "message") != "Account has been deleted" {
			t.Errorf("deleted: %s", a.body)
		}
		if a := c.as(t, me, "GET", "/customer/info", nil); !slices.Equal(a.entries(t), []string{"unauthorized: Your account is inactive or Your token has been expired"}) {
			t.Errorf("API-05: %d %s", a.status, a.body)
		}
		left := c.call(t, "GET", fmt.Sprintf("/orders/%d?token=%s", mine.Order.ID, mine.TrackingToken), "")
		if left.status != 200 || strings.Contains(left.body, "Asha") || strings.Contains(left.body, "Hill Street") {
			t.Errorf("the order still tells: %s", left.body)
		}
		c.signUp(t)
	})
}

func TestProfile_PROF01_aSessionAloneSetsNoPassword(t *testing.T) {
	lobbies(t, nil, func(t *testing.T, c *lobby) {
		in := c.signUp(t)
		save := func(texts map[string]string) answer {
			texts["password"], texts["confirm_password"] = "coconut-9-palms", "coconut-9-palms"
			body, kind := profileForm(t, texts, nil)
			return c.call(t, "POST", "/customer/update-profile", body, append(bearer(in.Token), "Content-Type", kind)...)
		}
		if a := c.as(t, buyer{token: in.Token}, "GET", "/customer/info", nil); a.text(t, "confirm_by") != "password" {
			t.Errorf("asked for: %s", a.body)
		}
		if a := save(map[string]string{}); a.status != 422 || !slices.Equal(a.entries(t), []string{"invalid: Please enter your current password. current_password"}) {
			t.Errorf("a session alone: %d %s", a.status, a.body)
		}
		if a := save(map[string]string{"current_password": password}); a.text(t, "message") != "Updated successfully." {
			t.Errorf("with the password: %d %s", a.status, a.body)
		}
		if a := c.as(t, buyer{token: in.Token}, "POST", "/customer/confirm-code", nil); a.status != 409 {
			t.Errorf("a code for who has verified nothing: %d %s", a.status, a.body)
		}
	})
}

func TestSessions_AUTH10_areTheirCustomersToEnd(t *testing.T) {
	lobbies(t, nil, func(t *testing.T, c *lobby) {
		in := c.signUp(t)
		me, other := buyer{token: in.Token}, c.buyer(t)
		elsewhere := read[signIn](t, c.post(t, "/auth/login", fields{"login_type": "manual", "email_or_phone": asha, "field_type": "email", "password": password}))
		type list struct {
			Sessions []struct {
				ID      int64
				Current bool `json:"is_current"`
			}
		}
		mine := read[list](t, c.as(t, me, "GET", "/customer/sessions", nil)).Sessions
		if len(mine) != 2 || mine[0].Current || !mine[1].Current {
			t.Fatalf("sessions: %+v", mine)
		}
		path := fmt.Sprintf("/customer/sessions/%d", mine[0].ID)
		if foreign, missing := c.as(t, other, "DELETE", path, nil), c.as(t, other, "DELETE", "/customer/sessions/999999", nil); foreign.status != 404 || foreign.body != missing.body {
			t.Errorf("another's: %d %s", foreign.status, foreign.body)
		}
		if a := c.as(t, me, "DELETE", path, nil); a.status != 200 {
			t.Errorf("ended: %d %s", a.status, a.body)
		}
		if a := c.as(t, buyer{token: elsewhere.Token}, "GET", "/customer/info", nil); a.status != 401 {
			t.Errorf("the ended session: %d", a.status)
		}
	})
}
