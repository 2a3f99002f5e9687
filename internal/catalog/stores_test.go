package catalog_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/hours"
)

func TestStores_BRW03_FiltersAndOrders(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newFixture(t, open(t))
		day := (24 * time.Hour).Milliseconds()
		w.Store(1, func(s *catalog.Store) {
			s.OrderCount, s.RatingSum, s.RatingCount, s.CreatedAt, s.Latitude = 50, 48, 10, s.CreatedAt-day, 3
			s.DeliveryTimeMin, s.DeliveryTimeMax, s.NonVeg = 15, 40, false
		})
		w.Store(2, func(s *catalog.Store) {
			s.OrderCount, s.RatingSum, s.RatingCount, s.CreatedAt, s.Latitude = 90, 447, 100, s.CreatedAt-2*day, 1
			s.TakeAway, s.FreeDelivery, s.Discount.V = false, true, catalog.Discount{Type: "amount", Value: 100}
		})
		w.Store(3, func(s *catalog.Store) {
			s.OrderCount, s.RatingSum, s.RatingCount, s.Latitude = 50, 500, 100, 2
			s.Delivery, s.Schedule.V, s.DeliveryTimeMin = false, hours.Schedule{}, 15
		})
		w.Store(4, in(catalogtest.Hill))
		w.Store(5, func(s *catalog.Store) { s.Active = false })
		w.Store(6, func(s *catalog.Store) { s.ModuleID = catalogtest.Grocery })
		w.Item(1, catalog.Store{ID: 3, ModuleID: catalogtest.Food, ZoneID: catalogtest.Harbour}, nil)

		tests := []struct {
			name string
			f    catalog.StoreFilter
			want []int64
		}{
			{"popular, among equals the better rated", catalog.StoreFilter{}, []int64{2, 3, 1}},
			{"popular by its word", catalog.StoreFilter{Sort: catalog.Popular}, []int64{2, 3, 1}},
			{"popular, closed ones last", catalog.StoreFilter{Sort: catalog.Popular, OpenFirst: true}, []int64{2, 1, 3}},
			{"newest, closed ones last", catalog.StoreFilter{Sort: catalog.Newest, OpenFirst: true}, []int64{1, 2, 3}},
			{"newest", catalog.StoreFilter{Sort: catalog.Newest}, []int64{3, 1, 2}},
			{"rating", catalog.StoreFilter{Sort: catalog.Rated}, []int64{3, 1, 2}},
			{"delivery time", catalog.StoreFilter{Sort: catalog.DeliveryTime}, []int64{3, 1, 2}},
			{"distance", catalog.StoreFilter{Sort: catalog.Nearest, From: &geo.Point{}}, []int64{2, 3, 1}},
			{"distance from elsewhere", catalog.StoreFilter{Sort: catalog.Nearest, From: &geo.Point{Lat: 3}}, []int64{1, 3, 2}},
			{"open now", catalog.StoreFilter{OpenNow: true}, []int64{2, 1}},
			{"delivery", catalog.StoreFilter{DeliveryOnly: true}, []int64{2, 1}},
			{"take-away", catalog.StoreFilter{TakeAwayOnly: true}, []int64{3, 1}},
			{"free delivery", catalog.StoreFilter{FreeDelivery: true}, []int64{2}},
			{"rating as it is shown: 4.47 is 4.5", catalog.StoreFilter{MinTenths: 45}, []int64{2, 3, 1}},
			{"rating above", catalog.StoreFilter{MinTenths: 48}, []int64{3, 1}},
			{"veg", catalog.StoreFilter{Veg: true}, []int64{2, 3, 1}},
			{"non-veg", catalog.StoreFilter{NonVeg: true}, []int64{2, 3}},
			{"discount in force", catalog.StoreFilter{DiscountedOnly: true}, []int64{2}},
			{"a category", catalog.StoreFilter{CategoryID: catalogtest.Meals}, []int64{3}},
			{"an unknown category", catalog.StoreFilter{CategoryID: 99}, []int64{}},
			{"two at once", catalog.StoreFilter{OpenNow: true, TakeAwayOnly: true}, []int64{1}},
		}
		for _, tt := range tests {
			if got := w.storeIDs(t, harbour, tt.f); !slices.Equal(got, tt.want) {
				t.Errorf("%s: stores = %v, want %v", tt.name, got, tt.want)
			}
		}
		if got := w.storeIDs(t, everywhere, catalog.StoreFilter{}); !slices.Equal(got, []int64{2, 3, 1, 4}) {
			t.Errorf("two zones: stores = %v", got)
		}
		page, err := w.s.Stores(t.Context(), harbour, catalog.StoreFilter{}, catalog.Paging{Size: 2, Number: 2})
		if err != nil || len(page.Stores) != 1 || page.Stores[0].ID != 1 || page.Total != 3 {
			t.Errorf("API-06: page 2 has %d stores of %d, %v", len(page.Stores), page.Total, err)
		}
	})
}

// A store opens and closes on the minute, at once in the list, in the filter of
// its items and by itself; a closure beats its hours.
func TestStores_TRAP_H7_H6_OneAnswerOnOpen(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newFixture(t, open(t))
		closure := catalogtest.Noon.Add(3 * time.Hour)
		store := w.Store(1, func(s *catalog.Store) {
			s.Schedule.V = hours.Schedule{ // Wednesday, 10 to 18 in Harbour
				Week:     []hours.Opening{{Day: time.Wednesday, Opens: 600, Closes: 1080}},
				Closures: []hours.Closure{{From: closure, To: closure.Add(time.Hour)}},
			}
		})
		w.Item(1, store, nil)
		opens := catalogtest.Noon.Add(-2 * time.Hour)
		for _, tt := range []struct {
			at   time.Time
			open bool
		}{
			{opens.Add(-time.Second), false}, {opens, true}, {closure.Add(-time.Second), true}, {closure, false},
			{closure.Add(time.Hour), true}, {opens.Add(8*time.Hour - time.Second), true}, {opens.Add(8 * time.Hour), false},
		} {
			w.clock.Set(tt.at)
			listed := len(w.storeIDs(t, harbour, catalog.StoreFilter{OpenNow: true})) == 1
			available := len(w.ids(t, harbour, catalog.ItemFilter{AvailableNow: true})) == 1
			read, err := catalog.StoreByID(t.Context(), w.db.R, 1)
			if err != nil {
				t.Fatal(err)
			}
			if itself := read.OpenAt(tt.at).Open; itself != tt.open || listed != tt.open || available != tt.open {
				t.Errorf("at %s: store %v, list %v, items %v; want %v", tt.at.Format(time.TimeOnly), itself, listed, available, tt.open)
			}
		}
	})
}

// A discount holds on its days and within its times, on the store's own clock:
// at 18:30 UTC the day ends in Harbour's zone at 19:00 and on Hill at 18:15.
func TestStoreDiscount_D12_PRC01_OnlyInItsDatesAndHours(t *testing.T) {
	t.Parallel()
	store := func(zone string, d catalog.Discount) *catalog.Store {
		s := &catalog.Store{Active: true, TimeZone: zone}
		d.Type, d.Value, d.MaxDiscount = "percent", 1000, 700
		s.Discount.V = d
		return s
	}
	dates := catalog.Discount{Start: "2026-11-17", End: "2026-11-18"}
	times := catalog.Discount{StartTime: "17:00", EndTime: "19:00"}
	nights := catalog.Discount{Start: "2026-11-17", End: "2026-11-18", StartTime: "22:00", EndTime: "02:00"} // 17:00 to 21:00 in UTC
	tests := []struct {
		name string
		s    *catalog.Store
		at   string
		want bool
	}{
		{"the night before the first", store(catalogtest.HarbourTimeZone, nights), "2026-11-16T20:59:59Z", false},
		{"the first night", store(catalogtest.HarbourTimeZone, nights), "2026-11-17T17:00:00Z", true},
		{"the last night, after midnight", store(catalogtest.HarbourTimeZone, nights), "2026-11-18T20:59:59Z", true},
		{"after the last night", store(catalogtest.HarbourTimeZone, nights), "2026-11-18T21:00:00Z", false},
		{"last day in Harbour", store(catalogtest.HarbourTimeZone, dates), "2026-11-18T18:59:59Z", true},
		{"the day after in Harbour", store(catalogtest.HarbourTimeZone, dates), "2026-11-18T19:00:00Z", false},
		{"the day after on Hill", store(catalogtest.HillTimeZone, dates), "2026-11-18T18:30:00Z", false},
		{"the day before in Harbour", store(catalogtest.HarbourTimeZone, dates), "2026-11-16T18:59:59Z", false},
		{"first day in Harbour", store(catalogtest.HarbourTimeZone, dates), "2026-11-16T19:00:00Z", true},
		{"before its hours", store(catalogtest.HarbourTimeZone, times), "2026-11-18T11:59:59Z", false},
		{"at its first minute", store(catalogtest.HarbourTimeZone, times), "2026-11-18T12:00:00Z", true},
		{"at its last", store(catalogtest.HarbourTimeZone, times), "2026-11-18T14:00:00Z", false},
		{"without dates and hours", store(catalogtest.HarbourTimeZone, catalog.Discount{}), "2030-01-01T00:00:00Z", true},
		{"none at all", &catalog.Store{Active: true, TimeZone: catalogtest.HarbourTimeZone}, "2026-11-18T12:00:00Z", false},
		{"a store taken away", &catalog.Store{TimeZone: "UTC", Discount: db.JSON[catalog.Discount]{V: catalog.Discount{Value: 1}}}, "2026-11-18T12:00:00Z", false},
	}
	for _, tt := range tests {
		at, err := time.Parse(time.RFC3339, tt.at)
		if err != nil {
			t.Fatal(err)
		}
		if got := tt.s.DiscountAt(at); got.Active != tt.want || got.Active && (got.Value != 1000 || got.MaxDiscount != 700) && tt.s.TimeZone != "UTC" {
			t.Errorf("%s: discount = %+v, want active %v", tt.name, got, tt.want)
		}
	}
}

func TestStores_PRC04_OneAnswerOnFreeDelivery(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newFixture(t, open(t))
		w.Exec(`UPDATE tariffs SET minimum_charge = 0`) // by the kilometre: little at the door, not free
		w.Store(1, nil)
		w.Store(2, func(s *catalog.Store) { s.FreeDelivery = true })
		w.Store(3, func(s *catalog.Store) { s.SelfDelivery = true })
		w.Store(4, func(s *catalog.Store) { s.FreeDelivery, s.Delivery = true, false })
		if got := w.storeIDs(t, harbour, catalog.StoreFilter{FreeDelivery: true}); !slices.Equal(got, []int64{2, 3}) {
			t.Errorf("stores with free delivery: %v", got)
		}
		directory, err := w.s.Directory(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for id, want := range map[string]bool{"1": false, "2": true, "3": true, "4": false} {
			if s, _ := directory.Store(id); directory.DeliversFree(s) != want {
				t.Errorf("store %s: delivers free %t", id, !want)
			}
		}
		w.Exec(`INSERT INTO settings (name, body, version, updated_at) VALUES ('checkout', '{"free_delivery_for_all":true}', 1, 0)`)
		w.clock.Advance(time.Minute)
		if got := w.storeIDs(t, harbour, catalog.StoreFilter{FreeDelivery: true}); !slices.Equal(got, []int64{1, 2, 3}) {
			t.Errorf("stores with free delivery, which is free for all: %v", got)
		}
	})
}

func TestTown_BRW04_StoresByLinkAndFees(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newFixture(t, open(t))
		w.Store(1, func(s *catalog.Store) { s.Slug = "coral-kitchen" })
		w.Store(2, func(s *catalog.Store) { s.ZoneID, s.FreeDelivery = catalogtest.Hill, true })
		w.Store(3, in(catalogtest.Hill))
		w.Store(4, func(s *catalog.Store) { s.Active = false })
		directory, err := w.s.Directory(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for name, id := range map[string]int64{"1": 1, "coral-kitchen": 1, "store-2": 2} {
			if s, err := directory.Store(name); err != nil || s.ID != id {
				t.Errorf("store %q: %v, %v", name, s, err)
			}
		}
		for _, name := range []string{"4", "store-4", "404", "", "-1"} {
			if _, err := directory.Store(name); !errs.Is(err, errs.NotFound) {
				t.Errorf("store %q: %v, want not found", name, err)
			}
		}
		for id, want := range map[string]int64{"1": 150, "2": 0, "3": 300} { // the zone's least charge, none where it is free
			if s, _ := directory.Store(id); int64(directory.FeeFrom(s)) != want {
				t.Errorf("PRC-04: delivery from store %s costs %d, want %d", id, directory.FeeFrom(s), want)
			}
		}
		w.Exec(`UPDATE stores SET name = 'New' WHERE id = 1`)
		if directory, _ := w.s.Directory(t.Context()); directory != nil {
			if s, _ := directory.Store("1"); s.Name == "New" {
				t.Error("the picture was read twice within a second")
			}
		}
		w.later()
		if directory, err := w.s.Directory(t.Context()); err != nil {
			t.Error(err)
		} else if s, _ := directory.Store("1"); s.Name != "New" {
			t.Error("the picture is older than a second")
		}
	})
}

func TestCountCategories_BRW03_CountWhatIsInTheZones(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newFixture(t, open(t))
		low, high := w.Store(1, nil), w.Store(2, in(catalogtest.Hill))
		parent := catalogtest.Meals
		w.Category(catalog.Category{ID: 5, ModuleID: catalogtest.Food, ParentID: &parent, Slug: "rolls", Name: "Rolls", Position: 2, Featured: true})
		w.Category(catalog.Category{ID: 6, ModuleID: catalogtest.Food, Slug: "drinks", Name: "Drinks", Position: 1})
		for id, category := range map[int64]int64{1: parent, 2: 5, 3: 5, 4: 6} {
			w.Item(id, low, func(i *catalog.Item) { i.CategoryID = category })
		}
		w.Item(5, high, func(i *catalog.Item) { i.CategoryID = 5 })
		w.Item(6, low, func(i *catalog.Item) { i.CategoryID, i.Active = 6, false })

		directory, err := w.s.Directory(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		read := func(zones []int64, categories []*catalog.Category) (ids, items []int64) {
			counts, err := w.s.CountCategories(t.Context(), directory, zones, categories)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range counts {
				ids, items = append(ids, s.ID), append(items, int64(s.Items))
			}
			return ids, items
		}
		top := directory.Children(catalogtest.Food, 0)
		if ids, items := read(harbour.Zones, top); !slices.Equal(ids, []int64{parent, 6}) || !slices.Equal(items, []int64{3, 1}) {
			t.Errorf("in Harbour: categories %v hold %v", ids, items)
		}
		if _, items := read(everywhere.Zones, top); !slices.Equal(items, []int64{4, 1}) {
			t.Errorf("everywhere: categories hold %v", items)
		}
		if ids, items := read(harbour.Zones, directory.Featured(catalogtest.Food)); !slices.Equal(ids, []int64{5}) || !slices.Equal(items, []int64{2}) {
			t.Errorf("featured: categories %v hold %v", ids, items)
		}
		store, _ := directory.Store("1")
		counts, err := w.s.CountStoreCategories(t.Context(), directory, store)
		if err != nil || len(counts) != 3 || counts[0].ID != parent || counts[1].ID != 6 || counts[2].ID != 5 || counts[2].Items != 2 {
			t.Errorf("categories of the store = %+v, %v", counts, err)
		}
	})
}

func TestReviews_ITEM12_NewestFirstOrNotInThePlan(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newFixture(t, open(t))
		store := w.Store(1, nil)
		w.Item(1, store, func(i *catalog.Item) { i.Name = "Garudhiya" })
		w.Store(2, func(s *catalog.Store) { s.ReviewsEnabled = false })
		for id, item := range map[int64]any{1: nil, 2: 1, 3: 1} {
			w.Insert("reviews", catalogtest.Row{"id": id, "slug": fmt.Sprint("review-", id), "store_id": 1, "item_id": item, "author": "Asha", "rating": 5, "body": "Good", "reply": "", "created_at": id})
		}
		of, err := w.s.StoreReviews(t.Context(), "store-1", catalog.Paging{Size: 2, Number: 1})
		if err != nil || of.Total != 3 || len(of.Reviews) != 2 || of.Reviews[0].ID != 3 || of.Reviews[0].ItemName != "Garudhiya" || of.Stars != [5]int{4: 3} {
			t.Errorf("of the store: %+v, %v", of, err)
		}
		of, err = w.s.ItemReviews(t.Context(), "1", catalog.Paging{Size: 1, Number: 2})
		if err != nil || of.Total != 2 || len(of.Reviews) != 1 || of.Reviews[0].ID != 2 {
			t.Errorf("of the item: %+v, %v", of, err)
		}
		w.Exec(`UPDATE reviews SET hidden_at = 1 WHERE id = 2`)
		if of, err = w.s.ItemReviews(t.Context(), "1", firstPage); err != nil || len(of.Reviews) != 1 || of.Reviews[0].ID != 3 {
			t.Errorf("with a hidden one: %+v, %v", of, err)
		}
		_, err = w.s.StoreReviews(t.Context(), "2", firstPage)
		if !errs.Is(err, errs.Forbidden) || errs.From(err).Message != "this store is not having any review plan" {
			t.Errorf("without reviews in the plan: %v", err)
		}
		if _, err = w.s.ItemReviews(t.Context(), "404", firstPage); !errs.Is(err, errs.NotFound) {
			t.Errorf("of an unknown item: %v", err)
		}
	})
}

// A store of that slug would have the address of a list, or of the store with that id.
func TestAddStore_REG01_hasNoSlugOfTheAPI(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newFixture(t, open(t))
		drawn := func(key string) catalog.NewPicture {
			return catalog.NewPicture{Key: key, Hash: "0a1b2c3d", Kind: "png"}
		}
		for name, want := range map[string]string{"Popular": "popular-2", "Top rated!": "top-rated-2", "Popular Pies": "popular-pies", "24": "24-2", "24/7": "24-7"} {
			err := db.InTx(t.Context(), w.db, func(tx *db.Tx) error {
				_, slug, err := catalog.AddStore(t.Context(), tx, catalog.NewStore{
					ModuleID: catalogtest.Food, ZoneID: catalogtest.Harbour, Name: name, Logo: drawn("logo/" + want), Cover: drawn("store/" + want),
				}, catalogtest.Noon)
				if slug != want {
					t.Errorf("%q has the slug %q, want %q", name, slug, want)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}
