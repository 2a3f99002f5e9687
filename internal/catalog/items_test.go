package catalog_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/hours"
	"hawker/internal/money"
)

func TestItems_LOC13_AreThoseOfTheZonesAndModule(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newFixture(t, open(t))
		inHarbour, onHill := w.Store(1, nil), w.Store(2, in(catalogtest.Hill))
		grocer := w.Store(3, func(s *catalog.Store) { s.ModuleID = catalogtest.Grocery })
		gone := w.Store(4, func(s *catalog.Store) { s.Active = false })
		for id, store := range map[int64]catalog.Store{11: inHarbour, 12: onHill, 13: grocer, 14: gone} {
			w.Item(id, store, nil)
		}
		w.Item(15, inHarbour, func(i *catalog.Item) { i.Active = false })

		tests := []struct {
			name string
			at   catalog.Scope
			f    catalog.ItemFilter
			want []int64
		}{
			{"one zone", harbour, catalog.ItemFilter{}, []int64{11}},
			{"two zones at once", everywhere, catalog.ItemFilter{}, []int64{11, 12}},
			{"another module", catalog.Scope{Zones: harbour.Zones, ModuleID: catalogtest.Grocery}, catalog.ItemFilter{}, []int64{13}},
			{"no zone", catalog.Scope{ModuleID: catalogtest.Food}, catalog.ItemFilter{}, []int64{}},
			{"a store of another zone, by a link", harbour, catalog.ItemFilter{StoreID: 2}, []int64{12}},
			{"a store that was taken away", harbour, catalog.ItemFilter{StoreID: 4}, []int64{}},
		}
		for _, tt := range tests {
			if got := w.ids(t, tt.at, tt.f); !slices.Equal(got, tt.want) {
				t.Errorf("%s: items = %v, want %v", tt.name, got, tt.want)
			}
		}
	})
}

func TestItems_BRW02_FiltersCombine(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newFixture(t, open(t))
		plain := w.Store(1, nil)
		cheaper := w.Store(2, func(s *catalog.Store) { s.Discount.V = catalog.Discount{Type: "percent", Value: 1000} })
		closed := w.Store(3, func(s *catalog.Store) {
			s.Schedule.V, s.FreeDelivery, s.DeliveryTimeMax = hours.Schedule{}, true, 45
		})
		parent := catalogtest.Meals
		w.Category(catalog.Category{ID: 5, ModuleID: catalogtest.Food, ParentID: &parent, Slug: "rolls", Name: "Rolls"})
		w.Category(catalog.Category{ID: 6, ModuleID: catalogtest.Food, Slug: "drinks", Name: "Drinks"})

		w.Item(1, plain, func(i *catalog.Item) { i.Price, i.Veg, i.Halal, i.Brand = 500, true, true, "Coral" })
		w.Item(2, plain, func(i *catalog.Item) { i.Price, i.CategoryID, i.Organic = 700, 5, true })
		w.Item(3, plain, func(i *catalog.Item) { i.Price, i.CategoryID, i.RatingSum, i.RatingCount = 900, 6, 447, 100 })
		w.Item(4, plain, func(i *catalog.Item) { i.Discount, i.SalePrice = 500, 950 })
		w.Item(5, cheaper, nil)
		w.Item(6, closed, nil)
		w.Item(7, plain, func(i *catalog.Item) { i.AvailableFrom, i.AvailableTo = "18:00", "23:00" })

		tests := []struct {
			name string
			f    catalog.ItemFilter
			want []int64
		}{
			{"at least so much", catalog.ItemFilter{MinPrice: 901}, []int64{4, 5, 6, 7}},
			{"exactly the least and the most", catalog.ItemFilter{MinPrice: 700, MaxPrice: 900}, []int64{2, 3}},
			{"rating as it is shown: 4.47 is 4.5", catalog.ItemFilter{MinTenths: 45}, []int64{3}},
			{"rating above", catalog.ItemFilter{MinTenths: 46}, []int64{}},
			{"veg", catalog.ItemFilter{Veg: true}, []int64{1}},
			{"non-veg", catalog.ItemFilter{NonVeg: true, MaxPrice: 700}, []int64{2}},
			{"halal", catalog.ItemFilter{Halal: true}, []int64{1}},
			{"organic", catalog.ItemFilter{Organic: true}, []int64{2}},
			{"brand", catalog.ItemFilter{Brand: "Coral"}, []int64{1}},
			{"a category with those below it", catalog.ItemFilter{CategoryID: catalogtest.Meals, MaxPrice: 800}, []int64{1, 2}},
			{"the category below alone", catalog.ItemFilter{CategoryID: 5}, []int64{2}},
			{"an unknown category", catalog.ItemFilter{CategoryID: 99}, []int64{}},
			{"own discount or the store's", catalog.ItemFilter{Discounted: true}, []int64{4, 5}},
			{"inside its window at an open store", catalog.ItemFilter{AvailableNow: true}, []int64{1, 2, 3, 4, 5}},
			{"available in one store", catalog.ItemFilter{AvailableNow: true, StoreID: 2}, []int64{5}},
			{"of an open store, at any time of day", catalog.ItemFilter{OpenNow: true}, []int64{1, 2, 3, 4, 5, 7}},
			{"delivered for free", catalog.ItemFilter{FreeDelivery: true}, []int64{6}},
			{"delivered in exactly so many minutes", catalog.ItemFilter{MaxMinutes: 45, MinPrice: 1000}, []int64{5, 6, 7}},
			{"delivered sooner", catalog.ItemFilter{MaxMinutes: 44, MinPrice: 1000}, []int64{5, 7}},
			{"delivered sooner than anybody does", catalog.ItemFilter{MaxMinutes: 29}, []int64{}},
			{"two at once", catalog.ItemFilter{Halal: true, Organic: true}, []int64{}},
		}
		for _, tt := range tests {
			got := w.ids(t, harbour, tt.f)
			slices.Sort(got)
			if !slices.Equal(got, tt.want) {
				t.Errorf("%s: items = %v, want %v", tt.name, got, tt.want)
			}
		}
	})
}

// The window is read on the clock of the store's own zone: at 17:55 in Harbour
// it is 18:40 on Hill.
func TestItems_D12_WindowsByTheZonesOwnClock(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newFixture(t, open(t))
		low, high := w.Store(1, nil), w.Store(2, in(catalogtest.Hill))
		dinner := func(i *catalog.Item) { i.AvailableFrom, i.AvailableTo = "18:00", "23:00" }
		night := func(i *catalog.Item) { i.AvailableFrom, i.AvailableTo = "22:00", "02:00" }
		w.Item(1, low, dinner)
		w.Item(2, high, dinner)
		w.Item(3, low, night)
		w.Item(4, high, night)

		for at, want := range map[string][]int64{"17:14": {}, "17:15": {2}, "18:00": {1, 2}, "21:20": {1, 2, 4}, "22:20": {1, 3, 4}, "01:59": {3}, "02:00": {}} {
			clock, _ := time.ParseInLocation("2006-01-02 15:04", "2026-11-18 "+at, mustLoad(t, catalogtest.HarbourTimeZone))
			w.clock.Advance(clock.Sub(w.clock.Now()))
			if got := w.ids(t, everywhere, catalog.ItemFilter{AvailableNow: true}); !slices.Equal(got, want) {
				t.Errorf("at %s: items = %v, want %v", at, got, want)
			}
			page, err := w.s.Items(t.Context(), everywhere, catalog.ItemFilter{}, firstPage)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range page.Items {
				if now := i.AvailableAt(w.clock.Now(), page.Directory.StoreOf(i).Location()); now != slices.Contains(want, i.ID) {
					t.Errorf("at %s item %d says available %v, the filter %v", at, i.ID, now, !now)
				}
			}
		}
	})
}

func mustLoad(t *testing.T, name string) *time.Location {
	t.Helper()
	loc, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

func TestItems_BRW01_EveryOrder(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newFixture(t, open(t))
		store := w.Store(1, nil)
		hour := time.Hour.Milliseconds()
		for _, row := range []struct {
			id, sold, sum, count, price, age int64
			recommended                      bool
		}{
			{1, 10, 40, 10, 300, 3, false},
			{2, 30, 0, 0, 100, 2, false},
			{3, 10, 47, 10, 200, 1, true},
			{4, 0, 500, 100, 200, 4, true},
		} {
			w.Item(row.id, store, func(i *catalog.Item) {
				i.SoldCount, i.RatingSum, i.RatingCount, i.Recommended = row.sold, row.sum, row.count, row.recommended
				i.Price, i.CreatedAt = money.Amount(row.price), catalogtest.Noon.UnixMilli()-row.age*hour
			})
		}
		for sort, want := range map[catalog.Sort][]int64{
			"":                  {2, 3, 1, 4}, // popular; among equals the better rated
			catalog.Popular:     {2, 3, 1, 4},
			catalog.Relevance:   {2, 3, 1, 4}, // nothing was searched for
			catalog.Newest:      {3, 2, 1, 4},
			catalog.Rated:       {4, 3, 1, 2},
			catalog.Cheapest:    {2, 3, 4, 1},
			catalog.Dearest:     {1, 4, 3, 2},
			catalog.Recommended: {3, 4, 2, 1}, // flag 1, then popular
		} {
			if got := w.ids(t, harbour, catalog.ItemFilter{Sort: sort}); !slices.Equal(got, want) {
				t.Errorf("sort %q: items = %v, want %v", sort, got, want)
			}
		}
	})
}

func TestItems_API06_Pages(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newFixture(t, open(t))
		store := w.Store(1, nil)
		for id := range int64(5) {
			w.Item(id+1, store, func(i *catalog.Item) { i.Name = fmt.Sprint("Mango ", id) })
		}
		for _, search := range []string{"", "mango"} {
			for number, want := range map[int][]int64{1: {1, 2}, 2: {3, 4}, 3: {5}, 4: {}, 99999: {}} {
				page, err := w.s.Items(t.Context(), harbour, catalog.ItemFilter{Search: search}, catalog.Paging{Size: 2, Number: number})
				if err != nil {
					t.Fatal(err)
				}
				if got := idsOf(page); !slices.Equal(got, want) || page.Total != 5 {
					t.Errorf("search %q, page %d: %v of %d, want %v of 5", search, number, got, page.Total, want)
				}
			}
		}
	})
}

func TestRelatedItems_AreBoughtTogetherFirst(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newFixture(t, open(t))
		store, other := w.Store(1, nil), w.Store(2, nil)
		for id, sold := range map[int64]int64{1: 0, 2: 1, 3: 50, 4: 90} {
			w.Item(id, store, func(i *catalog.Item) { i.SoldCount = sold })
		}
		w.Item(5, other, nil)
		w.Item(6, store, func(i *catalog.Item) { i.Active = false })
		w.Order(1, store, 1, 2)
		w.Order(2, store, 1, 2, 3)
		w.Order(3, store, 4)

		for _, tt := range []struct {
			id   int64
			p    catalog.Paging
			want []int64
		}{
			{1, firstPage, []int64{2, 3, 4}}, // twice, once, then what sells
			{1, catalog.Paging{Size: 2, Number: 2}, []int64{4}},
			{1, catalog.Paging{Size: 2, Number: 9}, []int64{}},
			{404, firstPage, []int64{}},
		} {
			page, err := w.s.RelatedItems(t.Context(), tt.id, tt.p)
			if err != nil {
				t.Fatal(err)
			}
			if got := idsOf(page); !slices.Equal(got, tt.want) {
				t.Errorf("beside %d, page %d: %v, want %v", tt.id, tt.p.Number, got, tt.want)
			}
		}
	})
}

func TestItem_ITEM13_ByIdOrSlug(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newFixture(t, open(t))
		store := w.Store(1, in(catalogtest.Hill))
		w.Item(7, store, func(i *catalog.Item) { i.Slug = "mango-lassi" })
		w.Item(8, store, func(i *catalog.Item) { i.Slug = "7" }) // an id wins over a slug that looks like one
		w.Item(9, store, func(i *catalog.Item) { i.Active = false })
		w.Item(10, w.Store(2, func(s *catalog.Store) { s.Active = false }), nil)
		w.Stock(7, 0, 3)
		w.Stock(7, 2, 4)

		for _, name := range []string{"7", "mango-lassi"} {
			page, err := w.s.Item(t.Context(), name)
			if err != nil || page.Items[0].ID != 7 {
				t.Fatalf("%s: %v, %v", name, page.Items, err)
			}
			if left := page.Stock[7]; *left.Left(0) != 3 || *left.Left(2) != 4 || left.Left(1) != nil {
				t.Errorf("%s: stock = %v", name, left)
			}
		}
		for _, name := range []string{"9", "10", "404", "nothing", "-1", "", "7 OR 1=1", "99999999999999999999"} {
			if _, err := w.s.Item(t.Context(), name); !errs.Is(err, errs.NotFound) {
				t.Errorf("%q: %v, want not found", name, err)
			}
		}
	})
}

func TestForTrade_ReadsOnlyWhatIsSold(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		w := newFixture(t, d)
		store, gone := w.Store(1, nil), w.Store(2, func(s *catalog.Store) { s.Active = false })
		w.Item(1, store, nil)
		w.Item(2, store, func(i *catalog.Item) { i.Active = false })
		w.Item(3, gone, nil)
		items, err := catalog.ItemsByID(t.Context(), d.R, []int64{1, 2, 3, 4})
		if _, sold := items[1]; err != nil || len(items) != 1 || !sold {
			t.Errorf("items = %v, %v", items, err)
		}
		if read, err := catalog.StoreByID(t.Context(), d.R, 2); err != nil || read.OpenAt(catalogtest.Noon).Open {
			t.Errorf("a store taken away is open: %v, %v", read.Active, err)
		}
		if _, err := catalog.StoreByID(t.Context(), d.R, 404); !errs.Is(err, errs.NotFound) || !errors.Is(err, db.ErrNotFound) {
			t.Errorf("unknown store: %v", err)
		}
	})
}

// What trading changes shows within a second; the rest of an item when its
// revision says that it changed.
func TestItems_ShowRatingsAndChangesWithinASecond(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newFixture(t, open(t))
		item := w.Item(1, w.Store(1, nil), func(i *catalog.Item) { i.RatingSum, i.RatingCount = 4, 1 })
		shown := func() *catalog.Item {
			t.Helper()
			page, err := w.s.Items(t.Context(), harbour, catalog.ItemFilter{}, firstPage)
			if err != nil || len(page.Items) != 1 {
				t.Fatalf("%d items, %v", len(page.Items), err)
			}
			return page.Items[0]
		}
		first := shown()
		w.Trade(`UPDATE items SET rating_sum = 9, rating_count = 2 WHERE id = 1`)
		w.clock.Advance(time.Second)
		if got := shown(); got.RatingSum != 9 || got.RatingCount != 2 || first.RatingSum != 4 {
			t.Errorf("rated %d by %d, and %d before", got.RatingSum, got.RatingCount, first.RatingSum)
		}
		item.Name, item.RatingSum, item.RatingCount = "Renamed", 9, 2
		w.Update(item)
		w.clock.Advance(time.Second)
		if got := shown(); got.Name != "Renamed" {
			t.Errorf("it is still called %q", got.Name)
		}
		w.Exec(`UPDATE stores SET active = FALSE WHERE id = 1`)
		w.clock.Advance(time.Second)
		if items, err := w.s.ByID(t.Context(), []int64{1}); err != nil || len(items) != 0 {
			t.Errorf("an item of a store that is gone: %v, %v", items, err)
		}
	})
}
