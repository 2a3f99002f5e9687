package stock_test

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/options"
	"hawker/internal/order/ordertest"
	"hawker/internal/stock"
)

var at = time.UnixMilli(1000)

// engines runs a test on both engines.
func engines(t *testing.T, run func(t *testing.T, w *ordertest.Fixture)) {
	t.Helper()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) { run(t, ordertest.Open(t, open(t))) })
}

// inTx runs a change in a transaction.
func inTx(t *testing.T, w *ordertest.Fixture, change func(ctx context.Context, tx *db.Tx) error) error {
	t.Helper()
	return db.InTx(t.Context(), w.DB, func(tx *db.Tx) error { return change(t.Context(), tx) })
}

// take takes units from pools for an order.
func take(t *testing.T, w *ordertest.Fixture, orderID int64, units map[stock.Pool]int64) (itemIDs []int64, err error) {
	t.Helper()
	err = inTx(t, w, func(ctx context.Context, tx *db.Tx) error {
		itemIDs, err = stock.Take(ctx, tx, orderID, units, at)
		return err
	})
	return itemIDs, err
}

// count counts pools; nil: no longer counted.
func count(t *testing.T, w *ordertest.Fixture, units map[stock.Pool]*int64) {
	t.Helper()
	var counted []stock.Counted
	for pool, n := range units {
		counted = append(counted, stock.Counted{Pool: pool, Units: n})
	}
	if err := inTx(t, w, func(ctx context.Context, tx *db.Tx) error { return stock.Count(ctx, tx, counted, at) }); err != nil {
		t.Fatal(err)
	}
}

// levels returns the levels of these items, and checks that Of and All agree.
func levels(t *testing.T, w *ordertest.Fixture, itemIDs ...int64) map[int64]stock.Levels {
	t.Helper()
	some, err := stock.LevelsByItem(t.Context(), w.DB.R, itemIDs)
	if err != nil {
		t.Fatal(err)
	}
	all, err := stock.All(t.Context(), w.DB.R)
	if err != nil {
		t.Fatal(err)
	}
	maps.DeleteFunc(all, func(id int64, _ stock.Levels) bool { return !slices.Contains(itemIDs, id) })
	if diff := cmp.Diff(some, all); diff != "" {
		t.Errorf("Of and All differ: %s", diff)
	}
	return some
}

// checkSums checks that pools are the sums of their moves.
func checkSums(t *testing.T, w *ordertest.Fixture) {
	t.Helper()
	if n := w.Number(t, `SELECT COUNT(*) FROM stock s WHERE quantity < 0 OR quantity <> (SELECT SUM(delta) FROM stock_moves m WHERE m.stock_id = s.id)`); n > 0 {
		t.Errorf("%d pools are not the sums of their moves", n)
	}
}

// goods returns an item, an item with two variations, and the ids of some orders.
func goods(t *testing.T, w *ordertest.Fixture, orders int) (plain, varied catalog.Item, ids []int64) {
	t.Helper()
	store := w.Store(t, nil)
	plain, varied = w.Item(t, store, 100, ordertest.Unlimited, nil), w.Item(t, store, 100, ordertest.Unlimited, nil)
	for range orders {
		me := w.Guest(t)
		w.Add(t, me, plain, 1, options.Choice{})
		ids = append(ids, w.Place(t, "key", ordertest.Request(me)).ID)
	}
	return plain, varied, ids
}

func TestTake_ITEM07_TRAP_S5_fromEachPoolAndBackOnce(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		plain, varied, orders := goods(t, w, 1)
		item, small, large := stock.PoolOf(plain.ID, 0), stock.PoolOf(varied.ID, 1), stock.PoolOf(varied.ID, 2)
		count(t, w, map[stock.Pool]*int64{item: new(int64(5)), small: new(int64(3)), large: new(int64(4))})

		items, err := take(t, w, orders[0], map[stock.Pool]int64{large: 1, item: 2, small: 3})
		if diff := cmp.Diff([]int64{plain.ID, varied.ID}, items); err != nil || diff != "" {
			t.Error(diff, err)
		}
		want := map[int64]stock.Levels{plain.ID: {"": 3}, varied.ID: {"1": 0, "2": 3}}
		if diff := cmp.Diff(want, levels(t, w, plain.ID, varied.ID)); diff != "" {
			t.Error(diff)
		}
		for range 2 { // the second time there is nothing to return
			err := inTx(t, w, func(ctx context.Context, tx *db.Tx) (err error) {
				items, err = stock.Return(ctx, tx, orders[0], at)
				return err
			})
			if diff := cmp.Diff([]int64{plain.ID, varied.ID}, items); err != nil || diff != "" {
				t.Error(diff, err)
			}
			want := map[int64]stock.Levels{plain.ID: {"": 5}, varied.ID: {"1": 3, "2": 4}}
			if diff := cmp.Diff(want, levels(t, w, plain.ID, varied.ID)); diff != "" {
				t.Error(diff)
			}
		}
		checkSums(t, w)
	})
}

func TestTake_TRAP_S4_allPoolsOrNone(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		plain, varied, orders := goods(t, w, 1)
		enough, short := stock.PoolOf(plain.ID, 0), stock.PoolOf(varied.ID, 1)
		count(t, w, map[stock.Pool]*int64{enough: new(int64(5)), short: new(int64(1))})
		for _, units := range []map[stock.Pool]int64{{enough: 1, short: 2}, {enough: 1, stock.PoolOf(varied.ID, 9): 1}} {
			if _, err := take(t, w, orders[0], units); !errors.Is(err, stock.ErrOutOfStock) {
				t.Errorf("%v: %v", units, err)
			}
		}
		if diff := cmp.Diff(map[int64]stock.Levels{plain.ID: {"": 5}, varied.ID: {"1": 1}}, levels(t, w, plain.ID, varied.ID)); diff != "" {
			t.Error(diff)
		}
		checkSums(t, w)
	})
}

// The units of a campaign are a pool like any other, apart from those of its item.
func TestTake_BRW07_TRAP_S5_aCampaignHasAPoolOfItsOwn(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		plain, _, orders := goods(t, w, 1)
		item, campaign := stock.PoolOf(plain.ID, 0), stock.CampaignPool(plain.ID, 7)
		count(t, w, map[stock.Pool]*int64{item: new(int64(5)), campaign: new(int64(2))})
		if _, err := take(t, w, orders[0], map[stock.Pool]int64{campaign: 3}); !errors.Is(err, stock.ErrOutOfStock) {
			t.Errorf("took more than there are: %v", err)
		}
		if _, err := take(t, w, orders[0], map[stock.Pool]int64{campaign: 2}); err != nil {
			t.Error(err)
		}
		left := levels(t, w, plain.ID)[plain.ID]
		if of := left.LeftOfCampaign(7); of == nil || *of != 0 || *left.Left(0) != 5 || left.LeftOfCampaign(8) != nil || left.Left(7) != nil {
			t.Errorf("left %v", left)
		}
		if err := inTx(t, w, func(ctx context.Context, tx *db.Tx) error {
			_, err := stock.Return(ctx, tx, orders[0], at)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if left := levels(t, w, plain.ID)[plain.ID]; *left.LeftOfCampaign(7) != 2 || *left.Left(0) != 5 {
			t.Errorf("returned, left %v", left)
		}
		checkSums(t, w)
	})
}

func TestCount_opensChangesAndEndsAPool(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		plain, _, orders := goods(t, w, 1)
		pool := stock.PoolOf(plain.ID, 0)
		for _, c := range []struct {
			units *int64
			moves int64
		}{{nil, 0}, {new(int64(5)), 1}, {new(int64(5)), 1}, {nil, 1}, {new(int64(7)), 2}} {
			count(t, w, map[stock.Pool]*int64{pool: c.units})
			left := levels(t, w, plain.ID)[plain.ID].Left(0)
			if (left == nil) != (c.units == nil) || left != nil && *left != *c.units {
				t.Errorf("counted %v: %v left", c.units, left)
			}
			if moves := w.Number(t, `SELECT COUNT(*) FROM stock_moves`); moves != c.moves {
				t.Errorf("counted %v: %d moves, want %d", c.units, moves, c.moves)
			}
		}
		if _, err := take(t, w, orders[0], map[stock.Pool]int64{pool: 3}); err != nil {
			t.Fatal(err)
		}
		count(t, w, map[stock.Pool]*int64{pool: new(int64(7))})
		if left := levels(t, w, plain.ID)[plain.ID].Left(0); *left != 7 {
			t.Errorf("%d left", *left)
		}
		checkSums(t, w)
	})
}

// With takes, returns and counts at the same time, no pool is below zero or differs from
// the sum of its moves, and no transactions deadlock.
func TestStock_TRAP_S1_TRAP_S5_changesAtTheSameTimeLoseNothing(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		const workers, rounds, start = 6, 8, 12
		plain, varied, orders := goods(t, w, workers)
		pools := []stock.Pool{stock.PoolOf(plain.ID, 0), stock.PoolOf(varied.ID, 1), stock.PoolOf(varied.ID, 2)}
		for _, p := range pools {
			count(t, w, map[stock.Pool]*int64{p: new(int64(start))})
		}
		var all sync.WaitGroup
		var taken atomic.Int64
		for n := range workers {
			random := rand.New(rand.NewPCG(7, uint64(n)))
			all.Go(func() {
				for range rounds {
					units := map[stock.Pool]int64{pools[random.IntN(3)]: 1 + random.Int64N(2), pools[random.IntN(3)]: 1}
					_, err := take(t, w, orders[n], units)
					switch {
					case err == nil:
						taken.Add(1)
					case !errors.Is(err, stock.ErrOutOfStock):
						t.Error(err)
					}
					if n == 0 {
						count(t, w, map[stock.Pool]*int64{pools[random.IntN(3)]: new(random.Int64N(start))})
					}
					if random.IntN(3) == 0 {
						if err := inTx(t, w, func(ctx context.Context, tx *db.Tx) error {
							_, err := stock.Return(ctx, tx, orders[n], at)
							return err
						}); err != nil {
							t.Error(err)
						}
					}
				}
			})
		}
		all.Wait()
		if taken.Load() == 0 {
			t.Error("nothing was ever taken")
		}
		checkSums(t, w)
		for id := range orders {
			out := w.Number(t, `SELECT CAST(COALESCE(SUM(`+stock.TakenByOrder+`), 0) AS BIGINT) FROM orders o WHERE o.id = $1`, orders[id])
			if out < 0 {
				t.Errorf("order %d has returned %d more than it took", orders[id], -out)
			}
		}
	})
}

// Several who count a pool for the first time at once open it once, and the last number
// stays. Of several who have seen that it is not counted, one counts it.
func TestCount_TRAP_S1_opensAPoolOnce(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		const workers, rounds = 4, 10
		_, varied, _ := goods(t, w, 1)
		for round := range rounds {
			pool := stock.PoolOf(varied.ID, int64(round+1))
			countTogether := func(expectsUncounted bool) (refused int64) {
				start := make(chan struct{})
				var all sync.WaitGroup
				var changed atomic.Int64
				for n := range workers {
					all.Go(func() {
						<-start
						err := inTx(t, w, func(ctx context.Context, tx *db.Tx) error {
							return stock.Count(ctx, tx, []stock.Counted{{Pool: pool, Units: new(int64(n + 1)), ExpectUncounted: expectsUncounted}}, at)
						})
						switch {
						case errors.Is(err, stock.ErrChanged):
							changed.Add(1)
						case err != nil:
							t.Error(err)
						}
					})
				}
				close(start)
				all.Wait()
				return changed.Load()
			}
			if refused := countTogether(false); refused != 0 {
				t.Errorf("%d were refused, whatever was there", refused)
			}
			count(t, w, map[stock.Pool]*int64{pool: nil})
			if refused := countTogether(true); refused != workers-1 {
				t.Errorf("%d of %d were refused who expected no limit", refused, workers)
			}
			if left := levels(t, w, varied.ID)[varied.ID].LeftIn(pool); left == nil || *left < 1 || *left > workers {
				t.Errorf("left: %v", left)
			}
		}
		checkSums(t, w)
	})
}
