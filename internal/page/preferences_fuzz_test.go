package page

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"hawker/internal/locale"
)

// A cookie is anybody's text and reaches both the page and the API's headers.
func FuzzPreferences_LOC14(f *testing.F) {
	for _, seed := range []string{
		"lang%3Den%26zone%3D2%2C1%26module%3D10%26theme%3Ddark", "lang=ar&zone=1", "zone=1%0d%0aX: y", "%zz", "theme=purple", "lang=<script>", "zone=" + "1,", "module=-1", "lang%3Dfa-IR",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, value string) {
		r := httptest.NewRequest(http.MethodGet, "/home", http.NoBody)
		r.Header.Set("Cookie", cookieName+"="+value)
		prefs := readPreferences(r, "en")
		if prefs.zones != "" && !zonesPattern.MatchString(prefs.zones[1:len(prefs.zones)-1]) {
			t.Errorf("zones %q of %q", prefs.zones, value)
		}
		if prefs.module != "" && !modulePattern.MatchString(prefs.module) {
			t.Errorf("module %q of %q", prefs.module, value)
		}
		if !locale.IsTag(prefs.language) {
			t.Errorf("language %q of %q", prefs.language, value)
		}
		if prefs.direction != "ltr" && prefs.direction != "rtl" || prefs.scheme != "" && prefs.scheme != "light" && prefs.scheme != "dark" {
			t.Errorf("%+v of %q", prefs, value)
		}
	})
}
