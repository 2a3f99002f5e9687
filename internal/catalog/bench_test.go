package catalog_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/clock"
	"hawker/internal/db"
)

// vocabulary makes names and searches of the measured towns.
var vocabulary = strings.Fields(`mango chicken rice burger curry fish tuna coconut noodle soup salad wrap grilled spicy sweet sour
	fried roast lime ginger garlic masala biryani kebab paneer tofu egg cheese bread roll bun pizza pasta garden fresh iced tea coffee
	latte juice smoothie cake brownie tart pudding cookie donut lobster crab prawn octopus squid lamb beef duck corn bean lentil spinach
	potato onion tomato basil mint chili honey almond cashew pistachio vanilla chocolate caramel banana papaya pineapple guava melon`)

// large is a town of 10,000 items in 500 stores, on SQLite.
func large(b *testing.B) (*catalog.Service, catalog.Place) {
	b.Helper()
	d, err := db.Open(b.Context(), db.Options{Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { d.Close() })
	if err := db.Migrate(b.Context(), d); err != nil {
		b.Fatal(err)
	}
	catalogtest.New(b, d).Fill(500, 20, rand.New(rand.NewPCG(1, 2)), vocabulary)
	return catalog.New(d, clock.System), catalog.Place{Zones: []int64{catalogtest.Harbour, catalogtest.Hill}, ModuleID: catalogtest.Food}
}

func BenchmarkItems(b *testing.B) {
	s, here := large(b)
	for b.Loop() {
		if page, err := s.Items(b.Context(), here, catalog.ItemFilter{}, catalog.Paging{Size: 20, Number: 1}); err != nil || len(page.Items) != 20 {
			b.Fatal(len(page.Items), err)
		}
	}
}

func BenchmarkItem(b *testing.B) {
	s, _ := large(b)
	for b.Loop() {
		if _, err := s.Item(b.Context(), "item-77"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSearch asks something else each time, so nothing is remembered.
func BenchmarkSearch(b *testing.B) {
	s, here := large(b)
	n := 0
	for b.Loop() {
		n++
		typed := fmt.Sprint(vocabulary[n%len(vocabulary)], " ", vocabulary[n/len(vocabulary)%len(vocabulary)][:2])
		if n%2 == 0 {
			typed = vocabulary[n%len(vocabulary)]
		}
		if _, err := s.Items(b.Context(), here, catalog.ItemFilter{Search: typed}, catalog.Paging{Size: 20, Number: 1}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSuggest(b *testing.B) {
	s, here := large(b)
	n := 0
	for b.Loop() {
		n++
		word := vocabulary[n%len(vocabulary)]
		if _, err := s.Suggest(b.Context(), here, word[:1+n%len(word)]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkStores(b *testing.B) {
	s, here := large(b)
	for b.Loop() {
		if _, err := s.Stores(b.Context(), here, catalog.StoreFilter{OpenNow: true}, catalog.Paging{Size: 20, Number: 1}); err != nil {
			b.Fatal(err)
		}
	}
}
