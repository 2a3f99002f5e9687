package order_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"modernc.org/sqlite"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
)

// countingConnector counts the queries of its connections.
type countingConnector struct {
	driver.Connector
	made *atomic.Int64
}

func (c countingConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	return countingConn{conn, c.made}, err
}

type countingConn struct {
	driver.Conn
	made *atomic.Int64
}

func (c countingConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	c.made.Add(1)
	return c.Conn.(driver.QueryerContext).QueryContext(ctx, query, args)
}

// The lists of the staff make as many statements for one order as for eighty.
func TestStaffLists_TRAP_L3_fixedCountOfStatements(t *testing.T) {
	t.Parallel()
	o := dbtest.Migrated(t, db.SQLite)
	w := ordertest.Open(t, dbtest.OpenAt(t, o))
	connector, err := sqlite.NewConnector("file:" + filepath.Join(o.Dir, db.File))
	if err != nil {
		t.Fatal(err)
	}
	var made atomic.Int64
	pool := sql.OpenDB(countingConnector{connector, &made})
	t.Cleanup(func() { pool.Close() })
	deps := w.Orders.Deps
	deps.DB = &db.DB{R: db.NewPool(pool), W: w.DB.W, Dialect: db.SQLite}
	counted := order.New(deps)

	store := w.Store(t, nil)
	item := w.Item(t, store, 1000, ordertest.Unlimited, nil)
	vendor, rider, admin := w.Vendor(t, store.ID), w.Rider(t, ordertest.ZoneID), w.Admin(t)
	placed := 0
	placeUpTo := func(n int) {
		t.Helper()
		for ; placed < n; placed++ {
			id := w.Place(t, "key", ordertest.BuyNow(w.Guest(t), item, 1)).ID
			w.Exec(t, `UPDATE orders SET status = 'handover' WHERE id = $1`, id)
		}
	}
	page := catalog.Paging{Size: 100, Number: 1}
	lists := map[string]func() (int, error){
		"vendor": func() (int, error) {
			_, total, err := counted.ListForStaff(t.Context(), vendor, order.StaffFilter{State: order.StateRunning}, page)
			return total, err
		},
		"admin": func() (int, error) {
			_, total, err := counted.ListForStaff(t.Context(), admin, order.StaffFilter{State: order.StateAll}, page)
			return total, err
		},
		"rider": func() (int, error) {
			offers, _, _, err := counted.Deliveries(t.Context(), rider, page)
			return len(offers), err
		},
		"events": func() (int, error) {
			_, total, err := counted.StatesForStaff(t.Context(), vendor)
			return total, err
		},
	}
	few := map[string]int64{}
	for _, orders := range []int{1, 80} {
		placeUpTo(orders)
		for name, read := range lists {
			made.Store(0)
			if n, err := read(); err != nil || n != orders {
				t.Fatalf("%s: %d orders, %v; want %d", name, n, err, orders)
			}
			if n := made.Load(); orders == 1 {
				few[name] = n
			} else if n != few[name] || n == 0 {
				t.Errorf("%s: %d statements for %d orders, %d for one", name, n, orders, few[name])
			}
		}
	}
}

// copied runs a test on both engines. Its copies of orders are rows alone, which no check
// of the books would accept.
func copied(t *testing.T, test func(*testing.T, *ordertest.Fixture)) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) { test(t, ordertest.Open(t, open(t))) })
}

// columnsOf returns the columns of a table, without the id.
func columnsOf(t *testing.T, w *ordertest.Fixture, table string) string {
	t.Helper()
	rows, err := w.DB.R.QueryContext(t.Context(), `SELECT * FROM `+table+` WHERE id = 0`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err := errors.Join(err, rows.Err()); err != nil {
		t.Fatal(err)
	}
	return strings.Join(slices.DeleteFunc(columns, func(c string) bool { return c == "id" }), ", ")
}

// copyOrder adds copies of an order, and returns the id of the last one.
func copyOrder(t *testing.T, w *ordertest.Fixture, id int64, copies int) int64 {
	t.Helper()
	others := columnsOf(t, w, "orders")
	last := w.Number(t, `SELECT MAX(id) FROM orders`)
	w.Exec(t, `WITH RECURSIVE copy (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < $3)
		INSERT INTO orders (id, `+others+`) SELECT copy.n + $2, `+others+` FROM copy, orders WHERE orders.id = $1`, id, last, copies)
	return last + int64(copies)
}

// However many orders are open, a stream shows every change, and those that changed last
// (O6).
func TestStatesForStaff_TRAP_O6_moreOrdersThanAnEventHas(t *testing.T) {
	copied(t, func(t *testing.T, w *ordertest.Fixture) {
		store := w.Store(t, nil)
		item := w.Item(t, store, 1000, ordertest.Unlimited, nil)
		oldest := w.Place(t, "key", ordertest.BuyNow(w.Guest(t), item, 1)).ID
		copyOrder(t, w, oldest, 600)
		for _, who := range []order.Staff{w.Admin(t), w.Vendor(t, store.ID)} {
			states, before, err := w.Orders.StatesForStaff(t.Context(), who)
			if err != nil || len(states) != 500 {
				t.Fatalf("%d states, %v", len(states), err)
			}
			newest := copyOrder(t, w, oldest, 1)
			states, total, err := w.Orders.StatesForStaff(t.Context(), who)
			if err != nil || total != before+1 || states[499].ID != newest {
				t.Errorf("a new order: %d of %d, the last one %d, want %d; %v", len(states), total, states[499].ID, newest, err)
			}
			w.Clock.Advance(time.Minute)
			old := oldest + 20 + who.ID
			if err := w.Orders.Move(t.Context(), old, order.Confirmed, order.ByAdmin, ""); err != nil {
				t.Fatal(err)
			}
			isMoved := func(s order.StaffState) bool { return s.ID == old && s.Status == order.Confirmed }
			if states, _, _ = w.Orders.StatesForStaff(t.Context(), who); !slices.ContainsFunc(states, isMoved) {
				t.Errorf("the move of the old order %d is not seen", old)
			}
			if err := w.Orders.Move(t.Context(), oldest+1+who.ID, order.Canceled, order.ByAdmin, "sold out"); err != nil {
				t.Fatal(err)
			}
			if _, left, _ := w.Orders.StatesForStaff(t.Context(), who); left != total-1 {
				t.Errorf("an old order that ends: %d are open, want %d", left, total-1)
			}
		}
	})
}

// Deliveries that no rider takes hide none that come later (Z4).
func TestDeliveries_TRAP_Z4_oldOffersComeAfterFreshOnes(t *testing.T) {
	copied(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		place := func(key string) int64 {
			id := w.Place(t, key, ordertest.BuyNow(w.Guest(t), item, 1)).ID
			w.Exec(t, `UPDATE orders SET status = 'handover' WHERE id = $1`, id)
			return id
		}
		oldest := place("old")
		w.Clock.Advance(25 * time.Hour)
		first := place("first")
		second := place("second")
		stale := copyOrder(t, w, oldest, 120)
		rider := w.Rider(t, ordertest.ZoneID)
		var ids []int64
		for number := range 7 {
			page, total, _, err := w.Orders.Deliveries(t.Context(), rider, catalog.Paging{Size: 20, Number: number + 1})
			if err != nil || total != 123 {
				t.Fatalf("%d offers, %v", total, err)
			}
			for _, o := range page {
				ids = append(ids, o.ID)
			}
		}
		if want := []int64{first, second, stale, stale - 1}; len(ids) != 123 || !slices.Equal(ids[:4], want) || ids[122] != oldest {
			t.Errorf("%d offers: %v, want %v at first and %d at last", len(ids), ids, want, oldest)
		}
	})
}

// What waits for the store's answer, and what waits for its payment, are lists of their
// own, with totals of their own (ORD-03).
func TestListForStaff_ORD03_newOrdersAreThoseThatCanBeConfirmed(t *testing.T) {
	copied(t, func(t *testing.T, w *ordertest.Fixture) {
		w.OfferOffline(t)
		store := w.Store(t, nil)
		item := w.Item(t, store, 1000, ordertest.Unlimited, nil)
		place := func(key, method string, to order.Status) int64 {
			id := w.Place(t, key, ordertest.BuyNow(w.Guest(t), item, 1)).ID
			w.Exec(t, `UPDATE orders SET status = $2, payment_method = $3 WHERE id = $1`, id, to, method)
			return id
		}
		fresh := place("fresh", "cash_on_delivery", order.Pending)
		unpaid := place("unpaid", "offline_payment", order.Pending)
		running := place("running", "cash_on_delivery", order.Confirmed)
		over := place("over", "cash_on_delivery", order.Delivered)
		for state, want := range map[order.State][]int64{
			order.StateNew: {fresh}, order.StateWaiting: {unpaid}, order.StateRunning: {running},
			order.StateOpen: {fresh, unpaid, running}, order.StatePast: {over}, order.StateAll: {over, running, unpaid, fresh},
		} {
			for _, who := range []order.Staff{w.Admin(t), w.Vendor(t, store.ID)} {
				page, total, err := w.Orders.ListForStaff(t.Context(), who, order.StaffFilter{State: state}, catalog.Paging{Size: 20, Number: 1})
				var ids []int64
				for _, o := range page {
					ids = append(ids, o.ID)
				}
				if err != nil || total != len(want) || !slices.Equal(ids, want) {
					t.Errorf("%s, by a %s: %v of %d, want %v, %v", state, who.Actor, ids, total, want, err)
				}
			}
		}
	})
}

// The total of a list is counted to a bound, so that a list of all past orders is shown
// however many there are (TRAP L3).
func TestListForStaff_TRAP_L3_totalsAreCountedToABound(t *testing.T) {
	copied(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		copyOrder(t, w, w.Place(t, "key", ordertest.BuyNow(w.Guest(t), item, 1)).ID, 20)
		for limit, want := range map[int]int{5: 5, 100: 21} {
			if n, err := db.CountUpTo(t.Context(), w.DB.R, limit, `SELECT id FROM orders WHERE id > $1`, 0); err != nil || n != want {
				t.Errorf("up to %d: %d, want %d; %v", limit, n, want, err)
			}
		}
	})
}

// The newest past orders are found from the end, without reading all of them (TRAP L3).
func TestListForStaff_TRAP_L3_pastOrdersAreFoundFromTheEnd(t *testing.T) {
	copied(t, func(t *testing.T, w *ordertest.Fixture) {
		store := w.Store(t, nil)
		item := w.Item(t, store, 1000, ordertest.Unlimited, nil)
		id := w.Place(t, "key", ordertest.BuyNow(w.Guest(t), item, 1)).ID
		w.Exec(t, `UPDATE orders SET status = 'delivered' WHERE id = $1`, id)
		copyOrder(t, w, id, 2_000)
		w.Exec(t, `ANALYZE orders`)
		for name, storeID := range map[string]int64{"of all": 0, "of a store": store.ID} {
			query := order.PastOrders(storeID)
			if got := dbtest.Plan(t, w.DB.R, w.DB.Dialect, query); strings.Contains(got, "TEMP B-TREE") || strings.Contains(got, "Sort") {
				t.Errorf("%s: the plan of %s is\n%s", name, query, got)
			}
		}
	})
}
