package order_test

import (
	"slices"
	"strings"
	"testing"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
)

// plansOf returns the plans of the queries that read orders in a call, in a town with some
// orders that are open and many that are over.
func plansOf(t *testing.T, dialect db.Dialect, prepare func(w *ordertest.Fixture) (call func())) []string {
	t.Helper()
	noted, d, made := dbtest.Recorded(t, dialect)
	w := ordertest.Open(t, noted)
	item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
	id := w.Place(t, "over", ordertest.BuyNow(w.Guest(t), item, 1)).ID
	w.Exec(t, `UPDATE orders SET status = 'delivered', payment_status = 'paid' WHERE id = $1`, id)
	open := w.Place(t, "open", ordertest.BuyNow(w.Guest(t), item, 1)).ID
	copyOrder(t, w, id, 6000)
	copyOrder(t, w, open, 300)
	call := prepare(w)
	if dialect == db.Postgres {
		w.Exec(t, `ANALYZE`)
	}
	made.Reset()
	call()
	var plans []string
	for _, query := range made.Made() {
		if strings.Contains(query.Text, "FROM orders") {
			plans = append(plans, query.Text+"\n"+dbtest.Plan(t, d.R, dialect, query.Text, query.Args...))
		}
	}
	return plans
}

// An admin's lists of open orders do not read those that are over.
func TestListForStaff_TRAP_L3_openOrdersHaveAnIndexOfTheirOwn(t *testing.T) {
	t.Parallel()
	states := []order.State{order.StateNew, order.StateWaiting, order.StateScheduled, order.StateRunning, order.StateOpen}
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(dialect), func(t *testing.T) {
			t.Parallel()
			plans := plansOf(t, dialect, func(w *ordertest.Fixture) func() {
				admin := w.Admin(t)
				return func() {
					for _, state := range states {
						_, _, err := w.Orders.ListForStaff(t.Context(), admin, order.StaffFilter{State: state}, catalog.Paging{Size: 20, Number: 1})
						if err != nil {
							t.Fatal(err)
						}
					}
				}
			})
			if len(plans) != 2*len(states) {
				t.Errorf("%d queries, want a count and a page for each state", len(plans))
			}
			for _, plan := range plans {
				if strings.Contains(plan, "SCAN orders") || strings.Contains(plan, "Seq Scan on orders") || strings.Contains(plan, "orders_pkey") {
					t.Error(plan)
				}
			}
		})
	}
}

// What a rider has delivered is not read for a list of theirs, nor for a position.
func TestRiders_TRAP_L3_deliveriesUnderWayHaveAnIndexOfTheirOwn(t *testing.T) {
	t.Parallel()
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(dialect), func(t *testing.T) {
			t.Parallel()
			plans := plansOf(t, dialect, func(w *ordertest.Fixture) func() {
				rider := w.Rider(t, ordertest.ZoneID)
				w.Exec(t, `UPDATE orders SET rider_id = $1 WHERE status = 'delivered'`, rider.ID)
				return func() {
					_, _, _, ofList := w.Orders.Deliveries(t.Context(), rider, catalog.Paging{Size: 20, Number: 1})
					_, _, ofStream := w.Orders.StatesForStaff(t.Context(), rider)
					err := w.Orders.SetPosition(t.Context(), rider, geo.Point{})
					if ofList != nil || ofStream != nil || !errs.Is(err, errs.Conflict) {
						t.Fatalf("%v, %v, %v", ofList, ofStream, err)
					}
				}
			})
			plans = slices.DeleteFunc(plans, func(plan string) bool { return !strings.Contains(plan, "rider_id = $") })
			if len(plans) != 3 {
				t.Errorf("%d queries, want those of the list, the stream and the position", len(plans))
			}
			for _, plan := range plans {
				if !strings.Contains(plan, "orders_under_way_by_rider") {
					t.Error(plan)
				}
			}
		})
	}
}
