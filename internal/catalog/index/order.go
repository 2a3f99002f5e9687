package index

import (
	"math/bits"
	"slices"
)

// order is all items sorted in one way, and the position of each in it.
type order struct {
	at       []uint32 // the item at a position
	position []uint32 // the position of an item
}

// comparison compares two items; it is 0 only for the same one.
type comparison func(a, b uint32) int

func newOrder(n int, by comparison) order {
	at := make([]uint32, n)
	for i := range at {
		at[i] = uint32(i)
	}
	slices.SortFunc(at, by)
	return placed(at)
}

func placed(at []uint32) order {
	position := make([]uint32, len(at))
	for p, i := range at {
		position[i] = uint32(p)
	}
	return order{at, position}
}

// with is the order with the items up to n added.
func (o order) with(n int, by comparison) order {
	added := make([]uint32, 0, n-len(o.at))
	for i := len(o.at); i < n; i++ {
		added = append(added, uint32(i))
	}
	return placed(merged(o.at, added, by))
}

// moved is the order after the keys of some items have changed.
func (o order) moved(changed Bits, by comparison) order {
	var stay, move []uint32
	stay = make([]uint32, 0, len(o.at))
	for _, i := range o.at {
		if changed.Has(i) {
			move = append(move, i)
		} else {
			stay = append(stay, i)
		}
	}
	return placed(merged(stay, move, by))
}

// merged sorts what was added into what is sorted: few into many, so it looks
// for the position of each and copies what lies between.
func merged(sorted, added []uint32, by comparison) []uint32 {
	slices.SortFunc(added, by)
	all := make([]uint32, 0, len(sorted)+len(added))
	from := 0
	for _, i := range added {
		n, _ := slices.BinarySearchFunc(sorted[from:], i, by)
		all = append(append(all, sorted[from:from+n]...), i)
		from += n
	}
	return append(all, sorted[from:]...)
}

// page appends those of a set that are in the positions skip to skip+size of this
// order, of the count there are. It sorts the set when it is small, and else
// walks the order from its nearer end.
func (o order) page(to []uint32, in Bits, count, skip, size int, backwards bool, s *scratch) []uint32 {
	if backwards {
		mirrored := max(count-skip-size, 0)
		size = min(size, count-skip)
		from := len(to)
		to = o.page(to, in, count, mirrored, size, false, s)
		slices.Reverse(to[from:])
		return to
	}
	size = min(size, count-skip)
	if size <= 0 {
		return to
	}
	fromEnd := count - skip - size
	walk := (min(skip, fromEnd) + size) * len(o.at) / count
	if 3*count*bits.Len(uint(count)) < walk {
		return o.sorted(to, in, skip, size, s)
	}
	if skip <= fromEnd {
		return o.walked(to, in, skip, size)
	}
	return o.walkedBack(to, in, fromEnd, size)
}

func (o order) sorted(to []uint32, in Bits, skip, size int, s *scratch) []uint32 {
	positions := s.positions[:0]
	in.each(func(i uint32) { positions = append(positions, o.position[i]) })
	slices.Sort(positions)
	for _, p := range positions[skip : skip+size] {
		to = append(to, o.at[p])
	}
	s.positions = positions
	return to
}

func (o order) walked(to []uint32, in Bits, skip, size int) []uint32 {
	for _, i := range o.at {
		if !in.Has(i) {
			continue
		}
		if skip--; skip >= 0 {
			continue
		}
		to = append(to, i)
		if size--; size == 0 {
			break
		}
	}
	return to
}

func (o order) walkedBack(to []uint32, in Bits, skip, size int) []uint32 {
	from := len(to)
	for _, i := range slices.Backward(o.at) {
		if !in.Has(i) {
			continue
		}
		if skip--; skip >= 0 {
			continue
		}
		to = append(to, i)
		if size--; size == 0 {
			break
		}
	}
	slices.Reverse(to[from:])
	return to
}
