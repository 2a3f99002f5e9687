package catalog

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"hawker/internal/catalog/index"
)

// What is typed becomes a few plain words, whatever was typed, and a name finds
// itself by them.
func FuzzSearchWords_BRW02(f *testing.F) {
	for _, seed := range []string{"mango", `"mango" OR x`, "NEAR(a b)", "a* -b", "col:umn", "' & !x", "\\'", "ñandú Çay", "日本 料理", "a\x00b", "\xff\xfe", "((((", "^", strings.Repeat("a ", 50)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		found := parse(typed)
		if len(found) > maxWords {
			t.Fatalf("%d words of %q", len(found), typed)
		}
		if slices.ContainsFunc(found, func(word string) bool {
			return word == "" || !utf8.ValidString(word) || strings.ContainsAny(word, "'\"\\\x00| ")
		}) {
			t.Fatalf("words %q of %q", found, typed)
		}
		ranks, spelling := index.NewText([]string{SearchText("other"), SearchText(typed)}).Ranks(index.Search{Typed: found}, func(uint32) bool { return true })
		if len(found) > 0 && (ranks[1] > index.NameBeginning || spelling != nil) {
			t.Fatalf("%q has rank %d, and is corrected to %v", typed, ranks[1], spelling)
		}
	})
}
