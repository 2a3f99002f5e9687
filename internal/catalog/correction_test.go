package catalog_test

import (
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/geo"
	"hawker/internal/hours"
)

func TestSearch_BRW02_FindsWhatIsMisspelled(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newFixture(t, open(t))
		store, hill := w.Store(1, nil), w.Store(2, in(catalogtest.Hill))
		for id, name := range []string{"Chicken Biryani", "Chicken Burger", "Lamb Kebab", "Lime Soda", "Vegetable Biryani", "Coke 500ml", "Chikken Wrap"} {
			w.Item(int64(id+1), store, func(i *catalog.Item) { i.Name, i.Tags.V, i.SoldCount = name, []string{"dinner"}, int64(9-id) })
		}
		for id := range int64(25) {
			w.Item(100+id, store, func(i *catalog.Item) { i.Name = "Cake" })
		}
		w.Item(200, hill, func(i *catalog.Item) { i.Name = "Lanb" })
		cakes := func(first ...int64) []int64 {
			for id := range int64(20 - len(first)) {
				first = append(first, 100+id)
			}
			return first
		}
		tests := []struct {
			name, typed string
			f           catalog.ItemFilter
			want        []int64
			correction  *catalog.Correction
		}{
			{name: "one letter is missing", typed: "chiken burger", want: []int64{2}, correction: &catalog.Correction{Words: "chicken burger"}},
			{name: "every word has a mistake", typed: "chcken brger", want: []int64{2}, correction: &catalog.Correction{Words: "chicken burger"}},
			{name: "two mistakes in a long word", typed: "vegatible", want: []int64{5}, correction: &catalog.Correction{Words: "vegetable"}},
			{name: "a mistake while typing", typed: "biriyan", want: []int64{1, 5}, correction: &catalog.Correction{Words: "biryani"}},
			{name: "elsewhere than in the name", typed: "burger diner", want: []int64{2}, correction: &catalog.Correction{Words: "burger dinner"}},
			{name: "both words are right, but not together", typed: "lime kebab", want: []int64{}},
			{name: "what is spelled so elsewhere is misspelled here", typed: "lanb", want: []int64{3}, correction: &catalog.Correction{Words: "lamb"}},
			{name: "few have it as typed, and many another", typed: "coke", want: cakes(6), correction: &catalog.Correction{Words: "cake", Exact: 1}},
			{name: "in another order too", typed: "coke", f: catalog.ItemFilter{Sort: catalog.Newest}, want: []int64{6}, correction: &catalog.Correction{Words: "cake", Exact: 1}},
			{name: "few have it as typed, and not many another", typed: "chikken", want: []int64{7}},
			{name: "as typed, if that is asked for", typed: "chiken", f: catalog.ItemFilter{Exact: true}, want: []int64{}},
			{name: "a filter does not change what was meant", typed: "chiken", f: catalog.ItemFilter{Veg: true}, want: []int64{}, correction: &catalog.Correction{Words: "chicken"}},
			{name: "numbers are not corrected", typed: "600ml", want: []int64{}},
			{name: "short words are not corrected", typed: "lim lam", want: []int64{}},
			{name: "nothing is like it", typed: "zzzzzzzz", want: []int64{}},
		}
		for _, tt := range tests {
			tt.f.Search = tt.typed
			page, err := w.s.Items(t.Context(), harbour, tt.f, catalog.Paging{Size: 20, Number: 1})
			if err != nil {
				t.Fatal(err)
			}
			got := idsOf(page)
			if tt.f.Sort == catalog.Newest {
				got = got[:1]
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%s: %q finds %v, want %v", tt.name, tt.typed, got, tt.want)
			}
			if diff := gocmp.Diff(tt.correction, page.Correction); diff != "" {
				t.Errorf("%s: %q: %s", tt.name, tt.typed, diff)
			}
		}
	})
}

func TestSearch_BRW02_FindsStoresThatAreMisspelled(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newFixture(t, open(t))
		store := w.Store(1, func(s *catalog.Store) { s.Name, s.Tagline = "Mangrove Grill", "Seafood" })
		w.Store(2, func(s *catalog.Store) { s.Name = "Coral Kitchen" })
		w.Item(1, store, func(i *catalog.Item) { i.Name = "Mango" })
		for typed, want := range map[string]struct {
			ids []int64
			*catalog.Correction
		}{
			"corl":   {[]int64{2}, &catalog.Correction{Words: "coral"}},
			"sefod":  {[]int64{}, nil}, // two mistakes in five letters
			"seafod": {[]int64{1}, &catalog.Correction{Words: "seafood"}},
			"mango":  {[]int64{}, nil}, // items have it: it is not misspelled
		} {
			page, err := w.s.Stores(t.Context(), harbour, catalog.StoreFilter{Search: typed}, firstPage)
			if err != nil {
				t.Fatal(err)
			}
			ids := []int64{}
			for _, s := range page.Stores {
				ids = append(ids, s.ID)
			}
			if !slices.Equal(ids, want.ids) || !gocmp.Equal(page.Correction, want.Correction) {
				t.Errorf("%q finds %v, %+v, want %v, %+v", typed, ids, page.Correction, want.ids, want.Correction)
			}
			if got := w.storeIDs(t, harbour, catalog.StoreFilter{Search: typed, Exact: true}); len(got) > 0 {
				t.Errorf("%q as typed finds %v", typed, got)
			}
		}
	})
}

func TestSuggest_BRW02_CorrectsWhileTyping(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newFixture(t, open(t))
		store := w.Store(1, func(s *catalog.Store) { s.Name = "Biryani House" })
		w.Category(catalog.Category{ID: 5, ModuleID: catalogtest.Food, Slug: "biryani", Name: "Biryani"})
		w.Item(1, store, func(i *catalog.Item) { i.Name = "Chicken Biryani" })
		w.Item(2, store, func(i *catalog.Item) { i.Name, i.Tags.V = "Raita", []string{"biryani"} })
		found, err := w.s.Suggest(t.Context(), harbour, "biriya")
		if err != nil {
			t.Fatal(err)
		}
		var kinds []string
		for _, s := range found.List {
			kinds = append(kinds, s.Kind+" "+s.Name)
		}
		if want := []string{"category Biryani", "store Biryani House", "item Chicken Biryani"}; !slices.Equal(kinds, want) {
			t.Errorf("suggestions are %q, want %q", kinds, want)
		}
		if diff := gocmp.Diff(&catalog.Correction{Words: "biryani"}, found.Correction); diff != "" {
			t.Error(diff)
		}
	})
}

// At the same rank of the words, what can be ordered now comes first, then what is near
// and popular.
func TestSearch_BRW02_RelevanceKnowsMoreThanWords(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newFixture(t, open(t))
		at := func(latitude float64, orders int64) func(*catalog.Store) {
			return func(s *catalog.Store) { s.Name, s.Latitude, s.OrderCount = "Mango", latitude, orders }
		}
		near, middle, far := w.Store(1, at(0.01, 1)), w.Store(2, at(0.03, 1)), w.Store(3, at(0.2, 99))
		closed := w.Store(4, func(s *catalog.Store) {
			at(0, 999)(s)
			s.Schedule.V = hours.Schedule{}
		})
		for _, row := range []struct {
			id    int64
			store catalog.Store
			sold  int64
			name  string
		}{
			{1, near, 9, "Mango"}, {2, near, 30, "Mango"}, {3, middle, 10, "Mango"}, {4, far, 100, "Mango"}, {5, far, 9, "Mango"}, {6, closed, 1000, "Mango"},
			{7, near, 1000, "Mango Lassi"},
		} {
			w.Item(row.id, row.store, func(i *catalog.Item) { i.Name, i.SoldCount = row.name, row.sold })
		}
		w.Item(8, near, func(i *catalog.Item) {
			i.Name, i.SoldCount, i.AvailableFrom, i.AvailableTo = "Mango", 2000, "18:00", "23:00"
		})
		here := &geo.Point{Lat: 0.0049}
		for _, tt := range []struct {
			name string
			f    catalog.ItemFilter
			want []int64
		}{
			{"no point", catalog.ItemFilter{}, []int64{4, 2, 3, 1, 5, 8, 6, 7}},
			{"a point", catalog.ItemFilter{From: here}, []int64{2, 4, 3, 1, 5, 8, 6, 7}},
			{"another point in the same area", catalog.ItemFilter{From: &geo.Point{Lat: -0.0049}}, []int64{2, 4, 3, 1, 5, 8, 6, 7}},
			{"another area", catalog.ItemFilter{From: &geo.Point{Lat: 0.2}}, []int64{4, 2, 5, 3, 1, 8, 6, 7}},
			{"nearest", catalog.ItemFilter{From: here, Sort: catalog.Nearest}, []int64{6, 8, 7, 2, 1, 3, 4, 5}},
		} {
			tt.f.Search = "mango"
			if got := w.ids(t, harbour, tt.f); !slices.Equal(got, tt.want) {
				t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
			}
		}
		for name, tt := range map[string]struct {
			f    catalog.StoreFilter
			want []int64
		}{
			"stores":        {catalog.StoreFilter{Search: "mango"}, []int64{3, 1, 2, 4}},
			"near stores":   {catalog.StoreFilter{Search: "mango", From: here}, []int64{1, 3, 2, 4}},
			"nothing typed": {catalog.StoreFilter{From: here}, []int64{4, 3, 1, 2}},
		} {
			if got := w.storeIDs(t, harbour, tt.f); !slices.Equal(got, tt.want) {
				t.Errorf("%s: %v, want %v", name, got, tt.want)
			}
		}
	})
}
