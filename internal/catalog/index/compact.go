package index

import "slices"

// wasted is how many numbers may be unused before they are compacted.
func wasted(alive int) int { return alive/4 + 64 }

// compacted gives the items new numbers when too many numbers are unused. It copies
// their values; nothing is read or folded again.
func (x *Snapshot) compacted() *Snapshot {
	if len(x.ids)-x.alive <= wasted(x.alive) {
		return x
	}
	c := compaction{number: make([]uint32, len(x.ids))}
	x.live.each(func(i uint32) {
		c.number[i] = uint32(len(c.kept))
		c.kept = append(c.kept, i)
	})
	c.live = x.live
	next := &Snapshot{
		alive: x.alive, counts: x.counts, live: newBits(len(c.kept)), traits: map[Traits]Bits{},
		ids: keep(c, x.ids), price: keep(c, x.price), created: keep(c, x.created), figures: keep(c, x.figures), windows: keep(c, x.windows),
		stores: compactPartition(c, x.stores), modules: compactPartition(c, x.modules),
		brands: compactPartition(c, x.brands), category: compactPartition(c, x.category),
		byID: c.list(x.byID), text: x.text.compacted(c),
		popular: placed(c.list(x.popular.at)), newest: placed(c.list(x.newest.at)),
		rated: placed(c.list(x.rated.at)), cheapest: placed(c.list(x.cheapest.at)),
	}
	for i := range c.kept {
		next.live.set(uint32(i))
	}
	for trait, set := range x.traits {
		next.traits[trait] = newBits(len(c.kept))
		for i, old := range c.kept {
			if set.Has(old) {
				next.traits[trait].set(uint32(i))
			}
		}
	}
	return next
}

// compaction maps old numbers to new ones.
type compaction struct {
	live   Bits
	kept   []uint32 // the old number of each new one
	number []uint32 // the new number of each old one that is live
}

// list returns new numbers, without those that are unused.
func (c compaction) list(old []uint32) []uint32 {
	var kept []uint32
	for _, i := range old {
		if c.live.Has(i) {
			kept = append(kept, c.number[i])
		}
	}
	return slices.Clip(kept)
}

func keep[V any](c compaction, old []V) []V {
	values := make([]V, len(c.kept))
	for i, n := range c.kept {
		values[i] = old[n]
	}
	return values
}

func compactPartition[K comparable](c compaction, p partition[K]) partition[K] {
	keys := make([]K, len(c.kept))
	for i, n := range c.kept {
		keys[i] = p.keys[p.of[n]]
	}
	return newPartition(keys)
}

func (t *Text) compacted(c compaction) *Text {
	next := &Text{byName: c.list(t.byName), ends: make([]uint32, 0, len(c.kept)), common: newPrefixes(), ofName: newPrefixes()}
	for _, i := range c.kept {
		next.names = append(next.names, t.name(i)...)
		next.ends = append(next.ends, uint32(len(next.names)))
	}
	next.names = slices.Clip(next.names)
	for n, term := range t.terms {
		all := c.list(t.all[n].list)
		if len(all) == 0 {
			continue
		}
		var named []uint32
		if t.named[n] != nil {
			named = c.list(t.named[n].list)
		}
		next.addTerm(term, &group{list: all}, groupOrNone(named))
	}
	return next
}
