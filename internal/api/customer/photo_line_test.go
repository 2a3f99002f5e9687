package customer_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"slices"
	"sync"
	"testing"

	"hawker/internal/api"
	"hawker/internal/api/apitest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/picture"
)

// While the line of uploads is full, another one is refused at once with a
// Retry-After, and changes nothing.
//
// The line is the process's: no other test may upload meanwhile, so this one is
// not parallel.
func TestProfile_PROF03_aPhotoIsRefusedWhenTheQueueIsFull(t *testing.T) {
	c := apitest.NewCustomerAPI(t, dbtest.Open(t, db.SQLite), nil, api.Deps{})
	me := c.NewCustomer(t)
	var photo bytes.Buffer
	if err := png.Encode(&photo, image.NewGray(image.Rect(0, 0, 60, 40))); err != nil {
		t.Fatal(err)
	}
	save := func() apitest.Response {
		body, kind := apitest.ProfileForm(t, map[string]string{"name": "Ben Rao"}, photo.Bytes())
		return c.Call(t, "POST", "/customer/update-profile", body, append(apitest.Bearer(me.Token), "Content-Type", kind)...)
	}
	name := func() string { return c.CallAs(t, me, "GET", "/customer/info", nil).Text(t, "f_name") }
	before := name()

	empty := fillLine(t)
	a := save()
	want := []string{"unavailable: Too many pictures are being uploaded just now. Please try again. image"}
	if a.Status != 503 || a.Header.Get("Retry-After") != "5" || !slices.Equal(a.Errors(t), want) {
		t.Errorf("in a full line: %d, Retry-After %q, %s", a.Status, a.Header.Get("Retry-After"), a.Body)
	}
	if got := name(); got != before {
		t.Errorf("the name became %q", got)
	}
	empty()
	if a := save(); a.Status != 200 || name() != "Ben" {
		t.Errorf("once the line is empty: %d %s", a.Status, a.Body)
	}
}

// fillLine has as many wait with a picture as may, until empty is called.
func fillLine(t *testing.T) (empty func()) {
	t.Helper()
	done, err := picture.WaitTurn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	waiting, leave := context.WithCancel(t.Context())
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	var all sync.WaitGroup
	for err = nil; !errors.Is(err, picture.ErrBusy); _, err = picture.WaitTurn(gone) {
		all.Go(func() {
			if _, err := picture.WaitTurn(waiting); err == nil {
				t.Error("somebody got the turn of another")
			}
		})
	}
	return func() {
		leave()
		all.Wait()
		done()
	}
}
