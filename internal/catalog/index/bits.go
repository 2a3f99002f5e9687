package index

import "math/bits"

// Bits is a set of numbers of items or documents: one bit each. Nobody may change
// one that was returned.
type Bits []uint64

func newBits(n int) Bits { return make(Bits, (n+63)/64) }

// Has reports whether i is in the set.
func (b Bits) Has(i uint32) bool { return int(i/64) < len(b) && b[i/64]>>(i%64)&1 == 1 }

func (b Bits) set(i uint32)   { b[i/64] |= 1 << (i % 64) }
func (b Bits) unset(i uint32) { b[i/64] &^= 1 << (i % 64) }

func (b Bits) setAll(list []uint32) {
	for _, i := range list {
		b.set(i)
	}
}

// or adds what is in o, which may be shorter.
func (b Bits) or(o Bits) {
	for i, w := range o {
		b[i] |= w
	}
}

// and keeps what is also in o, which may be shorter.
func (b Bits) and(o Bits) {
	clear(b[len(o):])
	for i, w := range o {
		b[i] &= w
	}
}

// without removes what is in o, which may be shorter.
func (b Bits) without(o Bits) {
	for i, w := range o {
		b[i] &^= w
	}
}

// addBit adds one bit to each number, of which b is one binary digit. What is left in
// carry is to be added to the next digit.
func (b Bits) addBit(carry Bits) {
	for i, w := range carry {
		b[i], carry[i] = b[i]^w, b[i]&w
	}
}

func (b Bits) fill() {
	for i := range b {
		b[i] = ^uint64(0)
	}
}

func (b Bits) isEmpty() bool {
	for _, w := range b {
		if w != 0 {
			return false
		}
	}
	return true
}

// count is how many are in the set.
func (b Bits) count() (n int) {
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// countAlso is how many are also in o, which may be shorter.
func (b Bits) countAlso(o Bits) (n int) {
	for i, w := range o {
		n += bits.OnesCount64(b[i] & w)
	}
	return n
}

// each calls do with every number in the set, in order.
func (b Bits) each(do func(i uint32)) {
	for n, w := range b {
		for ; w != 0; w &= w - 1 {
			do(uint32(n*64 + bits.TrailingZeros64(w)))
		}
	}
}

// grown is a copy with room for n.
func (b Bits) grown(n int) Bits {
	g := newBits(n)
	copy(g, b)
	return g
}
