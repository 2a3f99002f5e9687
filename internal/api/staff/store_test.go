package staff_test

import (
	"slices"
	"testing"

	"hawker/internal/api/apitest"
)

// A vendor who saves hours over those of a colleague is refused, if the client says what
// it has shown. An older client says nothing, and is served as before.
func TestVendor_hoursOfAColleagueAreNotOverwritten(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		put := func(body apitest.Fields) apitest.Response {
			return p.AsStaff(t, p.vendor, "PUT", "/vendor/store/hours", body)
		}
		week := func(opens string) []apitest.Fields {
			return []apitest.Fields{{"day": 1, "opens": opens, "closes": "17:00"}}
		}
		always := apitest.Fields{"always": true, "week": []apitest.Fields{}}
		if got := put(apitest.Fields{"week": week("08:00"), "seen": always}); got.Status != 200 {
			t.Fatalf("%d %s", got.Status, got.Body)
		}
		late := put(apitest.Fields{"week": week("10:00"), "seen": always})
		if late.Status != 409 || !slices.Equal(late.Fields(t), []string{"seen"}) {
			t.Errorf("%d %s", late.Status, late.Body)
		}
		wrong := put(apitest.Fields{"week": week("10:00"), "seen": apitest.Fields{"week": week("8")}})
		if wrong.Status != 422 || !slices.Equal(wrong.Fields(t), []string{"seen"}) {
			t.Errorf("%d %s", wrong.Status, wrong.Body)
		}
		seen := apitest.Fields{"week": week("08:00")}
		if got := put(apitest.Fields{"week": week("10:00"), "seen": seen}); got.Status != 200 {
			t.Errorf("%d %s", got.Status, got.Body)
		}
		if got := put(apitest.Fields{"week": week("11:00")}); got.Status != 200 {
			t.Errorf("an older client: %d %s", got.Status, got.Body)
		}
	})
}
