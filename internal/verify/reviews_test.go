package verify_test

import (
	"fmt"
	"slices"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/review"
)

func TestVerify_ITEM12_findsWrongRatings(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := ordertest.Open(t, open(t))
		item := w.Item(t, w.Store(t, nil), 1000, 50, nil)
		_, me := w.Customer(t)
		o := w.Place(t, "key", ordertest.BuyNow(me, item, 1))
		for _, to := range []order.Status{order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Delivered} {
			if err := w.Orders.Move(t.Context(), o.ID, to, order.ByAdmin, ""); err != nil {
				t.Fatal(err)
			}
		}
		w.Exec(t, `UPDATE orders SET rider_id = $1`, w.Rider(t, ordertest.ZoneID).ID)
		five := &review.Opinion{Rating: 5}
		r := review.Request{OrderID: o.ID, ShopperID: me, Store: five, Rider: five, Items: []review.Opinion{{ItemID: item.ID, Rating: 5}}}
		if err := review.New(w.DB, w.Clock).Add(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		const ratings, counts, orders = "ratings are those of the town folder and of reviews", "the kept counts of reviews are right", "only delivered orders have reviews, of what was in them"
		for _, c := range []struct{ check, wrong, right string }{
			{ratings, `UPDATE items SET rating_sum = rating_sum + 1`, `UPDATE items SET rating_sum = rating_sum - 1`},
			{ratings, `UPDATE stores SET rating_count = rating_count + 1`, `UPDATE stores SET rating_count = rating_count - 1`},
			{ratings, `UPDATE staff SET rating_sum = rating_sum + 1 WHERE rating_count > 0`, `UPDATE staff SET rating_sum = rating_sum - 1 WHERE rating_count > 0`},
			{ratings, `UPDATE items SET past_rating_count = 1`, `UPDATE items SET past_rating_count = 0`},
			{counts, `UPDATE review_counts SET reviews = reviews + 1 WHERE item_id = 0`, `UPDATE review_counts SET reviews = reviews - 1 WHERE item_id = 0`},
			{orders, fmt.Sprintf(`UPDATE order_lines SET item_id = %d`, w.Item(t, w.Store(t, nil), 1, 1, nil).ID), fmt.Sprintf(`UPDATE order_lines SET item_id = %d`, item.ID)},
		} {
			if found := broken(run(t, w.DB)); len(found) > 0 {
				t.Fatalf("before %s: %q", c.wrong, found)
			}
			w.Exec(t, c.wrong)
			if found := broken(run(t, w.DB)); !slices.Contains(found, c.check) {
				t.Errorf("%s: found %q, want %q", c.wrong, found, c.check)
			}
			w.Exec(t, c.right)
		}
	})
}
