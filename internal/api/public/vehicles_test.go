package public_test

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/api/apitest"
	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/vehicle"
	"hawker/internal/vehicle/vehicletest"
)

// rentalAPI is the API of a small town where vehicles are rented.
type rentalAPI struct {
	*apitest.PublicAPI
	fleet vehicletest.Fleet
}

func newRentalAPI(t *testing.T, d *db.DB) rentalAPI {
	f := apitest.NewPublicAPI(t, d)
	return rentalAPI{f, vehicletest.In(t, d, f.Town)}
}

func (f rentalAPI) get(t *testing.T, path string) (status int, body string) {
	answer := f.Get(t, path)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

func TestVehicle_RNT14_RNT02_hasEveryField(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := newRentalAPI(t, open(t))
		f.Insert("media", catalogtest.Row{"key": "vehicle/suv", "hash": "0a1b2c3d", "zoom": false})
		f.Insert("media", catalogtest.Row{"key": "logo/wheel", "hash": "4e5f6071", "zoom": false})
		owner := f.fleet.Provider(3, func(p *vehicle.Provider) {
			p.Slug, p.Name, p.Logo, p.Cover, p.Address, p.Phone, p.Description = "anchor", "Anchor", "logo/wheel", "none", "Quay", "+12025550123", "Keys in five minutes."
			p.PickupZoneIDs.V, p.RatingSum, p.RatingCount, p.TripCount = []int64{2, 1}, 9, 2, 40
			p.Discount.V = catalog.Discount{Type: "percent", Value: 1000, MinPurchase: 2000, MaxDiscount: 1500, End: "2026-11-18", EndTime: "14:00", StartTime: "08:00"}
		})
		f.fleet.Vehicle(7, owner, func(v *vehicle.Vehicle) {
			v.Slug, v.Name, v.Brand, v.Description, v.Type, v.Seats, v.AirCondition, v.Transmission, v.Fuel = "ridge", "Tarn Ridge", "Tarn", "High seats.", "SUV", 5, true, "automatic", "Diesel"
			v.Pictures.V, v.HourlyPrice, v.DistancePrice, v.DiscountType, v.Discount, v.Units, v.New = []string{"vehicle/suv", "gone"}, 1400, 58, "amount", 100, 3, true
			v.RatingSum, v.RatingCount = 14, 3
		})
		provider := map[string]any{
			"id": 3.0, "slug": "anchor", "name": "Anchor", "address": "Quay", "latitude": -11.4, "longitude": 65.2, "time_zone": catalogtest.HarbourTimeZone,
			"discount": map[string]any{"discount": 10.0, "discount_type": "percent", "min_purchase": 20.0, "max_discount": 15.0, "end_date": "2026-11-18", "end_time": "14:00"},
		}
		const picture = "/media/0a1b2c3d/vehicle/suv-480.webp"
		want := apitest.Object{
			"id": 7.0, "slug": "ridge", "name": "Tarn Ridge", "brand": "Tarn", "description": "High seats.", "category_id": 31.0, "module_id": 12.0, "module_type": "rental", "deposit": 0.0, "driver_licence": false,
			"thumbnail_full_url": picture, "images_full_url": []any{picture}, "new_tag": 1.0, "provider": provider,
			"seating_capacity": 5.0, "type": "SUV", "air_condition": 1.0, "transmission_type": "automatic", "fuel_type": "Diesel",
			"trip_hourly": 1.0, "trip_distance": 1.0, "hourly_price": 14.0, "distance_price": 0.58, "discount_price": 1.0, "discount_type": "amount",
			"total_vehicle_count": 3.0, "total_vehicles": 3.0, "total_reviews": 3.0, "avg_rating": 4.7,
			// The amount off is more than a kilometre costs; a trip has it once.
			"start_from": map[string]any{"price": 0.58, "original_price": 0.58, "unit": "distance_wise", "badge_discount": 1.0, "badge_discount_type": "amount"},
		}
		for _, path := range []string{"/rental/vehicles/7", "/rental/vehicles/ridge"} {
			if diff := cmp.Diff(want, f.Read(t, path, "zoneid", "2")); diff != "" {
				t.Errorf("%s (-want +got):\n%s", path, diff)
			}
		}
		// Two hours are 28.00, of which 10 % are more than 1.00.
		want["available_units"] = 3.0
		want["estimate"] = map[string]any{"price": 25.2, "original_price": 28.0, "unit": "hourly", "badge_discount": 10.0, "badge_discount_type": "percent"}
		listed := f.Read(t, "/rental/vehicles?trip_type=hourly&estimated_hours=1.2", "moduleId", "12").List("vehicles")
		if len(listed) != 1 || cmp.Diff(want, listed[0]) != "" {
			t.Errorf("in the list (-want +got):\n%s", cmp.Diff([]apitest.Object{want}, listed))
		}
		f.Clock.Advance(3 * time.Hour) // the discount ends at 14:00 in Harbour
		delete(provider, "discount")
		want["estimate"] = map[string]any{"price": 7.7, "original_price": 8.7, "unit": "distance_wise", "badge_discount": 1.0, "badge_discount_type": "amount"}
		if diff := cmp.Diff(want, f.Read(t, "/rental/vehicles/7?trip_type=distance&distance=15")); diff != "" {
			t.Errorf("later, by distance (-want +got):\n%s", diff)
		}
		delete(want, "estimate")
		if diff := cmp.Diff(want, f.Read(t, "/rental/vehicles/7?trip_type=distance")); diff != "" {
			t.Errorf("by a distance that is not known (-want +got):\n%s", diff)
		}
		details := apitest.Object{
			"id": 3.0, "slug": "anchor", "name": "Anchor", "description": "Keys in five minutes.", "logo_full_url": "/media/4e5f6071/logo/wheel-480.webp", "cover_photo_full_url": "",
			"avg_rating": 4.5, "rating_count": 2.0, "trip_count": 40.0, "address": "Quay", "phone": "+12025550123", "latitude": -11.4, "longitude": 65.2,
			"zone_id": 1.0, "time_zone": catalogtest.HarbourTimeZone, "pickup_zone_id": 2.0, "pickup_zone_ids": []any{2.0, 1.0}, "vehicle_count": 1.0, "module_id": 12.0, "module_type": "rental",
		}
		for _, path := range []string{"/rental/providers/3", "/rental/providers/anchor"} {
			if diff := cmp.Diff(details, f.Read(t, path)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", path, diff)
			}
		}
	})
}

// A discount of nights ends on the day after its last one.
func TestProvider_RNT14_TRAP_D12_saysWhenItsDiscountEnds(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := newRentalAPI(t, open(t))
		owner := f.fleet.Provider(1, func(p *vehicle.Provider) {
			p.Discount.V = catalog.Discount{Type: "percent", Value: 1000, End: "2026-11-18", StartTime: "22:00", EndTime: "02:00"}
		})
		f.fleet.Vehicle(1, owner, nil)
		f.Clock.Set(time.Date(2026, 11, 18, 20, 59, 0, 0, time.UTC)) // 01:59 in Harbour
		for _, path := range []string{"/rental/providers/1", "/rental/vehicles/1"} {
			of := map[string]any(f.Read(t, path))
			if p, ok := of["provider"].(map[string]any); ok {
				of = p
			}
			if d, _ := of["discount"].(map[string]any); d["end_date"] != "2026-11-19" || d["end_time"] != "02:00" {
				t.Errorf("%s says %v", path, d)
			}
		}
	})
}

func TestVehicles_RNT02_listsFilterAndPage(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := newRentalAPI(t, open(t))
		here := f.fleet.Provider(1, nil)
		there := f.fleet.Provider(2, func(p *vehicle.Provider) { p.PickupZoneIDs.V = []int64{catalogtest.Hill} })
		f.fleet.Vehicle(1, here, func(v *vehicle.Vehicle) { v.TripCount, v.RatingSum, v.RatingCount = 3, 4, 1 })
		f.fleet.Vehicle(2, here, func(v *vehicle.Vehicle) {
			v.CategoryID, v.Type, v.Fuel, v.Brand, v.Seats, v.AirCondition, v.HourlyPrice, v.DistancePrice = vehicletest.Vans, "Van", "Electric", "Holm", 9, true, 2000, 0
			v.TripCount, v.RatingSum, v.RatingCount, v.Discount = 2, 5, 1, 2000
		})
		f.fleet.Vehicle(3, here, func(v *vehicle.Vehicle) { v.Transmission, v.HourlyPrice, v.DistancePrice = "automatic", 0, 40 })
		f.fleet.Vehicle(4, there, nil)
		for query, want := range map[string]string{
			"":                                  "[1 2 3]",
			"?limit=2":                          "[1 2]",
			"?limit=2&offset=2":                 "[3]",
			"?category_id=32":                   "[2]",
			"?category_id=999":                  "[]",
			"?provider_id=2":                    "[]",
			"?brands=Holm,Merle&types=Van":      "[2]",
			"?fuels=Electric":                   "[2]",
			"?transmission=automatic":           "[3]",
			"?min_seats=5&air_condition=true":   "[2]",
			"?min_price=0.45&max_price=10":      "[1]",
			"?min_rating=4.5":                   "[2]",
			"?discounted=true":                  "[2]",
			"?search=provider%201%20electric":   "[2]",
			"?trip_type=distance_wise":          "[1 3]",
			"?trip_type=hourly&sort=price_desc": "[2 1]",
			"?sort=price_asc":                   "[3 1 2]",
			"?sort=rating":                      "[2 1 3]",
			"/top-rated?sort=newest":            "[2 1 3]",
			"?trip_type=hourly&max_price=30&estimated_hours=3": "[1]",
			"?trip_type=distance_wise&min_price=0.45":          "[1]",
			"?trip_type=distance_wise&sort=price_asc":          "[3 1]",
		} {
			if got := fmt.Sprint(idsIn(f.Read(t, "/rental/vehicles"+query, "moduleId", "12"))); got != want {
				t.Errorf("%s lists %s, want %s", query, got, want)
			}
		}
		if got := fmt.Sprint(idsIn(f.Read(t, "/rental/providers/2/vehicles", "zoneid", "1"))); got != "[4]" {
			t.Errorf("the vehicles of a provider elsewhere are %s", got)
		}
		choices := f.Read(t, "/rental/vehicles?trip_type=hourly&types=Van&max_price=1")["choices"]
		want := map[string]any{
			"brands": []any{choice("Holm", 1), choice("Merle", 1)}, "types": []any{named("Hatchback", 1), named("Van", 1)},
			"fuels": []any{named("Electric", 1), named("Petrol", 1)}, "transmissions": []any{choice("manual", 2)},
			"seats": []any{4.0, 9.0}, "min_price": 10.0, "max_price": 16.0,
		}
		if diff := cmp.Diff(any(want), choices); diff != "" {
			t.Errorf("choices (-want +got):\n%s", diff)
		}
	})
}

func choice(value string, count float64) map[string]any {
	return map[string]any{"value": value, "count": count}
}

// named is a choice that is shown as its value.
func named(value string, count float64) map[string]any {
	return map[string]any{"value": value, "name": value, "count": count}
}

func idsIn(page apitest.Object) []any {
	ids := []any{}
	for _, v := range page.List("vehicles") {
		ids = append(ids, v["id"])
	}
	return ids
}

func TestRental_RNT01_categoriesBrandsProvidersAndBanners(t *testing.T) {
	t.Parallel()
	f := newRentalAPI(t, dbtest.Open(t, db.SQLite))
	small := int64(33)
	f.Category(catalog.Category{ID: small, ModuleID: vehicletest.Rental, ParentID: new(vehicletest.Cars), Slug: "small", Name: "Small"})
	one := f.fleet.Provider(1, func(p *vehicle.Provider) { p.RatingSum, p.RatingCount = 3, 1 })
	two := f.fleet.Provider(2, func(p *vehicle.Provider) { p.RatingSum, p.RatingCount = 5, 1 })
	f.fleet.Provider(9, nil) // has no vehicles
	f.fleet.Vehicle(1, one, func(v *vehicle.Vehicle) { v.CategoryID = small })
	f.fleet.Vehicle(2, two, func(v *vehicle.Vehicle) { v.Brand = "Tarn" })
	f.fleet.Vehicle(3, two, func(v *vehicle.Vehicle) { v.Brand = "" })
	rental := []string{"moduleId", "12"}

	categories := f.Read(t, "/rental/categories", rental...).List("categories")
	if len(categories) != 1 || categories[0]["name"] != "Cars" || categories[0]["vehicle_count"] != 3.0 {
		t.Errorf("categories %v", categories)
	}
	if got, want := f.Read(t, "/rental/brands", rental...)["brands"], any([]any{choice("Merle", 1), choice("Tarn", 1)}); !cmp.Equal(got, want) {
		t.Errorf("brands %v", got)
	}
	providers := f.Read(t, "/rental/providers", rental...).List("providers")
	if len(providers) != 2 || providers[0]["id"] != 2.0 || providers[0]["vehicle_count"] != 2.0 || providers[1]["id"] != 1.0 {
		t.Errorf("providers %v", providers)
	}
	if found := f.Read(t, "/rental/providers?search=tarn", rental...).List("providers"); len(found) != 1 {
		t.Errorf("providers with a Tarn: %v", found)
	}
	if banners := f.Read(t, "/rental/banners", rental...).List("banners"); len(banners) != 0 {
		t.Errorf("banners %v", banners)
	}
}

// Of two rental modules, each lists its own vehicles, with their brands and providers.
func TestRental_LOC13_RNT02_RNT04_eachModuleListsItsVehicles(t *testing.T) {
	t.Parallel()
	f := newRentalAPI(t, dbtest.Open(t, db.SQLite))
	const boats, yachts = 13, 34
	f.Insert("modules", catalogtest.Row{"id": boats, "slug": "boats", "module_type": "rental", "name": "Boats", "description": "", "picture": "", "position": boats, "active": true})
	f.Category(catalog.Category{ID: yachts, ModuleID: boats, Slug: "yachts", Name: "Yachts"})
	one := f.fleet.Provider(1, nil)
	f.fleet.Vehicle(1, one, nil)
	f.fleet.Vehicle(2, one, func(v *vehicle.Vehicle) { v.CategoryID, v.Brand = yachts, "Tarn" })
	f.fleet.Vehicle(3, f.fleet.Provider(2, nil), func(v *vehicle.Vehicle) { v.CategoryID, v.Brand = yachts, "Tarn" })
	f.fleet.Provider(3, nil)
	for path, want := range map[string]string{ // the page of a vehicle or a provider, by the module in force
		"/rental/vehicles/2": "12:13 13:13 10:13", "/rental/providers/1": "12:12 13:13 10:12", "/rental/providers/2": "12:13 13:13 10:13", "/rental/providers/3": "12:12 13:13 10:10",
	} {
		got := ""
		for _, module := range []string{"12", "13", "10"} {
			page := f.Read(t, path, "moduleId", module)
			got += fmt.Sprintf(" %s:%v", module, page["module_id"])
			if wantType := map[any]string{12.0: "rental", 13.0: "rental", 10.0: "food"}[page["module_id"]]; page["module_type"] != wantType {
				t.Errorf("%s in module %s: type %v, want %s", path, module, page["module_type"], wantType)
			}
		}
		if got != " "+want {
			t.Errorf("%s belongs to%s, want %s", path, got, want)
		}
	}
	if count := f.Read(t, "/rental/providers/2", "moduleId", "12")["vehicle_count"]; count != 1.0 {
		t.Errorf("a provider of another module has %v vehicles", count)
	}
	for module, want := range map[string]string{
		"12": "[1] [1] [1] 1: Merle, 1 providers",
		"13": "[2 3] [2 3] [2] 1: Tarn, 2 providers",
		"10": "[1 2 3] [1 2 3] [1 2] 2: Merle Tarn, 2 providers", // rents out nothing itself
	} {
		here := []string{"moduleId", module}
		all := f.Read(t, "/rental/vehicles?sort=newest", here...)
		rated, own := f.Read(t, "/rental/vehicles/top-rated", here...), f.Read(t, "/rental/providers/1/vehicles", here...)
		count := f.Read(t, "/rental/providers/1", here...)["vehicle_count"]
		brands, choices := "", apitest.Object(all["choices"].(map[string]any))
		for _, b := range f.Read(t, "/rental/brands", here...).List("brands") {
			brands += fmt.Sprint(" ", b["value"])
		}
		if len(choices.List("brands")) != len(strings.Fields(brands)) {
			t.Errorf("module %s: the list can be narrowed by %v", module, choices["brands"])
		}
		providers := f.Read(t, "/rental/providers", here...).List("providers")
		got := fmt.Sprintf("%v %v %v %v:%s, %d providers", idsIn(all), idsIn(rated), idsIn(own), count, brands, len(providers))
		if got != want {
			t.Errorf("module %s: %s, want %s", module, got, want)
		}
	}
}

// Of two rental modules one is switched off: its vehicles are nowhere, whatever the module in
// force, but what was said of them stays.
func TestRental_LOC13_RNT02_aModuleThatIsSwitchedOffListsNothing(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := newRentalAPI(t, open(t))
		const boats, yachts = 13, 34
		f.Insert("modules", catalogtest.Row{"id": boats, "slug": "boats", "module_type": "rental", "name": "Boats", "description": "", "picture": "", "position": boats, "active": true})
		f.Category(catalog.Category{ID: yachts, ModuleID: boats, Slug: "yachts", Name: "Yachts"})
		one := f.fleet.Provider(1, nil)
		f.fleet.Vehicle(1, one, nil)
		f.fleet.Vehicle(2, one, func(v *vehicle.Vehicle) { v.CategoryID, v.Brand = yachts, "Tarn" })
		f.fleet.Vehicle(3, f.fleet.Provider(2, nil), func(v *vehicle.Vehicle) { v.CategoryID, v.Brand = yachts, "Tarn" })
		f.Exec(`UPDATE modules SET active = FALSE WHERE id = 13`)
		for _, module := range []string{"12", "13", "10"} {
			here := []string{"moduleId", module}
			page, brands, providers := f.Read(t, "/rental/vehicles", here...), f.Read(t, "/rental/brands", here...), f.Read(t, "/rental/providers", here...)
			own := f.Read(t, "/rental/providers/1", here...)
			got := fmt.Sprint(idsIn(page), len(brands.List("brands")), len(providers.List("providers")), own["vehicle_count"], own["module_id"])
			if got != "[1] 1 1 1 12" {
				t.Errorf("in module %s: %s", module, got)
			}
		}
		for path, want := range map[string]int{"/rental/vehicles/1": 200, "/rental/vehicles/2": 404, "/rental/vehicles/2/availability?from=2026-11-20T00:00:00Z&until=2026-11-21T00:00:00Z": 404, "/rental/providers/2": 200} {
			if status, body := f.get(t, path); status != want {
				t.Errorf("%s: %d %s", path, status, body)
			}
		}
	})
}

func TestVehicles_RNT01_areThoseOfThePickup(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := newRentalAPI(t, open(t))
		f.Exec(`UPDATE zones SET polygon = '[[65,-12],[67,-12],[67,-11],[65,-11],[65,-12]]' WHERE id = 1`)
		f.Exec(`UPDATE zones SET polygon = '[[70,-12],[71,-12],[71,-11],[70,-11],[70,-12]]' WHERE id = 2`)
		far := f.fleet.Provider(1, nil)
		near := f.fleet.Provider(2, func(p *vehicle.Provider) { p.Longitude = 66.5 })
		there := f.fleet.Provider(3, func(p *vehicle.Provider) { p.PickupZoneIDs.V = []int64{catalogtest.Hill} })
		f.fleet.Vehicle(1, far, nil)
		f.fleet.Vehicle(2, near, nil)
		f.fleet.Vehicle(3, there, nil)
		for query, want := range map[string]string{
			"":                                  "[1 2]",
			"?pickup_lat=-11.5&pickup_lng=70.5": "[3]",
			"?pickup_lat=-11.5&pickup_lng=66.6": "[1 2]",
			"?pickup_lat=0&pickup_lng=0":        "[]",
			"?pickup_lat=-11.4&pickup_lng=66.6&sort=distance": "[2 1]",
			"?pickup_lat=-11.4&pickup_lng=65.1&sort=distance": "[1 2]",
		} {
			if got := fmt.Sprint(idsIn(f.Read(t, "/rental/vehicles"+query, "moduleId", "12", "zoneid", "1"))); got != want {
				t.Errorf("%s lists %s, want %s", query, got, want)
			}
		}
	})
}

func TestVehicles_API01_refusesWhatItCannotRead(t *testing.T) {
	t.Parallel()
	f := newRentalAPI(t, dbtest.Open(t, db.SQLite))
	for query, field := range map[string]string{
		"?sort=distance": "sort", "?min_price=0.001": "min_price", "?max_price=9e99": "max_price", "?min_rating=6": "min_rating",
		"?trip_type=weekly": "trip_type", "?estimated_hours=-1": "estimated_hours", "?transmission=none": "transmission", "?limit=101": "limit", "?pickup_time=tomorrow": "pickup_time", "?duration=-1": "duration",
		"?pickup_lat=1": "pickup_lng", "?pickup_lng=1": "pickup_lat", "?pickup_lat=91&pickup_lng=1": "pickup_lat", "?pickup_lat=NaN&pickup_lng=1": "pickup_lat", "?pickup_lat=1&pickup_lng=181": "pickup_lng",
	} {
		if status, body := f.get(t, "/rental/vehicles"+query); status != 400 && status != 422 || !strings.Contains(body, `"field":"`+field+`"`) {
			t.Errorf("%s: %d %s", query, status, body)
		}
	}
	for _, path := range []string{"/rental/vehicles/1", "/rental/vehicles/none", "/rental/providers/1", "/rental/providers/none/vehicles"} {
		if status, body := f.get(t, path); status != 404 {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
}
