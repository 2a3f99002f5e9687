// Package money is amounts of money and the arithmetic on them. An Amount is a
// whole number of minor units, such as cents, and rounding happens here and nowhere
// else. The digits of a currency matter only where an amount is parsed or
// formatted.
package money

import "math/bits"

// Amount is money in minor units of the shop's one currency: 2499 is 24.99
// where the currency has two digits, 2.499 where it has three.
type Amount int64

// Limit is the largest amount that is parsed or that MulRatio returns: fifteen
// digits, which a JSON number carries without loss. The sum of a thousand such
// amounts does not overflow.
const Limit Amount = 999_999_999_999_999

// MulRatio returns a × num / den, rounded once, half away from zero. It is the
// only rounding of money in the program (M2): a caller with several factors
// multiplies them first and rounds here. A result beyond Limit becomes Limit, so
// an absurd distance or rate remains comparable and never overflows. It panics
// unless den is positive.
func (a Amount) MulRatio(num, den int64) Amount {
	if den <= 0 {
		panic("money: MulRatio needs a positive denominator")
	}
	negative := (a < 0) != (num < 0)
	hi, lo := bits.Mul64(magnitude(int64(a)), magnitude(num))
	half, carry := bits.Add64(lo, uint64(den)/2, 0)
	hi += carry
	if hi >= uint64(den) {
		return signed(Limit, negative)
	}
	quotient, _ := bits.Div64(hi, half, uint64(den))
	return signed(Amount(min(quotient, uint64(Limit))), negative)
}

// Percent returns rate of a, rounded half away from zero: 2499 at 10.75 % is 269.
func (a Amount) Percent(rate Rate) Amount {
	return a.MulRatio(int64(rate), int64(Whole))
}

// Inside returns the part of a that was added by rate: a × rate / (100 % + rate),
// such as the tax in a price that includes it (PRC-05). It panics when the rate is
// -100 % or lower.
func (a Amount) Inside(rate Rate) Amount {
	return a.MulRatio(int64(rate), int64(Whole+rate))
}

// Rescale returns an amount of one number of digits in another: 24.99 is 2499 in two
// digits and 24990 in three. It returns false if the result would not be exact, or beyond
// Limit.
func Rescale(a Amount, from, to int) (Amount, bool) {
	for ; from < to; from++ {
		if a > Limit/10 || a < -Limit/10 {
			return 0, false
		}
		a *= 10
	}
	for ; from > to; from-- {
		if a%10 != 0 {
			return 0, false
		}
		a /= 10
	}
	return a, a <= Limit && a >= -Limit
}

// Sum adds amounts.
func Sum(amounts ...Amount) Amount {
	var total Amount
	for _, a := range amounts {
		total += a
	}
	return total
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

func signed(a Amount, negative bool) Amount {
	if negative {
		return -a
	}
	return a
}
