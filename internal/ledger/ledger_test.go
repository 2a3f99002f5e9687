package ledger_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/order/ordertest"
)

var at = time.UnixMilli(1)

// addOrder writes an order without transfers, and returns its id.
func addOrder(t *testing.T, d *db.DB) int64 {
	t.Helper()
	w := ordertest.New(t, d)
	store := w.Store(t, nil)
	w.Exec(t, `INSERT INTO shoppers (id, created_at) VALUES (1, 0)`)
	w.Exec(t, `INSERT INTO orders (id, shopper_id, module_id, store_id, zone_id, source, order_type, status, payment_method,
			payment_status, subtotal, discount, delivery_charge, tax, tax_included, additional_charge, extra_packaging, tip, total,
			price_rows, distance_metres, address, contact_name, contact_phone, order_note, delivery_instruction,
			unavailable_item_note, cutlery, cancel_reason, rider, created_at, updated_at)
		VALUES (7, 1, 10, $1, 1, 'cart', 'delivery', 'pending', 'cash_on_delivery', 'unpaid', 0, 0, 0, 0, FALSE, 0, 0, 0, 0,
			'[]', 0, '{}', '', '', '', '', '', FALSE, '', '{}', 0, 0)`, store.ID)
	return 7
}

func post(t *testing.T, d *db.DB, kind ledger.Kind, orderID int64, entries ...ledger.Entry) error {
	t.Helper()
	return db.InTx(t.Context(), d, func(tx *db.Tx) error {
		return ledger.Post(t.Context(), tx, kind, orderID, at, entries)
	})
}

func balance(t *testing.T, d *db.DB, account string) money.Amount {
	t.Helper()
	sum, err := db.One[money.Amount](t.Context(), d.R,
		`SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger_entries WHERE account = $1`, account)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

func TestPost_refusesUnbalancedAndRepeatedTransfers(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		id := addOrder(t, d)
		owed, store := ledger.Entry{Account: ledger.Receivable, Amount: 1000}, ledger.Entry{Account: ledger.Store(3), Amount: -1000}

		if err := post(t, d, ledger.OrderPlaced, id, owed); err == nil || !strings.Contains(err.Error(), "off by 1000") {
			t.Errorf("one-sided: %v", err)
		}
		if err := post(t, d, ledger.OrderPlaced, id, owed, store, ledger.Entry{Account: ledger.Tips}); err != nil {
			t.Fatal(err)
		}
		if err := post(t, d, ledger.OrderPlaced, id, owed, store); !errors.Is(err, db.ErrExists) {
			t.Errorf("a second transfer of the same kind: %v", err)
		}
		if n, _ := db.One[int64](t.Context(), d.R, `SELECT COUNT(*) FROM ledger_entries`); n != 2 {
			t.Errorf("%d entries, want 2: an entry of zero is not written", n)
		}
		if got := balance(t, d, ledger.Receivable); got != 1000 {
			t.Errorf("owed %d", got)
		}
	})
}

func TestReverse_ORD05_bringsEveryAccountToZero(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		id := addOrder(t, d)
		if err := post(t, d, ledger.OrderPlaced, id, ledger.Entry{Account: ledger.Receivable, Amount: 1000}, ledger.Entry{Account: ledger.Store(3), Amount: -900}, ledger.Entry{Account: ledger.Tax, Amount: -100}); err != nil {
			t.Fatal(err)
		}
		if err := post(t, d, ledger.OrderPaid, id, ledger.Entry{Account: ledger.Cash, Amount: 1000}, ledger.Entry{Account: ledger.Receivable, Amount: -1000}); err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second one has nothing to reverse, and is refused as a repeated kind
			err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
				return ledger.Reverse(t.Context(), tx, ledger.OrderRefunded, id, at)
			})
			if err != nil && !errors.Is(err, db.ErrExists) {
				t.Fatal(err)
			}
		}
		for _, account := range []string{ledger.Receivable, ledger.Store(3), ledger.Tax, ledger.Cash} {
			if got := balance(t, d, account); got != 0 {
				t.Errorf("%s is left with %d", account, got)
			}
		}
	})
}

func TestBooks_areAppendOnly(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		id := addOrder(t, d)
		if err := post(t, d, ledger.OrderPlaced, id, ledger.Entry{Account: ledger.Receivable, Amount: 1000}, ledger.Entry{Account: ledger.Tax, Amount: -1000}); err != nil {
			t.Fatal(err)
		}
		for _, change := range []string{
			`UPDATE ledger_entries SET amount = 0`, `DELETE FROM ledger_entries`,
			`UPDATE ledger_transfers SET kind = 'x'`, `DELETE FROM ledger_transfers`,
		} {
			err := db.InTx(context.Background(), d, func(tx *db.Tx) error {
				_, err := db.Exec(t.Context(), tx, change)
				return err
			})
			if err == nil || !strings.Contains(err.Error(), "append-only") {
				t.Errorf("%s: %v", change, err)
			}
		}
	})
}
