package public_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/geo"
)

func TestZoneLookup_LOC04_TRAP_Z2_TRAP_Z3(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := newIslandAPI(t, open(t), nil)
		type lookup struct {
			ZoneID  int64   `json:"zone_id"`
			ZoneIDs []int64 `json:"zone_ids"`
			Zones   []struct {
				TimeZone    string      `json:"time_zone"`
				Coordinates []geo.Point `json:"coordinates"`
			} `json:"zones"`
		}
		both := readIsland[lookup](f, "/zones/lookup?lat=0.5&lng=0.5")
		if diff := cmp.Diff([]int64{f.zones["harbour"], f.zones["bay"]}, both.ZoneIDs); diff != "" || both.ZoneID != f.zones["harbour"] {
			t.Errorf("%+v %s", both, diff)
		}
		if both.Zones[0].TimeZone != "Asia/Kathmandu" {
			t.Errorf("the winner's clock: %+v", both.Zones[0])
		}
		if ring := both.Zones[0].Coordinates; len(ring) != 5 || ring[0] != ring[4] {
			t.Errorf("ring %v", ring)
		}
		outside := readIsland[lookup](f, "/zones/lookup?lat=5&lng=5")
		if outside.ZoneID != 0 || outside.ZoneIDs == nil || len(outside.ZoneIDs) != 0 {
			t.Errorf("outside every zone: %+v", outside)
		}
		for _, query := range []string{"", "?lat=0.5", "?lat=91&lng=0", "?lat=NaN&lng=0", "?lat=a&lng=b", "?lat=0&lng=0&city=x"} {
			if status, body := f.ask(http.MethodGet, "/zones/lookup"+query, ""); status != 422 && status != 400 {
				t.Errorf("%q: %d %s", query, status, body)
			}
		}
		all := readIsland[struct {
			Zones []struct {
				Slug string `json:"slug"`
			} `json:"zones"`
		}](f, "/zones")
		if len(all.Zones) != 2 {
			t.Errorf("zones: %+v", all)
		}
	})
}
