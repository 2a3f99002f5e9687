package shopping_test

import (
	"bytes"
	"image/jpeg"
	"slices"
	"strings"
	"testing"

	"hawker/internal/api"
	"hawker/internal/api/apitest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/order/ordertest"
)

var prescription = map[string]string{"purpose": "prescription"}

func TestUploads_ITEM11_areStoredAndShownToTheirOwner(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		id := c.PostUpload(t, prescription, ordertest.Image()).Text(t, "id")
		got := c.Call(t, "GET", "/uploads/"+id, "", "X-Guest-Id", c.GuestID)
		if img, err := jpeg.Decode(bytes.NewReader([]byte(got.Body))); err != nil || img.Bounds().Dx() != 8 {
			t.Errorf("the image: %d, %v", got.Status, err)
		}
		for header, want := range map[string]string{"Content-Type": "image/jpeg", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"} {
			if got.Header.Get(header) != want {
				t.Errorf("%s: %q", header, got.Header.Get(header))
			}
		}
		other := []string{"X-Guest-Id", c.NewGuest(t)}
		foreign, missing := c.Call(t, "GET", "/uploads/"+id, "", other...), c.Call(t, "GET", "/uploads/"+strings.Repeat("0", 32), "", other...)
		if foreign.Status != 404 || foreign.Body != missing.Body || foreign.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("a stranger: %d %s, of none: %d %s", foreign.Status, foreign.Body, missing.Status, missing.Body)
		}
		if a := c.PostUpload(t, prescription, ordertest.Image(), "X-Guest-Id", ""); a.Status != 401 {
			t.Errorf("an upload of nobody: %d %s", a.Status, a.Body)
		}
		if a := c.Call(t, "GET", "/uploads/"+id, ""); a.Status != 404 {
			t.Errorf("nobody: %d %s", a.Status, a.Body)
		}
		if a := c.PostUpload(t, prescription, ordertest.Image(), "X-Guest-Id", "nobody's"); a.Status != 404 || !slices.Equal(a.Errors(t), []string{"guest_unknown: Your guest session has ended. Please try again."}) {
			t.Errorf("an unknown guest: %d %s", a.Status, a.Body)
		}
	})
}

func TestUploads_ITEM11_refuseWhatIsNoImage(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		for name, tt := range map[string]struct {
			fields map[string]string
			image  []byte
			status int
		}{
			"no image":        {prescription, nil, 422},
			"an empty image":  {prescription, []byte{}, 422},
			"a script":        {prescription, []byte("<!doctype html><script>1</script>"), 415},
			"a large file":    {prescription, make([]byte, 11<<20), 413},
			"no purpose":      {nil, ordertest.Image(), 422},
			"another purpose": {map[string]string{"purpose": "selfie"}, ordertest.Image(), 422},
			"another field":   {map[string]string{"purpose": "proof", "name": "x"}, ordertest.Image(), 422},
		} {
			if a := c.PostUpload(t, tt.fields, tt.image); a.Status != tt.status {
				t.Errorf("%s: %d %.200s", name, a.Status, a.Body)
			}
		}
		if n := c.Number(t, `SELECT COUNT(*) FROM uploads`); n != 0 {
			t.Errorf("%d images are stored", n)
		}
	})
}

func TestUploads_ITEM11_haveARateLimit(t *testing.T) {
	t.Parallel()
	c := apitest.NewGuestAPI(t, dbtest.Open(t, db.SQLite), api.Deps{RateLimits: true})
	for range 21 { // which uses up nothing of others at the same address
		if a := c.PostUpload(t, prescription, ordertest.Image(), "X-Guest-Id", "nobody's"); a.Status != 404 {
			t.Fatalf("an unknown guest: %d %s", a.Status, a.Body)
		}
	}
	for range 20 {
		if a := c.PostUpload(t, prescription, ordertest.Image()); a.Status != 200 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
	}
	if a := c.PostUpload(t, prescription, ordertest.Image()); a.Status != 429 || a.Header.Get("Retry-After") == "" {
		t.Errorf("the 21st of a minute: %d %s", a.Status, a.Body)
	}
}
