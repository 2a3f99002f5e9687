package page

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// A cookie is anybody's text and reaches both the page and the API's headers.
func FuzzLook_LOC14(f *testing.F) {
	for _, seed := range []string{
		"lang%3Den%26zone%3D2%2C1%26module%3D10%26theme%3Ddark", "lang=ar&zone=1", "zone=1%0d%0aX: y", "%zz", "theme=purple", "lang=<script>", "zone=" + "1,", "module=-1", "lang%3Dfa-IR",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, value string) {
		r := httptest.NewRequest(http.MethodGet, "/home", http.NoBody)
		r.Header.Set("Cookie", cookieName+"="+value)
		l := readLook(r)
		if l.zones != "" && !zonesPattern.MatchString(l.zones[1:len(l.zones)-1]) {
			t.Errorf("zones %q of %q", l.zones, value)
		}
		if l.module != "" && !modulePattern.MatchString(l.module) {
			t.Errorf("module %q of %q", l.module, value)
		}
		if !languagePattern.MatchString(l.language) {
			t.Errorf("language %q of %q", l.language, value)
		}
		if l.direction != "ltr" && l.direction != "rtl" || l.scheme != "" && l.scheme != "light" && l.scheme != "dark" {
			t.Errorf("%+v of %q", l, value)
		}
	})
}
