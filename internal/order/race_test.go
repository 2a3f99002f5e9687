package order_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/errs"
	"hawker/internal/options"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
)

// together runs f for 0 to n-1, all at once, and returns their results.
func together[T any](n int, f func(i int) (T, error)) ([]T, []error) {
	results, problems := make([]T, n), make([]error, n)
	var all sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		all.Go(func() {
			<-start
			results[i], problems[i] = f(i)
		})
	}
	close(start)
	all.Wait()
	return results, problems
}

func TestPlace_TRAP_S1_threeHundredGuestsAndAHundredUnits(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		const guests, units = 300, 100
		item := w.Item(t, w.Store(t, nil), 1000, units, nil)
		requests := make([]order.Request, guests)
		for i := range requests {
			requests[i] = w.Agree(t, ordertest.BuyNow(w.Guest(t), item, 1))
		}
		_, problems := together(guests, func(i int) (order.OrderDetails, error) {
			return w.Orders.Place(t.Context(), "key-1", requests[i])
		})
		won := 0
		for _, err := range problems {
			switch {
			case err == nil:
				won++
			case !errs.Is(err, errs.OutOfStock) || errs.All(err)[0].Message != "Out of Stock":
				t.Errorf("a loser gets %v", err)
			}
		}
		if won != units {
			t.Errorf("%d won, want %d", won, units)
		}
		for what, query := range map[string]string{
			"orders": `SELECT COUNT(*) FROM orders`, "lines": `SELECT COUNT(*) FROM order_lines`, "moves": `SELECT COUNT(*) FROM order_moves`,
			"keys": `SELECT COUNT(*) FROM idempotency_keys`, "transfers": `SELECT COUNT(*) FROM ledger_transfers`,
			"stock moves": `SELECT COUNT(*) - 1 FROM stock_moves`,
		} {
			if n := w.Number(t, query); n != units {
				t.Errorf("%d %s, want %d", n, what, units)
			}
		}
		if left := w.Number(t, `SELECT quantity FROM stock`); left != 0 {
			t.Errorf("%d left", left)
		}
	})
}

func TestPlace_TRAP_S1_CHK05_theLosersAreToldWhichLineIsGone(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		const guests, units = 40, 5
		store := w.Store(t, nil)
		plenty, scarce := w.Item(t, store, 1000, ordertest.Unlimited, nil), w.Item(t, store, 500, units, nil)
		requests := make([]order.Request, guests)
		for i := range requests {
			me := w.Guest(t)
			w.Add(t, me, plenty, 1, options.Choice{})
			w.Add(t, me, scarce, 1, options.Choice{})
			requests[i] = w.Agree(t, ordertest.Request(me))
		}
		_, problems := together(guests, func(i int) (order.OrderDetails, error) {
			return w.Orders.Place(t.Context(), "key-1", requests[i])
		})
		for _, err := range problems {
			if err == nil {
				continue
			}
			q, _ := errs.From(err).Detail.(order.Quote)
			if !errs.Is(err, errs.OutOfStock) || len(q.Problems) != 1 || q.Problems[0].LineID == 0 || q.Problems[0].LineID != q.Lines[1].ID {
				t.Errorf("a loser gets %v and is told %+v", err, q.Problems)
			}
		}
	})
}

func TestPlace_CHK04_TRAP_O1_fiftyTimesTheSameKeyIsOneOrder(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		const times = 50
		item := w.Item(t, w.Store(t, nil), 1000, 100, nil)
		me := w.Guest(t)
		w.Add(t, me, item, 2, options.Choice{})
		r := w.Agree(t, ordertest.Request(me))
		orders, problems := together(times, func(int) (order.OrderDetails, error) {
			return w.Orders.Place(t.Context(), "key-1", r)
		})
		if err := errors.Join(problems...); err != nil {
			t.Fatal(err)
		}
		for i := range orders {
			if got, want := fmt.Sprint(orders[i]), fmt.Sprint(orders[0]); got != want {
				t.Fatalf("answer %d:\n%s\nanswer 0:\n%s", i, got, want)
			}
		}
		if n, left := w.Number(t, `SELECT COUNT(*) FROM orders`), w.Number(t, `SELECT quantity FROM stock`); n != 1 || left != 98 {
			t.Errorf("%d orders, %d left", n, left)
		}
	})
}

func TestPlace_CHK04_oneCartIsOrderedOnceWhateverTheKeys(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		const times = 10
		item := w.Item(t, w.Store(t, nil), 1000, 100, nil)
		me := w.Guest(t)
		w.Add(t, me, item, 2, options.Choice{})
		r := w.Agree(t, ordertest.Request(me))
		_, problems := together(times, func(i int) (order.OrderDetails, error) {
			return w.Orders.Place(t.Context(), fmt.Sprintf("key-%d", i), r)
		})
		won := 0
		for _, err := range problems {
			if err == nil {
				won++
			} else if !errs.Is(err, errs.CartChanged) {
				t.Errorf("a second order of the cart: %v", err)
			}
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM orders`); won != 1 || n != 1 {
			t.Errorf("%d won, %d orders", won, n)
		}
	})
}

func TestPlace_CART08_aLineAddedMeanwhileIsNeverLost(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		store := w.Store(t, nil)
		for i := range 10 {
			item, late := w.Item(t, store, 1000, 100, nil), w.Item(t, store, 100, 100, nil)
			me := w.Guest(t)
			w.Add(t, me, item, 1, options.Choice{})
			r := w.Agree(t, ordertest.Request(me))
			_, problems := together(2, func(n int) (struct{}, error) {
				if n == 0 {
					_, err := w.Orders.Place(t.Context(), fmt.Sprintf("key-%d", i), r)
					return struct{}{}, err
				}
				w.Add(t, me, late, 1, options.Choice{})
				return struct{}{}, nil
			})
			lines := w.Number(t, `SELECT COUNT(*) FROM cart_lines l JOIN carts c ON c.id = l.cart_id WHERE c.shopper_id = $1`, me)
			if problems[0] == nil && lines != 1 || problems[0] != nil && lines != 2 {
				t.Errorf("placing said %v and the cart has %d lines", problems[0], lines)
			}
		}
	})
}

func TestCancel_TRAP_S5_ORD05_parallelCancelsGiveBackOnce(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		const times = 20
		store := w.Store(t, nil)
		a, b := w.Item(t, store, 1000, 10, nil), w.Item(t, store, 500, 10, nil)
		me := w.Guest(t)
		w.Add(t, me, a, 3, options.Choice{})
		w.Add(t, me, b, 4, options.Choice{})
		placed := w.Place(t, "key-1", ordertest.Request(me))
		token := w.Tokens.Tracking(placed.ID)
		_, problems := together(times, func(int) (order.OrderDetails, error) {
			return w.Orders.Cancel(t.Context(), placed.ID, order.Owner{Token: token}, "other")
		})
		won := 0
		for _, err := range problems {
			if err == nil {
				won++
			} else if !errs.Is(err, errs.Conflict) {
				t.Errorf("a second cancel: %v", err)
			}
		}
		if won != 1 {
			t.Errorf("%d cancels won", won)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM stock WHERE quantity = 10`); n != 2 {
			t.Errorf("%d of 2 stocks are whole again", n)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM ledger_transfers`); n != 2 {
			t.Errorf("%d transfers, want the placing and its reversal", n)
		}
	})
}

func TestCancel_TRAP_S5_ITEM07_givesEachVariationItsOwnBack(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		store := w.Store(t, func(s *catalog.Store) { s.ModuleID = ordertest.ShopID })
		item := w.Item(t, store, 1000, ordertest.Unlimited, ordertest.WithVariations)
		w.Stock(t, item.ID, 1, 10)
		w.Stock(t, item.ID, 2, 10)
		me := w.Guest(t)
		w.Add(t, me, item, 1, options.Choice{VariationID: 1})
		w.Add(t, me, item, 4, options.Choice{VariationID: 2})
		r := ordertest.Request(me)
		r.ModuleID = item.ModuleID
		placed := w.Place(t, "key-1", r)
		left := func(variation string) int64 {
			return w.Number(t, `SELECT quantity FROM stock WHERE variation = $1`, variation)
		}
		if left("1") != 9 || left("2") != 6 {
			t.Fatalf("%d and %d are left", left("1"), left("2"))
		}
		if _, err := w.Orders.Cancel(t.Context(), placed.ID, order.Owner{Token: w.Tokens.Tracking(placed.ID)}, "other"); err != nil {
			t.Fatal(err)
		}
		if left("1") != 10 || left("2") != 10 {
			t.Errorf("after the cancel %d and %d are left, want all 10 of both", left("1"), left("2"))
		}
	})
}

func TestPlace_ordersOfTheSameItemsInAnySequenceDoNotBlockEachOther(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		const shoppers = 24
		store := w.Store(t, nil)
		a, b := w.Item(t, store, 1000, 1000, nil), w.Item(t, store, 500, 1000, nil)
		requests := make([]order.Request, shoppers)
		for i := range requests {
			me := w.Guest(t)
			first, second := a, b
			if i%2 == 1 {
				first, second = b, a
			}
			w.Add(t, me, first, 1, options.Choice{})
			w.Add(t, me, second, 1, options.Choice{})
			requests[i] = w.Agree(t, ordertest.Request(me))
		}
		placed, problems := together(shoppers, func(i int) (order.OrderDetails, error) {
			return w.Orders.Place(t.Context(), "key-1", requests[i])
		})
		if err := errors.Join(problems...); err != nil {
			t.Fatal(err)
		}
		_, problems = together(shoppers, func(i int) (order.OrderDetails, error) {
			return w.Orders.Cancel(t.Context(), placed[i].ID, order.Owner{Token: w.Tokens.Tracking(placed[i].ID)}, "other")
		})
		if err := errors.Join(problems...); err != nil {
			t.Fatal(err)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM stock WHERE quantity = 1000`); n != 2 {
			t.Errorf("%d of 2 stocks are whole again", n)
		}
	})
}

// What is remembered for a moment is read again once that is over. No
// transaction may wait for that: with all connections in such transactions none
// would be left to read with.
func TestPlace_noTransactionWaitsForASecondConnection(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		const shoppers = 48
		item := w.Item(t, w.Store(t, nil), 1000, 1000, nil)
		requests := make([]order.Request, shoppers)
		for i := range requests {
			requests[i] = w.Agree(t, ordertest.BuyNow(w.Guest(t), item, 1))
		}
		w.Clock.Advance(time.Minute)
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		_, problems := together(shoppers, func(i int) (order.OrderDetails, error) {
			return w.Orders.Place(ctx, "key-1", requests[i])
		})
		if err := errors.Join(problems...); err != nil {
			t.Fatal(err)
		}
	})
}
