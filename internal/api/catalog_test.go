package api_test

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/api/call"
	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/hours"
	"hawker/internal/setting"
)

func TestItem_ITEM13_ITEM14_AnswersEveryField(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := newFront(t, open(t))
		store := f.Store(1, func(s *catalog.Store) {
			s.Slug, s.Name, s.ZoneID = "coral-kitchen", "Coral Kitchen", catalogtest.Hill
			s.Discount.V = catalog.Discount{Type: "percent", Value: 2000, MinPurchase: 500, MaxDiscount: 300}
		})
		f.Insert("media", catalogtest.Row{"key": "item/a", "hash": "0a1b2c3d", "zoom": true})
		f.Insert("media", catalogtest.Row{"key": "item/b", "hash": "4e5f6071", "zoom": false})
		f.Item(7, store, func(i *catalog.Item) {
			i.Slug, i.Name, i.Brand, i.UnitType, i.Description = "mas-roshi", "Mas roshi", "Reef", "piece", "Flat bread with tuna."
			i.Price, i.DiscountType, i.Discount, i.SalePrice = 1250, "amount", 100, 1150
			i.Pictures.V, i.MaximumQuantity = []string{"item/a", "item/b"}, 9
			i.RatingSum, i.RatingCount, i.Veg, i.Halal, i.Organic, i.Recommended, i.Prescription = 453, 100, true, true, true, true, true
			i.AvailableFrom, i.AvailableTo, i.ScheduleOrder = "08:00", "11:00", true
			i.Tags.V, i.Nutritions.V, i.Allergies.V, i.GenericNames.V = []string{"tuna"}, []string{"Protein"}, []string{"Fish"}, []string{"Roshi"}
			i.Options.V = catalog.Options{
				Groups: []catalog.Group{{ID: 1, Name: "Size", Kind: "multi", Min: 1, Max: 2, Required: true, Values: []catalog.Value{{ID: 4, Label: "Large", Price: 250}}}},
				AddOns: []catalog.AddOn{{ID: 2, Name: "Chili", Price: 50}}, Axes: []catalog.Axis{{Title: "Colour", Options: []string{"Red"}}},
				Variations: []catalog.Variation{{ID: 3, Type: "Red", Price: 1300}},
			}
		})
		f.Stock(7, 0, 12)
		f.Stock(7, 3, 0)

		const picture, other = "/media/0a1b2c3d/item/a-480.webp", "/media/4e5f6071/item/b-480.webp"
		want := object{
			"id": 7.0, "slug": "mas-roshi", "name": "Mas roshi", "brand": "Reef", "unit_type": "piece", "description": "Flat bread with tuna.",
			"store_id": 1.0, "store_slug": "coral-kitchen", "store_name": "Coral Kitchen", "store_open": true, "zone_id": 2.0, "module_id": 10.0, "module_type": "food",
			"image_full_url": picture, "thumbnail_full_url": picture, "images_full_url": []any{picture, other}, "zoom_full_url": "/media/0a1b2c3d/item/a-zoom.webp",
			"price": 12.5, "discount": 1.0, "discount_type": "amount", "sale_price": 10.0,
			"store_discount": 20.0, "store_discount_type": "percent", "store_discount_min_purchase": 5.0, "store_discount_max": 3.0,
			"badge_discount": 20.0, "badge_discount_type": "percent",
			"stock": 12.0, "maximum_cart_quantity": 9.0, "avg_rating": 4.5, "rating_count": 100.0, "whislists_count": 0.0, "wishlist_count": 0.0,
			"tags": []any{"tuna"}, "nutritions_name": []any{"Protein"}, "allergies_name": []any{"Fish"}, "generic_name": []any{"Roshi"},
			"category_ids":             []any{map[string]any{"id": 1.0, "name": "Meals"}},
			"is_prescription_required": 1.0, "halal_tag_status": 1.0, "is_halal": 1.0, "organic": 1.0, "recommended": 1.0, "veg": 1.0, "schedule_order": true,
			"available_time_starts": "08:00", "available_time_ends": "11:00", "available_now": false, // 12:45 on Hill
			"choice_options": []any{map[string]any{"name": "Colour", "title": "Colour", "options": []any{"Red"}}},
			"variations":     []any{map[string]any{"id": "3", "type": "Red", "price": 13.0, "stock": 0.0}},
			"food_variations": []any{map[string]any{"id": "1", "name": "Size", "type": "multi", "min": 1.0, "max": 2.0, "required": "on",
				"values": []any{map[string]any{"id": "4", "label": "Large", "optionPrice": 2.5, "isSelected": false}}}},
			"add_ons": []any{map[string]any{"id": 2.0, "name": "Chili", "price": 0.5, "quantity": 0.0, "isChecked": false}},
		}
		want["addons"] = want["add_ons"]
		alone := maps.Clone(want)
		alone["zooms_full_url"] = []any{want["zoom_full_url"], ""} // ITEM-01: of every picture
		// From another zone it can be read by its link, and says where it is.
		for _, path := range []string{"/items/7", "/items/mas-roshi", "/items/7?campaign=1"} {
			if diff := cmp.Diff(alone, f.read(t, path)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", path, diff)
			}
		}
		listed := f.read(t, "/items?store_id=1").list("items")
		if len(listed) != 1 || cmp.Diff(want, listed[0]) != "" {
			t.Errorf("the list shows another item: %s", cmp.Diff([]object{want}, listed))
		}
	})
}

// What an item does not have is an empty list, null or nothing, never a guess.
func TestItem_ITEM13_WithoutAnything(t *testing.T) {
	t.Parallel()
	f := newFront(t, dbtest.Open(t, db.SQLite))
	f.Item(1, f.Store(1, nil), func(i *catalog.Item) { i.Pictures.V = []string{"item/unknown"} })
	item := f.read(t, "/items/1")
	for _, name := range []string{"images_full_url", "generic_name", "tags", "nutritions_name", "allergies_name", "choice_options", "variations", "food_variations", "add_ons", "addons"} {
		if list, ok := item[name].([]any); !ok || len(list) != 0 {
			t.Errorf("%s is %v, not an empty list", name, item[name])
		}
	}
	if item["stock"] != nil || item["maximum_cart_quantity"] != nil || item["image_full_url"] != "" || item["avg_rating"] != 0.0 || item["sale_price"] != 10.0 || item["available_now"] != true {
		t.Errorf("item = %v", item)
	}
}

// PRC-02: the badge's number is a percent or an amount; D18: the larger of item
// and store discount makes the price.
func TestItem_PRC02_DiscountAndPrice(t *testing.T) {
	t.Parallel()
	f := newFront(t, dbtest.Open(t, db.SQLite))
	plain := f.Store(1, nil)
	tenPercent := f.Store(2, func(s *catalog.Store) { s.Discount.V = catalog.Discount{Type: "percent", Value: 1000} })
	twoOff := f.Store(3, func(s *catalog.Store) { s.Discount.V = catalog.Discount{Type: "amount", Value: 200} })
	over := f.Store(4, func(s *catalog.Store) {
		s.Discount.V = catalog.Discount{Type: "percent", Value: 5000, Start: "2026-11-01", End: "2026-11-17"}
	})
	for id, row := range map[int64]struct {
		of                    catalog.Store
		kind                  string
		discount              int64
		sale, number, ofStore float64
		storeKind             string
		badge                 float64
		badgeKind             string
	}{
		1: {plain, "percent", 0, 10, 0, 0, "percent", 0, "percent"},
		2: {plain, "percent", 1075, 8.92, 10.75, 0, "percent", 10.75, "percent"}, // 10.00 - 1.075, rounded half away from zero
		3: {plain, "amount", 150, 8.5, 1.5, 0, "percent", 1.5, "amount"},
		4: {tenPercent, "percent", 500, 9, 5, 10, "percent", 10, "percent"},
		5: {tenPercent, "percent", 2000, 8, 20, 10, "percent", 20, "percent"},
		6: {twoOff, "percent", 1000, 8, 10, 2, "amount", 2, "amount"},
		7: {over, "percent", 0, 10, 0, 0, "percent", 0, "percent"},
		8: {plain, "amount", 99_999, 0, 999.99, 0, "percent", 10, "amount"}, // never below zero
	} {
		f.Item(id, row.of, func(i *catalog.Item) {
			i.Discount = row.discount
			reflect.ValueOf(&i.DiscountType).Elem().SetString(row.kind)
		})
		got := f.read(t, fmt.Sprint("/items/", id))
		want := []any{row.sale, row.number, row.kind, row.ofStore, row.storeKind, row.badge, row.badgeKind}
		is := []any{got["sale_price"], got["discount"], got["discount_type"], got["store_discount"], got["store_discount_type"], got["badge_discount"], got["badge_discount_type"]}
		if !slices.Equal(is, want) {
			t.Errorf("item %d: sale_price, discount and type, store_discount and type, badge and type = %v, want %v", id, is, want)
		}
	}
}

func TestStore_BRW04_D25_AnswersItsPage(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := newFront(t, open(t))
		f.Insert("media", catalogtest.Row{"key": "logo/coral", "hash": "0a1b2c3d", "zoom": false})
		f.Insert("media", catalogtest.Row{"key": "store/coral", "hash": "4e5f6071", "zoom": false})
		store := f.Store(1, func(s *catalog.Store) {
			s.Slug, s.Name, s.Tagline, s.Description, s.Logo, s.Cover = "coral-kitchen", "Coral Kitchen", "Seafood", "By the pier.", "logo/coral", "store/coral"
			s.Address, s.Phone, s.Latitude, s.Longitude = "1 Pier Road", "+12025550123", -11.4, 65.2
			s.RatingSum, s.RatingCount, s.OrderCount, s.MinimumOrder = 478, 100, 7, 850
			s.Schedule.V = hours.Schedule{Week: []hours.Opening{{Day: time.Thursday, Opens: 600, Closes: 1320}, {Day: time.Wednesday, Opens: 540, Closes: 780}}}
			s.Discount.V = catalog.Discount{Type: "percent", Value: 1500, MinPurchase: 2000, MaxDiscount: 500}
			s.ScheduleOrder, s.Featured, s.SelfDelivery = true, true, false
		})
		f.Item(1, store, nil)
		want := object{
			"id": 1.0, "slug": "coral-kitchen", "name": "Coral Kitchen", "tagline": "Seafood", "description": "By the pier.", "module_id": 10.0, "module_type": "food", "zone_id": 1.0, "time_zone": catalogtest.HarbourTimeZone,
			"logo_full_url": "/media/0a1b2c3d/logo/coral-480.webp", "cover_photo_full_url": "/media/4e5f6071/store/coral-480.webp",
			"address": "1 Pier Road", "phone": "+12025550123", "latitude": -11.4, "longitude": 65.2,
			"avg_rating": 4.8, "rating_count": 100.0, "order_count": 7.0, // D25: one decimal
			"minimum_order": 8.5, "delivery_time": "20-30", "min_delivery_time": 20.0, "max_delivery_time": 30.0, "delivery_fee_from": 1.5,
			"delivery": true, "take_away": true, "free_delivery": false, "self_delivery_system": false, "schedule_order": true,
			"veg": 1.0, "non_veg": 1.0, "reviews_enabled": true, "featured": 1.0,
			"open": true, "closes_at": "2026-11-18T08:00:00Z", // 13:00 in Harbour (D12)
			"discount": map[string]any{"discount": 15.0, "discount_type": "percent", "min_purchase": 20.0, "max_discount": 5.0},
		}
		listed := f.read(t, "/stores").list("stores")
		if len(listed) != 1 || cmp.Diff(want, listed[0]) != "" {
			t.Errorf("in the list (-want +got):\n%s", cmp.Diff([]object{want}, listed))
		}
		want["schedules"] = []any{
			map[string]any{"day": 3.0, "opening_time": "09:00", "closing_time": "13:00"},
			map[string]any{"day": 4.0, "opening_time": "10:00", "closing_time": "22:00"},
		}
		want["categories"] = []any{map[string]any{
			"id": 1.0, "slug": "meals", "name": "Meals", "module_id": 10.0, "parent_id": 0.0, "image_full_url": "", "featured": 0.0, "item_count": 1.0, "childes": []any{},
		}}
		for _, path := range []string{"/stores/1", "/stores/coral-kitchen"} {
			// By its link it can be read from another zone too.
			if diff := cmp.Diff(want, f.read(t, path, "zoneid", "2")); diff != "" {
				t.Errorf("%s (-want +got):\n%s", path, diff)
			}
		}
		f.clock.Advance(time.Hour)
		closed := f.read(t, "/stores/1")
		if closed["open"] != false || closed["opens_at"] != "2026-11-19T05:00:00Z" || closed["closes_at"] != nil {
			t.Errorf("after closing: open %v, opens_at %v, closes_at %v", closed["open"], closed["opens_at"], closed["closes_at"])
		}
	})
}

// TRAP_H7: the list, its filter, the store's page and the item agree; TRAP_H6:
// a planned closure beats the hours in all of them.
func TestStores_TRAP_H7_TRAP_H6_AgreeOnOpen(t *testing.T) {
	t.Parallel()
	f := newFront(t, dbtest.Open(t, db.SQLite))
	from := catalogtest.Noon.Add(time.Hour)
	f.Item(1, f.Store(1, func(s *catalog.Store) {
		s.Schedule.V = hours.Schedule{Always: true, Closures: []hours.Closure{{From: from, To: from.Add(time.Hour)}}}
	}), nil)
	for at, want := range map[time.Time]bool{from.Add(-2 * time.Second): true, from: false, from.Add(time.Hour): true} {
		f.clock.Set(at)
		answers := []any{
			f.read(t, "/stores").list("stores")[0]["open"], f.read(t, "/stores/1")["open"], f.read(t, "/items/1")["store_open"],
			f.read(t, "/stores?open_now=true")["total_size"] == 1.0, f.read(t, "/items?available_now=true")["total_size"] == 1.0,
		}
		if slices.Contains(answers, any(!want)) {
			t.Errorf("at %s: list, page, item, filter, items' filter = %v, want %v", at.Format(time.TimeOnly), answers, want)
		}
	}
}

func TestLists_BRW01_BRW03_EachHasItsCall(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := newFront(t, open(t))
		hour := time.Hour.Milliseconds()
		low := f.Store(1, func(s *catalog.Store) { s.OrderCount, s.RatingSum, s.RatingCount = 9, 40, 10 })
		f.Store(2, func(s *catalog.Store) {
			s.RatingSum, s.RatingCount, s.CreatedAt, s.Delivery = 50, 10, s.CreatedAt-hour, false
		})
		f.Category(catalog.Category{ID: 5, ModuleID: catalogtest.Food, Slug: "rolls", Name: "Rolls", Featured: true, Position: 1})
		f.Item(1, low, func(i *catalog.Item) { i.SoldCount = 5 })
		f.Item(2, low, func(i *catalog.Item) { i.CreatedAt, i.CategoryID, i.Recommended = i.CreatedAt-hour, 5, true })
		f.Item(3, low, func(i *catalog.Item) { i.CreatedAt, i.Discount, i.SalePrice = i.CreatedAt-2*hour, 1000, 900 })
		tests := []struct {
			path, name string
			want       []any
		}{
			{"/items", "items", numbers(1, 2, 3)},
			{"/items/popular", "items", numbers(1, 2, 3)},
			{"/items/popular?sort=price_asc", "items", numbers(3, 1, 2)},
			{"/items/latest", "items", numbers(1, 2, 3)},
			{"/items/discounted", "items", numbers(3)},
			{"/items/recommended", "items", numbers(2, 1, 3)},
			{"/items?category_id=5", "items", numbers(2)},
			{"/items?related_to=1", "items", numbers(2, 3)},
			{"/items?min_price=9.5&max_price=10", "items", numbers(1, 2)},
			{"/items?search=item%203", "items", numbers(3)},
			{"/items?search=item&sort=newest&limit=1&offset=2", "items", numbers(2)},
			{"/stores", "stores", numbers(1, 2)},
			{"/stores/popular?type=all&offset=1&limit=12", "stores", numbers(1, 2)},
			{"/stores/popular?type=all&offset=2&limit=12", "stores", numbers()}, // endless paging ends here
			{"/stores/popular?type=delivery", "stores", numbers(1)},
			{"/stores/popular?type=take_away", "stores", numbers(1, 2)},
			{"/stores/latest?limit=12", "stores", numbers(1, 2)},
			{"/stores/top-rated", "stores", numbers(2, 1)},
			{"/stores?category_id=5", "stores", numbers(1)},
			{"/stores?search=store+2", "stores", numbers(2)},
			{"/categories", "categories", numbers(1, 5)},
			{"/categories?featured=1", "categories", numbers(5)},
			{"/categories?parent_id=1", "categories", numbers()},
		}
		for _, tt := range tests {
			if got := f.read(t, tt.path).column(tt.name, "id"); !slices.Equal(got, tt.want) {
				t.Errorf("%s: %v, want %v", tt.path, got, tt.want)
			}
		}
		for _, path := range []string{"/categories/5", "/categories/rolls"} {
			if got := f.read(t, path); got["id"] != 5.0 || got["item_count"] != 1.0 {
				t.Errorf("%s: %v", path, got)
			}
		}
	})
}

func TestLists_API06_PagingAndRefusals(t *testing.T) {
	t.Parallel()
	f := newFront(t, dbtest.Open(t, db.SQLite))
	store := f.Store(1, nil)
	for id := range int64(25) {
		f.Item(id+1, store, nil)
	}
	for query, want := range map[string][]any{
		"":                   numbers(25, 20, 1, 20),
		"?limit=10&offset=3": numbers(25, 10, 3, 5),
		"?limit=100":         numbers(25, 100, 1, 25),
		"?offset=100000":     numbers(25, 20, 100000, 0),
	} {
		got := f.read(t, "/items"+query)
		if is := append([]any{got["total_size"], got["limit"], got["offset"]}, float64(len(got.list("items")))); !slices.Equal(is, want) {
			t.Errorf("/items%s: total_size, limit, offset, items = %v, want %v", query, is, want)
		}
	}
	for path, want := range map[string]string{
		"/items?limit=0":             `422 "field":"limit"`,
		"/items?limit=101":           `422 "field":"limit"`,
		"/items?offset=0":            `422 "field":"offset"`,
		"/items?offset=x":            `422 "field":"offset"`,
		"/items?nonsense=1":          `422 "field":"nonsense"`,
		"/items?sort=id%3BDROP":      `422 "field":"sort"`,
		"/items?sort=distance":       `422 "field":"sort"`,
		"/items?min_price=1.234":     `422 "field":"min_price"`,
		"/items?max_price=NaN":       `422 "field":"max_price"`,
		"/items?min_rating=NaN":      `422 "field":"min_rating"`,
		"/stores?min_rating=6":       `422 "field":"min_rating"`,
		"/stores?sort=distance":      `422 "field":"sort"`,
		"/items?veg=veg":             `422 "field":"veg"`,
		"/stores?veg=non_veg":        `422 "field":"veg"`,
		"/search?q=a&veg=veg":        `422 "field":"veg"`,
		"/items?search=" + long(101): `422 "field":"search"`,
		"/items/suggest":             `422 "field":"q"`,
		"/items/404":                 `404 "code":"not_found"`,
		"/items/404/reviews":         `404 "code":"not_found"`,
		"/stores/nowhere":            `404 "code":"not_found"`,
		"/stores/nowhere/reviews":    `404 "code":"not_found"`,
		"/categories/nothing":        `404 "code":"not_found"`,
	} {
		answer := f.get(t, path)
		body, _ := io.ReadAll(answer.Body)
		status, part, _ := strings.Cut(want, " ")
		if fmt.Sprint(answer.StatusCode) != status || !strings.Contains(string(body), part) {
			t.Errorf("%s: %d %s, want %s", path, answer.StatusCode, body, want)
		}
	}
}

func long(n int) string { return strings.Repeat("a", n) }

// BRW-06 and API-08: the filter is there exactly when the operator shows it.
func TestLists_BRW06_API08_VegFilterFollowsItsFlag(t *testing.T) {
	t.Parallel()
	f := newFront(t, dbtest.Open(t, db.SQLite))
	store := f.Store(1, nil)
	f.Item(1, store, func(i *catalog.Item) { i.Veg = true })
	f.Item(2, store, nil)
	f.set(t, func(s *setting.Settings) { s.Storefront.VegFilter = true })
	for path, want := range map[string][]any{"/items?veg=veg": numbers(1), "/items?veg=non_veg": numbers(2), "/search?data_type=item&veg=veg": numbers(1)} {
		if got := f.read(t, path).column("items", "id"); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
	f.set(t, func(s *setting.Settings) { s.Storefront.VegFilter = false })
	if answer := f.get(t, "/items?veg=veg"); answer.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("switched off, it answers %d", answer.StatusCode)
	}
}

func TestLists_LOC13_ZonesAndModuleInForce(t *testing.T) {
	t.Parallel()
	f := newFront(t, dbtest.Open(t, db.SQLite))
	f.Item(1, f.Store(1, nil), nil)
	f.Item(2, f.Store(2, func(s *catalog.Store) { s.ZoneID = catalogtest.Hill }), nil)
	f.Item(3, f.Store(3, func(s *catalog.Store) { s.ModuleID = catalogtest.Grocery }), nil)
	for _, tt := range []struct {
		zones, module string
		want          []any
	}{
		{"1", "10", numbers(1)}, {"[2]", "10", numbers(2)}, {"[2,1]", "10", numbers(1, 2)}, {`["1"]`, "11", numbers(3)}, {"99", "10", numbers()}, {"1", "99", numbers()},
	} {
		for path, name := range map[string]string{"/items": "items", "/stores": "stores", "/items?search=item": "items", "/search": "stores"} {
			if got := f.read(t, path, "zoneid", tt.zones, "moduleId", tt.module).column(name, "id"); !slices.Equal(got, tt.want) {
				t.Errorf("%s in zones %s, module %s: %v, want %v", path, tt.zones, tt.module, got, tt.want)
			}
		}
	}
}

func TestSearch_BRW02_ItemsAndStoresTogether(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := newFront(t, open(t))
		store := f.Store(1, func(s *catalog.Store) { s.Name = "Mango House" })
		f.Category(catalog.Category{ID: 5, ModuleID: catalogtest.Food, Slug: "drinks", Name: "Drinks"})
		f.Item(1, store, func(i *catalog.Item) { i.Name, i.CategoryID = "Mango Lassi", 5 })
		f.Item(2, store, func(i *catalog.Item) { i.Name = "Mango Rice" })
		for path, want := range map[string][]any{
			"/search?q=mango":                     numbers(2, 1, 2, 1),
			"/search?q=mango&data_type=item":      numbers(2, 0, 2, 0),
			"/search?q=mango&data_type=store":     numbers(0, 1, 0, 1),
			"/search?q=mango&category_id=5":       numbers(1, 1, 1, 1),
			"/search?category_id=5&data_type=all": numbers(1, 1, 1, 1), // nothing typed: the shelf
			"/search?q=mango&limit=1&offset=2":    numbers(2, 1, 1, 0),
			"/search?q=pizza":                     numbers(0, 0, 0, 0),
			"/search?q=%22%27%2A":                 numbers(0, 0, 0, 0),
		} {
			got := f.read(t, path)
			if is := []any{got["item_total"], got["store_total"], float64(len(got.list("items"))), float64(len(got.list("stores")))}; !slices.Equal(is, want) {
				t.Errorf("%s: item_total, store_total, items, stores = %v, want %v", path, is, want)
			}
		}
		if got := f.read(t, "/items/suggest?q=man").column("suggestions", "kind"); !slices.Equal(got, []any{"store", "item", "item"}) {
			t.Errorf("suggestions are %v", got)
		}
	})
}

func TestReviews_ITEM12_ThroughTheAPI(t *testing.T) {
	t.Parallel()
	f := newFront(t, dbtest.Open(t, db.SQLite))
	f.Item(1, f.Store(1, nil), func(i *catalog.Item) { i.Name = "Garudhiya" })
	f.Item(2, f.Store(2, func(s *catalog.Store) { s.ReviewsEnabled = false }), nil)
	f.Insert("reviews", catalogtest.Row{"id": 5, "slug": "r", "store_id": 1, "item_id": 1, "author": "Asha", "rating": 4, "body": "Good", "reply": "Thanks", "created_at": catalogtest.Noon.UnixMilli()})
	want := object{"id": 5.0, "customer_name": "Asha", "rating": 4.0, "comment": "Good", "reply": "Thanks", "item_name": "Garudhiya", "created_at": "2026-11-18T07:00:00Z"}
	for _, path := range []string{"/items/1/reviews", "/stores/1/reviews"} {
		got := f.read(t, path)
		if got["total_size"] != 1.0 || cmp.Diff([]object{want}, got.list("reviews")) != "" {
			t.Errorf("%s: %v", path, got)
		}
	}
	for _, path := range []string{"/items/2/reviews", "/stores/2/reviews"} {
		answer := f.get(t, path)
		if body, _ := io.ReadAll(answer.Body); answer.StatusCode != http.StatusForbidden || !strings.Contains(string(body), "this store is not having any review plan") {
			t.Errorf("%s: %d %s", path, answer.StatusCode, body)
		}
	}
}

func TestStores_DistanceOnlyWhenItDecides(t *testing.T) {
	t.Parallel()
	f := newFront(t, dbtest.Open(t, db.SQLite))
	f.Store(1, func(s *catalog.Store) { s.Latitude = 0.02 })
	f.Store(2, func(s *catalog.Store) { s.Latitude = 0.01 })
	at := []string{"latitude", "0", "longitude", "0"}
	near := f.read(t, "/stores?sort=distance", at...)
	if got := near.column("stores", "distance_km"); !slices.Equal(got, numbers(1.113, 2.226)) {
		t.Errorf("distances are %v", got)
	}
	if got := f.read(t, "/stores", at...).column("stores", "distance_km"); !slices.Equal(got, []any{nil, nil}) {
		t.Errorf("an answer for everybody names distances: %v", got)
	}
}

// An answer that took too long is said to, as a fault of ours that will pass.
func TestTimeRunsOut_API04(t *testing.T) {
	t.Parallel()
	f := newFront(t, dbtest.Open(t, db.SQLite))
	ctx, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	w := httptest.NewRecorder()
	f.handler.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, call.Prefix+"/zones/lookup?lat=1&lng=2", http.NoBody))
	if w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), `"code":"unavailable"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}
