package order_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"path/filepath"
	"sync/atomic"
	"testing"

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
			offers, _, err := counted.Deliveries(t.Context(), rider)
			return len(offers), err
		},
		"events": func() (int, error) {
			states, err := counted.StatesForStaff(t.Context(), vendor)
			return len(states), err
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
