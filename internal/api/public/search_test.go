package public_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/api/apitest"
	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/hours"
	"hawker/internal/vehicle"
)

func TestSearch_BRW02_itemsAndStoresTogether(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := apitest.NewPublicAPI(t, open(t))
		store := f.Store(1, func(s *catalog.Store) { s.Name = "Mango House" })
		f.Category(catalog.Category{ID: 5, ModuleID: catalogtest.Food, Slug: "drinks", Name: "Drinks"})
		f.Item(1, store, func(i *catalog.Item) { i.Name, i.CategoryID = "Mango Lassi", 5 })
		f.Item(2, store, func(i *catalog.Item) { i.Name = "Mango Rice" })
		for path, want := range map[string][]any{
			"/search?q=mango":                     numbers(2, 1, 2, 1),
			"/search?q=mango&data_type=item":      numbers(2, 0, 2, 0),
			"/search?q=mango&data_type=store":     numbers(0, 1, 0, 1),
			"/search?q=mango&category_id=5":       numbers(1, 1, 1, 1),
			"/search?category_id=5&data_type=all": numbers(1, 1, 1, 1), // nothing typed: the category
			"/search?q=mango&limit=1&offset=2":    numbers(2, 1, 1, 0),
			"/search?q=pizza":                     numbers(0, 0, 0, 0),
			"/search?q=%22%27%2A":                 numbers(0, 0, 0, 0),
		} {
			got := f.Read(t, path)
			if is := []any{got["item_total"], got["store_total"], float64(len(got.List("items"))), float64(len(got.List("stores")))}; !slices.Equal(is, want) {
				t.Errorf("%s: item_total, store_total, items, stores = %v, want %v", path, is, want)
			}
		}
		if got := f.Read(t, "/items/suggest?q=man").Column("suggestions", "kind"); !slices.Equal(got, []any{"store", "item", "item"}) {
			t.Errorf("suggestions are %v", got)
		}
	})
}

func TestSuggest_BRW02_vehiclesAndProvidersWhereTheModuleRentsOut(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := newRentalAPI(t, open(t))
		f.Insert("media", catalogtest.Row{"key": "vehicle/finch", "hash": "0a1b2c3d", "zoom": false})
		store := f.Store(1, func(s *catalog.Store) { s.Name = "Finch House" })
		f.Item(1, store, func(i *catalog.Item) { i.Name = "Finch Seed" })
		finch := f.fleet.Provider(3, func(p *vehicle.Provider) { p.Slug, p.Name = "finch-and-co", "Finch & Co" })
		other := f.fleet.Provider(4, func(p *vehicle.Provider) { p.PickupZoneIDs.V = []int64{catalogtest.Hill} })
		f.fleet.Vehicle(7, finch, func(v *vehicle.Vehicle) {
			v.Slug, v.Name, v.Pictures.V = "ridge", "Tarn Ridge", []string{"vehicle/finch"}
		})
		for id, owner := range map[int64]vehicle.Provider{8: finch, 9: other} {
			f.fleet.Vehicle(id, owner, func(v *vehicle.Vehicle) { v.Name, v.TripCount = "Merle Finch", id })
		}
		for _, tt := range []struct{ module, zone, typed, want string }{
			{"12", "1", "finc", "provider:3:finch-and-co vehicle:8:vehicle-8 vehicle:7:ridge"}, // its vehicles as the search finds them
			{"12", "1", "ridge finch", "vehicle:7:ridge"},
			{"12", "1", "cars", "category:31:cars"},
			{"12", "2", "finch", "vehicle:9:vehicle-9"},
			{"12", "1,2", "merle f", "vehicle:9:vehicle-9 vehicle:7:ridge"}, // each name once
			{"12", "1", "&", ""},
			{fmt.Sprint(catalogtest.Food), "1", "finch", "store:1:store-1 item:1:item-1"},
		} {
			var got []string
			path := "/items/suggest?q=" + url.QueryEscape(tt.typed)
			for _, one := range f.Read(t, path, "moduleId", tt.module, "zoneid", "["+tt.zone+"]").List("suggestions") {
				s := one
				got = append(got, fmt.Sprint(s["kind"], ":", s["id"], ":", s["slug"]))
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("%s in module %s, zones %s: %v, want %s", tt.typed, tt.module, tt.zone, got, tt.want)
			}
		}
		want := []apitest.Object{{
			"kind": "vehicle", "id": 7.0, "slug": "ridge", "name": "Tarn Ridge", "store_name": "Finch & Co", "image_full_url": "/media/0a1b2c3d/vehicle/finch-480.webp",
		}}
		if diff := cmp.Diff(want, f.Read(t, "/items/suggest?q=ridge", "moduleId", "12").List("suggestions")); diff != "" {
			t.Error(diff)
		}
	})
}

func TestSearch_BRW02_saysWhatItCorrected(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := apitest.NewPublicAPI(t, open(t))
		store := f.Store(1, func(s *catalog.Store) { s.Name = "Coral Kitchen" })
		f.Item(1, store, func(i *catalog.Item) { i.Name = "Mango Lassi" })
		instead := func(query string) any { return map[string]any{"query": query, "exact_size": 0.0} }
		for path, want := range map[string]struct {
			field      string
			correction any
		}{
			"/items?search=mnago":                 {"correction", instead("mango")},
			"/items?search=mnago&exact=true":      {"correction", nil},
			"/items?search=mango":                 {"correction", nil},
			"/items":                              {"correction", nil},
			"/stores?search=corl":                 {"correction", instead("coral")},
			"/stores?search=corl&exact=true":      {"correction", nil},
			"/search?q=mnago%20lasi":              {"item_correction", instead("mango lassi")},
			"/search?q=corl":                      {"store_correction", instead("coral")},
			"/search?q=corl&exact=true":           {"store_correction", nil},
			"/items/suggest?q=mnago":              {"correction", instead("mango")},
			"/items?search=mnago&sort=price_desc": {"correction", instead("mango")},
		} {
			if diff := cmp.Diff(want.correction, f.Read(t, path)[want.field]); diff != "" {
				t.Errorf("%s: %s", path, diff)
			}
		}
	})
}

func TestSearch_BRW02_filtersOfStoresNarrowBoth(t *testing.T) {
	t.Parallel()
	f := apitest.NewPublicAPI(t, dbtest.Open(t, db.SQLite))
	quick := f.Store(1, func(s *catalog.Store) { s.DeliveryTimeMax, s.Latitude = 20, 1 })
	free := f.Store(2, func(s *catalog.Store) { s.FreeDelivery = true })
	closed := f.Store(3, func(s *catalog.Store) { s.Schedule.V = hours.Schedule{} })
	for id, store := range []catalog.Store{quick, free, closed} {
		f.Item(int64(id+1), store, func(i *catalog.Item) { i.Name = "Store Cupboard" })
	}
	for query, want := range map[string][]any{
		"":                        numbers(2, 1, 3),
		"&open_now=true":          numbers(2, 1),
		"&free_delivery=true":     numbers(2),
		"&max_delivery_time=20":   numbers(1),
		"&max_delivery_time=30":   numbers(2, 1, 3),
		"&sort=delivery_time":     numbers(1, 2, 3),
		"&sort=distance":          numbers(2, 3, 1),
		"&min_rating=1":           numbers(),
		"&min_price=1&open_now=1": numbers(2, 1),
	} {
		for path, list := range map[string]string{"/items?search=store": "items", "/stores?search=store": "stores", "/search?q=store": "stores"} {
			if path == "/stores?search=store" {
				query = strings.ReplaceAll(query, "min_price=1&", "")
			}
			got := f.Read(t, path+query, "latitude", "0", "longitude", "0").Column(list, "id")
			if !slices.Equal(got, want) {
				t.Errorf("%s%s: %s %v, want %v", path, query, list, got, want)
			}
		}
	}
}
