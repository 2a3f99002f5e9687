package catalog_test

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/catalog/index"
	"hawker/internal/catalog/index/indextest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/geo"
	"hawker/internal/hours"
	"hawker/internal/money"
)

// rows are a town's rows as they were written, to be read one by one.
type rows struct {
	stores map[int64]catalog.Store
	items  map[int64]catalog.Item
}

const drinks = 7 // a category below Meals

var someWords = strings.Fields("Mango man Mangos lassi la Fresh rice ri Crème")

func someName(t *rapid.T, minWords int, label string) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(someWords), minWords, 3).Draw(t, label), " ")
}

func someStore(t *rapid.T) func(*catalog.Store) {
	return func(s *catalog.Store) {
		s.ModuleID = rapid.SampledFrom([]int64{catalogtest.Food, catalogtest.Food, catalogtest.Grocery}).Draw(t, "module")
		s.ZoneID = rapid.SampledFrom([]int64{catalogtest.Harbour, catalogtest.Hill}).Draw(t, "zone")
		s.TimeZone = map[int64]string{catalogtest.Harbour: catalogtest.HarbourTimeZone, catalogtest.Hill: catalogtest.HillTimeZone}[s.ZoneID]
		s.Active = rapid.IntRange(0, 5).Draw(t, "inactive") > 0
		s.Latitude = rapid.SampledFrom([]float64{0, 0.0179, 0.018, 0.03, 0.0449, 0.045, 0.1}).Draw(t, "latitude")
		s.DeliveryTimeMin, s.DeliveryTimeMax = rapid.Int64Range(1, 2).Draw(t, "quick"), rapid.Int64Range(2, 4).Draw(t, "slow")
		s.Delivery, s.FreeDelivery = rapid.IntRange(0, 3).Draw(t, "delivery") > 0, rapid.Bool().Draw(t, "free")
		s.Schedule.V = rapid.SampledFrom([]hours.Schedule{
			{Always: true}, {}, {Week: []hours.Opening{{Day: time.Wednesday, Opens: 9 * 60, Closes: 12*60 + 1}}},
		}).Draw(t, "schedule")
		s.Discount.V = rapid.SampledFrom([]catalog.Discount{
			{}, {Type: "percent", Value: 500}, {Type: "percent", Value: 500, EndTime: "12:02", StartTime: "08:00"},
		}).Draw(t, "discount")
	}
}

func someItem(t *rapid.T, i *catalog.Item, of catalog.Store) {
	small := func(limit int64, label string) int64 { return rapid.Int64Range(0, limit).Draw(t, label) }
	flag := func(label string) bool { return rapid.Bool().Draw(t, label) }
	i.StoreID, i.ModuleID, i.ZoneID, i.CategoryID = of.ID, of.ModuleID, of.ZoneID, catalogtest.Pantry
	if of.ModuleID == catalogtest.Food {
		i.CategoryID = rapid.SampledFrom([]int64{catalogtest.Meals, drinks}).Draw(t, "category")
	}
	i.CategoryIDs.V = []int64{i.CategoryID}
	i.Name, i.Tags.V, i.Brand = someName(t, 1, "name"), []string{someName(t, 0, "tags")}, rapid.SampledFrom([]string{"", "Reef"}).Draw(t, "brand")
	i.Price = money.Amount(small(5, "price"))
	i.SalePrice, i.Discount = i.Price, small(1, "discount")
	i.Veg, i.Halal, i.Organic, i.Recommended = flag("veg"), flag("halal"), flag("organic"), flag("recommended")
	i.RatingCount = small(3, "ratings")
	i.RatingSum, i.SoldCount, i.CreatedAt = i.RatingCount*small(5, "stars"), rapid.SampledFrom([]int64{0, 1, 9, 10, 29, 30, 99, 100}).Draw(t, "sold"), small(4, "created")
	if flag("window") {
		i.AvailableFrom, i.AvailableTo = "12:01", rapid.SampledFrom([]string{"18:00", "11:00", "12:02"}).Draw(t, "until")
	}
	i.Active = rapid.IntRange(0, 5).Draw(t, "gone") > 0
}

func someFilter(t *rapid.T, categories []int64) (catalog.Scope, catalog.ItemFilter) {
	maybe := func(label string) bool { return rapid.IntRange(0, 3).Draw(t, label) == 0 }
	at := catalog.Scope{
		Zones:    rapid.SampledFrom([][]int64{{catalogtest.Harbour}, {catalogtest.Hill}, {catalogtest.Harbour, catalogtest.Hill}, {}}).Draw(t, "zones"),
		ModuleID: rapid.SampledFrom([]int64{catalogtest.Food, catalogtest.Food, catalogtest.Grocery}).Draw(t, "module"),
	}
	f := catalog.ItemFilter{
		Veg: maybe("veg"), NonVeg: maybe("non-veg"), Halal: maybe("halal"), Organic: maybe("organic"),
		Discounted: maybe("discounted"), AvailableNow: maybe("available"), OpenNow: maybe("open"), FreeDelivery: maybe("free delivery"), Exact: maybe("exact"),
		Sort: rapid.SampledFrom([]catalog.Sort{
			"", catalog.Relevance, catalog.Popular, catalog.Newest, catalog.Rated, catalog.Cheapest, catalog.Dearest, catalog.Recommended, catalog.Nearest, catalog.DeliveryTime,
		}).Draw(t, "sort"),
	}
	if maybe("quick") {
		f.MaxMinutes = rapid.Int64Range(1, 4).Draw(t, "minutes")
	}
	if f.Sort == catalog.Nearest || maybe("near") {
		f.From = &geo.Point{Lat: rapid.SampledFrom([]float64{0, 0.0049, 0.051}).Draw(t, "from")}
	}
	if maybe("of a store") {
		f.StoreID = rapid.Int64Range(1, 5).Draw(t, "store")
	}
	if maybe("of a category") {
		f.CategoryID = rapid.SampledFrom(append(categories, 404)).Draw(t, "category")
	}
	if maybe("with prices") {
		f.MinPrice, f.MaxPrice = money.Amount(rapid.Int64Range(0, 6).Draw(t, "least")), money.Amount(rapid.Int64Range(0, 6).Draw(t, "most"))
	}
	if maybe("rated") {
		f.MinTenths = rapid.Int64Range(1, 50).Draw(t, "tenths")
	}
	if maybe("of a brand") {
		f.Brand = "Reef"
	}
	if maybe("with interests") {
		f.Interests = []int64{rapid.SampledFrom(categories).Draw(t, "interest")}
	}
	if rapid.Bool().Draw(t, "search") {
		typed := []rune(someName(t, 1, "typed"))
		typed = typed[:rapid.IntRange(1, len(typed)).Draw(t, "letters")]
		if maybe("misspelled") {
			typed[rapid.IntRange(0, len(typed)-1).Draw(t, "at")] = 'x'
		}
		f.Search = string(typed)
	}
	return at, f
}

// list is what a list has to be, by reading every row.
func (r rows) list(at catalog.Scope, f catalog.ItemFilter, now time.Time) ([]int64, *catalog.Correction) {
	family := func(id int64) []int64 {
		if id == catalogtest.Meals {
			return []int64{catalogtest.Meals, drinks}
		}
		return []int64{id}
	}
	moduleOf := map[int64]int64{catalogtest.Meals: catalogtest.Food, drinks: catalogtest.Food, catalogtest.Pantry: catalogtest.Grocery}
	words := strings.Fields(catalog.Fold(f.Search))
	if f.Search != "" && len(words) == 0 || f.CategoryID != 0 && f.StoreID == 0 && moduleOf[f.CategoryID] != at.ModuleID {
		return []int64{}, nil
	}
	texts := map[int64]string{}
	for id, i := range r.items {
		here := slices.Contains(at.Zones, i.ZoneID) && i.ModuleID == at.ModuleID
		if f.StoreID > 0 {
			here = i.StoreID == f.StoreID
		}
		if here && i.Active && r.stores[i.StoreID].Active && (f.CategoryID == 0 || slices.Contains(family(f.CategoryID), i.CategoryID)) {
			texts[id] = catalog.SearchText(i.Name, append([]string{i.Brand}, i.Tags.V...)...)
		}
	}
	searched := indextest.Found{}
	if len(words) > 0 {
		searched = indextest.Search(texts, index.Search{Typed: words, Exact: f.Exact})
	}
	var found []catalog.Item
	exact := 0
	for id := range texts {
		if rank, ok := searched.Ranks[id]; r.passes(r.items[id], f, now) && (ok || len(words) == 0) {
			found = append(found, r.items[id])
			if rank < index.NameHasCorrectedWords {
				exact++
			}
		}
	}
	var liked []int64
	for _, id := range f.Interests {
		liked = append(liked, family(id)...)
	}
	slices.SortFunc(found, func(a, b catalog.Item) int {
		p, q := searched.Ranks[a.ID], searched.Ranks[b.ID]
		return cmp.Or(first(p < index.NameHasCorrectedWords, q < index.NameHasCorrectedWords), r.inOrder(a, b, p, q, f, liked, now))
	})
	ids := make([]int64, len(found))
	for n, i := range found {
		ids[n] = i.ID
	}
	if searched.Spelling == nil || exact > 0 && exact == len(found) {
		return ids, nil
	}
	return ids, &catalog.Correction{Words: strings.Join(searched.Spelling, " "), Exact: exact}
}

// passes reports whether an item passes the filters.
func (r rows) passes(i catalog.Item, f catalog.ItemFilter, now time.Time) bool {
	store := r.stores[i.StoreID]
	return i.SalePrice >= f.MinPrice && (f.MaxPrice == 0 || i.SalePrice <= f.MaxPrice) && catalog.Tenths(i.RatingSum, i.RatingCount) >= f.MinTenths &&
		(f.Brand == "" || i.Brand == f.Brand) && (!f.Veg || i.Veg) && (!f.NonVeg || !i.Veg) && (!f.Halal || i.Halal) && (!f.Organic || i.Organic) &&
		(!f.Discounted || i.Discount > 0 || store.DiscountAt(now).Active) && (!f.OpenNow || store.OpenAt(now).Open) &&
		(!f.AvailableNow || store.OpenAt(now).Open && i.AvailableAt(now, store.Location())) &&
		(!f.FreeDelivery || store.Delivery && store.FreeDelivery) && (f.MaxMinutes == 0 || store.Delivery && store.DeliveryTimeMax <= f.MaxMinutes)
}

// inOrder compares two items whose words have the ranks p and q.
func (r rows) inOrder(a, b catalog.Item, p, q int, f catalog.ItemFilter, liked []int64, now time.Time) int {
	tenths := func(i catalog.Item) int64 { return catalog.Tenths(i.RatingSum, i.RatingCount) }
	popular := cmp.Or(cmp.Compare(b.SoldCount, a.SoldCount), cmp.Compare(tenths(b), tenths(a)), cmp.Compare(a.ID, b.ID))
	one, other := r.stores[a.StoreID], r.stores[b.StoreID]
	switch f.Sort {
	case catalog.Newest:
		return cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(b.ID, a.ID))
	case catalog.Rated:
		return cmp.Or(cmp.Compare(tenths(b), tenths(a)), cmp.Compare(b.RatingCount, a.RatingCount), cmp.Compare(a.ID, b.ID))
	case catalog.Cheapest:
		return cmp.Or(cmp.Compare(a.SalePrice, b.SalePrice), cmp.Compare(a.ID, b.ID))
	case catalog.Dearest:
		return cmp.Or(cmp.Compare(b.SalePrice, a.SalePrice), cmp.Compare(b.ID, a.ID))
	case catalog.Recommended:
		return cmp.Or(first(a.Recommended, b.Recommended), first(slices.Contains(liked, a.CategoryID), slices.Contains(liked, b.CategoryID)), popular)
	case catalog.Nearest:
		return cmp.Or(cmp.Compare(metresTo(*f.From, one), metresTo(*f.From, other)), popular)
	case catalog.DeliveryTime:
		return cmp.Or(cmp.Compare(one.DeliveryTimeMin, other.DeliveryTimeMin), cmp.Compare(one.DeliveryTimeMax, other.DeliveryTimeMax), popular)
	case catalog.Relevance, "":
		if f.Search != "" {
			return cmp.Or(cmp.Compare(p, q), cmp.Compare(r.points(b, f, now), r.points(a, f, now)), popular)
		}
	}
	return popular
}

func metresTo(from geo.Point, s catalog.Store) int64 {
	return int64(math.Round(geo.Metres(from, geo.Point{Lat: s.Latitude, Lng: s.Longitude})))
}

// points are those that ADR 0011 gives to an item.
func (r rows) points(i catalog.Item, f catalog.ItemFilter, now time.Time) (points int) {
	store := r.stores[i.StoreID]
	if store.OpenAt(now).Open && i.AvailableAt(now, store.Location()) {
		points = 100
	}
	for _, sold := range []int64{10, 30, 100} {
		if i.SoldCount >= sold {
			points++
		}
	}
	if f.From == nil {
		return points
	}
	area := geo.Point{Lat: math.Round(f.From.Lat*100) / 100, Lng: math.Round(f.From.Lng*100) / 100}
	for _, metres := range []int64{2000, 5000} {
		if metresTo(area, store) <= metres {
			points++
		}
	}
	return points
}

func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// On both engines a list is what reading every row says, in every order and on
// every page, also after an import, after sales, and a minute later.
func TestItems_BRW01_BRW02_AreAsReadingEveryRow(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newFixture(t, open(t))
		w.Category(catalog.Category{ID: drinks, ModuleID: catalogtest.Food, ParentID: new(catalogtest.Meals), Slug: "drinks", Name: "Drinks"})
		categories := []int64{catalogtest.Meals, catalogtest.Pantry, drinks}
		rapid.Check(t, func(rt *rapid.T) {
			w.Exec(`DELETE FROM items`)
			w.Exec(`DELETE FROM stores`)
			w.clock.Set(catalogtest.Noon)
			w.s = catalog.New(w.db, w.clock)
			r := rows{stores: map[int64]catalog.Store{}, items: map[int64]catalog.Item{}}
			for id := range int64(rapid.IntRange(1, 4).Draw(rt, "stores")) {
				r.stores[id+1] = w.Store(id+1, someStore(rt))
			}
			storeOf := func() catalog.Store {
				return r.stores[rapid.Int64Range(1, int64(len(r.stores))).Draw(rt, "store")]
			}
			for id := range int64(rapid.IntRange(0, 12).Draw(rt, "items")) {
				r.items[id+1] = w.Item(id+1, storeOf(), func(i *catalog.Item) { someItem(rt, i, storeOf()) })
			}
			check := func() {
				for range 6 {
					at, f := someFilter(rt, categories)
					p := catalog.Paging{Size: rapid.IntRange(1, 8).Draw(rt, "size"), Number: rapid.IntRange(1, 4).Draw(rt, "page")}
					want, correction := r.list(at, f, w.clock.Now())
					page, err := w.s.Items(t.Context(), at, f, p)
					if err != nil {
						rt.Fatal(err)
					}
					from := min((p.Number-1)*p.Size, len(want))
					if part := want[from:min(from+p.Size, len(want))]; page.Total != len(want) || !slices.Equal(idsOf(page), part) || !gocmp.Equal(page.Correction, correction) {
						rt.Fatalf("%+v at %+v, %+v: %v of %d, %+v, want %v of %d, %+v", f, at, p, idsOf(page), page.Total, page.Correction, part, len(want), correction)
					}
				}
			}
			check()
			var changed []catalog.Item
			for id, i := range r.items {
				if rapid.Bool().Draw(rt, "changes") {
					someItem(rt, &i, storeOf())
					changed = append(changed, i)
					r.items[id] = i
				}
			}
			w.Update(changed...)
			fresh := int64(len(r.items)) + 1
			r.items[fresh] = w.Item(fresh, storeOf(), func(i *catalog.Item) { someItem(rt, i, storeOf()) })
			w.clock.Advance(time.Second)
			check()
			sold, stars := rapid.Int64Range(1, 9).Draw(rt, "sold"), rapid.Int64Range(0, 5).Draw(rt, "stars")
			w.Trade(`UPDATE items SET sold_count = $1, rating_sum = rating_sum + $2, rating_count = rating_count + 1 WHERE id = $3`, sold, stars, fresh)
			i := r.items[fresh]
			i.SoldCount, i.RatingSum, i.RatingCount = sold, i.RatingSum+stars, i.RatingCount+1
			r.items[fresh] = i
			w.clock.Advance(time.Minute)
			check()
		})
	})
}
