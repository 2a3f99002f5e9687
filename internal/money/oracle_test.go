package money_test

import (
	"math/big"

	"pgregory.net/rapid"

	"hawker/internal/money"
)

// roundHalfAway rounds an exact fraction by its decimal digits. The program uses
// another method, integer division.
func roundHalfAway(r *big.Rat) int64 {
	rounded, ok := new(big.Int).SetString(r.FloatString(0), 10) // FloatString rounds half away from zero
	if !ok || !rounded.IsInt64() {
		panic("oracle out of range")
	}
	return rounded.Int64()
}

func amounts() *rapid.Generator[money.Amount] {
	return rapid.Map(rapid.Int64Range(-int64(money.Limit), int64(money.Limit)), func(n int64) money.Amount {
		return money.Amount(n)
	})
}
