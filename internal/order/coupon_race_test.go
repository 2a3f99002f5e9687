package order_test

import (
	"fmt"
	"testing"

	"hawker/internal/coupon"
	"hawker/internal/errs"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
)

// placeAll places what was agreed to, all at once, and returns how many were placed.
// Everybody else must be told that the price has changed, and why.
func placeAll(t *testing.T, w *ordertest.Fixture, requests []order.Request, why coupon.Code) (placed int) {
	t.Helper()
	_, problems := together(len(requests), func(i int) (order.OrderDetails, error) {
		return w.Orders.Place(t.Context(), fmt.Sprint("key-", i), requests[i])
	})
	for _, err := range problems {
		if err == nil {
			placed++
			continue
		}
		wantWithoutCoupon(t, err, why)
	}
	return placed
}

func TestPlace_PRC03_TRAP_O4_fiveHundredShoppersAndFiftyUses(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		const shoppers, limit = 500, 50
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		w.Coupon(t, func(c *coupon.Coupon) { c.UseLimit = limit })
		requests := make([]order.Request, shoppers)
		for i := range requests {
			requests[i] = w.Agree(t, with(t, w, item, "WELCOME"))
		}
		if won := placeAll(t, w, requests, coupon.UsedUp); won != limit {
			t.Errorf("%d orders got the coupon, want %d", won, limit)
		}
		if used, orders := w.Number(t, `SELECT used FROM coupons`), w.Number(t, `SELECT COUNT(*) FROM orders`); used != limit || orders != limit {
			t.Errorf("%d uses, %d orders", used, orders)
		}
	})
}

func TestPlace_PRC03_TRAP_O4_onceACustomerAndFiftyOrdersAtOnce(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		const orders = 50
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		w.Coupon(t, func(c *coupon.Coupon) { c.PerCustomerLimit = 1 })
		ofOne, ofPhone := make([]order.Request, orders), make([]order.Request, orders)
		me := with(t, w, item, "WELCOME")
		for i := range orders {
			address := *me.Address
			address.Phone = fmt.Sprintf("+1202555%04d", 200+i)
			ofOne[i] = me
			ofOne[i].Address = &address
			ofOne[i] = w.Agree(t, ofOne[i])
			ofPhone[i] = w.Agree(t, with(t, w, item, "WELCOME")) // guests with one phone
		}
		if won := placeAll(t, w, ofOne, coupon.UsedByYou); won != 1 {
			t.Errorf("one shopper got the coupon %d times", won)
		}
		if won := placeAll(t, w, ofPhone, coupon.UsedByYou); won != 1 {
			t.Errorf("one phone got the coupon %d times", won)
		}
	})
}

// Two coupons for a first order are different rows, so locking them is not enough.
func TestPlace_PRC03_TRAP_O4_oneFirstOrderWithManyCoupons(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		const orders = 50
		item := w.Item(t, w.Store(t, nil), 1000, 1000, nil) // its stock is locked after the coupons
		requests := make([]order.Request, orders)
		for i := range requests { // guests with one phone
			c := w.Coupon(t, func(c *coupon.Coupon) { c.Code, c.FirstOrder = fmt.Sprint("FIRST", i), true })
			requests[i] = w.Agree(t, with(t, w, item, c.Code))
		}
		if won := placeAll(t, w, requests, coupon.NotFirst); won != 1 {
			t.Errorf("%d first orders", won)
		}
	})
}

func TestCancel_ORD05_TRAP_S5_parallelCancelsFreeTheCouponOnce(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		const times = 20
		item := w.Item(t, w.Store(t, nil), 1000, 10, nil)
		w.Coupon(t, func(c *coupon.Coupon) { c.UseLimit = 5 })
		w.Place(t, "key-1", with(t, w, item, "WELCOME"))
		placed := w.Place(t, "key-1", with(t, w, item, "WELCOME"))
		_, problems := together(times, func(int) (order.OrderDetails, error) {
			return w.Orders.Cancel(t.Context(), placed.ID, order.Owner{Token: w.Tokens.Tracking(placed.ID)}, "other")
		})
		won := 0
		for _, err := range problems {
			if err == nil {
				won++
			} else if !errs.Is(err, errs.Conflict) {
				t.Errorf("a second cancel: %v", err)
			}
		}
		used, left := w.Number(t, `SELECT used FROM coupons`), w.Number(t, `SELECT quantity FROM stock`)
		if won != 1 || used != 1 || left != 8 {
			t.Errorf("%d cancels won; %d uses, want 1; %d left, want 8", won, used, left)
		}
	})
}
