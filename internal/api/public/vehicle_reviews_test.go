package public_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/api/apitest"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

func TestVehicleReviews_RNT04_areListedTheNewestFirst(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := newRentalAPI(t, open(t))
		f.Insert("media", catalogtest.Row{"key": "vehicle/suv", "hash": "0a1b2c3d", "zoom": false})
		one, two := f.fleet.Provider(1, nil), f.fleet.Provider(2, nil)
		f.fleet.Vehicle(1, one, nil)
		f.fleet.Vehicle(2, one, nil)
		f.fleet.Vehicle(3, two, nil)
		for n, c := range []struct{ vehicle, provider, rating int64 }{{1, 1, 5}, {1, 1, 4}, {2, 1, 5}, {1, 1, 1}, {3, 2, 3}} {
			f.Insert("vehicle_reviews", catalogtest.Row{
				"slug": fmt.Sprint(n), "vehicle_id": c.vehicle, "provider_id": c.provider, "author": "Asha R.", "rating": c.rating, "body": fmt.Sprint("Review ", n),
				"reply": map[bool]string{true: "Thank you"}[n == 3], "pictures": map[bool]string{true: `["vehicle/suv","gone"]`, false: "[]"}[n == 3], "created_at": 1000 * n,
			})
		}
		for path, want := range map[string]string{
			"vehicles/1/reviews":                   "3 [Review 3 Review 1 Review 0]",
			"vehicles/vehicle-1/reviews":           "3 [Review 3 Review 1 Review 0]",
			"vehicles/1/reviews?limit=1&offset=2":  "3 [Review 1]",
			"vehicles/2/reviews":                   "1 [Review 2]",
			"providers/1/reviews":                  "4 [Review 3 Review 2 Review 1 Review 0]",
			"providers/provider-2/reviews?limit=5": "1 [Review 4]",
		} {
			page := f.Read(t, "/rental/"+path)
			texts := []any{}
			for _, r := range page.List("reviews") {
				texts = append(texts, r["comment"])
			}
			if got := fmt.Sprint(page["total_size"], " ", texts); got != want {
				t.Errorf("%s lists %s, want %s", path, got, want)
			}
		}
		f.Exec(`UPDATE vehicle_reviews SET replied_at = 5000 WHERE slug IN ('1', '3')`) // of '1' the reply was removed
		page := f.Read(t, "/rental/vehicles/1/reviews?limit=2")
		want := apitest.Object{
			"id": page.List("reviews")[0]["id"], "customer_name": "Asha R.", "rating": 1.0, "comment": "Review 3", "reply": "Thank you", "replied_at": "1970-01-01T00:00:05Z", "item_name": "Vehicle 1", "created_at": "1970-01-01T00:00:03Z",
			"images": []any{map[string]any{"thumbnail_full_url": "/media/0a1b2c3d/vehicle/suv-480.webp", "image_full_url": "/media/0a1b2c3d/vehicle/suv-960.webp"}},
		}
		if diff := cmp.Diff(want, page.List("reviews")[0]); diff != "" {
			t.Errorf("a review (-want +got):\n%s", diff)
		}
		if at := page.List("reviews")[1]["replied_at"]; at != nil {
			t.Errorf("without a reply, replied at %v", at)
		}
		if diff := cmp.Diff(any([]any{1.0, 0.0, 0.0, 1.0, 1.0}), page["stars"]); diff != "" {
			t.Errorf("stars (-want +got):\n%s", diff)
		}
		for _, path := range []string{"/rental/vehicles/9/reviews", "/rental/providers/none/reviews"} {
			if status, body := f.get(t, path); status != 404 {
				t.Errorf("%s: %d %s", path, status, body)
			}
		}
	})
}
