package jobs

import (
	"context"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// However many jobs hang at one service, those of all others are done, and our own.
func TestJobsThatHangOutsideDelayNoOthers(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		for _, hanging := range slices.Sorted(maps.Keys(workersOf)) {
			t.Run("hanging: "+string(hanging), func(t *testing.T) { testHanging(t, open(t), hanging) })
		}
	})
}

// testHanging has more jobs of a service hang than it has workers.
func testHanging(t *testing.T, d *db.DB, hanging Service) {
	q := newQueue(t, d, clock.System)
	goOn := make(chan struct{})
	release := sync.OnceFunc(func() { close(goOn) })
	var hang, done atomic.Int32
	var others []Job
	for to := range workersOf {
		kind := "kind of " + string(to)
		if to == hanging {
			HandleOutside(q, to, kind, func(context.Context, letter) error { hang.Add(1); <-goOn; return nil })
			continue
		}
		HandleOutside(q, to, kind, func(context.Context, letter) error { done.Add(1); return nil })
		others = append(others, Job{Kind: kind, Body: letter{}})
	}
	busy := int32(workersOf[hanging])
	for range 3 * busy {
		enqueue(t, d, q, Job{Kind: "kind of " + string(hanging), Body: letter{}})
	}
	run(t, q)
	t.Cleanup(release) // before the stop, which waits
	until(t, "all its workers hang", func() bool { return hang.Load() == busy })
	enqueue(t, d, q, others...)
	until(t, "the other jobs are done", func() bool { return int(done.Load()) == len(others) })
	if n := hang.Load(); n != busy {
		t.Errorf("%d hang at once", n)
	}
	release()
	until(t, "the jobs that hung are done once each", func() bool { return hang.Load() == 3*busy })
}

// Each job may use a connection to the database, so more services must not mean more of them.
func TestAllServicesTogetherHaveTwelveWorkers(t *testing.T) {
	t.Parallel()
	sum := -workersOf[none]
	for _, n := range workersOf {
		sum += n
	}
	if sum != 12 {
		t.Errorf("they have %d", sum)
	}
}
