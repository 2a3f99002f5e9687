package index

import "math/bits"

// Boost gives points to the items of a set. In a list by relevance, items with more
// points come first where the words have the same rank.
type Boost struct {
	Items  Bits
	Points int // 1, 2, 4 or 8
}

// pager collects a page of a list of parts: each part is sorted in the same way, and
// skip and size count on from part to part.
type pager struct {
	x          *Snapshot
	q          Query
	s          *scratch
	to         []uint32
	skip, size int
	points     []Bits // see pointsOf; nil: not computed yet
}

// found adds the items that were found. What was typed comes before what it may mean, in
// every order.
func (p *pager) found(found Bits, l *lookup) {
	if l != nil && l.corrected != nil && p.q.Order != ByRelevance {
		typed := p.s.copy(found)
		typed.and(l.typed)
		found.without(l.typed)
		p.parts(typed, l)
	}
	p.parts(found, l)
}

// parts adds the items of a set: a part has the items that its mark marks and no earlier
// mark did, and the last part has the rest.
func (p *pager) parts(rest Bits, l *lookup) {
	part := p.s.bits()
	for _, mark := range p.marks(l) {
		if p.size <= 0 {
			return
		}
		clear(part)
		mark(part)
		part.and(rest)
		rest.without(part)
		p.add(part)
	}
	p.add(rest)
}

// marks returns the functions that mark the parts of a list, except the last part.
func (p *pager) marks(l *lookup) []func(Bits) {
	x, q := p.x, p.q
	recommended := func(b Bits) { b.or(x.traits[Recommended]) }
	switch {
	case q.Order == ByRelevance && l != nil:
		return l.ranks()
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

// add adds a part.
func (p *pager) add(part Bits) {
	switch {
	case p.size <= 0:
	case p.q.Order == ByRelevance && len(p.q.Typed) > 0 && len(p.q.Boosts) > 0:
		p.addByPoints(part)
	case p.q.Order == ByStores:
		p.addByStores(part)
	default:
		p.addSorted(part)
	}
}

func (p *pager) addSorted(part Bits) {
	count := part.count()
	if p.skip < count {
		by, backwards := p.x.order(p.q.Order)
		before := len(p.to)
		p.to = by.page(p.to, part, count, p.skip, p.size, backwards, p.s)
		p.size -= len(p.to) - before
	}
	p.skip = max(p.skip-count, 0)
}

// addByPoints adds a part, the items with most points first.
func (p *pager) addByPoints(part Bits) {
	if count := part.count(); p.skip >= count {
		p.skip -= count
		return
	}
	points := p.pointsOf()
	for n := 1<<len(points) - 1; n >= 0 && p.size > 0; n-- {
		used := p.s.mark()
		same := p.s.copy(part)
		for bit, set := range points {
			if n>>bit&1 == 1 {
				same.and(set)
			} else {
				same.without(set)
			}
		}
		p.addSorted(same)
		p.s.backTo(used)
	}
}

// pointsOf returns the points of all items in binary: the items whose points have bit 0,
// those that have bit 1, and so on. It adds them up for 64 items at once.
func (p *pager) pointsOf() []Bits {
	if p.points != nil {
		return p.points
	}
	maxPoints := 0
	for _, boost := range p.q.Boosts {
		maxPoints += boost.Points
	}
	for range bits.Len(uint(maxPoints)) {
		p.points = append(p.points, p.s.bits())
	}
	for _, boost := range p.q.Boosts {
		carry := p.s.copy(boost.Items)
		for bit := bits.TrailingZeros(uint(boost.Points)); bit < len(p.points); bit++ {
			p.points[bit].addBit(carry)
		}
	}
	return p.points
}

// addByStores adds a part, sorted by the groups of stores.
func (p *pager) addByStores(part Bits) {
	for _, stores := range p.q.Stores {
		if p.size <= 0 {
			return
		}
		theirs := p.s.positions[:0]
		for _, store := range stores {
			for _, i := range p.x.stores.list(store) {
				if part.Has(i) {
					part.unset(i)
					theirs = append(theirs, i)
				}
			}
		}
		p.s.positions = theirs
		if p.skip >= len(theirs) {
			p.skip -= len(theirs)
			continue
		}
		used := p.s.mark()
		set := p.s.bits()
		set.setAll(theirs)
		p.addSorted(set)
		p.s.backTo(used)
	}
	p.addSorted(part)
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
