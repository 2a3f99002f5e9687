package catalog_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/geo"
)

// vocabulary makes names and searches of the measured towns.
var vocabulary = strings.Fields(`mango chicken rice burger curry fish tuna coconut noodle soup salad wrap grilled spicy sweet sour
	fried roast lime ginger garlic masala biryani kebab paneer tofu egg cheese bread roll bun pizza pasta garden fresh iced tea coffee
	latte juice smoothie cake brownie tart pudding cookie donut lobster crab prawn octopus squid lamb beef duck corn bean lentil spinach
	potato onion tomato basil mint chili honey almond cashew pistachio vanilla chocolate caramel banana papaya pineapple guava melon`)

// large is a town of so many items, 20 a store, on SQLite.
func large(b testing.TB, items int) (*catalog.Service, catalog.Scope) {
	b.Helper()
	d, err := db.Open(b.Context(), db.Options{Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { d.Close() })
	if err := db.Migrate(b.Context(), d); err != nil {
		b.Fatal(err)
	}
	catalogtest.New(b, d).Fill(items/20, 20, rand.New(rand.NewPCG(1, 2)), vocabulary)
	s := catalog.New(d, clock.System)
	here := catalog.Scope{Zones: []int64{catalogtest.Harbour, catalogtest.Hill}, ModuleID: catalogtest.Food}
	if _, err := s.Items(b.Context(), here, catalog.ItemFilter{}, catalog.Paging{Size: 20, Number: 1}); err != nil {
		b.Fatal(err)
	}
	return s, here
}

// hostileWords are as many words as a search may have, as long as it may be, each two
// mistakes from a word of the town, so that all are corrected.
func hostileWords(n int) string {
	r := rand.New(rand.NewPCG(uint64(n), 1))
	var words []string
	for len(words) < 8 {
		if word := vocabulary[r.IntN(len(vocabulary))]; len(word) >= 8 {
			words = append(words, misspelled(misspelled(word, r), r))
		}
	}
	return strings.Join(words, " ")
}

// BenchmarkCatalog is one request of each kind that nobody asked before, in
// towns of 10,000 and 100,000 items.
func BenchmarkCatalog(b *testing.B) {
	for _, items := range []int{10_000, 100_000} {
		s, here := large(b, items)
		list := func(f catalog.ItemFilter, page int) func(context.Context, int) error {
			return func(ctx context.Context, _ int) error {
				_, err := s.Items(ctx, here, f, catalog.Paging{Size: 20, Number: page})
				return err
			}
		}
		search := func(typed func(n int) string) func(context.Context, int) error {
			return func(ctx context.Context, n int) error {
				return list(catalog.ItemFilter{Search: typed(n)}, 1)(ctx, n)
			}
		}
		word := func(n int) string { return vocabulary[n%len(vocabulary)] }
		calls := []struct {
			name string
			call func(context.Context, int) error
		}{
			{"list", list(catalog.ItemFilter{}, 1)},
			{"last page", list(catalog.ItemFilter{}, items/40)},
			{"veg", list(catalog.ItemFilter{Veg: true}, 1)},
			{"discounted", list(catalog.ItemFilter{Discounted: true}, 1)},
			{"price", list(catalog.ItemFilter{MinPrice: 500, MaxPrice: 900}, 1)},
			{"cheapest", list(catalog.ItemFilter{Sort: catalog.Cheapest}, 1)},
			{"open now", list(catalog.ItemFilter{AvailableNow: true}, 1)},
			{"category", list(catalog.ItemFilter{CategoryID: catalogtest.Meals}, 1)},
			{"common word", search(word)},
			{"two words", search(func(n int) string { return word(n) + " " + word(n/len(vocabulary) + n + 1)[:2] })},
			{"one letter", search(func(n int) string { return word(n)[:1] })},
			{"misspelled", search(func(n int) string { return misspelled(word(n), rand.New(rand.NewPCG(uint64(n), 1))) })},
			{"two misspelled", search(func(n int) string {
				r := rand.New(rand.NewPCG(uint64(n), 1))
				return misspelled(word(n), r) + " " + misspelled(word(n/7), r)
			})},
			{"hostile", search(hostileWords)},
			{"nearest", func(ctx context.Context, n int) error {
				return list(catalog.ItemFilter{Search: word(n)[:1], Sort: catalog.Nearest, From: &geo.Point{Lat: -11.4, Lng: 65.2}}, 1)(ctx, n)
			}},
			{"near a point", func(ctx context.Context, n int) error {
				return list(catalog.ItemFilter{Search: word(n)[:1], From: &geo.Point{Lat: -11.4, Lng: 65.2}}, 1)(ctx, n)
			}},
			{"suggestions", func(ctx context.Context, n int) error {
				_, err := s.Suggest(ctx, here, word(n)[:1+n%len(word(n))])
				return err
			}},
			{"stores", func(ctx context.Context, _ int) error {
				_, err := s.Stores(ctx, here, catalog.StoreFilter{OpenNow: true}, catalog.Paging{Size: 20, Number: 1})
				return err
			}},
			{"stores of a word", func(ctx context.Context, n int) error {
				_, err := s.Stores(ctx, here, catalog.StoreFilter{Search: word(n)}, catalog.Paging{Size: 20, Number: 1})
				return err
			}},
			{"stores of a category", func(ctx context.Context, n int) error {
				_, err := s.Stores(ctx, here, catalog.StoreFilter{CategoryID: catalogtest.Meals}, catalog.Paging{Size: 20, Number: 1})
				return err
			}},
			{"item", func(ctx context.Context, _ int) error { _, err := s.Item(ctx, "item-77"); return err }},
		}
		for _, c := range calls {
			b.Run(fmt.Sprintf("%s/%d", c.name, items), func(b *testing.B) {
				b.ReportAllocs()
				for n := 0; b.Loop(); n++ {
					if err := c.call(b.Context(), n); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
