package index_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hawker/internal/catalog/index"
	"hawker/internal/catalog/index/indextest"
)

func TestText_BRW02_MeaningsAreAsComparingEveryTerm(t *testing.T) {
	t.Parallel()
	word := rapid.StringOfN(rapid.RuneFrom([]rune("aabbcdé寿7")), 1, 12, -1)
	long := rapid.StringOfN(rapid.RuneFrom([]rune("ab")), 28, 36, -1)
	rapid.Check(t, func(t *rapid.T) {
		some := rapid.OneOf(word, word, word, long)
		terms, more := rapid.SliceOfN(some, 0, 60).Draw(t, "terms"), rapid.SliceOfN(some, 0, 9).Draw(t, "more")
		x := index.NewText(terms).With(more)
		typed, unfinished := some.Draw(t, "typed"), rapid.Bool().Draw(t, "unfinished")
		want := map[string]int{}
		for _, term := range append(terms, more...) {
			if level := indextest.Level(typed, term, unfinished); level > 0 && level < indextest.TooFar {
				want[term] = level
			}
		}
		if diff := gocmp.Diff(want, x.Meanings(typed, unfinished)); diff != "" {
			t.Fatalf("%q: %s", typed, diff)
		}
	})
}

func TestText_BRW02_CorrectsWhatPeopleType(t *testing.T) {
	t.Parallel()
	x := index.NewText(strings.Fields("mango chicken biryani pizza pasta lassi 500mg coconut croissant tea spaghetti crème"))
	for _, tt := range []struct {
		typed      string
		unfinished bool
		want       []string
	}{
		{"mnago", false, []string{"mango"}},  // two swapped
		{"mangoo", false, []string{"mango"}}, // one too many
		{"mago", false, []string{"mango"}},   // one missing
		{"nango", false, []string{"mango"}},  // the first is wrong
		{"piza", false, []string{"pizza"}},   // doubled letters
		{"chcik", false, nil},                // too far from the whole word
		{"chcik", true, []string{"chicken"}}, // but it may be unfinished
		{"spageti", false, nil},              // two edits in seven letters
		{"spagetti", false, []string{"spaghetti"}},
		{"coisant", false, nil},
		{"croisantt", false, []string{"croissant"}},
		{"tae", false, nil},   // too short
		{"600mg", false, nil}, // another dose is another thing
		{"creme", false, []string{"crème"}},
	} {
		got := x.Meanings(tt.typed, tt.unfinished)
		if len(got) != len(tt.want) || len(tt.want) > 0 && got[tt.want[0]] == 0 {
			t.Errorf("%q may mean %v, want %v", tt.typed, got, tt.want)
		}
	}
}

// Whatever is typed and sold, a search ends, and finds what is within its scope.
func FuzzSearch_BRW02(f *testing.F) {
	for _, seed := range [][2]string{{"mango lassi | fresh", "mnago"}, {"a\xffb", "a\xffc"}, {"", ""}, {strings.Repeat("ab", 200), strings.Repeat("ba", 50)}, {"寿司 盛り合わせ", "寿司 盛り合はせ"}} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, sold, typed string) {
		words := strings.Fields(typed)
		if len(words) > 8 || len(sold) > 2000 {
			return
		}
		x := index.Build([]index.Item{{ID: 1, Text: sold}, {ID: 2, Text: "mango | " + sold}})
		page := x.Find(index.Query{Search: index.Search{Typed: words}, Order: index.ByRelevance}, 0, 10)
		if len(page.IDs) != page.Total || page.Exact > page.Total || page.Spelling != nil && len(page.Spelling) != len(words) {
			t.Fatalf("%q in %q: %+v", typed, sold, page)
		}
		exact := x.Find(index.Query{Search: index.Search{Typed: words, Exact: true}}, 0, 10)
		if exact.Total != page.Exact || exact.Spelling != nil {
			t.Fatalf("%q in %q: %+v, as typed %+v", typed, sold, page, exact)
		}
	})
}

// largeText has so many terms, made of syllables.
func largeText(terms int) *index.Text {
	r := rand.New(rand.NewPCG(1, 2))
	syllables := strings.Fields(`ba be bi bo bu ka ke ki ko ku ma me mi mo mu na ne ni no nu ra re ri ro ru sa se si so su
		ta te ti to tu la le li lo lu chi sha pan ger tor zu pri glo fen dal ven`)
	all := make([]string, terms)
	for n := range all {
		for range 2 + r.IntN(4) {
			all[n] += syllables[r.IntN(len(syllables))]
		}
	}
	return index.NewText(all)
}

func BenchmarkMeanings(b *testing.B) {
	for _, terms := range []int{5000, 50_000} {
		text := largeText(terms)
		for _, word := range []string{"mang", "chipanda", "shapangertor", strings.Repeat("ka", 16)} {
			b.Run(fmt.Sprintf("%d/%s", terms, word), func(b *testing.B) {
				for b.Loop() {
					text.Meanings(word, true)
				}
			})
		}
	}
}
