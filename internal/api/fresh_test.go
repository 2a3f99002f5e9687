package api_test

import (
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"hawker/internal/api"
	"hawker/internal/api/apitest"
	"hawker/internal/booking/bookingtest"
	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/recent"
	"hawker/internal/vehicle"
	"hawker/internal/vehicle/vehicletest"
)

// notOfTheTown are public reads that show nothing which staff can change, or
// that belong to one order or address.
var notOfTheTown = []string{
	"/application", "/business-plans", "/maps/directions", "/maps/distance", "/maps/features", "/maps/geocode", "/maps/place-autocomplete", "/maps/place-details",
	"/orders/cancel-reasons", "/rental/trips/cancel-reasons", "/rental/trips/refund-reasons", "/orders/refund-reasons", "/orders/track", "/purchases/track", "/pictures/{key}", "/reviews/images/{id}", "/stores/{id}/delivery",
}

// queries are what a call needs to be asked with.
var queries = map[string]string{
	"/items/suggest": "?q=new", "/search": "?q=new", "/zones/lookup": "?lat=0.5&lng=0.5",
}

// publicReads are the calls of the document that show the town to anybody.
func publicReads(t *testing.T) []string {
	t.Helper()
	var paths []string
	for path, item := range api.Document(http.NewServeMux()).Paths {
		if item.Get != nil && len(item.Get.Security) == 0 && !slices.Contains(notOfTheTown, path) {
			paths = append(paths, strings.NewReplacer("{id}", "1", "{slug}", "about").Replace(path)+queries[path])
		}
	}
	if len(paths) < 20 {
		t.Fatalf("only %d public reads were found", len(paths))
	}
	slices.Sort(paths)
	return paths
}

// However caches of responses and of rows combine, no public read is older than two
// seconds, without an invalidation.
func TestCache_noPublicReadIsOlderThanTwoSeconds(t *testing.T) {
	t.Parallel()
	paths := publicReads(t)
	// A request in between may be rendered from old rows.
	for _, between := range []time.Duration{0, recent.MaxAge / 2, recent.MaxAge - 1, recent.MaxAge, recent.Oldest - 1} {
		d := dbtest.Open(t, db.SQLite)
		f := apitest.NewPublicAPI(t, d)
		oldTown(t, f)
		before := bodies(t, f, paths, "en-x1") // fills the caches of rows
		newTown(f)
		f.Clock.Advance(between)
		bodies(t, f, paths, "en")
		f.Clock.Advance(recent.Oldest - between)
		got, want := bodies(t, f, paths, "en"), bodies(t, restart(f), paths, "en")
		for _, path := range paths {
			if want[path] == before[path] {
				t.Errorf("%s does not show the change at all", path)
			}
			if got[path] != want[path] {
				t.Errorf("%s, asked %s after the change, is still old after %s:\n%s\nwant\n%s", path, between, recent.Oldest, got[path], want[path])
			}
		}
	}
}

// clockOfAnswer is the time at which an answer was rendered. Countdowns start from it;
// it need not be that of the newest answer.
var clockOfAnswer = regexp.MustCompile(`"now":"[^"]*",?`)

// bodies asks for every path.
func bodies(t *testing.T, f *apitest.PublicAPI, paths []string, language string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, path := range paths {
		answer := f.Get(t, path, "X-localization", language)
		body, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode >= 500 {
			t.Fatalf("%s: %d %s, %v", path, answer.StatusCode, body, err)
		}
		all[path] = clockOfAnswer.ReplaceAllString(string(body), "")
	}
	return all
}

// oldTown has something for every call to show.
func oldTown(t *testing.T, f *apitest.PublicAPI) {
	t.Helper()
	s := f.Store(1, func(s *catalog.Store) { s.RatingSum, s.RatingCount = 50, 10 })
	f.Item(1, s, func(i *catalog.Item) {
		i.Discount, i.SalePrice, i.Recommended, i.RatingCount, i.RatingSum = 1000, 900, true, 10, 50
	})
	f.Insert("reviews", catalogtest.Row{"slug": "r", "store_id": 1, "item_id": 1, "author": "A", "rating": 5, "body": "old", "reply": "", "created_at": 1})
	f.Insert("banners", catalogtest.Row{"slug": "b", "module_id": catalogtest.Food, "position": 1, "body": `{"title":"old","style":"mint"}`})
	f.Insert("campaigns", catalogtest.Row{"id": 1, "slug": "c", "kind": "basic", "module_id": catalogtest.Food, "title": "old", "description": "", "picture": "", "zone_ids": "[]",
		"store_ids": "[1]", "price": 0, "maximum": 0, "first_day": "2026-01-01", "last_day": "2027-12-31", "daily_from": "", "daily_to": "", "position": 1, "active": true})
	f.Insert("flash_sales", catalogtest.Row{"id": 1, "slug": "f", "module_id": catalogtest.Food, "title": "old", "zone_ids": "[]", "begins": "2026-01-01T00:00:00", "ends": "2027-12-31T00:00:00", "active": true})
	f.Insert("flash_sale_items", catalogtest.Row{"flash_sale_id": 1, "item_id": 1, "discount_type": "percent", "discount": 5000, "units": 9, "position": 1, "active": true})
	f.Insert("parcel_categories", catalogtest.Row{"slug": "p", "module_id": catalogtest.Food, "name": "old", "description": "", "picture": "", "maximum_weight": "", "base_charge": 0,
		"per_km": 0, "minimum_charge": 0, "further_charge": 0, "maximum_quantity": 1, "position": 1, "active": true})
	f.Insert("parcel_instructions", catalogtest.Row{"slug": "i", "text": "old", "position": 1})
	f.Insert("pages", catalogtest.Row{"slug": "about", "title": "old", "body": "old"})
	fleet := vehicletest.In(t, f.DB, f.Town)
	fleet.Vehicle(1, fleet.Provider(1, nil), func(v *vehicle.Vehicle) { v.CategoryID = catalogtest.Meals })
	f.Insert("vehicle_reviews", catalogtest.Row{"slug": "r", "vehicle_id": 1, "provider_id": 1, "author": "A", "rating": 5, "body": "old", "reply": "", "pictures": "[]", "created_at": 1})
	bookingtest.Trips(f.Town, 1, vehicletest.Rental, 1, 1)
	f.Exec(`UPDATE zones SET polygon = '[[0,0],[1,0],[1,1],[0,1],[0,0]]'`)
}

// newTown is what staff of another instance change, who tell nobody.
func newTown(f *apitest.PublicAPI) {
	for _, change := range []string{
		`UPDATE stores SET name = 'New', search_text = 'new'`, `UPDATE items SET name = 'New', search_text = 'new', sale_price = 800, discount = 2000`,
		`UPDATE categories SET name = 'New'`, `UPDATE modules SET name = 'New'`, `UPDATE zones SET name = 'New', polygon = '[[0,0],[0.1,0],[0.1,0.1],[0,0.1],[0,0]]'`,
		`UPDATE campaigns SET title = 'New'`, `UPDATE flash_sales SET title = 'New'`, `UPDATE flash_sale_items SET sold = 3`,
		`UPDATE vehicles SET name = 'New', brand = 'New'`, `UPDATE providers SET name = 'New'`,
		`INSERT INTO bookings (trip_id, vehicle_id, units, vehicle_units, from_at, until_at, revision) SELECT 1, id, units, units, 1795000000000, 1795000060000, 1 FROM vehicles`,
		`INSERT INTO booking_revision (id, revision) VALUES (1, 1)`,
		`UPDATE parcel_categories SET name = 'new'`, `UPDATE parcel_instructions SET text = 'new'`,
		`UPDATE vehicle_reviews SET body = 'new'`, `UPDATE reviews SET body = 'new'`, `UPDATE banners SET body = '{"title":"new","style":"mint"}'`, `UPDATE pages SET title = 'new', body = 'new'`,
	} {
		f.Exec(change)
	}
	f.Insert("settings", catalogtest.Row{"name": "landing", "body": `{"title":"New"}`, "version": 1, "updated_at": 0})
	f.Insert("settings", catalogtest.Row{"name": "business", "body": `{"name":"New"}`, "version": 1, "updated_at": 0})
}

// restart returns another instance that has just begun, on the same database and
// clock.
func restart(f *apitest.PublicAPI) *apitest.PublicAPI {
	fresh := &apitest.PublicAPI{Town: f.Town, Cache: api.NewCache(f.Clock), Clock: f.Clock, DB: f.DB}
	fresh.Start()
	return fresh
}
