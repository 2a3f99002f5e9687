package index

import (
	"maps"
	"slices"
	"sync/atomic"
)

// group is a set that does not change: numbers in ascending order. A large one is
// also kept as bits, made when first asked for.
type group struct {
	list  []uint32
	dense atomic.Pointer[Bits]
}

// sparse is up to which share of all numbers a list is smaller than bits.
const sparse = 32

// addTo adds the group to a set of at least n.
func (g *group) addTo(b Bits) {
	if g == nil {
		return
	}
	if len(g.list) <= len(b)*64/sparse {
		b.setAll(g.list)
		return
	}
	dense := g.dense.Load()
	if dense == nil {
		made := newBits(int(g.list[len(g.list)-1]) + 1)
		made.setAll(g.list)
		dense = &made
		g.dense.Store(dense)
	}
	b.or(*dense)
}

// countIn returns how many of the group are in a set.
func (g *group) countIn(b Bits) (n int) {
	if g == nil {
		return 0
	}
	for _, i := range g.list {
		if b.Has(i) {
			n++
		}
	}
	return n
}

// with is the group with higher numbers added.
func (g *group) with(added []uint32) *group {
	if g == nil {
		return &group{list: added}
	}
	return &group{list: append(slices.Clip(g.list), added...)}
}

// partition puts each item in one group, by a key such as its store.
type partition[K comparable] struct {
	number map[K]uint32 // of a key
	keys   []K
	groups []*group
	of     []uint32 // the number of an item's key
}

func newPartition[K comparable](keys []K) partition[K] {
	p := partition[K]{number: map[K]uint32{}}
	p.of = p.numbers(keys)
	p.groups = make([]*group, len(p.keys))
	for n, list := range sortedInto(p.of, nil, len(p.keys)) {
		p.groups[n] = &group{list: list}
	}
	return p
}

// numbers looks keys up and gives new ones a number.
func (p *partition[K]) numbers(keys []K) []uint32 {
	of := make([]uint32, len(keys))
	for i, key := range keys {
		n, known := p.number[key]
		if !known {
			n = uint32(len(p.keys))
			p.number[key] = n
			p.keys = append(p.keys, key)
		}
		of[i] = n
	}
	return of
}

// group is the group of a key; nil when nothing has it.
func (p *partition[K]) group(key K) *group {
	if n, known := p.number[key]; known {
		return p.groups[n]
	}
	return nil
}

// list are the items of a key, in order of their numbers.
func (p *partition[K]) list(key K) []uint32 {
	if g := p.group(key); g != nil {
		return g.list
	}
	return nil
}

// with is the partition with more items.
func (p *partition[K]) with(keys []K) partition[K] {
	next := partition[K]{number: maps.Clone(p.number), keys: slices.Clip(p.keys), groups: slices.Clone(p.groups)}
	of := next.numbers(keys)
	next.groups = append(next.groups, make([]*group, len(next.keys)-len(next.groups))...)
	added := map[uint32][]uint32{}
	for i, n := range of {
		added[n] = append(added[n], uint32(len(p.of)+i))
	}
	for n, list := range added {
		next.groups[n] = next.groups[n].with(list)
	}
	next.of = append(slices.Clip(p.of), of...)
	return next
}

// sortedInto collects docs by their key, which is below n, in lists that share
// one array. Without docs they are 0, 1, 2 and so on.
func sortedInto(keys, docs []uint32, n int) [][]uint32 {
	ends := make([]int, n+1)
	for _, key := range keys {
		ends[key+1]++
	}
	for i := range n {
		ends[i+1] += ends[i]
	}
	all, at := make([]uint32, len(keys)), slices.Clone(ends)
	for i, key := range keys {
		doc := uint32(i)
		if docs != nil {
			doc = docs[i]
		}
		all[at[key]] = doc
		at[key]++
	}
	lists := make([][]uint32, n)
	for i := range lists {
		lists[i] = all[ends[i]:ends[i+1]:ends[i+1]]
	}
	return lists
}
