// Package ledger is the double-entry book of all orders. A transfer is a set of
// entries that sums to zero, and an order has at most one of each kind. Transfers
// are added and never changed; the balance of an account is the sum of its entries.
// The package knows only the id of an order.
package ledger

import (
	"context"
	"fmt"
	"strings"
	"time"

	"hawker/internal/db"
	"hawker/internal/money"
)

// Kind says why a transfer was made. An order has at most one of each.
type Kind string

// The kinds.
const (
	OrderPlaced   Kind = "order_placed"
	OrderPaid     Kind = "order_paid"
	OrderCanceled Kind = "order_canceled"
	OrderFailed   Kind = "order_failed"
	OrderRefunded Kind = "order_refunded"
	// PaymentReturned undoes a payment that came after its order had ended.
	PaymentReturned Kind = "payment_returned"
)

// Refund is the kind of a refund in part.
func Refund(id int64) Kind { return Kind(fmt.Sprintf("refund:%d", id)) }

// Entry is one side of a transfer: what the account gains, or loses below zero.
type Entry struct {
	Account string
	Amount  money.Amount
}

// The accounts. A store's own is Store(id).
const (
	Receivable = "receivable" // what shoppers owe
	Cash       = "cash"       // what was taken at the door
	Offline    = "offline"    // what came outside of the shop, such as by bank transfer
	Tax        = "tax"        // owed to the tax office
	Delivery   = "delivery"   // earned by delivering
	Charges    = "charges"    // additional charges and packaging
	Tips       = "tips"       // owed to riders
	Coupons    = "coupons"    // spent on coupons that the shop pays for
)

// Store returns the account with what a store is owed for its goods.
func Store(id int64) string { return fmt.Sprintf("store:%d", id) }

// Post writes a transfer. It refuses one that does not sum to zero, and one of a
// kind that the order already has: db.ErrExists. Entries of zero are left out.
func Post(ctx context.Context, tx *db.Tx, kind Kind, orderID int64, at time.Time, entries []Entry) error {
	entries = withoutZeros(entries)
	if sum := total(entries); sum != 0 {
		return fmt.Errorf("transfer %s of order %d is off by %d", kind, orderID, sum)
	}
	id, err := db.One[int64](ctx, tx,
		`INSERT INTO ledger_transfers (kind, order_id, created_at) VALUES ($1, $2, $3) RETURNING id`,
		kind, orderID, at.UnixMilli())
	if err != nil {
		return fmt.Errorf("insert transfer: %w", err)
	}
	if len(entries) == 0 {
		return nil
	}
	return insertEntries(ctx, tx, id, entries)
}

// Reverse writes a transfer of the given kind that undoes all transfers of the
// order.
func Reverse(ctx context.Context, tx *db.Tx, kind Kind, orderID int64, at time.Time) error {
	moved, err := db.Many[Entry](ctx, tx, `
		SELECT e.account, -CAST(SUM(e.amount) AS BIGINT) AS amount
		FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
		WHERE t.order_id = $1 GROUP BY e.account ORDER BY e.account`, orderID)
	if err != nil {
		return fmt.Errorf("read transfers: %w", err)
	}
	return Post(ctx, tx, kind, orderID, at, moved)
}

func withoutZeros(entries []Entry) []Entry {
	var kept []Entry
	for _, e := range entries {
		if e.Amount != 0 {
			kept = append(kept, e)
		}
	}
	return kept
}

func total(entries []Entry) money.Amount {
	var sum money.Amount
	for _, e := range entries {
		sum += e.Amount
	}
	return sum
}

func insertEntries(ctx context.Context, tx *db.Tx, transferID int64, entries []Entry) error {
	var rows []string
	args := []any{transferID}
	for _, e := range entries {
		rows = append(rows, fmt.Sprintf("($1, $%d, $%d)", len(args)+1, len(args)+2))
		args = append(args, e.Account, e.Amount)
	}
	_, err := db.Exec(ctx, tx, `INSERT INTO ledger_entries (transfer_id, account, amount) VALUES `+strings.Join(rows, ", "), args...)
	if err != nil {
		return fmt.Errorf("insert entries: %w", err)
	}
	return nil
}

// Uses reports whether the transfers of an order use an account.
func Uses(ctx context.Context, tx *db.Tx, orderID int64, account string) (bool, error) {
	n, err := db.One[int64](ctx, tx, `
		SELECT COUNT(*) FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id WHERE t.order_id = $1 AND e.account = $2`, orderID, account)
	if err != nil {
		return false, fmt.Errorf("find entries: %w", err)
	}
	return n > 0, nil
}
