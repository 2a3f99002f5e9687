package index

import (
	"unicode"
	"unicode/utf8"
)

// A word of a search that finds too little is compared with the terms. An edit adds,
// removes or replaces a letter, or swaps two neighbours. Each word may have
// maxEdits edits, also in its first letter.

// The levels of what a word may mean, the closest first. "As a beginning" means that
// the word has the edits from the first letters of a longer term.
const (
	asTyped          = iota
	oneEdit          // the term is one edit away
	oneEditBeginning // its beginning is
	twoEdits
	twoEditsBeginning
	levels
)

const (
	maxCorrectedLength = 32 // letters; a longer word is only searched for as it is typed
	minOneEditLength   = 4  // letters
	minTwoEditsLength  = 8
)

// maxEdits returns how many edits a word may have. Short words have none, because most
// short words are one edit away from another. Numbers have none: 500mg is not 50mg.
func maxEdits(word string) int {
	switch letters := utf8.RuneCountInString(word); {
	case letters < minOneEditLength, letters > maxCorrectedLength, hasDigit(word):
		return 0
	case letters < minTwoEditsLength:
		return 1
	}
	return 2
}

func hasDigit(word string) bool {
	for _, r := range word {
		if unicode.IsDigit(r) {
			return true
		}
	}
	return false
}

// meaning is a term that a word may mean.
type meaning struct {
	term  int // its index in the terms
	level int
}

// meanings returns the terms that a word with edits may mean, in their order. If the
// word may be unfinished, it may mean a longer term too. It walks the sorted terms as a
// tree: terms that begin alike share the work for their beginning, and a beginning
// that is too far from the word is skipped with all terms that have it.
func (t *Text) meanings(word string, unfinished bool) []meaning {
	limit := maxEdits(word)
	if limit == 0 {
		return nil
	}
	w := newWalk(word, limit)
	var found []meaning
	for n := 0; n < len(t.terms); {
		w.back(int(t.shared[n]))
		w.extend(t.terms[n])
		level := w.level(unfinished)
		for first := true; n < len(t.terms) && (first || int(t.shared[n]) >= w.hopeless); n++ {
			if first = false; level > asTyped {
				found = append(found, meaning{n, level})
			}
		}
	}
	return found
}

// sharedBytes returns with how many bytes two terms begin alike, at most 255: longer
// than every beginning that a walk looks at.
func sharedBytes(a, b string) uint8 {
	n := 0
	for n < min(len(a), len(b), 255) && a[n] == b[n] {
		n++
	}
	return uint8(n)
}

// walk compares a word with terms letter by letter: a row of the table of distances
// (optimal string alignment) for each letter of a term.
type walk struct {
	word     []rune
	limit    int
	hopeless int // the term is too far from the word after so many bytes; never: longer than any term

	depth int // letters of the term so far
	path  [maxPathLength]rune
	ends  [maxPathLength + 1]int // bytes of the term up to each letter
	rows  [maxPathLength + 1][maxCorrectedLength + 1]uint8
	least [maxPathLength + 1]uint8 // edits between the word and a beginning of the term
}

const (
	maxPathLength = maxCorrectedLength + 3
	never         = 1 << 30
)

func newWalk(word string, limit int) *walk {
	w := &walk{word: []rune(word), limit: limit, hopeless: never}
	for j := range w.rows[0] {
		w.rows[0][j] = uint8(min(j, limit+1))
	}
	w.least[0] = w.rows[0][len(w.word)]
	return w
}

// back returns to the letters within the first bytes of the term.
func (w *walk) back(shared int) {
	for w.ends[w.depth] > shared {
		w.depth--
	}
	w.hopeless = never
}

// extend reads the rest of the term, and stops when no word near enough can follow.
func (w *walk) extend(term string) {
	for w.ends[w.depth] < len(term) {
		at := w.ends[w.depth]
		r, size := utf8.DecodeRuneInString(term[at:])
		w.path[w.depth] = r
		w.depth++
		w.ends[w.depth] = at + size
		if !w.row() {
			w.hopeless = w.ends[w.depth]
			return
		}
	}
}

// row fills the row of the last letter. It returns false when no longer term is near
// enough. Distances above limit are limit+1.
func (w *walk) row() bool {
	i, n, over := w.depth, len(w.word), uint8(w.limit+1)
	r, row, above := w.path[i-1], &w.rows[i], &w.rows[i-1]
	row[0] = uint8(min(i, w.limit+1))
	nearest := row[0]
	low, high := max(1, i-w.limit), min(n, i+w.limit)
	if low > 1 && low <= n+1 {
		row[low-1] = over
	}
	for j := low; j <= high; j++ {
		edits := above[j-1]
		if w.word[j-1] != r {
			edits++
		}
		edits = min(edits, above[j]+1, row[j-1]+1)
		if i > 1 && j > 1 && w.word[j-1] == w.path[i-2] && w.word[j-2] == r {
			edits = min(edits, w.rows[i-2][j-2]+1)
		}
		row[j] = min(edits, over)
		nearest = min(nearest, row[j])
	}
	if high < n {
		row[high+1] = over
	}
	w.least[i] = w.least[i-1]
	if low <= n && high == n {
		w.least[i] = min(w.least[i], row[n])
	}
	return nearest < over
}

// level returns how close the term is to the word, or -1.
func (w *walk) level(unfinished bool) int {
	level := levels
	if unfinished {
		level = w.levelOf(w.least[w.depth], true)
	}
	if n := len(w.word); w.hopeless == never && w.depth >= n-w.limit && w.depth <= n+w.limit {
		level = min(level, w.levelOf(w.rows[w.depth][n], false))
	}
	if level == levels {
		return -1
	}
	return level
}

// levelOf returns the level of a term with so many edits, or levels if they are too many.
func (w *walk) levelOf(edits uint8, beginning bool) int {
	switch {
	case edits == 0:
		return asTyped
	case int(edits) > w.limit:
		return levels
	case beginning:
		return int(2 * edits)
	}
	return int(2*edits - 1)
}
