package index

import (
	"maps"
	"slices"
	"sort"
	"strings"

	"hawker/internal/cache"
)

// NameEnd separates the words of the name from the others in a search text. Words are
// separated by one space.
const NameEnd = "|"

// NameInOthers separates the name from those in other languages. Their words are words of
// the name, but what is typed is compared with the name itself.
const NameInOthers = "/"

// Text finds documents by their words: all of them, of which the last may be
// unfinished. Documents are numbered from 0. It does not change.
type Text struct {
	terms  []string // sorted
	shared []uint8  // with how many bytes a term begins like the one before it
	all    []*group // the documents that have a term
	named  []*group // those that have it in their name; nil: none
	names  []byte   // one after the other
	ends   []uint32 // of a document's name in names
	byName []uint32 // the documents, sorted by name

	common *prefixes // of all
	ofName *prefixes // of named
}

// NewText indexes search texts.
func NewText(texts []string) *Text {
	var b textBuilder
	for _, text := range texts {
		b.add(text)
	}
	return b.text()
}

// textBuilder collects the words of documents.
type textBuilder struct {
	number     map[string]uint32 // of a term
	terms      []string
	all, named hits
	names      []byte
	ends       []uint32
}

// hits are pairs of a term and a document, each pair once.
type hits struct {
	terms, docs []uint32
	last        []uint32 // the last document of a term, and 1
}

func (h *hits) add(term, doc uint32) {
	for int(term) >= len(h.last) {
		h.last = append(h.last, 0)
	}
	if h.last[term] != doc+1 {
		h.last[term] = doc + 1
		h.terms, h.docs = append(h.terms, term), append(h.docs, doc)
	}
}

func (b *textBuilder) add(text string) {
	doc := uint32(len(b.ends))
	names, others, _ := strings.Cut(text, NameEnd)
	name, translated, _ := strings.Cut(names, NameInOthers)
	for _, words := range []string{name, translated} {
		for word := range strings.FieldsSeq(words) {
			term := b.term(word)
			b.named.add(term, doc)
			b.all.add(term, doc)
		}
	}
	for word := range strings.FieldsSeq(others) {
		b.all.add(b.term(word), doc)
	}
	b.names = append(b.names, strings.TrimSpace(name)...)
	b.ends = append(b.ends, uint32(len(b.names)))
}

func (b *textBuilder) term(word string) uint32 {
	n, known := b.number[word]
	if !known {
		if b.number == nil {
			b.number = map[string]uint32{}
		}
		word = strings.Clone(word) // or it would keep the whole text
		n = uint32(len(b.terms))
		b.number[word] = n
		b.terms = append(b.terms, word)
	}
	return n
}

func (b *textBuilder) text() *Text {
	t := &Text{names: slices.Clip(b.names), ends: slices.Clip(b.ends), common: newPrefixes(), ofName: newPrefixes()}
	all, named := sortedInto(b.all.terms, b.all.docs, len(b.terms)), sortedInto(b.named.terms, b.named.docs, len(b.terms))
	for _, term := range slices.Sorted(maps.Keys(b.number)) {
		n := b.number[term]
		t.addTerm(term, &group{list: all[n]}, groupOrNone(named[n]))
	}
	t.byName = newOrder(len(t.ends), t.compareNames).at
	return t
}

func groupOrNone(list []uint32) *group {
	if len(list) == 0 {
		return nil
	}
	return &group{list: list}
}

// name is the name of a document.
func (t *Text) name(doc uint32) []byte {
	from := uint32(0)
	if doc > 0 {
		from = t.ends[doc-1]
	}
	return t.names[from:t.ends[doc]]
}

// with returns the text with more documents. It costs as much as they have words, and a
// copy of the list of terms.
func (t *Text) with(texts []string) *Text {
	b := textBuilder{}
	for _, text := range texts {
		b.add(text)
	}
	first := uint32(len(t.ends))
	all, named := added(b.all, len(b.terms), first), added(b.named, len(b.terms), first)

	next := &Text{
		names: append(slices.Clip(t.names), b.names...), ends: slices.Grow(slices.Clone(t.ends), len(b.ends)),
		common: newPrefixes(), ofName: newPrefixes(),
	}
	for _, end := range b.ends {
		next.ends = append(next.ends, end+uint32(len(t.names)))
	}
	from := 0
	for _, term := range slices.Sorted(maps.Keys(b.number)) {
		n, known := slices.BinarySearch(t.terms[from:], term)
		next.take(t, from, from+n)
		from += n
		var oldAll, oldNamed *group
		if known {
			oldAll, oldNamed = t.all[from], t.named[from]
			from++
		}
		number := b.number[term]
		if len(named[number]) > 0 {
			oldNamed = oldNamed.with(named[number])
		}
		next.addTerm(term, oldAll.with(all[number]), oldNamed)
	}
	next.take(t, from, len(t.terms))
	docs := make([]uint32, len(texts))
	for i := range docs {
		docs[i] = first + uint32(i)
	}
	next.byName = merged(t.byName, docs, next.compareNames)
	return next
}

// added are the documents of each term, counted from first.
func added(h hits, terms int, first uint32) [][]uint32 {
	docs := make([]uint32, len(h.docs))
	for i, doc := range h.docs {
		docs[i] = doc + first
	}
	return sortedInto(h.terms, docs, terms)
}

// addTerm adds the next term.
func (t *Text) addTerm(term string, all, named *group) {
	t.shared = append(t.shared, t.sharedWithLast(term))
	t.terms, t.all, t.named = append(t.terms, term), append(t.all, all), append(t.named, named)
}

func (t *Text) sharedWithLast(term string) uint8 {
	if len(t.terms) == 0 {
		return 0
	}
	return sharedBytes(t.terms[len(t.terms)-1], term)
}

// take copies the terms that did not change.
func (t *Text) take(from *Text, low, high int) {
	if low == high {
		return
	}
	t.shared = append(append(t.shared, t.sharedWithLast(from.terms[low])), from.shared[low+1:high]...)
	t.terms = append(t.terms, from.terms[low:high]...)
	t.all = append(t.all, from.all[low:high]...)
	t.named = append(t.named, from.named[low:high]...)
}

func (t *Text) compareNames(a, b uint32) int {
	if c := slices.Compare(t.name(a), t.name(b)); c != 0 {
		return c
	}
	return int(a) - int(b)
}

// namedAs returns the documents with a name.
func (t *Text) namedAs(name string) []uint32 {
	return t.namesFrom(name, func(n string) bool { return n == name })
}

// namesWith returns the documents whose name begins with a prefix.
func (t *Text) namesWith(prefix string) []uint32 {
	return t.namesFrom(prefix, func(n string) bool { return strings.HasPrefix(n, prefix) })
}

// namesFrom returns the documents whose name is the text or follows it, while they are
// wanted.
func (t *Text) namesFrom(text string, wanted func(string) bool) []uint32 {
	low := sort.Search(len(t.byName), func(i int) bool { return string(t.name(t.byName[i])) >= text })
	n := sort.Search(len(t.byName)-low, func(i int) bool { return !wanted(string(t.name(t.byName[low+i]))) })
	return t.byName[low : low+n]
}

// Terms returns the words that begin with a prefix, sorted.
func (t *Text) Terms(prefix string) []string {
	low, high := t.span(prefix)
	return t.terms[low:high]
}

func (t *Text) span(prefix string) (low, high int) {
	low, _ = slices.BinarySearch(t.terms, prefix)
	n := sort.Search(len(t.terms)-low, func(i int) bool { return !strings.HasPrefix(t.terms[low+i], prefix) })
	return low, low + n
}

// addPrefix adds the documents that have a word with the prefix.
func (t *Text) addPrefix(b Bits, prefix string, groups []*group, common *prefixes) {
	low, high := t.span(prefix)
	size := 0
	for _, g := range groups[low:high] {
		if g != nil {
			size += len(g.list)
		}
	}
	add := func(to Bits) {
		for _, g := range groups[low:high] {
			g.addTo(to)
		}
	}
	if high-low < 2 || size <= len(b)*64/sparse {
		add(b)
		return
	}
	found, ok := common.Get(prefix)
	if !ok {
		found = newBits(len(b) * 64)
		add(found)
		common.Put(prefix, found)
	}
	b.or(found)
}

// prefixes caches which documents have a word with a short prefix: often most of them.
type prefixes = cache.Cache[string, Bits]

// maxPrefixes is more than there are first letters.
const maxPrefixes = 128

func newPrefixes() *prefixes { return cache.New[string](cache.Options[Bits]{Max: maxPrefixes}) }
