package shopper_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/backup"
	"hawker/internal/cart"
	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/idempotency"
	"hawker/internal/jobs"
	"hawker/internal/options"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/setting"
	"hawker/internal/shopper"
	"hawker/internal/verify"
)

const aDay = 24 * time.Hour

// fixture is a town with a pruner and an item.
type fixture struct {
	*ordertest.Fixture
	pruner *shopper.Pruner
	item   catalog.Item
}

func onEngines(t *testing.T, run func(t *testing.T, h *fixture)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := ordertest.Open(t, open(t))
		queue := jobs.New(w.DB, w.Clock, slog.New(slog.DiscardHandler))
		run(t, &fixture{
			Fixture: w, item: w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil),
			pruner: shopper.NewPruner(shopper.PruneDeps{DB: w.DB, Clock: w.Clock, Settings: w.Settings, Jobs: queue}),
		})
	})
}

func (h *fixture) prune(t *testing.T) {
	t.Helper()
	if err := h.pruner.Prune(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// guest creates a guest with a cart.
func (h *fixture) guest(t *testing.T) (guestID string, id int64) {
	t.Helper()
	guestID = newGuest(t, h.Shoppers)
	who, err := h.Shoppers.Guest(t.Context(), guestID)
	if err != nil {
		t.Fatal(err)
	}
	h.Add(t, who.ID, h.item, 1, options.Choice{})
	return guestID, who.ID
}

// signIn retires a guest and merges the cart, like a sign-in.
func (h *fixture) signIn(ctx context.Context, guestID string, into int64) (guest int64, err error) {
	err = db.InTx(ctx, h.DB, func(tx *db.Tx) (err error) {
		if guest, err = h.Shoppers.RetireGuest(ctx, tx, guestID, into); err != nil || guest == 0 {
			return err
		}
		_, err = h.Carts.Merge(ctx, tx, guest, into)
		return err
	})
	return guest, err
}

func (h *fixture) ordered(t *testing.T, shopperID int64) {
	t.Helper()
	h.Place(t, fmt.Sprint("order-of-", shopperID), ordertest.BuyNow(shopperID, h.item, 1))
}

func TestPrune_CART01_deletesIdleGuestsAndTheirCarts(t *testing.T) {
	onEngines(t, func(t *testing.T, h *fixture) {
		away, awayID := h.guest(t)
		back, backID := h.guest(t)
		h.Clock.Advance(89 * aDay)
		if _, err := h.Shoppers.Guest(t.Context(), back); err != nil {
			t.Fatal(err)
		}
		h.prune(t)
		if n := h.Number(t, `SELECT COUNT(*) FROM cart_lines`); n != 2 {
			t.Fatalf("%d lines are left after 89 days, want both", n)
		}
		h.Clock.Advance(aDay)
		h.prune(t)
		if _, err := h.Shoppers.Guest(t.Context(), away); !errs.Is(err, errs.GuestUnknown) {
			t.Errorf("a guest without a call for 90 days: %v, want guest_unknown", err)
		}
		if _, err := h.Shoppers.Guest(t.Context(), back); err != nil {
			t.Errorf("a guest who called yesterday: %v", err)
		}
		if n := h.Number(t, `SELECT COUNT(*) FROM carts WHERE shopper_id = $1`, awayID); n != 0 {
			t.Errorf("%d carts of a pruned guest are left", n)
		}
		if n := h.Number(t, `SELECT COUNT(*) FROM cart_lines l JOIN carts c ON c.id = l.cart_id WHERE c.shopper_id = $1`, backID); n != 1 {
			t.Errorf("the guest who called yesterday has %d lines", n)
		}
	})
}

func TestPrune_followsTheSettingInBatches(t *testing.T) {
	onEngines(t, func(t *testing.T, h *fixture) {
		for range 2*shopper.PruneBatch + 1 {
			newGuest(t, h.Shoppers)
		}
		left := func(days int64, want int64) {
			t.Helper()
			h.SetSettings(t, func(s *setting.Settings) { s.Limits.GuestDays = days })
			h.prune(t)
			if n := h.Number(t, `SELECT COUNT(*) FROM shoppers`); n != want {
				t.Errorf("%d guests after %d days of %d", n, 1000, days)
			}
		}
		h.Clock.Advance(1000 * aDay)
		left(0, 2*shopper.PruneBatch+1)
		left(1<<60, 2*shopper.PruneBatch+1)
		left(1001, 2*shopper.PruneBatch+1)
		left(1000, 0)
	})
}

// A guest who was found is not pruned during the call, even with the shortest setting:
// the time of the call is written early enough.
func TestGuest_writesACallTwiceADay(t *testing.T) {
	onEngines(t, func(t *testing.T, h *fixture) {
		h.SetSettings(t, func(s *setting.Settings) { s.Limits.GuestDays = 1 })
		guestID, _ := h.guest(t)
		for range 10 {
			h.Clock.Advance(23 * time.Hour)
			if _, err := h.Shoppers.Guest(t.Context(), guestID); err != nil {
				t.Fatal(err)
			}
			h.Clock.Advance(11 * time.Hour) // a long call
			h.prune(t)
		}
		written := h.Number(t, `SELECT seen_at FROM shoppers`)
		h.Clock.Advance(30 * time.Minute)
		if _, err := h.Shoppers.Guest(t.Context(), guestID); err != nil || h.Number(t, `SELECT seen_at FROM shoppers`) != written {
			t.Errorf("written again within half a day: %v", err)
		}
	})
}

// shopperReferences are the tables that refer to a shopper, with what pruning does. The
// test fails for a new table, so that its author decides what pruning does with it.
var shopperReferences = []string{
	"carts",            // deleted
	"coupon_uses",      // keep the shopper, also one whose order somebody else has claimed
	"customers",        // keep the shopper and everything of it
	"driver_licences",  // keep the shopper until the licences are pruned
	"idempotency_keys", // keep the shopper until the keys are pruned
	"not_mine",         // of customers; deleted if the customer has another shopper now
	"order_counts",     // deleted with the shopper
	"orders",           // keep the shopper
	"shoppers",         // merged guests keep the shopper
	"trip_carts",       // deleted
	"trips",            // keep the shopper
	"uploads",          // keep the shopper until the images are pruned
}

func TestPrune_ORD01_P4_keepsOrdersAndCustomers(t *testing.T) {
	onEngines(t, func(t *testing.T, h *fixture) {
		customerID, customer := h.Customer(t)
		h.Add(t, customer, h.item, 3, options.Choice{})
		h.ordered(t, customer)
		h.Exec(t, `INSERT INTO sessions (token_hash, customer_id, device, created_at, seen_at) VALUES ('x', $1, '', 0, 0)`, customerID)
		h.Exec(t, `INSERT INTO identities (customer_id, provider, subject, created_at) VALUES ($1, 'google', 'x', 0)`, customerID)
		h.Exec(t, `INSERT INTO addresses (customer_id, address_type, address_label, address, latitude, longitude, contact_person_name, contact_person_number,
			additional_information, house, floor, road, created_at, updated_at) VALUES ($1, 'home', '', 'x', 0, 0, '', '', '', '', '', '', 0, 0)`, customerID)
		h.Exec(t, `INSERT INTO wishes (customer_id, kind, thing_id, created_at) VALUES ($1, 'item', $2, 0)`, customerID, h.item.ID)
		h.Exec(t, `INSERT INTO known_places (customer_id, key, ends_at) VALUES ($1, 'x', 0)`, customerID)
		h.Exec(t, `INSERT INTO subscribers (email, created_at) VALUES ('asha@example.com', 0)`)
		h.Exec(t, `INSERT INTO reviews (slug, store_id, author, rating, body, reply, created_at) VALUES ('x', $1, 'Asha', 5, '', '', 0)`, h.item.StoreID)
		h.Exec(t, `INSERT INTO review_counts (store_id, item_id, rating, reviews) VALUES ($1, 0, 5, 1)`, h.item.StoreID)

		// An erased customer, and the former shopper of an account that its owner has
		// taken over. That shopper had declined an order.
		erasedID, erased := h.Customer(t)
		h.Exec(t, `UPDATE customers SET erased_at = 0 WHERE id = $1`, erasedID)
		lost := h.Guest(t)
		h.Exec(t, `UPDATE shoppers SET guest_hash = NULL WHERE id = $1`, lost)
		err := db.InTx(t.Context(), h.DB, func(tx *db.Tx) error {
			if err := h.Shoppers.Retire(t.Context(), tx, lost); err != nil {
				return err
			}
			return h.Shoppers.Retire(t.Context(), tx, erased)
		})
		if err != nil {
			t.Fatal(err)
		}

		// Guests: one idle, one with an order, and some who signed in: with an order,
		// without one, and with an unmerged cart of another store.
		h.guest(t)
		_, ordered := h.guest(t)
		h.ordered(t, ordered)
		former, formerID := h.guest(t)
		h.ordered(t, formerID)
		joined, joinedID := h.guest(t)
		for _, guestID := range []string{former, joined} {
			if _, err := h.signIn(t.Context(), guestID, customer); err != nil {
				t.Fatal(err)
			}
		}
		undecided := h.Item(t, h.Store(t, nil), 500, ordertest.Unlimited, nil)
		h.Exec(t, `UPDATE carts SET store_id = $1 WHERE shopper_id = $2`, undecided.StoreID, joinedID)
		h.Exec(t, `INSERT INTO cart_lines (cart_id, item_id, line_key, choice, quantity, unit_price, created_at)
			SELECT id, $1, '', '{}', 1, 500, 0 FROM carts WHERE shopper_id = $2`, undecided.ID, joinedID)
		// One whose order the customer has claimed, and whose key is still stored.
		_, claimed := h.guest(t)
		h.ordered(t, claimed)
		h.Exec(t, `UPDATE orders SET shopper_id = $1 WHERE shopper_id = $2`, customer, claimed)
		// One whose claimed order had used a coupon.
		_, saver := h.guest(t)
		cheaper := ordertest.BuyNow(saver, h.item, 1)
		cheaper.CouponCode = h.Coupon(t, nil).Code
		h.Place(t, "order-with-a-coupon", cheaper)
		h.Exec(t, `UPDATE orders SET shopper_id = $1 WHERE shopper_id = $2`, customer, saver)
		h.Exec(t, `INSERT INTO not_mine (shopper_id, purchase_id, created_at) SELECT $1, MIN(id), 0 FROM orders`, lost)
		h.Exec(t, `INSERT INTO not_mine (shopper_id, purchase_id, created_at) SELECT $1, MAX(id), 0 FROM orders`, customer)

		before := everything(t, h.DB)
		h.Clock.Advance(100 * aDay)
		h.prune(t)

		same(t, "a pruning", before, everything(t, h.DB))
		ids := func() string {
			return fmt.Sprint(many[int64](t, h.DB, `SELECT id FROM shoppers ORDER BY id`))
		}
		want := []int64{customer, erased, ordered, formerID, claimed, saver}
		slices.Sort(want)
		if got := ids(); got != fmt.Sprint(want) {
			t.Errorf("shoppers %v are left, want %v", got, want)
		}
		if got, want := many[int64](t, h.DB, `SELECT shopper_id FROM carts`), []int64{customer}; !slices.Equal(got, want) {
			t.Errorf("carts of %v are left, want only the customer's", got)
		}
		if n := h.Number(t, `SELECT SUM(quantity) FROM cart_lines`); n != 5 { // 3, and those of two guests
			t.Errorf("the customer has %d units in their cart", n)
		}
		if got, want := many[int64](t, h.DB, `SELECT shopper_id FROM not_mine`), []int64{customer}; !slices.Equal(got, want) {
			t.Errorf("declined orders of %v are left, want only the customer's", got)
		}

		// The key is pruned after a day. Then the guest, who has no order left, is pruned, too.
		if err := idempotency.Prune(t.Context(), h.DB, h.Clock.Now()); err != nil {
			t.Fatal(err)
		}
		h.Clock.Advance(100 * aDay)
		h.prune(t)
		if got, want := ids(), fmt.Sprint(slices.DeleteFunc(want, func(id int64) bool { return id == claimed })); got != want {
			t.Errorf("later, shoppers %v are left, want %v", got, want)
		}
		if report, err := verify.Run(t.Context(), h.DB); err != nil || len(report.Checks) < 10 {
			t.Fatal(err)
		} else {
			for _, c := range report.Checks {
				if !strings.Contains(c.Name, "erased account") && len(c.Findings) > 0 { // the test did not erase everything
					t.Errorf("%s: %v", c.Name, c.Findings)
				}
			}
		}
	})
}

func TestPrune_knowsAllReferencesToAShopper(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	got := many[string](t, d, `
		SELECT DISTINCT t.name FROM pragma_table_list t JOIN pragma_foreign_key_list(t.name) f
		WHERE t.schema = 'main' AND f."table" = 'shoppers' ORDER BY 1`)
	if diff := cmp.Diff(shopperReferences, got); diff != "" {
		t.Errorf("tables that refer to a shopper (-listed +found):\n%s", diff)
	}
}

// everything returns the rows of all tables, except those from which pruning deletes.
func everything(t *testing.T, d *db.DB) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, table := range backup.Tables() {
		if !slices.Contains([]string{"shoppers", "carts", "cart_lines", "not_mine"}, table) {
			all[table] = dump(t, d, table)
		}
	}
	return all
}

func dump(t *testing.T, d *db.DB, table string) (lines []string) {
	t.Helper()
	rows, err := d.R.QueryContext(t.Context(), `SELECT * FROM `+table)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, fmt.Sprint(values))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(lines)
	return lines
}

func same(t *testing.T, what string, before, after map[string][]string) {
	t.Helper()
	for table := range before {
		if diff := cmp.Diff(before[table], after[table]); diff != "" {
			t.Errorf("%s changed %s:\n%s", what, table, diff)
		}
	}
	for _, table := range []string{"orders", "order_lines", "order_moves", "ledger_entries", "customers", "sessions", "addresses", "wishes", "subscribers", "reviews", "idempotency_keys"} {
		if len(before[table]) == 0 {
			t.Errorf("the test has no %s", table)
		}
	}
}

func many[T any](t *testing.T, d *db.DB, query string, args ...any) []T {
	t.Helper()
	rows, err := db.Many[T](t.Context(), d.R, query, args...)
	if err != nil {
		t.Fatalf("%v\n%s", err, query)
	}
	return rows
}

// Pruning reads only the shoppers who are due, however many there are.
func TestPrune_usesAnIndex(t *testing.T) {
	t.Parallel()
	want := map[db.Dialect]string{
		db.SQLite:   "USING COVERING INDEX shoppers_by_seen (seen_at<?)",
		db.Postgres: "Index Scan using shoppers_by_seen",
	}
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		text := strings.NewReplacer("$1", "100", "$3", "100").Replace(shopper.IdleShoppers)
		err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
			_, err := db.Exec(t.Context(), tx, `INSERT INTO shoppers (created_at, seen_at) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT i, i FROM n`)
			if err != nil {
				return err
			}
			_, err = db.Exec(t.Context(), tx, `ANALYZE shoppers`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := dbtest.Plan(t, d.R, d.Dialect, text); !strings.Contains(got, want[d.Dialect]) || strings.Contains(got, "Sort") || strings.Contains(got, "TEMP B-TREE") {
			t.Errorf("the plan is\n%s", got)
		}
	})
}

// Guests return while they are pruned, with every call that a guest can make. Each of
// them either keeps everything, or is unknown and nothing of it is left.
func TestPrune_CART01_guestWhoReturnsAtTheSameTimeIsCompleteOrUnknown(t *testing.T) {
	onEngines(t, func(t *testing.T, h *fixture) {
		const guests = 60
		type returning struct {
			guestID  string
			id, into int64 // the shopper, and the customer's shopper after a sign-in
			request  order.Request
			found    bool
			err      error
		}
		comers := make([]returning, guests)
		for i := range comers {
			c := &comers[i]
			c.guestID, c.id = h.guest(t)
			if i%3 == 2 {
				_, c.into = h.Customer(t)
			}
		}
		h.Clock.Advance(100 * aDay)
		// Others are pruned first, so that some guests return in time.
		h.Exec(t, `INSERT INTO shoppers (guest_hash, created_at, seen_at) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 220)
			SELECT 'other ' || i, 1, 1 FROM n`)
		for i := range comers {
			comers[i].request = h.Agree(t, ordertest.BuyNow(comers[i].id, h.item, 1))
		}
		comeBack := func(i int) {
			c := &comers[i]
			if c.into != 0 {
				var guest int64
				guest, c.err = h.signIn(t.Context(), c.guestID, c.into)
				c.found = guest != 0
				return
			}
			who, err := h.Shoppers.Guest(t.Context(), c.guestID)
			if c.found = err == nil; err != nil {
				c.err = err
				return
			}
			if i%3 == 0 {
				_, c.err = h.Carts.Add(t.Context(), who.ID, h.item.ModuleID, cart.NewLine{ItemID: h.item.ID, Quantity: 1})
				return
			}
			_, c.err = h.Orders.Place(t.Context(), fmt.Sprint("back-", i), c.request)
		}
		together(guests+4, func(n int) {
			if n >= guests {
				if err := h.pruner.Prune(t.Context()); err != nil {
					t.Error(err)
				}
				return
			}
			comeBack(n)
		})
		whole := 0
		for i, c := range comers {
			here := h.Number(t, `SELECT COUNT(*) FROM shoppers WHERE id = $1`, c.id)
			of := c.id
			if c.into != 0 {
				of = c.into
			}
			units := h.Number(t, `SELECT COALESCE(SUM(l.quantity), 0) FROM cart_lines l JOIN carts c ON c.id = l.cart_id WHERE c.shopper_id = $1`, of)
			want := int64(1)
			if i%3 == 0 {
				want = 2
			}
			switch {
			case c.found && c.err == nil:
				whole++
				if here != 1 || units != want {
					t.Errorf("guest %d returned: %d rows, with %d units of %d", i, here, units, want)
				}
			case !c.found && (errs.Is(c.err, errs.GuestUnknown) || c.into != 0 && c.err == nil):
				if here != 0 || units != 0 {
					t.Errorf("guest %d was pruned: %d rows, with %d units", i, here, units)
				}
			default:
				t.Errorf("guest %d, found %t: %v", i, c.found, c.err)
			}
		}
		t.Logf("%d of %d returned in time", whole, guests)
	})
}

func together(n int, do func(i int)) {
	start := make(chan struct{})
	ended := make(chan struct{})
	for i := range n {
		go func() {
			defer func() { ended <- struct{}{} }()
			<-start
			do(i)
		}()
	}
	close(start)
	for range n {
		<-ended
	}
}
