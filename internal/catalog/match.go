package catalog

import (
	"slices"
	"strings"
)

// Search finds what holds every word that was typed; the last may be unfinished.
// It orders by where the words stand:
//
//	0  the name is what was typed
//	1  the name begins with it
//	2  the name has all the words
//	3  they are found elsewhere: brand, tags, category, store

// mostWords bounds a search.
const mostWords = 8

// parse returns the words that were typed; nothing is found without words.
func parse(typed string) []string {
	w := words(typed)
	return w[:min(len(w), mostWords)]
}

// inName tells whether a folded name has all the words, the last of which may be
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
