package catalog

import (
	"slices"
	"strings"
)

// maxWords bounds a search. The API bounds its length.
const maxWords = 8

// parse returns the words that were typed; nothing is found without words.
func parse(typed string) []string {
	w := words(typed)
	return w[:min(len(w), maxWords)]
}

// Correction says that a search was corrected.
type Correction struct {
	Words string // what was searched for, beside or instead of what was typed
	Exact int    // how many results have the words as typed; they come first
}

// newCorrection returns nil when nothing was corrected, or nothing was found that way.
func newCorrection(spelling []string, exact, total int) *Correction {
	if spelling == nil || exact > 0 && exact == total {
		return nil
	}
	return &Correction{Words: strings.Join(spelling, " "), Exact: exact}
}

// inName reports whether a folded name has all the words, the last of which may be
// unfinished.
func inName(name string, words []string) bool {
	names := strings.Fields(name)
	for i, word := range words {
		found := slices.Contains(names, word)
		if i == len(words)-1 {
			found = slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, word) })
		}
		if !found {
			return false
		}
	}
	return len(words) > 0
}
