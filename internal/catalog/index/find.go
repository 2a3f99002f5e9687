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
	ByRelevance                   // where the words stand, then Boosts, then popularity
	ByRecommendation              // recommended, then what is liked, then popularity
	Newest
	Rated // rating, then how many rated
	Cheapest
	Dearest
	ByStores // the order of Stores, then popularity
)

// Query narrows and sorts the items; all conditions hold at once. A zero value
// does not narrow.
type Query struct {
	// The scope of a search: whether it is corrected depends on what the words find here.
	Modules    []ModuleInZone // in one of them; nil: not asked
	Store      int64
	Categories []int64 // in one of them; nil: not asked
	Within     []Bits  // in each of these sets, made by this snapshot
	Search

	// Filters do not change what a search means.
	Brand     string
	With      Traits // all of them
	Without   Traits // none of them
	MinPrice  int64
	MaxPrice  int64
	MinTenths int64
	Among     []Bits // in each of these sets, made by this snapshot

	Order  Order
	Liked  []int64   // categories, for ByRecommendation
	Boosts []Boost   // for ByRelevance
	Stores [][]int64 // for ByStores: those in one group are equal
}

// Page is a page of the items that a query finds.
type Page struct {
	IDs      []int64
	Total    int      // on all pages
	Exact    int      // how many of them have the words as typed; they come first
	Spelling []string // what was searched for beside or instead of what was typed; nil: nothing
}

// Find returns a page of items, from skip on and at most size.
func (x *Snapshot) Find(q Query, skip, size int) Page {
	s := newScratch(len(x.ids))
	defer s.release()
	found := s.copy(x.live)
	x.narrowToScope(found, q, s)
	var l *lookup
	if len(q.Typed) > 0 {
		l = x.text.lookup(found, q.Search, s)
		found = l.found()
	}
	x.filter(found, q, s)
	page := Page{Total: found.count()}
	if page.Exact = page.Total; l != nil && l.corrected != nil {
		page.Exact = found.countAlso(l.typed)
		if page.Exact == 0 || page.Exact < page.Total {
			page.Spelling = l.spelling
		}
	}
	p := pager{x: x, q: q, s: s, to: s.found[:0], skip: skip, size: size}
	p.found(found, l)
	s.found = p.to
	page.IDs = make([]int64, len(p.to))
	for n, i := range p.to {
		page.IDs[n] = x.ids[i]
	}
	return page
}

func (x *Snapshot) narrowToScope(found Bits, q Query, s *scratch) {
	if q.Store != 0 {
		keepGroups(found, &x.stores, []int64{q.Store}, s)
	}
	if q.Modules != nil {
		keepGroups(found, &x.modules, q.Modules, s)
	}
	if q.Categories != nil {
		keepGroups(found, &x.category, q.Categories, s)
	}
	for _, set := range q.Within {
		found.and(set)
	}
}

func (x *Snapshot) filter(found Bits, q Query, s *scratch) {
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

// Discounted returns the items with a discount of their own, those of the stores, and
// these.
func (x *Snapshot) Discounted(stores, items []int64) Bits {
	b := slices.Clone(x.traits[Discounted])
	for _, store := range stores {
		b.setAll(x.stores.list(store))
	}
	for _, id := range items {
		if n, known := x.numberOf(id); known {
			b.set(n)
		}
	}
	b.and(x.live)
	return b
}

// SoldAtLeast returns the items of which so many were sold.
func (x *Snapshot) SoldAtLeast(minSold uint32) Bits {
	n := sort.Search(len(x.popular.at), func(p int) bool { return x.figures[x.popular.at[p]].sold < minSold })
	b := newBits(len(x.ids))
	b.setAll(x.popular.at[:n])
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
	return x.Find(Query{Store: store}, 0, len(x.ids)).IDs
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
