package index

import (
	"slices"
	"sort"
)

// Order is the order of a list.
type Order int

// The orders. Equal items follow their ids: up, and down in Newest and Dearest.
const (
	ByPopularity     Order = iota // sold, then rating
	ByRelevance                   // where the words stand, then popularity
	ByRecommendation              // recommended, then what is liked, then popularity
	Newest
	Rated // rating, then how many rated
	Cheapest
	Dearest
)

// Query narrows and sorts the items; all conditions hold at once. A zero value
// does not narrow.
type Query struct {
	Places     []Place // in one of them; nil: not asked
	Store      int64
	Categories []int64 // in one of them; nil: not asked
	Brand      string
	With       Traits // all of them
	Without    Traits // none of them
	MinPrice   int64
	MaxPrice   int64
	MinTenths  int64
	Among      []Bits // in each of these sets, made by this snapshot
	Words      []string
	InName     bool // the words must be in the name
	Order      Order
	Liked      []int64 // categories, for ByRecommendation
}

// Find returns a page of ids, from skip on and at most size, and how many items there
// are in all.
func (x *Snapshot) Find(q Query, skip, size int) (ids []int64, total int) {
	s := newScratch(len(x.ids))
	defer s.release()
	found := s.bits()
	copy(found, x.live)
	x.narrow(found, q, s)
	total = found.count()
	s.found = x.page(s.found[:0], found, total, q, skip, size, s)
	ids = make([]int64, len(s.found))
	for n, i := range s.found {
		ids[n] = x.ids[i]
	}
	return ids, total
}

func (x *Snapshot) narrow(found Bits, q Query, s *scratch) {
	if q.Store != 0 {
		keepGroups(found, &x.stores, []int64{q.Store}, s)
	}
	if q.Places != nil {
		keepGroups(found, &x.places, q.Places, s)
	}
	if q.Categories != nil {
		keepGroups(found, &x.category, q.Categories, s)
	}
	if q.Brand != "" {
		keepGroups(found, &x.brands, []string{q.Brand}, s)
	}
	for _, trait := range allTraits {
		if q.With&trait != 0 {
			found.and(x.traits[trait])
		}
		if q.Without&trait != 0 {
			found.without(x.traits[trait])
		}
	}
	for _, set := range q.Among {
		found.and(set)
	}
	x.narrowPrice(found, q, s)
	if q.MinTenths > 0 {
		n := sort.Search(len(x.rated.at), func(p int) bool { return int64(x.figures[x.rated.at[p]].tenths) < q.MinTenths })
		keepSpan(found, x.rated.at, 0, n, s)
	}
	if len(q.Words) > 0 && q.InName {
		x.text.narrowIn(found, q.Words, x.text.named, x.text.ofName, s)
	} else if len(q.Words) > 0 {
		x.text.narrow(found, q.Words, s)
	}
}

func (x *Snapshot) narrowPrice(found Bits, q Query, s *scratch) {
	low, high := 0, len(x.cheapest.at)
	priceAt := func(p int) int64 { return x.price[x.cheapest.at[p]] }
	if q.MinPrice > 0 {
		low = sort.Search(high, func(p int) bool { return priceAt(p) >= q.MinPrice })
	}
	if q.MaxPrice > 0 {
		high = sort.Search(high, func(p int) bool { return priceAt(p) > q.MaxPrice })
	}
	keepSpan(found, x.cheapest.at, low, max(low, high), s)
}

// keepSpan keeps the items in a span of an order. It marks those inside or removes
// those outside, whichever are fewer.
func keepSpan(found Bits, at []uint32, low, high int, s *scratch) {
	if high-low < len(at)/2 {
		set := s.bits()
		set.setAll(at[low:high])
		found.and(set)
		return
	}
	for _, outside := range [][]uint32{at[:low], at[high:]} {
		for _, i := range outside {
			found.unset(i)
		}
	}
}

func keepGroups[K comparable](found Bits, p *partition[K], keys []K, s *scratch) {
	set := s.bits()
	for _, key := range keys {
		p.group(key).addTo(set)
	}
	found.and(set)
}

// page appends a page of a list of parts, each sorted in the same way: a part has the
// items that its mark marks and no earlier mark did.
func (x *Snapshot) page(to []uint32, rest Bits, total int, q Query, skip, size int, s *scratch) []uint32 {
	by, backwards := x.order(q.Order)
	for _, mark := range x.marks(q, s) {
		if size <= 0 || skip >= total {
			return to
		}
		part := s.bits()
		mark(part)
		part.and(rest)
		rest.without(part)
		count := part.count()
		taken := len(to)
		if skip < count {
			to = by.page(to, part, count, skip, size, backwards, s)
		}
		taken = len(to) - taken
		size, skip, total = size-taken, max(skip-count, 0), total-count
	}
	return by.page(to, rest, total, skip, size, backwards, s)
}

// order returns how each part of a list is sorted, and whether backwards.
func (x *Snapshot) order(o Order) (by order, backwards bool) {
	switch o {
	case Newest:
		return x.newest, false
	case Rated:
		return x.rated, false
	case Cheapest:
		return x.cheapest, false
	case Dearest:
		return x.cheapest, true
	}
	return x.popular, false
}

// marks returns the functions that mark the parts of a list, except the last part.
func (x *Snapshot) marks(q Query, s *scratch) []func(Bits) {
	recommended := func(b Bits) { b.or(x.traits[Recommended]) }
	switch {
	case q.Order == ByRelevance && len(q.Words) > 0:
		return x.text.marks(q.Words, s)
	case q.Order == ByRecommendation && len(q.Liked) > 0:
		liked := func(b Bits) {
			for _, category := range q.Liked {
				x.category.group(category).addTo(b)
			}
		}
		return []func(Bits){func(b Bits) {
			liked(b)
			b.and(x.traits[Recommended])
		}, recommended, liked}
	case q.Order == ByRecommendation:
		return []func(Bits){recommended}
	}
	return nil
}

// OfStores returns the items of the wanted stores.
func (x *Snapshot) OfStores(wanted func(store int64) bool) Bits {
	b := newBits(len(x.ids))
	for n, store := range x.stores.keys {
		if wanted(store) {
			b.setAll(x.stores.groups[n].list)
		}
	}
	b.and(x.live)
	return b
}

// Discounted returns the items with a discount of their own, and those of the stores.
func (x *Snapshot) Discounted(stores []int64) Bits {
	b := slices.Clone(x.traits[Discounted])
	for _, store := range stores {
		b.setAll(x.stores.list(store))
	}
	b.and(x.live)
	return b
}

// Available returns the items that are inside their time window and whose store is
// open. open also returns the minute of the day in the time zone of the store.
func (x *Snapshot) Available(open func(store int64) (minute int, open bool)) Bits {
	b := newBits(len(x.ids))
	for n, store := range x.stores.keys {
		minute, isOpen := open(store)
		if !isOpen {
			continue
		}
		for _, i := range x.stores.groups[n].list {
			if x.windows[i].holds(minute) {
				b.set(i)
			}
		}
	}
	b.and(x.live)
	return b
}

// StoreOf returns the store of an item that is sold.
func (x *Snapshot) StoreOf(id int64) (store int64, sold bool) {
	i, sold := x.numberOf(id)
	if !sold {
		return 0, false
	}
	return x.stores.keys[x.stores.of[i]], true
}

// NameOf returns the folded name of an item that is sold.
func (x *Snapshot) NameOf(id int64) string {
	i, sold := x.numberOf(id)
	if !sold {
		return ""
	}
	return string(x.text.name(i))
}

// OfStore returns the ids of the items of a store, the most popular first.
func (x *Snapshot) OfStore(store int64) []int64 {
	ids, _ := x.Find(Query{Store: store}, 0, len(x.ids))
	return ids
}

// CategoriesOf counts the items of a store by category.
func (x *Snapshot) CategoriesOf(store int64) map[int64]int {
	counts := map[int64]int{}
	for _, i := range x.stores.list(store) {
		if x.live.Has(i) {
			counts[x.category.keys[x.category.of[i]]]++
		}
	}
	return counts
}

// StoresWith returns the stores that have items in the categories.
func (x *Snapshot) StoresWith(categories []int64) map[int64]bool {
	stores, seen := map[int64]bool{}, make([]bool, len(x.stores.keys))
	for _, category := range categories {
		for _, i := range x.category.list(category) {
			if n := x.stores.of[i]; !seen[n] && x.live.Has(i) {
				seen[n] = true
				stores[x.stores.keys[n]] = true
			}
		}
	}
	return stores
}
