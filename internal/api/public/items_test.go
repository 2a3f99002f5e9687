package public_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/api/apitest"
	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

func TestItem_ITEM13_ITEM14_hasEveryField(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := apitest.NewPublicAPI(t, open(t))
		store := f.Store(1, func(s *catalog.Store) {
			s.Slug, s.Name, s.ZoneID, s.ScheduleOrder = "coral-kitchen", "Coral Kitchen", catalogtest.Hill, true
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
		want := apitest.Object{
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
			if diff := cmp.Diff(alone, f.Read(t, path)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", path, diff)
			}
		}
		listed := f.Read(t, "/items?store_id=1").List("items")
		if len(listed) != 1 || cmp.Diff(want, listed[0]) != "" {
			t.Errorf("the list shows another item: %s", cmp.Diff([]apitest.Object{want}, listed))
		}
	})
}

// ITEM-09: a later time is offered only where the store takes orders for one.
func TestItem_ITEM09_isScheduledWhereItsStoreTakesSuchOrders(t *testing.T) {
	t.Parallel()
	f := apitest.NewPublicAPI(t, dbtest.Open(t, db.SQLite))
	stores := map[int64]bool{1: true, 2: false} // whether they take such orders
	for id, takes := range stores {
		store := f.Store(id, func(s *catalog.Store) { s.ScheduleOrder = takes })
		f.Item(id, store, func(i *catalog.Item) { i.ScheduleOrder = true })
	}
	for id, takes := range stores {
		if got := f.Read(t, fmt.Sprint("/items/", id))["schedule_order"]; got != takes {
			t.Errorf("in store %d: %v", id, got)
		}
	}
}

// What an item does not have is an empty list, null or nothing, never a guess.
func TestItem_ITEM13_withoutOptionalFields(t *testing.T) {
	t.Parallel()
	f := apitest.NewPublicAPI(t, dbtest.Open(t, db.SQLite))
	f.Item(1, f.Store(1, nil), func(i *catalog.Item) { i.Pictures.V = []string{"item/unknown"} })
	item := f.Read(t, "/items/1")
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
func TestItem_PRC02_discountAndPrice(t *testing.T) {
	t.Parallel()
	f := apitest.NewPublicAPI(t, dbtest.Open(t, db.SQLite))
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
		got := f.Read(t, fmt.Sprint("/items/", id))
		want := []any{row.sale, row.number, row.kind, row.ofStore, row.storeKind, row.badge, row.badgeKind}
		is := []any{got["sale_price"], got["discount"], got["discount_type"], got["store_discount"], got["store_discount_type"], got["badge_discount"], got["badge_discount_type"]}
		if !slices.Equal(is, want) {
			t.Errorf("item %d: sale_price, discount and type, store_discount and type, badge and type = %v, want %v", id, is, want)
		}
	}
}
