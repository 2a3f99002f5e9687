package public_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"hawker/internal/api"
	"hawker/internal/api/apitest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// Every public read of the town, with every parameter and every header of place
// in turn holding something nasty, responds, and never with an internal error.
func TestMalformedInput_API02_isNoInternalError(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := newIslandAPI(t, open(t), nil)
		asked := 0
		try := func(path string, headers ...string) {
			asked++
			if status, body := f.ask(http.MethodGet, path, "", headers...); status >= 500 {
				t.Errorf("GET %s %q: %d %s", path, headers, status, body)
			}
		}
		for path, item := range api.Document(http.NewServeMux()).Paths {
			if item.Get == nil || apitest.IsOfShopper(path) {
				continue // TestReadsOfShopper_API02_areNoInternalError
			}
			for _, value := range apitest.NastyValues {
				escaped := url.QueryEscape(value)
				filled := pathParameter.ReplaceAllString(path, url.PathEscape(value))
				if value != "" { // an empty part is another address
					try(filled)
				}
				for _, p := range item.Get.Parameters {
					if p.In == "query" {
						try(pathParameter.ReplaceAllString(path, "1") + "?" + url.QueryEscape(p.Name) + "=" + escaped)
					}
				}
			}
		}
		for _, header := range []string{"zoneid", "moduleId", "latitude", "longitude", "X-localization", "X-Software-Id", "Accept"} {
			for _, value := range apitest.NastyValues {
				if !strings.ContainsRune(value, 0) { // no client can send one
					try("/stores", header, value)
				}
			}
		}
		if asked < 1000 {
			t.Errorf("only %d requests were tried", asked)
		}
	})
}

var pathParameter = regexp.MustCompile(`\{[a-z]+\}`)
