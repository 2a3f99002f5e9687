package refund

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/money"
)

const columns = `id, order_id, status, reason, note, images, lines, amount, answer, staff_id, staff_name, created_at, decided_at, unasked`

// Insert writes a request that is open, and returns its id. While another one of the order
// is open it returns db.ErrExists.
func Insert(ctx context.Context, tx *db.Tx, orderID int64, r Request, at time.Time) (int64, error) {
	images, lines := db.JSON[[]string]{V: r.Images}, db.JSON[[]Line]{V: r.Lines}
	if images.V == nil {
		images.V = []string{}
	}
	if lines.V == nil {
		lines.V = []Line{}
	}
	id, err := db.One[int64](ctx, tx, `
		INSERT INTO refunds (order_id, status, reason, note, images, lines, amount, answer, staff_name, created_at, unasked)
		VALUES ($1, $2, $3, $4, $5, $6, 0, '', '', $7, $8) RETURNING id`, orderID, Requested, r.Reason, r.Note, images, lines, at.UnixMilli(), r.Unasked)
	if err != nil {
		return 0, fmt.Errorf("insert refund: %w", err)
	}
	return id, nil
}

// FindOpen returns the open request of an order.
func FindOpen(ctx context.Context, tx *db.Tx, orderID int64) (Refund, error) {
	r, err := db.One[Refund](ctx, tx, `SELECT `+columns+` FROM refunds WHERE order_id = $1 AND status = 'requested'`, orderID)
	if err != nil {
		return r, fmt.Errorf("read the open refund: %w", err)
	}
	return r, nil
}

// Answer is what is stored of a decision: who made it, when and why.
type Answer struct {
	Reason    string // for the shopper
	StaffID   *int64 // nil: nobody of the staff
	StaffName string
	At        time.Time
}

// Refuse closes the open request of an order, if there is one.
func (a Answer) Refuse(ctx context.Context, tx *db.Tx, orderID int64) error {
	return a.closeOpen(ctx, tx, orderID, Refused, ``)
}

// Approve closes the open request of an order: the amount is given back, for these lines
// or, without any, for all that was left.
func (a Answer) Approve(ctx context.Context, tx *db.Tx, orderID int64, amount money.Amount, lines ...Line) error {
	if lines == nil {
		lines = []Line{}
	}
	return a.closeOpen(ctx, tx, orderID, Approved, `, amount = $7, lines = $8`, amount, db.JSON[[]Line]{V: lines})
}

func (a Answer) closeOpen(ctx context.Context, tx *db.Tx, orderID int64, to Status, set string, args ...any) error {
	args = append([]any{orderID, to, a.Reason, a.StaffID, a.StaffName, a.At.UnixMilli()}, args...)
	_, err := db.Exec(ctx, tx, `
		UPDATE refunds SET status = $2, answer = $3, staff_id = $4, staff_name = $5, decided_at = $6`+set+`
		WHERE order_id = $1 AND status = 'requested'`, args...)
	if err != nil {
		return fmt.Errorf("close refund: %w", err)
	}
	return nil
}

// OfOrders returns the refunds of orders, by order, the oldest first.
func OfOrders(ctx context.Context, q db.Q, orderIDs ...int64) (map[int64][]Refund, error) {
	found := map[int64][]Refund{}
	if len(orderIDs) == 0 {
		return found, nil
	}
	list, args := db.List(orderIDs)
	all, err := db.Many[Refund](ctx, q, `SELECT `+columns+` FROM refunds WHERE order_id IN `+list+` ORDER BY id`, args...)
	if err != nil {
		return nil, fmt.Errorf("read refunds: %w", err)
	}
	for _, r := range all {
		found[r.OrderID] = append(found[r.OrderID], r)
	}
	return found, nil
}

// Anonymize removes what a shopper has written and sent (PROF-05).
func Anonymize(ctx context.Context, tx *db.Tx, shopperID int64) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE refunds SET note = '', images = '[]' WHERE order_id IN (SELECT id FROM orders WHERE shopper_id = $1)`, shopperID)
	if err != nil {
		return fmt.Errorf("clear notes of refunds: %w", err)
	}
	return nil
}
