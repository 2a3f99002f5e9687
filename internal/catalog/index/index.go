// Package index finds, counts and sorts the items of a catalogue in memory. It is
// pure: no clock and no database, everything it needs is an argument.
//
// Items are numbered from 0 in the order in which they were added. A filter is a
// set of these numbers, one bit per item. A sort order is the list of all numbers
// in that order. So a total is exact, and a page costs little more in a catalogue
// of 100,000 items than in one of 1,000.
package index

import (
	"cmp"
	"maps"
	"slices"
)

// Item is what lists need of an item that is sold.
type Item struct {
	ID, Store, Zone, Module, Category int64
	Price                             int64 // as sold, for sort and filter
	Created                           int64
	Figures                           Figures
	From, To                          int16 // minutes of the day; equal: the whole day
	Traits                            Traits
	Brand                             string
	Text                              string // name, perhaps NameInOthers with more names, NameEnd, other words; folded
}

// Figures are what sales and ratings change.
type Figures struct {
	Sold, RatingCount int64
	Tenths            int64 // of a star
}

// Traits are what an item is or is not.
type Traits uint8

// The traits.
const (
	Veg Traits = 1 << iota
	Halal
	Organic
	Recommended
	Discounted // by itself
)

var allTraits = []Traits{Veg, Halal, Organic, Recommended, Discounted}

// ModuleInZone is a module in a zone: as what and where an item is sold.
type ModuleInZone struct{ Module, Zone int64 }

// CategoryInZone is a category in a zone.
type CategoryInZone struct{ Category, Zone int64 }

// Snapshot is the index of a catalogue at one moment. It does not change: With and
// WithFigures return another one, which shares what is the same. Safe for concurrent
// use.
type Snapshot struct {
	live     Bits // those that are sold; other numbers are no longer used
	alive    int
	ids      []int64
	byID     []uint32 // sorted by id; of those that share one, only the last is live
	stores   partition[int64]
	modules  partition[ModuleInZone]
	brands   partition[string]
	category partition[int64] // by category
	counts   map[CategoryInZone]int
	traits   map[Traits]Bits

	price, created []int64
	figures        []figures
	windows        []window
	text           *Text

	popular, newest, rated, cheapest order
}

// figures and window are the values of an item in their smallest form.
type figures struct {
	sold, ratingCount uint32
	tenths            uint32
}

type window struct{ from, to int16 }

// holds reports whether a minute of the day is inside the window.
func (w window) holds(minute int) bool {
	m := int16(minute)
	switch {
	case w.from == w.to:
		return true
	case w.from < w.to:
		return w.from <= m && m < w.to
	}
	return w.from <= m || m < w.to
}

func packed(f Figures) figures {
	return figures{sold: clamped(f.Sold), ratingCount: clamped(f.RatingCount), tenths: clamped(f.Tenths)}
}

func clamped(n int64) uint32 { return uint32(min(max(n, 0), 1<<32-1)) }

// Build indexes items, whose ids are unique.
func Build(items []Item) *Snapshot {
	var b textBuilder
	x := &Snapshot{counts: map[CategoryInZone]int{}, traits: map[Traits]Bits{}}
	for i := range items {
		b.add(items[i].Text)
	}
	x.text = b.text()
	x.stores = newPartition(column(items, func(i *Item) int64 { return i.Store }))
	x.modules = newPartition(column(items, moduleInZone))
	x.brands = newPartition(column(items, func(i *Item) string { return i.Brand }))
	x.category = newPartition(column(items, func(i *Item) int64 { return i.Category }))
	x.addColumns(items)
	n := len(items)
	x.byID = newOrder(n, x.compareIDs).at
	x.popular, x.newest = newOrder(n, x.comparePopular), newOrder(n, x.compareNewest)
	x.rated, x.cheapest = newOrder(n, x.compareRated), newOrder(n, x.compareCheapest)
	return x
}

func moduleInZone(i *Item) ModuleInZone { return ModuleInZone{i.Module, i.Zone} }

func column[V any](items []Item, of func(*Item) V) []V {
	values := make([]V, len(items))
	for i := range items {
		values[i] = of(&items[i])
	}
	return values
}

// appended is a copy of a column with more values.
func appended[V any](values []V, items []Item, of func(*Item) V) []V {
	return append(slices.Clip(values), column(items, of)...)
}

// addColumns adds the values of each item, and counts the items.
func (x *Snapshot) addColumns(items []Item) {
	first := len(x.ids)
	n := first + len(items)
	x.live = x.live.grown(n)
	for _, trait := range allTraits {
		x.traits[trait] = x.traits[trait].grown(n)
	}
	for i := range items {
		number := uint32(first + i)
		x.live.set(number)
		x.counts[CategoryInZone{items[i].Category, items[i].Zone}]++
		for _, trait := range allTraits {
			if items[i].Traits&trait != 0 {
				x.traits[trait].set(number)
			}
		}
	}
	x.alive += len(items)
	x.ids = appended(x.ids, items, func(i *Item) int64 { return i.ID })
	x.price = appended(x.price, items, func(i *Item) int64 { return i.Price })
	x.created = appended(x.created, items, func(i *Item) int64 { return i.Created })
	x.figures = appended(x.figures, items, func(i *Item) figures { return packed(i.Figures) })
	x.windows = appended(x.windows, items, func(i *Item) window { return window{i.From, i.To} })
}

// With returns the index after a change: the items in changed replace those with the
// same id, and those whose ids are in gone are no longer sold.
func (x *Snapshot) With(changed []Item, gone []int64) *Snapshot {
	next := new(*x)
	next.live, next.counts, next.traits = slices.Clone(x.live), maps.Clone(x.counts), maps.Clone(x.traits)
	for _, id := range gone {
		next.remove(id)
	}
	for i := range changed {
		next.remove(changed[i].ID)
	}
	if len(changed) == 0 {
		return next.compacted()
	}
	next.text = x.text.with(column(changed, func(i *Item) string { return i.Text }))
	next.stores = x.stores.with(column(changed, func(i *Item) int64 { return i.Store }))
	next.modules = x.modules.with(column(changed, moduleInZone))
	next.brands = x.brands.with(column(changed, func(i *Item) string { return i.Brand }))
	next.category = x.category.with(column(changed, func(i *Item) int64 { return i.Category }))
	next.addColumns(changed)
	n := len(next.ids)
	next.byID = order{at: x.byID}.with(n, next.compareIDs).at
	next.popular, next.newest = x.popular.with(n, next.comparePopular), x.newest.with(n, next.compareNewest)
	next.rated, next.cheapest = x.rated.with(n, next.compareRated), x.cheapest.with(n, next.compareCheapest)
	return next.compacted()
}

// remove removes an item from a snapshot that is not published yet.
func (x *Snapshot) remove(id int64) {
	i, sold := x.numberOf(id)
	if !sold {
		return
	}
	x.live.unset(i)
	x.alive--
	in := CategoryInZone{x.category.keys[x.category.of[i]], x.modules.keys[x.modules.of[i]].Zone}
	if x.counts[in]--; x.counts[in] == 0 {
		delete(x.counts, in)
	}
}

// numberOf is the number of an item that is sold.
func (x *Snapshot) numberOf(id int64) (uint32, bool) {
	n, _ := slices.BinarySearchFunc(x.byID, id, func(i uint32, id int64) int { return cmp.Compare(x.ids[i], id) })
	for ; n < len(x.byID) && x.ids[x.byID[n]] == id; n++ {
		if i := x.byID[n]; x.live.Has(i) {
			return i, true
		}
	}
	return 0, false
}

// ItemFigures are the figures of an item.
type ItemFigures struct {
	ID int64
	Figures
}

// WithFigures returns the index with new figures, or the same one if none has changed.
// Figures of items that are not sold are ignored.
func (x *Snapshot) WithFigures(now []ItemFigures) *Snapshot {
	changed := x.Changed(now)
	if len(changed) == 0 {
		return x
	}
	next, moved := new(*x), newBits(len(x.ids))
	next.figures = slices.Clone(x.figures)
	for _, f := range changed {
		i, _ := x.numberOf(f.ID)
		next.figures[i] = packed(f.Figures)
		moved.set(i)
	}
	next.popular, next.rated = x.popular.moved(moved, next.comparePopular), x.rated.moved(moved, next.compareRated)
	return next
}

// Changed returns those of the figures that differ from this snapshot.
func (x *Snapshot) Changed(now []ItemFigures) []ItemFigures {
	var changed []ItemFigures
	for _, f := range now {
		if i, sold := x.numberOf(f.ID); sold && x.figures[i] != packed(f.Figures) {
			changed = append(changed, f)
		}
	}
	return changed
}

// Len is how many items are sold.
func (x *Snapshot) Len() int { return x.alive }

// Counts is how many items each category has in each zone. Nobody may change it.
func (x *Snapshot) Counts() map[CategoryInZone]int { return x.counts }

func (x *Snapshot) compareIDs(a, b uint32) int {
	return cmp.Or(cmp.Compare(x.ids[a], x.ids[b]), cmp.Compare(a, b))
}

func (x *Snapshot) comparePopular(a, b uint32) int {
	f, g := x.figures[a], x.figures[b]
	return cmp.Or(cmp.Compare(g.sold, f.sold), cmp.Compare(g.tenths, f.tenths), x.compareIDs(a, b))
}

func (x *Snapshot) compareNewest(a, b uint32) int {
	return cmp.Or(cmp.Compare(x.created[b], x.created[a]), x.compareIDs(b, a))
}

func (x *Snapshot) compareRated(a, b uint32) int {
	f, g := x.figures[a], x.figures[b]
	return cmp.Or(cmp.Compare(g.tenths, f.tenths), cmp.Compare(g.ratingCount, f.ratingCount), x.compareIDs(a, b))
}

func (x *Snapshot) compareCheapest(a, b uint32) int {
	return cmp.Or(cmp.Compare(x.price[a], x.price[b]), x.compareIDs(a, b))
}
