package index

import (
	"bytes"
	"slices"
	"strings"
)

// Search is the words of a search. All have to be found, and the last may be unfinished.
type Search struct {
	Typed  []string
	InName bool // only names are searched
	Exact  bool // the words are not corrected
}

// The ranks: where the words of a search may stand in a document, the best first. "Beginning" means
// that the last word is only the beginning of a word there.
const (
	NameItself            = iota // the name is what was typed
	NameBegins                   // the name begins with it
	NameBeginning                // the same, as a beginning
	NameHasWords                 // the name has all the words
	NameHasBeginning             // the same, as a beginning
	HasWords                     // the words are found elsewhere: store, category, brand, tags
	HasBeginning                 // the same, as a beginning
	NameHasCorrectedWords        // the name has what the words may mean
	HasCorrectedWords            // what the words may mean is found elsewhere
	NotFound                     // the words are not all there
)

// A search that finds fewer than fewFound documents as it is typed is corrected, if that
// finds at least manyTimes as many more.
const (
	fewFound  = 10
	manyTimes = 20
)

// lookup is what a search finds in a scope.
type lookup struct {
	t      *Text
	words  []string
	groups []*group // the documents of each term, or those that have it in their name
	common *prefixes
	s      *scratch

	typed     Bits     // the documents that have the words as typed
	corrected Bits     // those that only have what the words may mean; nil: the search was not corrected
	spelling  []string // what was searched for, if corrected
	level     int      // how far a word may be from its meaning, if corrected
	meanings  [][]meaning
}

// lookup searches a set of documents.
func (t *Text) lookup(scope Bits, w Search, s *scratch) *lookup {
	l := &lookup{t: t, words: w.Typed, groups: t.all, common: t.common, s: s}
	if w.InName {
		l.groups, l.common = t.named, t.ofName
	}
	l.typed = s.copy(scope)
	l.narrow(l.typed, l.groups, l.common, asTyped)
	if !w.Exact {
		if found := l.typed.count(); found < fewFound {
			l.correct(scope, found)
		}
	}
	return l
}

// correct finds what the words may mean, at the closest level at which that is found.
func (l *lookup) correct(scope Bits, found int) {
	l.meanings = make([][]meaning, len(l.words))
	var has [levels]bool
	for i, word := range l.words {
		l.meanings[i] = l.t.meanings(word, i == len(l.words)-1)
		for _, m := range l.meanings[i] {
			has[m.level] = true
		}
	}
	for level := oneEdit; level < levels; level++ {
		if !has[level] {
			continue
		}
		mark := l.s.mark()
		corrected := l.s.copy(scope)
		l.narrow(corrected, l.groups, l.common, level)
		corrected.without(l.typed)
		if n := corrected.count(); n > 0 && n >= found*manyTimes {
			l.corrected, l.level = corrected, level
			l.spelling = l.spell(corrected)
			return
		}
		l.s.backTo(mark)
	}
}

// narrow keeps the documents that have each word as typed, or a meaning of it up to a
// level.
func (l *lookup) narrow(found Bits, groups []*group, common *prefixes, level int) {
	for i, word := range l.words {
		mark := l.s.mark()
		set := l.s.bits()
		l.addTyped(set, i, word, groups, common)
		if level > asTyped {
			for _, m := range l.meanings[i] {
				if m.level <= level {
					groups[m.term].addTo(set)
				}
			}
		}
		found.and(set)
		l.s.backTo(mark)
	}
}

// addTyped adds the documents that have a word as typed.
func (l *lookup) addTyped(set Bits, i int, word string, groups []*group, common *prefixes) {
	if i == len(l.words)-1 {
		l.t.addPrefix(set, word, groups, common)
	} else if n, known := slices.BinarySearch(l.t.terms, word); known {
		groups[n].addTo(set)
	}
}

// spell returns one spelling of the search that finds some of the corrected documents.
// Word by word it keeps what was typed if it can. Else it takes the closest meaning, and
// of equally close ones the one that most of these documents have.
func (l *lookup) spell(corrected Bits) []string {
	left := l.s.copy(corrected)
	spelling := slices.Clone(l.words)
	for i, word := range l.words {
		set := l.s.bits()
		l.addTyped(set, i, word, l.groups, l.common)
		set.and(left)
		if set.isEmpty() {
			best := l.mostFound(left, l.meanings[i])
			spelling[i] = l.t.terms[best]
			l.groups[best].addTo(set)
			set.and(left)
		}
		left = set
	}
	return spelling
}

// mostFound returns the meaning at the closest level that most documents of a set have.
func (l *lookup) mostFound(in Bits, meanings []meaning) (term int) {
	for level := oneEdit; level <= l.level; level++ {
		most := 0
		for _, m := range meanings {
			if m.level != level {
				continue
			}
			if n := l.groups[m.term].countIn(in); n > most {
				most, term = n, m.term
			}
		}
		if most > 0 {
			break
		}
	}
	return term
}

// found returns all documents that were found.
func (l *lookup) found() Bits {
	all := l.s.copy(l.typed)
	all.or(l.corrected)
	return all
}

// ranks returns functions that mark the documents in which the words have a rank,
// from NameItself to NameHasCorrectedWords. A document has the first rank that
// marks it.
func (l *lookup) ranks() []func(Bits) {
	typed := strings.Join(l.words, " ")
	return []func(Bits){
		NameItself:       func(b Bits) { b.setAll(l.t.namedAs(typed)) },
		NameBegins:       func(b Bits) { b.setAll(l.t.namesWith(typed + " ")) },
		NameBeginning:    func(b Bits) { b.setAll(l.t.namesWith(typed)) },
		NameHasWords:     func(b Bits) { l.addFinished(b, l.t.named) },
		NameHasBeginning: func(b Bits) { l.addAll(b, l.t.named, l.t.ofName, asTyped) },
		HasWords:         func(b Bits) { l.addFinished(b, l.groups) },
		HasBeginning:     func(b Bits) { b.or(l.typed) },
		NameHasCorrectedWords: func(b Bits) {
			if l.corrected != nil {
				l.addAll(b, l.t.named, l.t.ofName, l.level)
			}
		},
	}
}

func (l *lookup) addAll(b Bits, groups []*group, common *prefixes, level int) {
	b.fill()
	l.narrow(b, groups, common, level)
}

// addFinished adds the documents that have all the words, also the last one, as they
// are typed.
func (l *lookup) addFinished(b Bits, groups []*group) {
	b.fill()
	for _, word := range l.words {
		mark := l.s.mark()
		set := l.s.bits()
		if n, known := slices.BinarySearch(l.t.terms, word); known {
			groups[n].addTo(set)
		}
		b.and(set)
		l.s.backTo(mark)
	}
}

// Ranks returns where the words stand in each document that is in the scope, by its
// number, and what was searched for if the search was corrected.
func (t *Text) Ranks(w Search, in func(doc uint32) bool) (ranks []uint8, spelling []string) {
	ranks = bytes.Repeat([]byte{NotFound}, len(t.ends))
	if len(w.Typed) == 0 {
		return ranks, nil
	}
	s := newScratch(len(t.ends))
	defer s.release()
	scope := s.bits()
	for doc := range uint32(len(t.ends)) {
		if in(doc) {
			scope.set(doc)
		}
	}
	l := t.lookup(scope, w, s)
	rest := l.found()
	for rank, mark := range l.ranks() {
		part := s.bits()
		mark(part)
		part.and(rest)
		rest.without(part)
		part.each(func(doc uint32) { ranks[doc] = uint8(rank) })
	}
	rest.each(func(doc uint32) { ranks[doc] = HasCorrectedWords })
	return ranks, l.spelling
}
