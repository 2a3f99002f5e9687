package verify_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/review"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
)

func TestVerify_RNT11_findsWrongRatingsAndTripsOfVehicles(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := triptest.Open(t, open(t))
		_, me := f.Customer(t)
		d := f.Book(t, "key-1", triptest.Request(me), time.Time{})
		f.MoveTrip(t, d.ID, trip.Confirmed, trip.Ongoing, trip.Completed)
		r := review.TripRequest{TripID: d.ID, ShopperID: me, Vehicles: []review.Opinion{{ID: f.Car.ID, Rating: 5, Text: "Good"}}}
		if err := review.New(f.DB, f.Clock).AddToTrip(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		const ratings, counts, trips = "ratings are those of the town folder and of reviews", "the trips of providers and vehicles are counted", "only completed trips have reviews, of their vehicles"
		for _, c := range []struct{ check, wrong, right string }{
			{ratings, `UPDATE vehicles SET rating_sum = rating_sum + 1`, `UPDATE vehicles SET rating_sum = rating_sum - 1`},
			{ratings, `UPDATE providers SET rating_count = rating_count + 1`, `UPDATE providers SET rating_count = rating_count - 1`},
			{ratings, `UPDATE vehicle_reviews SET hidden_at = 1`, `UPDATE vehicle_reviews SET hidden_at = NULL`},
			{counts, `UPDATE vehicles SET trip_count = trip_count + 1`, `UPDATE vehicles SET trip_count = trip_count - 1`},
			{counts, `UPDATE providers SET past_trip_count = 1`, `UPDATE providers SET past_trip_count = 0`},
			{trips, `UPDATE trips SET status = 'canceled'`, `UPDATE trips SET status = 'completed'`},
			{"an erased account has no personal data left", `UPDATE customers SET erased_at = 1`, `UPDATE customers SET erased_at = NULL`},
		} {
			if found := broken(run(t, f.DB)); len(found) > 0 {
				t.Fatalf("before %s: %q", c.wrong, found)
			}
			f.Exec(t, c.wrong)
			if found := broken(run(t, f.DB)); !slices.Contains(found, c.check) {
				t.Errorf("%s: found %q, want %q", c.wrong, found, c.check)
			}
			f.Exec(t, c.right)
		}
	})
}

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
		r := review.Request{OrderID: o.ID, ShopperID: me, Store: five, Rider: five, Items: []review.Opinion{{ID: item.ID, Rating: 5}}}
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
