package index_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hawker/internal/catalog/index"
)

var words = strings.Fields("mango man mangos lassi la fresh rice ri r maki m")

func phrase(t *rapid.T, least, most int, label string) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), least, most).Draw(t, label), " ")
}

func item(t *rapid.T, id int64) index.Item {
	small := func(most int64, label string) int64 { return rapid.Int64Range(0, most).Draw(t, label) }
	return index.Item{
		ID: id, Store: small(5, "store"), Zone: small(2, "zone"), Module: small(1, "module"), Category: small(3, "category"),
		Price: small(6, "price"), Created: small(6, "created"), Figures: someFigures(t),
		From: int16(small(4, "from")), To: int16(small(4, "to")), Traits: index.Traits(small(31, "traits")),
		Brand: rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "brand"),
		Text:  phrase(t, 0, 3, "name") + " | " + phrase(t, 0, 3, "others"),
	}
}

func someFigures(t *rapid.T) index.Figures {
	return index.Figures{Sold: rapid.Int64Range(0, 4).Draw(t, "sold"), RatingCount: rapid.Int64Range(0, 3).Draw(t, "ratings"), Tenths: rapid.Int64Range(0, 50).Draw(t, "tenths")}
}

func query(t *rapid.T) index.Query {
	maybe := func(label string) bool { return rapid.IntRange(0, 3).Draw(t, label) == 0 }
	var q index.Query
	if maybe("in places") {
		q.Places = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) index.Place {
			return index.Place{Module: rapid.Int64Range(0, 2).Draw(t, "module"), Zone: rapid.Int64Range(0, 3).Draw(t, "zone")}
		}), 1, 3).Draw(t, "places")
	}
	if maybe("in categories") {
		q.Categories = rapid.SliceOfN(rapid.Int64Range(0, 4), 1, 3).Draw(t, "categories")
	}
	if maybe("of a store") {
		q.Store = rapid.Int64Range(1, 6).Draw(t, "store")
	}
	if maybe("of a brand") {
		q.Brand = rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "brand")
	}
	if maybe("with traits") {
		q.With, q.Without = index.Traits(rapid.IntRange(0, 31).Draw(t, "with")), index.Traits(rapid.IntRange(0, 31).Draw(t, "without"))
	}
	if maybe("with prices") {
		q.MinPrice, q.MaxPrice = rapid.Int64Range(0, 7).Draw(t, "least"), rapid.Int64Range(0, 7).Draw(t, "most")
	}
	if maybe("rated") {
		q.MinTenths = rapid.Int64Range(0, 51).Draw(t, "tenths")
	}
	if !maybe("not searched") {
		typed := phrase(t, 1, 3, "typed")
		q.Words = strings.Fields(typed[:rapid.IntRange(1, len(typed)).Draw(t, "letters")])
	}
	q.InName = len(q.Words) > 0 && maybe("in name")
	q.Order = index.Order(rapid.IntRange(0, int(index.Dearest)).Draw(t, "order"))
	q.Liked = rapid.SliceOfN(rapid.Int64Range(0, 3), 0, 2).Draw(t, "liked")
	return q
}

// naive is what Find has to return, read off the items one by one.
func naive(items map[int64]index.Item, q index.Query) []index.Item {
	var found []index.Item
	for _, i := range items {
		if q.Places != nil && !slices.Contains(q.Places, index.Place{Module: i.Module, Zone: i.Zone}) || q.Store != 0 && q.Store != i.Store ||
			q.Categories != nil && !slices.Contains(q.Categories, i.Category) || q.Brand != "" && q.Brand != i.Brand ||
			i.Traits&q.With != q.With || i.Traits&q.Without != 0 || i.Price < q.MinPrice || q.MaxPrice > 0 && i.Price > q.MaxPrice ||
			i.Figures.Tenths < q.MinTenths || len(q.Words) > 0 && place(i.Text, q.Words) < 0 || q.InName && place(i.Text, q.Words) > index.NameHasWords {
			continue
		}
		found = append(found, i)
	}
	slices.SortFunc(found, func(a, b index.Item) int {
		switch q.Order {
		case index.Newest:
			return cmp.Or(cmp.Compare(b.Created, a.Created), cmp.Compare(b.ID, a.ID))
		case index.Rated:
			return cmp.Or(cmp.Compare(b.Figures.Tenths, a.Figures.Tenths), cmp.Compare(b.Figures.RatingCount, a.Figures.RatingCount), cmp.Compare(a.ID, b.ID))
		case index.Cheapest:
			return cmp.Or(cmp.Compare(a.Price, b.Price), cmp.Compare(a.ID, b.ID))
		case index.Dearest:
			return cmp.Or(cmp.Compare(b.Price, a.Price), cmp.Compare(b.ID, a.ID))
		}
		return cmp.Or(cmp.Compare(part(a, q), part(b, q)), cmp.Compare(b.Figures.Sold, a.Figures.Sold), cmp.Compare(b.Figures.Tenths, a.Figures.Tenths), cmp.Compare(a.ID, b.ID))
	})
	return found
}

// part is the part of the list that an item stands in.
func part(i index.Item, q index.Query) (n int) {
	if q.Order == index.ByRelevance && len(q.Words) > 0 {
		return place(i.Text, q.Words)
	}
	if q.Order == index.ByRecommendation {
		if i.Traits&index.Recommended == 0 {
			n += 2
		}
		if !slices.Contains(q.Liked, i.Category) {
			n++
		}
	}
	return n
}

// place is where the words stand in a text, -1 when one is missing.
func place(text string, words []string) int {
	name, others, _ := strings.Cut(text, index.NameEnd)
	name, typed := strings.TrimSpace(name), strings.Join(words, " ")
	switch {
	case !holds(name+" "+others, words):
		return -1
	case name == typed:
		return index.NameItself
	case strings.HasPrefix(name, typed):
		return index.NameBegins
	case holds(name, words):
		return index.NameHasWords
	}
	return index.Elsewhere
}

func holds(text string, words []string) bool {
	for n, word := range words {
		if !slices.ContainsFunc(strings.Fields(text), func(w string) bool { return w == word || n == len(words)-1 && strings.HasPrefix(w, word) }) {
			return false
		}
	}
	return true
}

func idsOf(items []index.Item) []int64 {
	ids := make([]int64, len(items))
	for n, i := range items {
		ids[n] = i.ID
	}
	return ids
}

// Whatever has changed, in whatever steps, the index finds what a plain search
// through the items finds, in the same order, page by page, and counts it.
func TestFind_IsAsReadingEveryItem(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		items := map[int64]index.Item{}
		for id := range int64(rapid.IntRange(0, 150).Draw(t, "items")) {
			items[id+1] = item(t, id+1)
		}
		x := index.Build(slices.Collect(maps.Values(items)))
		for range rapid.IntRange(0, 6).Draw(t, "changes") {
			x = change(t, x, items)
		}
		if x.Len() != len(items) {
			t.Fatalf("%d items of %d", x.Len(), len(items))
		}
		checkCounts(t, x, items)
		for range 8 {
			q := query(t)
			want := idsOf(naive(items, q))
			skip, size := rapid.IntRange(0, len(want)+3).Draw(t, "skip"), rapid.IntRange(1, 20).Draw(t, "size")
			got, total := x.Find(q, skip, size)
			page := want[min(skip, len(want)):min(skip+size, len(want))]
			if total != len(want) || !slices.Equal(got, page) {
				t.Fatalf("%+v from %d: %v of %d, want %v of %d", q, skip, got, total, page, len(want))
			}
		}
	})
}

// change changes some items and the index with them: it puts in, takes out, and
// sells.
func change(t *rapid.T, x *index.Snapshot, items map[int64]index.Item) *index.Snapshot {
	if rapid.Bool().Draw(t, "trade") {
		var sold []index.ItemFigures
		for _, id := range rapid.SliceOfN(rapid.Int64Range(1, 160), 0, 10).Draw(t, "sold") {
			f := index.ItemFigures{ID: id, Figures: someFigures(t)}
			if i, ok := items[id]; ok && !slices.ContainsFunc(sold, func(s index.ItemFigures) bool { return s.ID == id }) {
				i.Figures = f.Figures
				items[id] = i
				sold = append(sold, f)
			}
		}
		return x.WithFigures(sold)
	}
	var changed []index.Item
	var gone []int64
	for _, id := range rapid.SliceOfNDistinct(rapid.Int64Range(1, 200), 0, 60, rapid.ID[int64]).Draw(t, "ids") {
		if rapid.IntRange(0, 3).Draw(t, "goes") == 0 {
			gone = append(gone, id)
			delete(items, id)
			continue
		}
		items[id] = item(t, id)
		changed = append(changed, items[id])
	}
	return x.With(changed, gone)
}

func checkCounts(t *rapid.T, x *index.Snapshot, items map[int64]index.Item) {
	counts, stores, categories, open := map[index.CategoryInZone]int{}, map[int64]bool{}, map[int64]int{}, map[int64]bool{}
	for id, i := range items {
		counts[index.CategoryInZone{Category: i.Category, Zone: i.Zone}]++
		if i.Category == 1 {
			stores[i.Store] = true
		}
		if i.Store == 2 {
			categories[i.Category]++
		}
		inside := i.From == i.To || i.From < i.To && i.From <= 3 && 3 < i.To || i.From > i.To && (i.From <= 3 || 3 < i.To)
		if i.Store%2 == 0 && inside && (i.Traits&index.Discounted != 0 || i.Store == 4) {
			open[id] = true
		}
		if store, sold := x.StoreOf(id); !sold || store != i.Store {
			t.Fatalf("item %d is of store %d", id, store)
		}
	}
	if diff := gocmp.Diff(counts, x.Counts()); diff != "" {
		t.Fatal("counts", diff)
	}
	if diff := gocmp.Diff(stores, x.StoresWith([]int64{1})); diff != "" {
		t.Fatal("stores", diff)
	}
	if diff := gocmp.Diff(categories, x.CategoriesOf(2)); diff != "" {
		t.Fatal("categories", diff)
	}
	even := func(store int64) bool { return store%2 == 0 }
	got, _ := x.Find(index.Query{Among: []index.Bits{
		x.OfStores(even), x.Discounted([]int64{4}), x.Available(func(store int64) (int, bool) { return 3, even(store) }),
	}}, 0, len(items)+1)
	slices.Sort(got)
	if want := slices.Sorted(maps.Keys(open)); !slices.Equal(got, want) {
		t.Fatalf("open, discounted and inside their window: %v, want %v", got, want)
	}
}

// A text finds what reading every document finds.
func TestText_PlacesAreAsReadingEveryDocument(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string { return phrase(t, 0, 3, "name") + " | " + phrase(t, 0, 3, "others") }), 0, 80).Draw(t, "texts")
		typed := phrase(t, 1, 3, "typed")
		asked := strings.Fields(typed[:rapid.IntRange(1, len(typed)).Draw(t, "letters")])
		want := make([]uint8, len(texts))
		for n, text := range texts {
			want[n] = index.NotFound
			if p := place(text, asked); p >= 0 {
				want[n] = uint8(p)
			}
		}
		if diff := gocmp.Diff(want, index.NewText(texts).Places(asked)); diff != "" {
			t.Fatal(diff)
		}
	})
}

// Many read while another changes the index: each sees one moment, whole.
func TestFind_WhileTheIndexChanges(t *testing.T) {
	t.Parallel()
	made := func(id, round int64) index.Item {
		return index.Item{ID: id, Store: id % 7, Module: 1, Zone: 1, Category: round, Price: round, Text: fmt.Sprintf("mango %d | fresh", round)}
	}
	var items []index.Item
	for id := range int64(500) {
		items = append(items, made(id+1, 0))
	}
	var mu sync.Mutex
	x := index.Build(items)
	current := func() *index.Snapshot { mu.Lock(); defer mu.Unlock(); return x }
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for range 200 {
				seen := current()
				for _, q := range []index.Query{{Words: []string{"m"}}, {Words: []string{"fresh"}}, {Places: []index.Place{{Module: 1, Zone: 1}}}} {
					if ids, total := seen.Find(q, 480, 40); total != 500 || len(ids) != 20 {
						t.Errorf("%+v: %d of %d items", q, len(ids), total)
						return
					}
				}
				sum := 0
				for _, n := range seen.Counts() {
					sum += n
				}
				if sum != 500 {
					t.Errorf("%d items are counted", sum)
				}
			}
		})
	}
	for round := range int64(60) {
		var changed []index.Item
		for n := range int64(20) {
			changed = append(changed, made((round*20+n)%500+1, round+1))
		}
		next := current().With(changed, nil).WithFigures([]index.ItemFigures{{ID: round + 1, Figures: index.Figures{Sold: round}}})
		mu.Lock()
		x = next
		mu.Unlock()
	}
	readers.Wait()
}
