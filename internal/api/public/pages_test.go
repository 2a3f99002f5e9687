package public_test

import (
	"net/http"
	"strings"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

func TestPagesFollowTheirFlags_PAGE01(t *testing.T) {
	t.Parallel()
	f := newIslandAPI(t, dbtest.Open(t, db.SQLite), nil)
	for slug, want := range map[string]int{"about-us": 200, "refund-policy": 200, "shipping-policy": 404, "cancellation-policy": 404, "nowhere": 404, "%00": 400, "%ff": 400, strings.Repeat("x", 61): 422} {
		if status, body := f.ask(http.MethodGet, "/pages/"+slug, ""); status != want {
			t.Errorf("%s: %d %s", slug, status, body)
		}
	}
}
