package index_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"hawker/internal/catalog/index"
)

// catalogue is an index of so many items, of words that are as common as words
// are: the first in every third item, the last in hardly any.
func catalogue(items int) *index.Snapshot {
	r := rand.New(rand.NewPCG(1, 2))
	phrase := func(n int) string {
		words := make([]string, n)
		for i := range words {
			words[i] = fmt.Sprintf("w%d", int(r.ExpFloat64()*r.ExpFloat64()*40))
		}
		return strings.Join(words, " ")
	}
	all := make([]index.Item, items)
	for n := range all {
		all[n] = index.Item{
			ID: int64(n + 1), Store: int64(n / 20), Zone: int64(n / 20 % 4), Module: int64(n / 20 % 3), Category: int64(n % 50),
			Price: r.Int64N(5000), Created: r.Int64N(1e9), Figures: index.Figures{Sold: r.Int64N(300), RatingCount: 9, Tenths: r.Int64N(51)},
			Traits: index.Traits(r.IntN(32)), Text: phrase(3) + " | " + phrase(6),
		}
	}
	return index.Build(all)
}

// A page of 100,000 items takes no more memory than twice what one of 10,000
// takes, on the first page as on the last.
func TestFind_GrowsNotWithTheCatalogue(t *testing.T) {
	small, large := catalogue(10_000), catalogue(100_000)
	here := []index.ModuleInZone{{Module: 1, Zone: 1}, {Module: 1, Zone: 2}}
	for name, q := range map[string]index.Query{
		"a list":      {Modules: here},
		"veg":         {Modules: here, With: index.Veg},
		"a price":     {Modules: here, MinPrice: 500, MaxPrice: 900, Order: index.Cheapest},
		"a rating":    {Modules: here, MinTenths: 40, Order: index.Rated},
		"a word":      {Modules: here, Search: index.Search{Typed: []string{"w1"}}, Order: index.ByRelevance},
		"two words":   {Modules: here, Search: index.Search{Typed: []string{"w1", "w2"}}, Order: index.ByRelevance},
		"one letter":  {Modules: here, Search: index.Search{Typed: []string{"w"}}, Order: index.ByRelevance},
		"recommended": {Modules: here, Order: index.ByRecommendation, Liked: []int64{1, 2}},
	} {
		for _, page := range []string{"first", "last"} {
			allocations := func(x *index.Snapshot) float64 {
				total := x.Find(q, 0, 20).Total
				if total < 60 {
					t.Fatalf("%s: only %d items", name, total)
				}
				skip := 0
				if page == "last" {
					skip = total - 20
				}
				return testing.AllocsPerRun(50, func() { x.Find(q, skip, 20) })
			}
			of10, of100 := allocations(small), allocations(large)
			if of100 > 2*of10+8 { // the race detector has pools forget now and then
				t.Errorf("%s, %s page: %.0f allocations of 100,000 items, %.0f of 10,000", name, page, of100, of10)
			}
		}
	}
}

// A search of items beside one of stores leaves no sets behind: each finds room
// in those of the other.
func TestFind_SharesItsRoomWithASearchOfStores(t *testing.T) {
	items := catalogue(100_000)
	stores := index.NewText([]string{"mango bar", "lassi house"})
	took := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			items.Find(index.Query{Search: index.Search{Typed: []string{"w1"}}, Order: index.ByRelevance}, 0, 20)
			stores.Ranks(index.Search{Typed: []string{"mango"}}, func(uint32) bool { return true })
		}
	})
	if perCall := took.AllocedBytesPerOp(); perCall > 20_000 { // one set of items is 12,500
		t.Errorf("both take %d bytes", perCall)
	}
}

// Changing a few items of a large catalogue touches those and the words they
// have, not the words of all others.
func TestWith_CostsWhatChanged(t *testing.T) {
	allocations := func(x *index.Snapshot, changed int) float64 {
		items := make([]index.Item, changed)
		for n := range items {
			items[n] = index.Item{ID: int64(n + 1), Store: 1, Zone: 1, Module: 1, Category: 1, Text: "mango lassi | fresh"}
		}
		return testing.AllocsPerRun(5, func() { x.With(items, nil) })
	}
	small, large := catalogue(2_000), catalogue(50_000)
	if of2, of50 := allocations(small, 10), allocations(large, 10); of50 > 2*of2 {
		t.Errorf("10 changes take %.0f allocations in 50,000 items, %.0f in 2,000", of50, of2)
	}
}

func BenchmarkWith(b *testing.B) {
	x := catalogue(100_000)
	items := []index.Item{{ID: 7, Store: 1, Zone: 1, Module: 1, Category: 1, Text: "mango lassi | fresh"}}
	for b.Loop() {
		x.With(items, nil)
	}
}
