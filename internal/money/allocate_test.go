package money_test

import (
	"math/big"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hawker/internal/money"
)

func TestAllocate_PRC07(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		total   money.Amount
		weights []money.Amount
		want    []money.Amount
	}{
		{"even", 10, []money.Amount{1, 1}, []money.Amount{5, 5}},
		{"the odd unit goes to the first of equals", 11, []money.Amount{5, 5}, []money.Amount{6, 5}},
		{"the largest remainder first", 10, []money.Amount{1, 2, 3}, []money.Amount{2, 3, 5}},
		{"a weight of zero gets nothing", 7, []money.Amount{0, 3, 4}, []money.Amount{0, 3, 4}},
		{"a negative weight counts as zero", 7, []money.Amount{-9, 3, 4}, []money.Amount{0, 3, 4}},
		{"no weight above zero: as equal as possible", 5, []money.Amount{0, 0}, []money.Amount{3, 2}},
		{"nothing to spread", 0, []money.Amount{3, 4}, []money.Amount{0, 0}},
		{"a negative total is the mirror image", -11, []money.Amount{5, 5}, []money.Amount{-6, -5}},
		{"no weights", 5, nil, nil},
		{"of many equals, the first", 3, slices.Repeat([]money.Amount{2, 1}, 20), append([]money.Amount{1, 0, 1, 0, 1}, make([]money.Amount, 35)...)},
		{"products beyond 64 bits", money.Limit, []money.Amount{money.Limit, 0}, []money.Amount{money.Limit, 0}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, money.Allocate(tt.total, tt.weights)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The oracle checks the result without repeating the algorithm: the parts add up,
// each is its exact share rounded down or up, and no part that was rounded down had
// a larger remainder than one that was rounded up.
func TestAllocateIsFair_PRC07_TRAP_M2(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		total := money.Amount(rapid.Int64Range(0, int64(money.Limit)).Draw(t, "total"))
		weights := rapid.SliceOfN(rapid.Map(rapid.OneOf(rapid.Int64Range(0, 20), rapid.Int64Range(0, int64(money.Limit))),
			func(n int64) money.Amount { return money.Amount(n) }), 1, 12).Draw(t, "weights")
		sum := money.Sum(weights...)
		if sum == 0 {
			t.Skip("no weight")
		}
		parts := money.Allocate(total, weights)

		if got := money.Sum(parts...); got != total {
			t.Fatalf("parts add up to %d, not %d", got, total)
		}
		largestDown, smallestUp := new(big.Rat), big.NewRat(1, 1)
		for i, part := range parts {
			exact := new(big.Rat).Mul(big.NewRat(int64(total), 1), big.NewRat(int64(weights[i]), int64(sum)))
			above := new(big.Rat).Sub(exact, big.NewRat(int64(part), 1)) // what rounding took away
			switch {
			case above.Sign() < 0: // rounded up
				above.Add(above, big.NewRat(1, 1))
				if above.Sign() <= 0 {
					t.Fatalf("part %d is %d, a whole unit above its share", i, part)
				}
				smallestUp = smaller(smallestUp, above)
			default:
				if above.Cmp(big.NewRat(1, 1)) >= 0 {
					t.Fatalf("part %d is %d, a whole unit below its share", i, part)
				}
				largestDown = larger(largestDown, above)
			}
			if total <= sum && part > weights[i] {
				t.Fatalf("part %d is %d, above its weight %d", i, part, weights[i])
			}
		}
		if largestDown.Cmp(smallestUp) > 0 {
			t.Fatalf("remainder %v was rounded down, %v up", largestDown, smallestUp)
		}
	})
}

func smaller(a, b *big.Rat) *big.Rat {
	if a.Cmp(b) < 0 {
		return a
	}
	return b
}

func larger(a, b *big.Rat) *big.Rat {
	if a.Cmp(b) > 0 {
		return a
	}
	return b
}
