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
	"hawker/internal/jobs"
	"hawker/internal/options"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/setting"
	"hawker/internal/shopper"
	"hawker/internal/verify"
)

const aDay = 24 * time.Hour

// house is a town whose guests are pruned.
type house struct {
	*ordertest.Fixture
	pruner *shopper.Pruner
	item   catalog.Item
}

func houses(t *testing.T, run func(t *testing.T, h *house)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := ordertest.Open(t, open(t))
		queue := jobs.New(w.DB, w.Clock, slog.New(slog.DiscardHandler))
		run(t, &house{
			Fixture: w, item: w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil),
			pruner: shopper.NewPruner(shopper.PruneDeps{DB: w.DB, Clock: w.Clock, Settings: w.Settings, Jobs: queue}),
		})
	})
}

func (h *house) prune(t *testing.T) {
	t.Helper()
	if err := h.pruner.Prune(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// guest is a new guest with a cart, and their secret.
func (h *house) guest(t *testing.T) (guestID string, id int64) {
	t.Helper()
	guestID = newGuest(t, h.Shoppers)
	who, err := h.Shoppers.ByGuestID(t.Context(), h.DB.R, guestID)
	if err != nil {
		t.Fatal(err)
	}
	h.Add(t, who.ID, h.item, 1, options.Choice{})
	return guestID, who.ID
}

// signIn makes a guest a customer, as signing in does.
func (h *house) signIn(ctx context.Context, guestID string, into int64) (guest int64, err error) {
	err = db.InTx(ctx, h.DB, func(tx *db.Tx) (err error) {
		if guest, err = h.Shoppers.RetireGuest(ctx, tx, guestID, into); err != nil || guest == 0 {
			return err
		}
		_, err = h.Carts.Merge(ctx, tx, guest, into)
		return err
	})
	return guest, err
}

func (h *house) ordered(t *testing.T, shopperID int64) {
	t.Helper()
	h.Place(t, fmt.Sprint("order-of-", shopperID), ordertest.BuyNow(shopperID, h.item, 1))
}

func TestPrune_CART01_deletesIdleGuestsAndTheirCarts(t *testing.T) {
	houses(t, func(t *testing.T, h *house) {
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
			t.Errorf("who stayed away for 90 days: %v, want guest_unknown", err)
		}
		if _, err := h.Shoppers.Guest(t.Context(), back); err != nil {
			t.Errorf("who called yesterday: %v", err)
		}
		if n := h.Number(t, `SELECT COUNT(*) FROM carts WHERE shopper_id = $1`, awayID); n != 0 {
			t.Errorf("%d carts of nobody", n)
		}
		if n := h.Number(t, `SELECT COUNT(*) FROM cart_lines l JOIN carts c ON c.id = l.cart_id WHERE c.shopper_id = $1`, backID); n != 1 {
			t.Errorf("who called yesterday has %d lines", n)
		}
	})
}

func TestPrune_followsTheSettingInBatches(t *testing.T) {
	houses(t, func(t *testing.T, h *house) {
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

// Whoever was found is not pruned until the call has ended, however short the
// setting: it is noted that they called before pruning may look.
func TestGuest_writesACallTwiceADay(t *testing.T) {
	houses(t, func(t *testing.T, h *house) {
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
		noted := h.Number(t, `SELECT seen_at FROM shoppers`)
		h.Clock.Advance(30 * time.Minute)
		if _, err := h.Shoppers.Guest(t.Context(), guestID); err != nil || h.Number(t, `SELECT seen_at FROM shoppers`) != noted {
			t.Errorf("noted again within half a day: %v", err)
		}
	})
}

// The tables that lead to a shopper, and what pruning makes of them. A table that
// is not here must be thought of before it can be added.
var leadToShoppers = []string{
	"carts",            // deleted
	"customers",        // keep the shopper, and all that is theirs
	"idempotency_keys", // keep the shopper, until they are pruned themselves
	"not_mine",         // a customer's; deleted where the customer has become another shopper
	"order_counts",     // go with the shopper
	"orders",           // keep the shopper
	"shoppers",         // guests who became the shopper keep them
}

func TestPrune_ORD01_P4_keepsOrdersAndCustomers(t *testing.T) {
	houses(t, func(t *testing.T, h *house) {
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

		// A customer who was erased, and one whose account its owner has taken over:
		// the shopper they were had said of an order that it is not theirs.
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

		// Guests: idle; with an order; who signed in, with and without an order of
		// before, and with a cart of another store that nobody decided about.
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
		// One whose order the customer has claimed, and whose key is still kept.
		_, claimed := h.guest(t)
		h.ordered(t, claimed)
		h.Exec(t, `UPDATE orders SET shopper_id = $1 WHERE shopper_id = $2`, customer, claimed)
		h.Exec(t, `INSERT INTO not_mine (shopper_id, order_id, created_at) SELECT $1, MIN(id), 0 FROM orders`, lost)
		h.Exec(t, `INSERT INTO not_mine (shopper_id, order_id, created_at) SELECT $1, MAX(id), 0 FROM orders`, customer)

		before := everything(t, h.DB)
		h.Clock.Advance(100 * aDay)
		h.prune(t)

		same(t, "a pruning", before, everything(t, h.DB))
		ids := func() string {
			return fmt.Sprint(many[int64](t, h.DB, `SELECT id FROM shoppers ORDER BY id`))
		}
		want := []int64{customer, erased, ordered, formerID, claimed}
		slices.Sort(want)
		if got := ids(); got != fmt.Sprint(want) {
			t.Errorf("shoppers %v are left, want %v", got, want)
		}
		if got, want := many[int64](t, h.DB, `SELECT shopper_id FROM carts`), []int64{customer}; !slices.Equal(got, want) {
			t.Errorf("carts of %v are left, want the customer's alone", got)
		}
		if n := h.Number(t, `SELECT SUM(quantity) FROM cart_lines`); n != 5 { // 3 and what two guests brought
			t.Errorf("the customer has %d units in their cart", n)
		}
		if got, want := many[int64](t, h.DB, `SELECT shopper_id FROM not_mine`), []int64{customer}; !slices.Equal(got, want) {
			t.Errorf("answers of %v are left, want the customer's alone", got)
		}

		// The key goes after its day, and with it the guest who has no order any more.
		if err := h.Orders.PruneKeys(t.Context()); err != nil {
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
				if !strings.Contains(c.Name, "erased account") && len(c.Findings) > 0 { // the test erased roughly
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
	if diff := cmp.Diff(leadToShoppers, got); diff != "" {
		t.Errorf("tables that lead to a shopper (-thought of +are there):\n%s", diff)
	}
}

// everything is what there is in all tables but those that pruning deletes from.
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

// Pruning looks at those alone who are due, whatever the number of shoppers.
func TestPrune_usesAnIndex(t *testing.T) {
	t.Parallel()
	plans := map[db.Dialect]struct{ explain, want string }{
		db.SQLite:   {"EXPLAIN QUERY PLAN ", "USING COVERING INDEX shoppers_by_seen (seen_at<?)"},
		db.Postgres: {"EXPLAIN ", "Index Scan using shoppers_by_seen"},
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
		if got := steps(t, d, plans[d.Dialect].explain+text); !strings.Contains(got, plans[d.Dialect].want) || strings.Contains(got, "Sort") || strings.Contains(got, "TEMP B-TREE") {
			t.Errorf("the plan is\n%s", got)
		}
	})
}

// steps are the lines of a plan.
func steps(t *testing.T, d *db.DB, explain string) string {
	t.Helper()
	if d.Dialect == db.Postgres {
		return strings.Join(many[string](t, d, explain), "\n")
	}
	type step struct {
		ID, Parent, Notused int64
		Detail              string
	}
	var details []string
	for _, s := range many[step](t, d, explain) {
		details = append(details, s.Detail)
	}
	return strings.Join(details, "\n")
}

// Guests come back at the moment they are pruned, by all that a guest may do. Each
// either finds everything as it was, or is unknown and nothing of theirs is left.
func TestPrune_CART01_guestWhoReturnsAtTheSameTimeIsCompleteOrUnknown(t *testing.T) {
	houses(t, func(t *testing.T, h *house) {
		const guests = 60
		type comer struct {
			guestID  string
			id, into int64 // the shopper, and the customer they become
			request  order.Request
			found    bool
			err      error
		}
		comers := make([]comer, guests)
		for i := range comers {
			c := &comers[i]
			c.guestID, c.id = h.guest(t)
			if i%3 == 2 {
				_, c.into = h.Customer(t)
			}
		}
		h.Clock.Advance(100 * aDay)
		// Others go first, so that some come in time.
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
					t.Errorf("guest %d came back: they are here %d times, with %d units of %d", i, here, units, want)
				}
			case !c.found && (errs.Is(c.err, errs.GuestUnknown) || c.into != 0 && c.err == nil):
				if here != 0 || units != 0 {
					t.Errorf("guest %d was pruned: they are here %d times, with %d units", i, here, units)
				}
			default:
				t.Errorf("guest %d, found %t: %v", i, c.found, c.err)
			}
		}
		t.Logf("%d of %d came in time", whole, guests)
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
