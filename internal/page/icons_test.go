package page_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"

	"hawker/internal/page"
)

// redPicture is a picture of one colour.
func redPicture(t *testing.T, width, height int) []byte {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for i := range img.Pix {
		img.Pix[i] = []byte{200, 0, 0, 255}[i%4]
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// iconsOf serves a town whose icon is at this URL.
func iconsOf(t *testing.T, url *string, media fstest.MapFS) http.Handler {
	t.Helper()
	h, err := page.New(page.Config{
		Assets: fstest.MapFS{"index.html": assets["index.html"], "desk.html": assets["desk.html"], "icon-192.png": {Data: []byte("built")}},
		API: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprintf(w, `{"business_name":"Kiosk","icon_full_url":%q}`, *url)
		}),
		Media: page.FS(media),
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestIcons_areTheTownsOwn(t *testing.T) {
	t.Parallel()
	url := "https://files.example/media/abc/town/icon-960.png"
	h := iconsOf(t, &url, fstest.MapFS{"town/icon-960.png": {Data: redPicture(t, 600, 300)}})
	red, white, nothing := color.NRGBA{200, 0, 0, 255}, color.NRGBA{255, 255, 255, 255}, color.NRGBA{}
	for path, want := range map[string]struct {
		side   int
		behind color.NRGBA
	}{
		"/icon-192.png": {192, nothing}, "/icon-512.png": {512, nothing},
		"/icon-maskable-512.png": {512, white}, "/icon-touch-180.png": {180, white},
	} {
		w := answerTo(h, path, "shop.example")
		img, err := png.Decode(w.Body)
		if err != nil {
			t.Fatalf("%s: %d, %v", path, w.Code, err)
		}
		at := func(x, y int) color.NRGBA { return color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA) }
		middle := want.side / 2
		if img.Bounds().Dx() != want.side || img.Bounds().Dy() != want.side || at(middle, middle) != red || at(middle, 1) != want.behind {
			t.Errorf("%s: %v, %v in the middle and %v above it", path, img.Bounds(), at(middle, middle), at(middle, 1))
		}
	}
}

// A picture that is missing, and a town without one, have the icon of the build. A new
// picture is seen at once.
func TestIcons_changeWithTheirPicture(t *testing.T) {
	t.Parallel()
	url := ""
	h := iconsOf(t, &url, fstest.MapFS{"a-960.png": {Data: redPicture(t, 300, 300)}, "b-960.png": {Data: redPicture(t, 300, 150)}})
	served := func() string {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/icon-192.png", nil))
		if w.Code != http.StatusOK {
			t.Errorf("%q: %d", url, w.Code)
		}
		return w.Body.String()
	}
	if got := served(); got != "built" {
		t.Errorf("without a picture: %.20q", got)
	}
	url = "/media/1/a-960.png"
	first := served()
	if url = "/media/2/b-960.png"; first == "built" || served() == first || served() == "built" {
		t.Error("the second picture is not seen")
	}
	if url = "/media/3/gone-960.png"; served() != "built" {
		t.Error("a missing picture has no icon of the build in its place")
	}
}
