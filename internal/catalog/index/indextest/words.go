// Package indextest searches texts the plain way, for tests: it reads every document and
// compares every word. It shares no code with package index.
package indextest

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"hawker/internal/catalog/index"
)

// Edits returns how many edits lead from one word to another, by the table of all their
// beginnings. An edit adds, removes or replaces a letter, or swaps two neighbours.
func Edits(from, to string) int {
	a, b := []rune(from), []rune(to)
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		for j := range d[i] {
			if i == 0 || j == 0 {
				d[i][j] = i + j
				continue
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+1)
			if a[i-1] == b[j-1] {
				d[i][j] = d[i-1][j-1]
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}

// TooFar is farther than any level.
const TooFar = 5

// Level is how close a term is to a word: 0 is the word itself, or begins with it; 1 and
// 3 are one and two edits away; 2 and 4 are terms whose beginning is so far away.
func Level(word, term string, unfinished bool) int {
	maxEdits := 0
	if letters := utf8.RuneCountInString(word); letters >= 4 && letters <= 32 && !strings.ContainsFunc(word, unicode.IsDigit) {
		if maxEdits = 1; letters >= 8 {
			maxEdits = 2
		}
	}
	closest := TooFar
	if n := Edits(word, term); n <= maxEdits {
		closest = max(2*n-1, 0)
	}
	for end := range term {
		if n := Edits(word, term[:end]); unfinished && n <= maxEdits {
			closest = min(closest, 2*n)
		}
	}
	return closest
}

// Found is what a search finds in texts.
type Found struct {
	Ranks    map[int64]int // of the words in the documents that were found
	Exact    int           // how many have the words as typed
	Spelling []string
}

// Search searches the texts of a scope.
func Search(texts map[int64]string, w index.Search) Found {
	typed := ranks(texts, w, 0)
	for far := 1; far < TooFar && !w.Exact && len(typed) < 10; far++ {
		all := ranks(texts, w, far)
		corrected := map[int64]string{}
		for id := range all {
			if _, found := typed[id]; !found {
				corrected[id] = texts[id]
			}
		}
		if len(corrected) > 0 && len(corrected) >= 20*len(typed) {
			return Found{all, len(typed), spell(corrected, w)}
		}
	}
	return Found{Ranks: typed, Exact: len(typed)}
}

func ranks(texts map[int64]string, w index.Search, far int) map[int64]int {
	found := map[int64]int{}
	for id, text := range texts {
		if r := rank(text, w, far); r < index.NotFound {
			found[id] = r
		}
	}
	return found
}

// rank is where the words stand in a text, of which they may be so far.
func rank(text string, w index.Search, far int) int {
	name, others, _ := strings.Cut(text, index.NameEnd)
	name, typed := strings.TrimSpace(name), strings.Join(w.Typed, " ")
	all := name + " " + others
	if w.InName {
		all = name
	}
	for n, is := range []bool{
		index.NameItself:            name == typed,
		index.NameBegins:            strings.HasPrefix(name, typed+" "),
		index.NameBeginning:         strings.HasPrefix(name, typed),
		index.NameHasWords:          holds(name, w.Typed, false, 0),
		index.NameHasBeginning:      holds(name, w.Typed, true, 0),
		index.HasWords:              holds(all, w.Typed, false, 0),
		index.HasBeginning:          holds(all, w.Typed, true, 0),
		index.NameHasCorrectedWords: holds(name, w.Typed, true, far),
		index.HasCorrectedWords:     holds(all, w.Typed, true, far),
	} {
		if is {
			return n
		}
	}
	return index.NotFound
}

// holds tells whether a text has words, or something at most so far from them; the last
// may be unfinished.
func holds(text string, words []string, unfinished bool, far int) bool {
	for n, word := range words {
		if !slices.ContainsFunc(strings.Fields(text), func(term string) bool {
			level := Level(word, term, unfinished && n == len(words)-1)
			return level <= far && level < TooFar
		}) {
			return false
		}
	}
	return true
}

// spell is the spelling of a corrected search, word by word.
func spell(left map[int64]string, w index.Search) []string {
	spelling := slices.Clone(w.Typed)
	for n, word := range w.Typed {
		kept := having(left, w, func(term string) bool { return Level(word, term, n == len(w.Typed)-1) == 0 })
		for far := 1; far < TooFar && len(kept) == 0; far++ {
			for _, candidate := range terms(left) {
				if Level(word, candidate, n == len(w.Typed)-1) != far {
					continue
				}
				if with := having(left, w, func(term string) bool { return term == candidate }); len(with) > len(kept) {
					kept, spelling[n] = with, candidate
				}
			}
		}
		left = kept
	}
	return spelling
}

// terms are the words of texts, sorted, each once.
func terms(texts map[int64]string) (all []string) {
	for _, text := range texts {
		all = append(all, strings.Fields(strings.ReplaceAll(text, index.NameEnd, " "))...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// having returns the texts that have a term, in their names if only names are searched.
func having(texts map[int64]string, w index.Search, term func(string) bool) map[int64]string {
	with := map[int64]string{}
	for id, text := range texts {
		name, others, _ := strings.Cut(text, index.NameEnd)
		if !w.InName {
			name += " " + others
		}
		if slices.ContainsFunc(strings.Fields(name), term) {
			with[id] = text
		}
	}
	return with
}
