package money

import (
	"cmp"
	"math/bits"
	"slices"
)

// Allocate spreads total over weights by share, so that the parts add up to
// total exactly: each part is rounded down, and what is left goes one unit
// each to the largest remainders, the earlier first among equals (D1, D19).
// A part of a total not above the weights' sum is never above its own weight.
//
// Weights below zero count as zero. When no weight is above zero, the parts are as
// equal as possible. Without weights there are no parts. A total below zero gives
// the parts of its absolute value with the sign changed.
func Allocate(total Amount, weights []Amount) []Amount {
	if len(weights) == 0 {
		return nil
	}
	if total < 0 {
		parts := Allocate(-total, weights)
		for i := range parts {
			parts[i] = -parts[i]
		}
		return parts
	}
	usable, sum := usableWeights(weights)

	parts := make([]Amount, len(weights))
	order := make([]int, len(weights))
	remainders := make([]uint64, len(weights))
	left := total
	for i, w := range usable {
		hi, lo := bits.Mul64(uint64(total), w)
		quotient, remainder := bits.Div64(hi, lo, sum)
		parts[i], remainders[i], order[i] = Amount(quotient), remainder, i
		left -= parts[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(remainders[b], remainders[a]) })
	for _, i := range order[:left] {
		parts[i]++
	}
	return parts
}

// usableWeights returns the weights as Allocate counts them, with their sum, which
// is never zero.
func usableWeights(weights []Amount) (usable []uint64, sum uint64) {
	usable = make([]uint64, len(weights))
	for i, w := range weights {
		usable[i] = uint64(max(w, 0))
		sum += usable[i]
	}
	if sum == 0 {
		for i := range usable {
			usable[i] = 1
		}
		sum = uint64(len(usable))
	}
	return usable, sum
}
