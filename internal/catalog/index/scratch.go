package index

import "sync"

// scratch is the memory of one search. It is reused, so that a search allocates nothing
// that grows with the catalogue.
type scratch struct {
	n         int    // numbers in a set
	free      []Bits // of any size: items and stores take turns
	used      []Bits
	positions []uint32
	found     []uint32
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

func newScratch(n int) *scratch {
	s := scratches.Get().(*scratch)
	s.n = n
	return s
}

// bits returns an empty set, valid until the scratch is released.
func (s *scratch) bits() Bits {
	var b Bits
	if last := len(s.free) - 1; last >= 0 {
		b, s.free = s.free[last], s.free[:last]
	}
	words := (s.n + 63) / 64
	if cap(b) < words {
		b = newBits(s.n)
	}
	b = b[:words]
	clear(b)
	s.used = append(s.used, b)
	return b
}

// copy returns a copy of a set, valid as long.
func (s *scratch) copy(b Bits) Bits {
	c := s.bits()
	copy(c, b)
	return c
}

// mark returns a mark for backTo.
func (s *scratch) mark() int { return len(s.used) }

// backTo takes back the sets that were returned since the mark.
func (s *scratch) backTo(mark int) {
	s.free, s.used = append(s.free, s.used[mark:]...), s.used[:mark]
}

func (s *scratch) release() {
	s.free, s.used = append(s.free, s.used...), s.used[:0]
	scratches.Put(s)
}
