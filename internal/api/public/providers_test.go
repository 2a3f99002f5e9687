package public_test

import (
	"fmt"
	"strings"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/vehicle"
)

func TestProviders_RNT10_haveATypeAndPages(t *testing.T) {
	t.Parallel()
	f := newRentalAPI(t, dbtest.Open(t, db.SQLite))
	for id, of := range map[int64]struct{ rating, trips int64 }{1: {5, 2}, 2: {4, 9}, 3: {3, 9}} {
		owner := f.fleet.Provider(id, func(p *vehicle.Provider) { p.RatingSum, p.RatingCount, p.TripCount = of.rating, 1, of.trips })
		f.fleet.Vehicle(id, owner, nil)
	}
	for query, want := range map[string]string{
		"": "[1 2 3]", "?type=all": "[1 2 3]", "?type=popular": "[2 3 1]", "?type=latest": "[3 2 1]", "?type=latest&limit=2&offset=2": "[1]", "?type=all&offset=9": "[]",
	} {
		ids := []any{}
		for _, p := range f.Read(t, "/rental/providers"+query, "moduleId", "12").List("providers") {
			ids = append(ids, p["id"])
		}
		if got := fmt.Sprint(ids); got != want {
			t.Errorf("%s lists %s, want %s", query, got, want)
		}
	}
	if status, body := f.get(t, "/rental/providers?type=take_away"); status != 422 || !strings.Contains(body, `"field":"type"`) {
		t.Errorf("an unknown type: %d %s", status, body)
	}
}
