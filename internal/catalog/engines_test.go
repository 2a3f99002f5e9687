package catalog_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/geo"
)

// misspelled returns a word with one mistake that people make.
func misspelled(word string, r *rand.Rand) string {
	letters := []rune(word)
	at := r.IntN(len(letters) - 1)
	switch r.IntN(4) {
	case 0:
		letters = slices.Delete(letters, at, at+1)
	case 1:
		letters = slices.Insert(letters, at, letters[at])
	case 2:
		letters[at], letters[at+1] = letters[at+1], letters[at]
	default:
		letters[at] = rune('a' + r.IntN(26))
	}
	return string(letters)
}

// Both engines show the same first page for 600 searches, a third of them misspelled,
// in every order, with filters, and the same suggestions and stores.
func TestSearch_BRW02_BothEnginesShowTheSamePage(t *testing.T) {
	t.Parallel()
	var services []*catalog.Service
	for _, d := range []db.Dialect{db.SQLite, db.Postgres} {
		s, _, _ := filled(t, d, 50)
		services = append(services, s)
	}
	from := &geo.Point{Lat: -11.41, Lng: 65.21}
	sorts := []catalog.Sort{catalog.Relevance, catalog.Newest, catalog.Cheapest, catalog.Nearest, catalog.DeliveryTime}
	asked, corrected := 0, 0
	for n, word := range vocabulary {
		r := rand.New(rand.NewPCG(uint64(n), 1))
		other := vocabulary[r.IntN(len(vocabulary))]
		for _, typed := range []string{
			word, word[:1], word[:2], word + " " + other, other + " " + word[:1], strings.ToUpper(word),
			misspelled(word, r), misspelled(other, r) + " " + word, misspelled(word, r) + " " + misspelled(other, r),
		} {
			sort := sorts[asked%len(sorts)]
			f := catalog.ItemFilter{Search: typed, Sort: sort, From: from, Veg: asked%5 == 0, OpenNow: asked%7 == 0}
			pages := make([]string, len(services))
			for i, s := range services {
				pages[i] = shownBy(t, s, f)
			}
			if pages[0] != pages[1] {
				t.Errorf("%q by %s: SQLite %.2000s\nPostgreSQL %.2000s", typed, sort, pages[0], pages[1])
			}
			if asked++; strings.Contains(pages[0], `"Exact":0`) {
				corrected++
			}
		}
	}
	if asked < 600 || corrected < 150 {
		t.Errorf("%d searches were compared, of which %d were corrected", asked, corrected)
	}
}

// shownBy returns all that a search shows.
func shownBy(t *testing.T, s *catalog.Service, f catalog.ItemFilter) string {
	t.Helper()
	items, err := s.Items(t.Context(), everywhere, f, catalog.Paging{Size: 10, Number: 1})
	if err != nil {
		t.Fatal(err)
	}
	stores, err := s.Stores(t.Context(), everywhere, catalog.StoreFilter{Search: f.Search, Sort: catalog.Relevance, From: f.From}, firstPage)
	if err != nil {
		t.Fatal(err)
	}
	suggested, err := s.Suggest(t.Context(), everywhere, f.Search)
	if err != nil {
		t.Fatal(err)
	}
	var storeIDs []int64
	for _, store := range stores.Stores {
		storeIDs = append(storeIDs, store.ID)
	}
	text, err := json.Marshal(suggested)
	if err != nil {
		t.Fatal(err)
	}
	correction, err := json.Marshal([]*catalog.Correction{items.Correction, stores.Correction})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(idsOf(items), items.Total, storeIDs, stores.Total, string(correction), string(text))
}
