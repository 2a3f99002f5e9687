package index

import "sync"

// scratch is what one search works on. It is used again, so that a search leaves
// no garbage that grows with the catalogue.
type scratch struct {
	n      int    // numbers in a set
	free   []Bits // of that size
	used   []Bits
	places []uint32
	found  []uint32
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

func newScratch(n int) *scratch {
	s := scratches.Get().(*scratch)
	if s.n != n {
		s.n, s.free = n, nil
	}
	return s
}

// bits is an empty set, until the scratch is released.
func (s *scratch) bits() Bits {
	if len(s.free) == 0 {
		s.free = append(s.free, newBits(s.n))
	}
	b := s.free[len(s.free)-1]
	s.free = s.free[:len(s.free)-1]
	s.used = append(s.used, b)
	clear(b)
	return b
}

func (s *scratch) release() {
	s.free, s.used = append(s.free, s.used...), s.used[:0]
	scratches.Put(s)
}
