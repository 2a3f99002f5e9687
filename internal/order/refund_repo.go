package order

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/db"
)

const refundColumns = `id, order_id, status, reason, note, images, lines, amount, answer, staff_id, staff_name, created_at, decided_at`

// lockOrder reads an order and locks its row until the transaction ends.
func lockOrder(ctx context.Context, tx *db.Tx, id int64) (Order, error) {
	return orderWhere(ctx, tx, `id = $1`+tx.Dialect.Locked(), id)
}

func insertRefund(ctx context.Context, tx *db.Tx, orderID int64, r RefundRequest, at time.Time) (int64, error) {
	images, lines := db.JSON[[]string]{V: r.Images}, db.JSON[[]RefundLine]{V: r.Lines}
	if images.V == nil {
		images.V = []string{}
	}
	if lines.V == nil {
		lines.V = []RefundLine{}
	}
	id, err := db.One[int64](ctx, tx, `
		INSERT INTO refunds (order_id, status, reason, note, images, lines, amount, answer, staff_name, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, 0, '', '', $7) RETURNING id`, orderID, RefundOpen, r.Reason, r.Note, images, lines, at.UnixMilli())
	if err != nil {
		return 0, fmt.Errorf("insert refund: %w", err)
	}
	return id, nil
}

func readOpenRefund(ctx context.Context, tx *db.Tx, orderID int64) (Refund, error) {
	r, err := db.One[Refund](ctx, tx, `SELECT `+refundColumns+` FROM refunds WHERE order_id = $1 AND status = 'requested'`, orderID)
	if err != nil {
		return r, fmt.Errorf("read the open refund: %w", err)
	}
	return r, nil
}

// closeRefund writes the decision about the open refund. closed is false if there is none.
// p nil: nothing was given back, or all that is left.
func (m statusMove) closeRefund(ctx context.Context, tx *db.Tx, to RefundStatus, p *refundPart) (closed bool, err error) {
	staffID, name := (*int64)(nil), ""
	if m.staff != nil {
		staffID, name = &m.staff.ID, m.staff.Name
	}
	set, args := `status = $2, answer = $3, staff_id = $4, staff_name = $5, decided_at = $6`, []any{m.ID, to, m.reason, staffID, name, m.at.UnixMilli()}
	switch {
	case p != nil:
		set, args = set+`, lines = $7, amount = $8`, append(args, db.JSON[[]RefundLine]{V: p.lines}, p.amount)
	case to == RefundApproved: // the row of the order is locked
		set += `, lines = '[]', amount = (SELECT total - refunded FROM orders WHERE id = $1)`
	}
	n, err := db.Exec(ctx, tx, `UPDATE refunds SET `+set+` WHERE order_id = $1 AND status = 'requested'`, args...)
	if err != nil {
		return false, fmt.Errorf("close refund: %w", err)
	}
	return n > 0, nil
}

// payBack counts money and units that were given back. The database refuses more than
// were paid.
func (m statusMove) payBack(ctx context.Context, tx *db.Tx, p refundPart) error {
	counted, err := m.Purchase().CountBack(ctx, tx, p.amount, m.at)
	if err != nil {
		return err
	}
	if !counted {
		return errNothingLeft
	}
	for _, l := range p.lines {
		if _, err := db.Exec(ctx, tx, `
			UPDATE order_lines SET refunded_quantity = refunded_quantity + $3 WHERE id = $1 AND order_id = $2`, l.LineID, m.ID, l.Quantity); err != nil {
			return fmt.Errorf("count refunded units: %w", err)
		}
	}
	return nil
}

// giveAllBack counts all that is left as given back.
func giveAllBack(ctx context.Context, tx *db.Tx, orderID int64) error {
	_, err := db.Exec(ctx, tx, `UPDATE orders SET refunded = total WHERE id = $1`, orderID)
	if err == nil {
		_, err = db.Exec(ctx, tx, `UPDATE order_lines SET refunded_quantity = quantity WHERE order_id = $1`, orderID)
	}
	if err != nil {
		return fmt.Errorf("count refund: %w", err)
	}
	return nil
}

// hasRefunds are the statuses of orders that may have refunds.
func (s Status) hasRefunds() bool { return s == Delivered || s == RefundRequested || s == Refunded }

// refundsOf returns the refunds of orders, by order, the oldest first. It reads nothing
// if none of the orders can have one.
func refundsOf(ctx context.Context, q db.Q, orders ...Order) (map[int64][]Refund, error) {
	var ids []int64
	for _, o := range orders {
		if o.Status.hasRefunds() {
			ids = append(ids, o.ID)
		}
	}
	found := map[int64][]Refund{}
	if len(ids) == 0 {
		return found, nil
	}
	list, args := db.List(ids)
	all, err := db.Many[Refund](ctx, q, `SELECT `+refundColumns+` FROM refunds WHERE order_id IN `+list+` ORDER BY id`, args...)
	if err != nil {
		return nil, fmt.Errorf("read refunds: %w", err)
	}
	for _, r := range all {
		found[r.OrderID] = append(found[r.OrderID], r)
	}
	return found, nil
}

func readLines(ctx context.Context, q db.Q, orderID int64) ([]Line, error) {
	lines, err := db.Many[Line](ctx, q, `SELECT `+lineColumns+` FROM order_lines WHERE order_id = $1 ORDER BY id`, orderID)
	if err != nil {
		return nil, fmt.Errorf("read order lines: %w", err)
	}
	return lines, nil
}
