package payment_test

import (
	"flag"
	"fmt"
	"testing"
)

var (
	// The bugs that are planted below are found within 150 seeds. make simulate plays thousands.
	seeds = flag.Int("seeds", 200, "how many seeds the simulation of money runs")
	seed  = flag.Uint64("seed", 0, "the one seed that it runs; 0: the first -seeds")
)

// Clients, gateway, jobs, clock and crashes in an order that a seed decides: money is
// neither lost nor made. A failure prints its seed, which -seed replays.
func TestSimulation_O1_O2_O3_W1_W2_moneyIsNeitherLostNorMade(t *testing.T) {
	t.Parallel()
	if *seed != 0 {
		for _, problem := range simulate(t, *seed, nil) {
			t.Error(problem)
		}
		return
	}
	const lanes = 4
	for lane := range lanes {
		t.Run(fmt.Sprint("lane ", lane), func(t *testing.T) {
			t.Parallel()
			for n := lane; n < *seeds && !t.Failed(); n += lanes {
				for _, problem := range simulate(t, uint64(n+1), nil) {
					t.Errorf("seed %d: %s (replay it with -seed %d)", n+1, problem, n+1)
				}
			}
		})
	}
}

// Each bug that is planted on purpose is found.
func TestSimulation_O1_findsPlantedBugs(t *testing.T) {
	t.Parallel()
	for name, bug := range plantedBugs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for n := range uint64(*seeds) {
				if problems := simulate(t, n+1, bug); len(problems) > 0 {
					t.Logf("found by seed %d: %s", n+1, problems[0])
					return
				}
			}
			t.Errorf("%d seeds did not find it", *seeds)
		})
	}
}
