package orderhistory_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/orderhistory"
	"hawker/internal/purchase"
	"hawker/internal/verify"
)

// Orders are placed, moved on, called off and claimed at random. Afterwards the
// counts of every shopper are those of their rows, and the pages of a customer's
// history are all of their orders.
func TestHistory_ORD01_theCountsAreThoseOfTheRows(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := ordertest.Open(t, open(t))
		food := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		goods := w.Item(t, w.Store(t, func(s *catalog.Store) { s.ModuleID = ordertest.ShopID }), 1000, ordertest.Unlimited, nil)
		_, me := w.Customer(t)
		_, other := w.Customer(t)
		guest := w.Guest(t)
		placed := 0
		rapid.Check(t, func(d *rapid.T) {
			for range rapid.IntRange(1, 3).Draw(d, "steps") {
				switch rapid.IntRange(0, 3).Draw(d, "step") {
				case 0, 1:
					placed++
					who := rapid.SampledFrom([]int64{me, other, guest}).Draw(d, "who")
					r := ordertest.BuyNow(who, rapid.SampledFrom([]catalog.Item{food, goods}).Draw(d, "item"), 1)
					r.Guest = who == guest
					w.Place(t, fmt.Sprintf("key-%d", placed), r)
					w.Clock.Advance(time.Duration(rapid.IntRange(0, 1).Draw(d, "minutes")) * time.Minute)
				case 2:
					moveOne(t, w, rapid.SampledFrom([]order.Status{order.Canceled, order.Failed, order.Confirmed}).Draw(d, "to"))
				case 3:
					who := rapid.SampledFrom([]int64{me, other}).Draw(d, "claimed by")
					claimAll(t, w, who, purchase.Contacts{Phone: "+12025550123"})
				}
			}
			for _, who := range []int64{me, other, guest} {
				sameHistory(t, w, who, rapid.IntRange(1, 5).Draw(d, "page size"))
			}
		})
		report, err := verify.Run(t.Context(), w.DB)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range report.Checks {
			if len(c.Findings) > 0 {
				t.Errorf("%s: %q", c.Name, c.Findings)
			}
		}
	})
}

func history(w *ordertest.Fixture) *orderhistory.Service { return &orderhistory.Service{DB: w.DB} }

// claimAll says "mine" to every order that a customer is asked about.
func claimAll(t *testing.T, w *ordertest.Fixture, who int64, c purchase.Contacts) {
	t.Helper()
	asked, err := w.Orders.Unclaimed(t.Context(), who, c)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range asked {
		err := db.InTx(t.Context(), w.DB, func(tx *db.Tx) error {
			return w.Orders.Claim(t.Context(), tx, purchase.Claim{ShopperID: who, ID: o.ID, Contacts: c, Mine: true})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// moveOne moves the newest order that waits, if there is one.
func moveOne(t *testing.T, w *ordertest.Fixture, to order.Status) {
	t.Helper()
	waiting, err := db.Many[int64](t.Context(), w.DB.R, `SELECT id FROM orders WHERE status = 'pending' ORDER BY id DESC LIMIT 1`)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range waiting {
		if err := w.Orders.Move(t.Context(), id, to, order.ByAdmin, "by chance"); err != nil && to != order.Failed {
			t.Fatal(err)
		}
	}
}

// sameHistory compares the pages and counts of a shopper with their rows.
func sameHistory(t *testing.T, w *ordertest.Fixture, shopperID int64, size int) {
	t.Helper()
	type row struct {
		ID, ModuleID int64
		Status       order.Status
	}
	rows, err := db.Many[row](t.Context(), w.DB.R, `SELECT id, module_id, status FROM orders WHERE shopper_id = $1 ORDER BY created_at DESC, id DESC`, shopperID)
	if err != nil {
		t.Fatal(err)
	}
	var modules []int64
	for _, running := range []bool{true, false} {
		var want, got []int64
		for _, r := range rows {
			modules = append(modules, r.ModuleID)
			if r.Status.Over() != running {
				want = append(want, r.ID)
			}
		}
		for number := 1; ; number++ {
			page, total, err := history(w).List(t.Context(), shopperID, running, catalog.Paging{Size: size, Number: number})
			if err != nil || total != len(want) {
				t.Fatalf("shopper %d, running %t: %d orders in all, want %d, %v", shopperID, running, total, len(want), err)
			}
			if len(page) == 0 {
				break
			}
			for _, o := range page {
				got = append(got, o.ID)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("shopper %d, running %t: %v, want %v", shopperID, running, got, want)
		}
	}
	slices.Sort(modules)
	n, used, err := history(w).Placed(t.Context(), shopperID)
	if err != nil || n != int64(len(rows)) || !slices.Equal(used, slices.Compact(modules)) {
		t.Fatalf("shopper %d placed %d in %v, want %d in %v, %v", shopperID, n, used, len(rows), modules, err)
	}
}

// A page is found in an index that has all it needs, from either end.
func TestHistory_aPageIsFoundInItsIndexAlone(t *testing.T) {
	t.Parallel()
	want := map[db.Dialect]string{
		db.SQLite:   "SEARCH orders USING COVERING INDEX orders_by_shopper (shopper_id=? AND <expr>=?)",
		db.Postgres: "Index Only Scan",
	}
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		for _, direction := range []string{"ASC", "DESC"} {
			text := strings.NewReplacer("$1", "1", "$2", "1", "$3", "20", "$4", "100").Replace(orderhistory.IDsOfPage(direction))
			err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
				if tx.Dialect == db.Postgres { // an empty table is read whole otherwise
					if _, err := db.Exec(t.Context(), tx, `SET LOCAL enable_seqscan = off`); err != nil {
						return err
					}
					if _, err := db.Exec(t.Context(), tx, `SET LOCAL enable_bitmapscan = off`); err != nil {
						return err
					}
				}
				got := dbtest.Plan(t, tx, tx.Dialect, text)
				if !strings.Contains(got, want[tx.Dialect]) || strings.Contains(got, "TEMP B-TREE") || strings.Contains(got, "Sort") {
					t.Errorf("%s: the plan is\n%s", direction, got)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestList_ORD01_API06_runningAndPastTheNewestFirst(t *testing.T) {
	t.Parallel()
	// The statuses are written without their moves, so the books are not asked.
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := ordertest.Open(t, open(t))
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		_, me := w.Customer(t)
		_, other := w.Customer(t)
		w.Place(t, "key-0", ordertest.BuyNow(other, item, 1))
		statuses := []order.Status{
			order.Scheduled, order.Pending, order.Confirmed, order.Processing, order.Handover, order.PickedUp,
			order.Delivered, order.Canceled, order.Failed, order.RefundRequested, order.Refunded,
		}
		var running, past []int64 // the newest first
		for i, status := range statuses {
			id := w.Place(t, "key-"+string(status), ordertest.BuyNow(me, item, int64(i+1))).ID
			w.Exec(t, `UPDATE orders SET status = $2 WHERE id = $1`, id, status)
			if status.Over() {
				past = slices.Insert(past, 0, id)
			} else {
				running = slices.Insert(running, 0, id)
			}
			if i%2 == 0 { // every other two are of one moment
				w.Clock.Advance(time.Minute)
			}
		}
		for _, tt := range []struct {
			running bool
			want    []int64
		}{{true, running}, {false, past}} {
			var got []int64
			for number := 1; number <= 4; number++ {
				page, total, err := history(w).List(t.Context(), me, tt.running, catalog.Paging{Size: 2, Number: number})
				if err != nil || total != len(tt.want) || len(page) > 2 {
					t.Fatalf("page %d: %d of %d, %v", number, len(page), total, err)
				}
				for _, o := range page {
					got = append(got, o.ID)
					if len(o.Lines) != 1 || statuses[o.Lines[0].Quantity-1] != o.Status {
						t.Errorf("order %d (%s) has the lines %+v", o.ID, o.Status, o.Lines)
					}
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("running %t: %v, want %v", tt.running, got, tt.want)
			}
		}
	})
}
