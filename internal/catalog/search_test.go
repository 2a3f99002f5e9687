package catalog_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// One table for both engines: what was typed, and the items it finds, the best
// first.
func TestSearch_BRW02_Ranks(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newFixture(t, open(t))
		store := w.Store(1, nil)
		for _, row := range []struct {
			id   int64
			name string
			sold int64
			tags []string
		}{
			{1, "Mango", 1, nil},
			{2, "Mango Lassi", 20, nil},
			{3, "Fresh Mango Juice", 90, nil},
			{4, "Tropical Salad", 99, []string{"mango", "papaya"}},
			{5, "Mangosteen", 5, nil},
			{6, "Crème Brûlée", 1, nil},
			{7, "Chef's 2-in-1 Menu", 1, nil},
			{8, "Lassi with Mango", 50, nil},
			{9, "ÆGIR Straße", 1, nil},
			{10, "दाल मखनी", 1, nil},
			{11, "寿司 盛り合わせ", 1, nil},
			{12, "Mango Chutney", 20, nil},
		} {
			w.Item(row.id, store, func(i *catalog.Item) { i.Name, i.SoldCount, i.Tags.V = row.name, row.sold, row.tags })
		}
		w.Item(13, w.Store(2, in(catalogtest.Hill)), func(i *catalog.Item) { i.Name = "Mango Ice" })
		w.Item(14, store, func(i *catalog.Item) { i.Name, i.Active = "Mango Tart", false })

		tests := []struct {
			name, typed string
			want        []int64
		}{
			{"itself, begins with it, has it in the name, elsewhere", "mango", []int64{1, 2, 12, 5, 3, 8, 4}},
			{"unfinished", "mang", []int64{2, 12, 5, 1, 3, 8, 4}},
			{"every word, in this order first", "mango lassi", []int64{2, 8}},
			{"every word, the other way round", "lassi mango", []int64{8, 2}},
			{"a word before the last is whole", "man lassi", []int64{}},
			{"a part from the middle is no word", "eam", []int64{}},
			{"letter case", "MANGO LASSI", []int64{2, 8}},
			{"accents left out", "creme brulee", []int64{6}},
			{"accents typed", "CRÈME brûl", []int64{6}},
			{"accents of another kind", "crème", []int64{6}},
			{"apostrophes", "chefs menu", []int64{7}},
			{"apostrophes typed", "chef’s", []int64{7}},
			{"hyphens", "2-in-1", []int64{7}},
			{"digits", "2 in 1 menu", []int64{7}},
			{"ligatures and sharp s", "ægir strasse", []int64{9}},
			{"Hindi", "दाल", []int64{10}},
			{"Japanese", "寿", []int64{11}},
			{"a tag", "papaya", []int64{4}},
			{"nothing of the kind", "pizza", []int64{}},
			{"spaces around", "  mangosteen  ", []int64{5}},
			{"no word at all", "?!", []int64{}},
		}
		for _, tt := range tests {
			if got := w.ids(t, harbour, catalog.ItemFilter{Search: tt.typed}); !slices.Equal(got, tt.want) {
				t.Errorf("%s: %q finds %v, want %v", tt.name, tt.typed, got, tt.want)
			}
			if got := w.ids(t, harbour, catalog.ItemFilter{Search: tt.typed, StoreID: 1}); !slices.Equal(got, tt.want) {
				t.Errorf("%s: %q finds %v in its store, want %v", tt.name, tt.typed, got, tt.want)
			}
		}
		if got := w.ids(t, harbour, catalog.ItemFilter{Search: "mango", Sort: catalog.Popular}); !slices.Equal(got, []int64{4, 3, 8, 2, 12, 5, 1}) {
			t.Errorf("another order: %v", got)
		}
		if got := w.ids(t, everywhere, catalog.ItemFilter{Search: "mango", StoreID: 2}); !slices.Equal(got, []int64{13}) {
			t.Errorf("inside a store: %v", got)
		}
		w.Exec(`UPDATE items SET search_text = $1 WHERE id = 1`, catalog.SearchText("Papaya"))
		w.later() // how many there are is remembered for a moment
		if got := w.ids(t, harbour, catalog.ItemFilter{Search: "papaya"}); !slices.Equal(got, []int64{1, 4}) {
			t.Errorf("after a new name: %v", got)
		}
	})
}

func TestSearch_BRW02_Stores(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newFixture(t, open(t))
		named := func(name, tagline string, orders int64) func(*catalog.Store) {
			return func(s *catalog.Store) { s.Name, s.Tagline, s.OrderCount = name, tagline, orders }
		}
		w.Store(1, named("Coral Kitchen", "Seafood, Rice", 1))
		w.Store(2, named("The Coral Cup", "Coffee", 9))
		w.Store(3, named("Reef Grill", "Coral trout", 99))
		w.Store(4, func(s *catalog.Store) { s.Name, s.Active = "Coral Gone", false })
		for typed, want := range map[string][]int64{"coral": {1, 2, 3}, "coral k": {1}, "seafood": {1}, "pizza": {}, "'": {}} {
			if got := w.storeIDs(t, harbour, catalog.StoreFilter{Search: typed}); !slices.Equal(got, want) {
				t.Errorf("%q finds %v, want %v", typed, got, want)
			}
		}
	})
}

func TestSuggest_BRW02_WhileTyping(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newFixture(t, open(t))
		store := w.Store(1, func(s *catalog.Store) { s.Name, s.Logo = "Mango House", "logo/mango" })
		w.Category(catalog.Category{ID: 5, ModuleID: catalogtest.Food, Slug: "mango", Name: "Mango & more"})
		other := w.Store(2, nil)
		w.Item(1, store, func(i *catalog.Item) {
			i.Name, i.SoldCount, i.Pictures.V = "Mango Lassi", 5, []string{"item/lassi-mint", "item/b"}
		})
		w.Item(2, other, func(i *catalog.Item) { i.Name, i.SoldCount = "Mango lassi", 50 })
		w.Item(3, other, func(i *catalog.Item) { i.Name, i.Tags.V = "Salad", []string{"mango"} })
		for id := range int64(20) {
			w.Item(100+id, other, func(i *catalog.Item) { i.Name = strings.Repeat("Mango ", int(id)+2) })
		}
		suggested, err := w.s.Suggest(t.Context(), harbour, "man")
		found := suggested.List
		if err != nil || len(found) != 8 {
			t.Fatalf("%d suggestions, %v", len(found), err)
		}
		want := []catalog.Suggestion{
			{Kind: "category", ID: 5, Slug: "mango", Name: "Mango & more"},
			{Kind: "store", ID: 1, Slug: "store-1", Name: "Mango House", Picture: "logo/mango"},
			{Kind: "item", ID: 2, Slug: "item-2", Name: "Mango lassi", StoreName: "Store 2"},
		}
		if !slices.Equal(found[:3], want) {
			t.Errorf("suggestions = %+v, want %+v", found[:3], want)
		}
		for _, s := range found[3:] {
			if s.Name == "Mango Lassi" || s.Name == "Salad" {
				t.Errorf("%q is suggested: its name was, or does not begin so", s.Name)
			}
		}
		for _, typed := range []string{"", " ", "-", "zzz"} {
			if found, err := w.s.Suggest(t.Context(), harbour, typed); err != nil || found.List == nil || len(found.List) != 0 {
				t.Errorf("%q: %v, %v; want none, and a list", typed, found, err)
			}
		}
	})
}

// hostile is text that means something to a query language, to SQL or to no one.
var hostile = []string{
	`"`, `""`, `'`, `''`, `"mango`, `mango"`, `'mango`, `mango'`, `\`, `\'`, `mango*`, `*`, `^mango`, `+mango`, `-mango`, `!mango`,
	`mango AND`, `AND`, `OR`, `NOT`, `NEAR(mango, 2)`, `mango OR 1=1`, `search_text:mango`, `{a b}:c`, `mango & | !`, `mango <-> lassi`,
	`mango:*`, `mango:A`, `(`, `)`, `((`, `a(b`, `$1`, `:x`, `?`, `%`, `_`, `--`, `;`, `; DROP TABLE items; --`, `/*`, `*/`,
	"\x00", "mango\x00lassi", "\xff\xfe", "a\xc3", "\u202emango", "e\u0301", "\u0301", "👩‍🍳", "ﷺ", "İ", "ß", "ﬁ", "Ⅷ", "½", "\ufeffmango", "\U0010ffff",
	"<script>", `{"a":1}`, "1e309", "0x1", "1.2.3", "a@b.example", "http://a.example/b?c", "foo-bar/baz", "\n\t\r", "null", "true",
	strings.Repeat("a", 100), strings.Repeat("a ", 50), strings.Repeat("'", 100), strings.Repeat("م", 100), strings.Repeat("\"*", 50),
}

func TestSearch_HostileTextIsOnlyText(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newFixture(t, open(t))
		w.Item(1, w.Store(1, nil), func(i *catalog.Item) { i.Name = "Mango" })
		for _, typed := range hostile {
			w.try(t, typed)
		}
		for typed, finds := range map[string]bool{`"mango`: true, `mango*`: true, `-mango`: true, "\u202emango": true, `mango OR 1=1`: false, `search_text:mango`: false, `%`: false} {
			if got := w.ids(t, harbour, catalog.ItemFilter{Search: typed}); len(got) == 1 != finds {
				t.Errorf("%q finds %v, want one: %v", typed, got, finds)
			}
		}
		rapid.Check(t, func(r *rapid.T) {
			w.try(r, rapid.StringN(0, 100, -1).Draw(r, "typed"))
		})
	})
}

// try searches and suggests, which no text may break.
func (w fixture) try(t rapid.TB, typed string) {
	t.Helper()
	ctx := context.Background()
	if _, err := w.s.Items(ctx, harbour, catalog.ItemFilter{Search: typed}, firstPage); err != nil {
		t.Errorf("items, %q: %v", typed, err)
	}
	if _, err := w.s.Stores(ctx, harbour, catalog.StoreFilter{Search: typed}, firstPage); err != nil {
		t.Errorf("stores, %q: %v", typed, err)
	}
	if _, err := w.s.Suggest(ctx, harbour, typed); err != nil {
		t.Errorf("suggest, %q: %v", typed, err)
	}
}

// Each row is one word in the spellings in which it is typed.
func TestFold_BRW02_spellings(t *testing.T) {
	t.Parallel()
	for want, typed := range map[string][]string{
		"creme brulee": {"Crème-Brûlée", "CREME  BRULEE", "cre\u0300me brûlée"},
		"مقهي":         {"مقهى", "مقهي", "مقهی", "مـقـهـى"},
		"قهوه كبيره":   {"قهوة كبيرة", "قَهْوَة كبيره", "قهوه کبیره"},
		"احمد":         {"أحمد", "احمد", "ٱحمد"},
		"24":           {"٢٤", "۲۴", "24"},
	} {
		for _, text := range typed {
			if got := catalog.Fold(text); got != want {
				t.Errorf("%q folds to %q, want %q", text, got, want)
			}
		}
	}
}

// Whatever a text is, its folded form is found by itself.
func TestFold_IsStableAndPlain(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		text := rapid.String().Draw(r, "text")
		folded := catalog.Fold(text)
		if again := catalog.Fold(folded); again != folded {
			r.Errorf("%q folds to %q, and that to %q", text, folded, again)
		}
		if strings.ContainsAny(folded, `"'*:&|!()<>\`) || !utf8.ValidString(folded) || strings.TrimSpace(folded) != folded {
			r.Errorf("%q folds to %q", text, folded)
		}
	})
}
