package town

import (
	"hash/fnv"
	"math/rand/v2"
)

// dice is a random generator that depends only on the seed and a name. So one store
// does not change when another is added.
type dice struct{ *rand.Rand }

func newDice(seed uint64, name string) dice {
	h := fnv.New64a()
	h.Write([]byte(name))
	return dice{rand.New(rand.NewPCG(seed, h.Sum64()))}
}

// between returns a number from low to high, both included.
func (d dice) between(low, high int) int { return low + d.IntN(high-low+1) }

// spread returns a number from low to high.
func (d dice) spread(low, high float64) float64 { return low + (high-low)*d.Float64() }

// chance is true with a probability of that many percent.
func (d dice) chance(percent int) bool { return d.IntN(100) < percent }

func pick[T any](d dice, from []T) T { return from[d.IntN(len(from))] }
