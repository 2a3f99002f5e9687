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
	"hawker/internal/catalog/index/indextest"
)

var words = strings.Fields("mango man mangos lassi la fresh rice ri r maki m mangosteen mint mini")

// typing is a phrase as somebody may type it: unfinished, or with letters that are wrong.
func typing(t *rapid.T) []string {
	typed := []rune(phrase(t, 1, 3, "typed"))
	typed = typed[:rapid.IntRange(1, len(typed)).Draw(t, "letters")]
	for range rapid.IntRange(0, 3).Draw(t, "edits") {
		at, letter := rapid.IntRange(0, len(typed)-1).Draw(t, "at"), rapid.SampledFrom([]rune("mangoste")).Draw(t, "letter")
		switch rapid.IntRange(0, 2).Draw(t, "edit") {
		case 0:
			typed = slices.Insert(typed, at, letter)
		case 1:
			typed[at] = letter
		default:
			typed[at], typed[len(typed)/2] = typed[len(typed)/2], typed[at]
		}
	}
	return strings.Fields(string(typed))
}

func phrase(t *rapid.T, minWords, maxWords int, label string) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), minWords, maxWords).Draw(t, label), " ")
}

func item(t *rapid.T, id int64) index.Item {
	small := func(limit int64, label string) int64 { return rapid.Int64Range(0, limit).Draw(t, label) }
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
	if maybe("in modules") {
		q.Modules = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) index.ModuleInZone {
			return index.ModuleInZone{Module: rapid.Int64Range(0, 2).Draw(t, "module"), Zone: rapid.Int64Range(0, 3).Draw(t, "zone")}
		}), 1, 3).Draw(t, "modules")
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
		q.Typed = typing(t)
	}
	q.InName, q.Exact = len(q.Typed) > 0 && maybe("in name"), maybe("exact")
	q.Order = index.Order(rapid.IntRange(0, int(index.ByStores)).Draw(t, "order"))
	q.Liked = rapid.SliceOfN(rapid.Int64Range(0, 3), 0, 2).Draw(t, "liked")
	q.Stores = [][]int64{{3}, {1, 5, 9}, {2}}
	return q
}

// naive is what Find has to return, read off the items one by one.
func naive(items map[int64]index.Item, q index.Query) (found []index.Item, page index.Page) {
	texts := map[int64]string{}
	for id, i := range items {
		if inScope(i, q) {
			texts[id] = i.Text
		}
	}
	search := indextest.Found{Ranks: map[int64]int{}}
	if len(q.Typed) > 0 {
		search = indextest.Search(texts, q.Search)
	}
	for id := range texts {
		if p, ok := search.Ranks[id]; !refused(items[id], q) && (ok || len(q.Typed) == 0) {
			found = append(found, items[id])
			if p < index.NameHasCorrectedWords {
				page.Exact++
			}
		}
	}
	if page.Total = len(found); page.Exact == 0 || page.Exact < page.Total {
		page.Spelling = search.Spelling
	}
	slices.SortFunc(found, func(a, b index.Item) int {
		p, r := search.Ranks[a.ID], search.Ranks[b.ID]
		return cmp.Or(cmp.Compare(p/index.NameHasCorrectedWords, r/index.NameHasCorrectedWords), inOrder(a, b, p, r, q))
	})
	return found, page
}

func inScope(i index.Item, q index.Query) bool {
	return (q.Modules == nil || slices.Contains(q.Modules, index.ModuleInZone{Module: i.Module, Zone: i.Zone})) &&
		(q.Store == 0 || q.Store == i.Store) && (q.Categories == nil || slices.Contains(q.Categories, i.Category))
}

func refused(i index.Item, q index.Query) bool {
	return q.Brand != "" && q.Brand != i.Brand || i.Traits&q.With != q.With || i.Traits&q.Without != 0 ||
		i.Price < q.MinPrice || q.MaxPrice > 0 && i.Price > q.MaxPrice || i.Figures.Tenths < q.MinTenths
}

// inOrder compares two items whose words have the ranks p and r.
func inOrder(a, b index.Item, p, r int, q index.Query) int {
	switch q.Order {
	case index.Newest:
		return cmp.Or(cmp.Compare(b.Created, a.Created), cmp.Compare(b.ID, a.ID))
	case index.Rated:
		return cmp.Or(cmp.Compare(b.Figures.Tenths, a.Figures.Tenths), cmp.Compare(b.Figures.RatingCount, a.Figures.RatingCount), cmp.Compare(a.ID, b.ID))
	case index.Cheapest:
		return cmp.Or(cmp.Compare(a.Price, b.Price), cmp.Compare(a.ID, b.ID))
	case index.Dearest:
		return cmp.Or(cmp.Compare(b.Price, a.Price), cmp.Compare(b.ID, a.ID))
	case index.ByRelevance:
		p, r = 100*p-points(a, q), 100*r-points(b, q)
	default:
		p, r = part(a, q), part(b, q)
	}
	return cmp.Or(cmp.Compare(p, r), cmp.Compare(b.Figures.Sold, a.Figures.Sold), cmp.Compare(b.Figures.Tenths, a.Figures.Tenths), cmp.Compare(a.ID, b.ID))
}

// points are those of the boosts that boosts makes.
func points(i index.Item, q index.Query) (n int) {
	if len(q.Typed) == 0 {
		return 0
	}
	if i.Store%2 == 0 {
		n = 8
	}
	return n + len([]int{1, 2, 3}[:min(i.Figures.Sold, 3)])
}

// boosts gives items of even stores 8 points, and 1, 2 or 3 points for what was sold.
func boosts(x *index.Snapshot) []index.Boost {
	even := x.OfStores(func(store int64) bool { return store%2 == 0 })
	return []index.Boost{{Items: x.SoldAtLeast(1), Points: 1}, {Items: even, Points: 8}, {Items: x.SoldAtLeast(2), Points: 1}, {Items: x.SoldAtLeast(3), Points: 1}}
}

// part is the part of the list that an item stands in.
func part(i index.Item, q index.Query) (n int) {
	if q.Order == index.ByStores {
		if n = slices.IndexFunc(q.Stores, func(group []int64) bool { return slices.Contains(group, i.Store) }); n < 0 {
			n = len(q.Stores)
		}
		return n
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
			found, want := naive(items, q)
			q.Boosts = boosts(x)
			skip, size := rapid.IntRange(0, len(found)+3).Draw(t, "skip"), rapid.IntRange(1, 20).Draw(t, "size")
			want.IDs = idsOf(found[min(skip, len(found)):min(skip+size, len(found))])
			if diff := gocmp.Diff(want, x.Find(q, skip, size)); diff != "" {
				t.Fatalf("%+v from %d: %s", q, skip, diff)
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
	got := x.Find(index.Query{Within: []index.Bits{x.OfStores(even)}, Among: []index.Bits{
		x.Discounted([]int64{4}, nil), x.Available(func(store int64) (int, bool) { return 3, even(store) }),
	}}, 0, len(items)+1).IDs
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
		inScope, isIn := map[int64]string{}, func(doc uint32) bool { return doc%3 != 1 }
		for n, text := range texts {
			if isIn(uint32(n)) {
				inScope[int64(n)] = text
			}
		}
		w := index.Search{Typed: typing(t), InName: rapid.Bool().Draw(t, "in name"), Exact: rapid.Bool().Draw(t, "exact")}
		found := indextest.Search(inScope, w)
		want := slices.Repeat([]uint8{index.NotFound}, len(texts))
		for id, rank := range found.Ranks {
			want[id] = uint8(rank)
		}
		ranks, spelling := index.NewText(texts).Ranks(w, isIn)
		if diff := gocmp.Diff(want, ranks) + gocmp.Diff(found.Spelling, spelling); diff != "" {
			t.Fatal(diff)
		}
	})
}

// A word among the others does not rank a name that only has what the word may mean.
func TestText_SearchInNamesDoesNotRankByOtherWords(t *testing.T) {
	t.Parallel()
	texts := []string{"mango | mangos", "rice | fresh"}
	words := index.Search{Typed: []string{"mangos"}, InName: true}
	ranks, _ := index.NewText(texts).Ranks(words, func(uint32) bool { return true })
	if want := []uint8{index.NameHasCorrectedWords, index.NotFound}; !slices.Equal(ranks, want) {
		t.Fatalf("ranks %v, want %v", ranks, want)
	}
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
				for _, q := range []index.Query{{Search: index.Search{Typed: []string{"m"}}}, {Search: index.Search{Typed: []string{"fersh"}}}, {Modules: []index.ModuleInZone{{Module: 1, Zone: 1}}}} {
					if page := seen.Find(q, 480, 40); page.Total != 500 || len(page.IDs) != 20 {
						t.Errorf("%+v: %d of %d items", q, len(page.IDs), page.Total)
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
