package verify_test

import (
	"bytes"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/options"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/verify"
)

// traded is a town with a placed, a delivered and a cancelled order in it.
func traded(t *testing.T, d *db.DB) *ordertest.Fixture {
	t.Helper()
	w := ordertest.Open(t, d)
	item := w.Item(t, w.Store(t, func(s *catalog.Store) { s.TaxRate = 1000 }), 1000, 50, ordertest.WithMenu)
	for n := range 3 {
		me := w.Guest(t)
		w.Add(t, me, item, 2, ordertest.Small())
		w.Add(t, me, item, 1, options.Choice{Variation: []options.ChosenGroup{ordertest.Chosen("Size", "Large")}})
		placed := w.Place(t, "key-1", ordertest.Request(me))
		var err error
		switch n {
		case 1:
			for _, step := range []struct {
				to order.Status
				by order.Actor
			}{{order.Confirmed, order.ByVendor}, {order.Processing, order.ByVendor}, {order.Handover, order.ByVendor}, {order.PickedUp, order.ByRider}, {order.Delivered, order.ByRider}} {
				if err == nil {
					err = w.Orders.Move(t.Context(), placed.ID, step.to, step.by, "")
				}
			}
		case 2:
			_, err = w.Orders.Cancel(t.Context(), placed.ID, order.Owner{Token: w.Tokens.Tracking(placed.ID)}, "other")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return w
}

func run(t *testing.T, d *db.DB) verify.Report {
	t.Helper()
	report, err := verify.Run(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// broken are the names of the checks that found something.
func broken(r verify.Report) []string {
	var names []string
	for _, c := range r.Checks {
		if len(c.Findings) > 0 {
			names = append(names, c.Name)
		}
	}
	return names
}

// An order of the time when nobody counted took nothing, and rightly so.
func TestVerify_bearsStockThatWasNotCounted(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := ordertest.Open(t, open(t))
		item := w.Item(t, w.Store(t, nil), 1000, 5, nil)
		order := func(key string) {
			me := w.Guest(t)
			w.Add(t, me, item, 2, options.Choice{})
			w.Place(t, key, ordertest.Request(me))
			w.Clock.Advance(time.Hour)
		}
		order("counted")
		w.Exec(t, `UPDATE stock SET counted_since = NULL`)
		order("unlimited")
		w.Exec(t, `UPDATE stock SET counted_since = $1`, w.Clock.Now().UnixMilli())
		w.Clock.Advance(time.Hour)
		order("counted again")
		if r := run(t, w.DB); !r.OK {
			t.Errorf("%+v", r)
		}
		left, err := db.One[int64](t.Context(), w.DB.R, `SELECT quantity FROM stock`)
		if err != nil || left != 1 {
			t.Errorf("%d are left, %v; want 1: one order of three took nothing", left, err)
		}
	})
}

func TestVerify_findsATownSound(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		if r := run(t, open(t)); !r.OK {
			t.Errorf("an empty database: %+v", r)
		}
		r := run(t, traded(t, open(t)).DB)
		if !r.OK || len(broken(r)) > 0 {
			t.Errorf("after trade: %+v", r)
		}
	})
}

// Each row breaks one thing, past the code that would never do it, and names the
// checks that must notice. A check that no row breaks would be a check of nothing.
func TestVerify_noticesEveryBreach(t *testing.T) {
	t.Parallel()
	const (
		zero, booked, parts = "every transfer sums to zero", "every order is in the books with its total", "an order's parts add up to its total"
		rows, lines         = "an order's rows add up to its total", "an order's lines add up to its parts"
		stock, taken        = "stock is the sum of its moves and not below zero", "an order took the stock of its lines, and gave it back if undone"
		keys, moves         = "a key placed one order, of its own shopper", "every order went from move to legal move"
		counted             = "the counts of a shopper's orders are theirs"
		erased, became      = "an erased account left nothing personal", "a guest who signed in became a customer"

		customer = `INSERT INTO customers (shopper_id, first_name, last_name, email_verified, phone_verified, password_hash, picture, interests, referral_code, created_at, erased_at)
			SELECT shopper_id, %s FROM orders WHERE id = 1`
	)
	tests := []struct {
		name, breach string
		want         []string
	}{
		{"PRC-07 a total that was changed", `UPDATE orders SET total = total + 1 WHERE id = 1`, []string{booked, parts, rows}},
		{"M8 a row that was changed", `UPDATE orders SET price_rows = '[{"code":"subtotal","amount":1},{"code":"total","amount":1}]' WHERE id = 1`, []string{rows}},
		{"a line that was changed", `UPDATE order_lines SET total = total + 1 WHERE order_id = 1 AND quantity = 2`, []string{lines}},
		{"a line that is gone", `DELETE FROM order_lines WHERE order_id = 1 AND quantity = 2`, []string{lines, taken}},
		{"ITEM-07 a line of another variation", `UPDATE order_lines SET variation = '7' WHERE order_id = 1`, []string{taken}},
		{"a tax that moved between lines and order", `UPDATE orders SET tax = tax - 1, delivery_charge = delivery_charge + 1 WHERE id = 1`, []string{lines}},
		{"an entry out of nothing", `INSERT INTO ledger_entries (transfer_id, account, amount) SELECT MIN(id), 'tax', 1 FROM ledger_transfers`, []string{zero}},
		{"an order that was paid in no book", `UPDATE orders SET payment_status = 'paid' WHERE id = 1`, []string{booked}},
		{"stock out of nothing", `UPDATE stock SET quantity = quantity + 1`, []string{stock}},
		{"S5 stock that came back twice", `INSERT INTO stock_moves (stock_id, delta, reason, order_id, created_at) SELECT id, 3, 'cancel', 3, 9 FROM stock`, []string{stock, taken}},
		{"an order that took more than its lines", `INSERT INTO stock_moves (stock_id, delta, reason, order_id, created_at) SELECT id, -1, 'order', 1, 9 FROM stock`, []string{stock, taken}},
		{"CHK-04 two keys of one order", `INSERT INTO idempotency_keys (shopper_id, operation, key, body_hash, order_id, created_at) SELECT shopper_id, 'place_order', 'key-2', '', 1, 0 FROM orders WHERE id = 1`, []string{keys}},
		{"CHK-04 a key of a stranger", `UPDATE idempotency_keys SET order_id = 999999 WHERE order_id = 1`, []string{keys}},
		{"ORD-03 a status without its move", `UPDATE orders SET status = 'confirmed' WHERE id = 1`, []string{moves}},
		{"ORD-03 an illegal move", `INSERT INTO order_moves (order_id, status, actor, reason, at) VALUES (1, 'handover', 'vendor', '', 9999999999999)`, []string{moves}},
		{"PROF-05 an erased customer's order that names them", fmt.Sprintf(customer, `'', '', FALSE, FALSE, '', '', '[]', 'A', 0, 1`), []string{erased}},
		{"PROF-05 a name that stayed", fmt.Sprintf(customer, `'Asha', '', FALSE, FALSE, '', '', '[]', 'A', 0, 1`), []string{erased}},
		{"CART-01 a guest who became nobody", `UPDATE shoppers SET retired_at = 1, merged_into = (SELECT shopper_id FROM orders WHERE id = 1) WHERE id = (SELECT shopper_id FROM orders WHERE id = 2)`, []string{became}},
		{"an order that is not counted", `UPDATE order_counts SET orders = 0 WHERE is_over AND shopper_id = (SELECT shopper_id FROM orders WHERE id = 2)`, []string{counted}},
		{"an order that is counted twice", `INSERT INTO order_counts (shopper_id, module_id, is_over, orders) SELECT shopper_id, module_id, TRUE, 1 FROM orders WHERE id = 1`, []string{counted}},
		{"ORD-03 a move back in time", `UPDATE order_moves SET at = 0 WHERE status = 'delivered'`, []string{moves}},
	}
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		for _, tt := range tests {
			w := traded(t, open(t))
			w.Exec(t, tt.breach)
			r := run(t, w.DB)
			if got := broken(r); r.OK || !slices.Equal(got, tt.want) {
				t.Errorf("%s: found %q, want %q", tt.name, got, tt.want)
			}
		}
	})
}

// Each contact that an erased account's order still has is found by itself.
func TestVerify_PROF05_noticesEachContactThatStayed(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := traded(t, open(t))
		w.Exec(t, `UPDATE orders SET contact_name = '', contact_phone = '', contact_email = '' WHERE id = 1`)
		w.Exec(t, `INSERT INTO customers (shopper_id, first_name, last_name, email_verified, phone_verified, password_hash, picture, interests, referral_code, created_at, erased_at)
			SELECT shopper_id, '', '', FALSE, FALSE, '', '', '[]', 'A', 0, 1 FROM orders WHERE id = 1`)
		if r := run(t, w.DB); !r.OK {
			t.Fatalf("nothing stayed, and it found %q", broken(r))
		}
		for _, column := range []string{"contact_name", "contact_phone", "contact_email"} {
			w.Exec(t, `UPDATE orders SET `+column+` = 'x' WHERE id = 1`)
			if got := broken(run(t, w.DB)); !slices.Equal(got, []string{"an erased account left nothing personal"}) {
				t.Errorf("%s stayed: found %q", column, got)
			}
			w.Exec(t, `UPDATE orders SET `+column+` = '' WHERE id = 1`)
		}
	})
}

// A job that was given up says what waited for it.
func TestVerify_D27_noticesAScheduledOrderThatNobodyReleases(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := ordertest.Open(t, open(t))
		r := ordertest.BuyNow(w.Guest(t), w.Item(t, w.Store(t, nil), 1000, 10, nil), 1)
		slot := w.Clock.Now().Truncate(time.Hour).Add(24 * time.Hour)
		r.ScheduleAt = slot
		w.Place(t, "key-1", r)
		if got := run(t, w.DB); !got.OK {
			t.Errorf("while its job waits: %+v", got)
		}
		w.Exec(t, `UPDATE jobs SET given_up_at = 1`)
		if got := broken(run(t, w.DB)); !slices.Equal(got, []string{"a scheduled order will become pending"}) {
			t.Errorf("given up: found %q", got)
		}
	})
}

func TestVerify_readsTheEnginesOwnChecks(t *testing.T) {
	t.Parallel()
	o := dbtest.Migrated(t, db.SQLite)
	w := traded(t, dbtest.OpenAt(t, o))
	unguarded(t, o, `DELETE FROM stores`)
	if got := broken(run(t, w.DB)); !slices.Contains(got, "the database file is whole") {
		t.Errorf("references into nothing: %q", got)
	}

	p := traded(t, dbtest.Open(t, db.Postgres))
	p.Exec(t, `ALTER TABLE orders ADD CONSTRAINT unproven CHECK (total < 0) NOT VALID`)
	if got := broken(run(t, p.DB)); !slices.Equal(got, []string{"the database file is whole"}) {
		t.Errorf("a constraint that was never checked: %q", got)
	}
}

// A damaged file is a finding, not the end of the check.
func TestVerify_namesWhatIsDamaged(t *testing.T) {
	t.Parallel()
	o := dbtest.Migrated(t, db.SQLite)
	w, err := db.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	traded(t, w)
	if err := w.Close(); err != nil { // the log is in the file now
		t.Fatal(err)
	}
	whole, err := os.ReadFile(filepath.Join(o.Dir, db.File))
	if err != nil {
		t.Fatal(err)
	}
	garbage := bytes.Repeat([]byte{0xAA}, 4096)
	for _, tt := range []struct {
		name  string
		spoil func(file []byte) []byte
		want  string
	}{
		{"pages in the middle", func(f []byte) []byte {
			for page := 8; page < len(f)/4096-8; page += 3 {
				copy(f[page*4096:], garbage)
			}
			return f
		}, "the database file is whole"},
		{"half of it is gone", func(f []byte) []byte { return f[:len(f)/8192*4096] }, "the database file is whole"},
		{"its beginning is overwritten", func(f []byte) []byte { copy(f, garbage); return f }, "the database file is whole"},
		{"nothing is left of it", func([]byte) []byte { return nil }, "every table is there"},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, db.File), tt.spoil(bytes.Clone(whole)), 0o600); err != nil {
			t.Fatal(err)
		}
		report, err := reportOf(t, db.Options{Dir: dir})
		if err != nil || report.OK || !slices.Contains(broken(report), tt.want) {
			t.Errorf("%s: %v, found %q, want %q among it", tt.name, err, broken(report), tt.want)
		}
		for _, c := range report.Checks {
			for _, f := range c.Findings {
				if f == "" || len(f) > 2000 {
					t.Errorf("%s: a finding reads %q", tt.name, f)
				}
			}
		}
	}
}

// reportOf is what the command reports.
func reportOf(t *testing.T, o db.Options) (verify.Report, error) {
	t.Helper()
	d, err := db.Open(t.Context(), o)
	if damage, ok := verify.Damage(err); ok {
		return damage, nil
	}
	if err != nil {
		return verify.Report{}, err
	}
	defer d.Close()
	return verify.Run(t.Context(), d)
}

func TestVerify_goesOnWithoutATable(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := ordertest.Open(t, open(t))
		w.Exec(t, `DROP TABLE idempotency_keys`)
		r := run(t, w.DB)
		want := []string{"every table is there", "a key placed one order, of its own shopper"}
		if got := broken(r); !slices.Equal(got, want) || r.OK {
			t.Errorf("found %q, want %q", got, want)
		}
	})
}

// unguarded writes as a program would that does not ask for references to hold.
func unguarded(t *testing.T, o db.Options, statement string) {
	t.Helper()
	file, err := sql.Open("sqlite", filepath.Join(o.Dir, db.File))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

func TestReport_isReadableByPeople(t *testing.T) {
	t.Parallel()
	w := traded(t, dbtest.Open(t, db.SQLite))
	w.Exec(t, `UPDATE stock SET quantity = quantity + 1`)
	var text bytes.Buffer
	run(t, w.DB).Print(&text)
	if !strings.Contains(text.String(), "BROKEN  stock is the sum of its moves") || !strings.Contains(text.String(), "the moves sum to 44 and the quantity is 45") {
		t.Errorf("the report reads\n%s", text.String())
	}
}
