package refund

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/money"
	"hawker/internal/purchase"
)

const columns = `id, COALESCE(order_id, trip_id) AS purchase_id, status, reason, note, images, lines, amount, by_amount, answer, staff_id, staff_name, created_at, decided_at, unasked`

// column is where the id of a purchase of this kind is.
func column(k purchase.Kind) string {
	if k == purchase.Trip {
		return "trip_id"
	}
	return "order_id"
}

// Insert writes a request that is open, and returns its id. While another one of the
// purchase is open it returns errs.Conflict.
func Insert(ctx context.Context, tx *db.Tx, k purchase.Kind, purchaseID int64, r Request, at time.Time) (int64, error) {
	images, lines := db.JSON[[]string]{V: r.Images}, db.JSON[[]Line]{V: r.Lines}
	if images.V == nil {
		images.V = []string{}
	}
	if lines.V == nil {
		lines.V = []Line{}
	}
	id, err := db.One[int64](ctx, tx, `
		INSERT INTO refunds (`+column(k)+`, status, reason, note, images, lines, amount, answer, staff_name, created_at, unasked)
		VALUES ($1, $2, $3, $4, $5, $6, 0, '', '', $7, $8) RETURNING id`, purchaseID, Requested, r.Reason, r.Note, images, lines, at.UnixMilli(), r.Unasked)
	if errors.Is(err, db.ErrExists) {
		return 0, errs.New(errs.Conflict, "A refund was requested already.")
	}
	if err != nil {
		return 0, fmt.Errorf("insert refund: %w", err)
	}
	return id, nil
}

// CheckSeen refuses a decision of an admin who has seen the purchase before another request
// or another refund of it. refunded is what was given back so far.
func (d Decision) CheckSeen(ctx context.Context, tx *db.Tx, k purchase.Kind, refunded money.Amount) error {
	if d.Approve && d.Refunded != refunded {
		return ErrGivenBack
	}
	if d.RequestID == nil {
		return nil
	}
	open, err := d.findOpen(ctx, tx, k)
	if err == nil && open.ID != *d.RequestID {
		err = errOtherRequest
	}
	return err
}

// findOpen returns the open request of a purchase. Without one, its id is 0.
func (d Decision) findOpen(ctx context.Context, tx *db.Tx, k purchase.Kind) (Refund, error) {
	open, err := db.Many[Refund](ctx, tx, `SELECT `+columns+` FROM refunds WHERE `+column(k)+` = $1 AND status = 'requested'`, d.PurchaseID)
	if err != nil {
		return Refund{}, fmt.Errorf("read the open refund: %w", err)
	}
	if len(open) == 0 {
		return Refund{}, nil
	}
	return open[0], nil
}

// FindOrInsert returns the open request of a purchase; if there is none, a new one for what
// nobody has asked for.
func (d Decision) FindOrInsert(ctx context.Context, tx *db.Tx, k purchase.Kind, at time.Time) (Refund, error) {
	open, err := d.findOpen(ctx, tx, k)
	switch {
	case err != nil || open.ID != 0:
		return open, err
	case d.Reason == "":
		return Refund{}, invalid("reason", "Please say why.")
	case !d.Whole && d.Amount == 0 && len(d.Lines) == 0:
		return Refund{}, invalid("amount", "Please choose what is given back.")
	}
	id, err := Insert(ctx, tx, k, d.PurchaseID, Request{Reason: d.Reason, Unasked: true}, at)
	return Refund{ID: id}, err
}

// Answer is what is stored of a decision: who made it, when and why.
type Answer struct {
	Reason    string // for the shopper
	StaffID   *int64 // nil: nobody of the staff
	StaffName string
	At        time.Time
}

// Refuse closes the open request of a purchase, and reports whether there was one.
func (a Answer) Refuse(ctx context.Context, tx *db.Tx, k purchase.Kind, purchaseID int64) (bool, error) {
	return a.closeOpen(ctx, tx, k, purchaseID, Given{}, Refused)
}

// Given is what was given back.
type Given struct {
	Amount   money.Amount
	Lines    []Line // for which it was given back; none: all that was left, or ByAmount
	ByAmount bool   // an amount, not lines
}

// Approve closes the open request of a purchase.
func (a Answer) Approve(ctx context.Context, tx *db.Tx, k purchase.Kind, purchaseID int64, given Given) error {
	_, err := a.closeOpen(ctx, tx, k, purchaseID, given, Approved)
	return err
}

// closeOpen keeps the lines that were asked for, unless it is approved.
func (a Answer) closeOpen(ctx context.Context, tx *db.Tx, k purchase.Kind, purchaseID int64, given Given, to Status) (bool, error) {
	lines := db.JSON[[]Line]{V: given.Lines}
	if lines.V == nil {
		lines.V = []Line{}
	}
	n, err := db.Exec(ctx, tx, `
		UPDATE refunds SET status = $2, answer = $3, staff_id = $4, staff_name = $5, decided_at = $6, amount = $7, by_amount = $8,
			lines = CASE WHEN $2 = 'approved' THEN $9 ELSE lines END
		WHERE `+column(k)+` = $1 AND status = 'requested'`,
		purchaseID, to, a.Reason, a.StaffID, a.StaffName, a.At.UnixMilli(), given.Amount, given.ByAmount, lines)
	if err != nil {
		return false, fmt.Errorf("close refund: %w", err)
	}
	return n > 0, nil
}

// ByPurchase returns the refunds of purchases of a kind, by purchase, the oldest first.
func ByPurchase(ctx context.Context, q db.Q, k purchase.Kind, ids ...int64) (map[int64][]Refund, error) {
	found := map[int64][]Refund{}
	if len(ids) == 0 {
		return found, nil
	}
	list, args := db.InList(ids)
	all, err := db.Many[Refund](ctx, q, `SELECT `+columns+` FROM refunds WHERE `+column(k)+` IN `+list+` ORDER BY id`, args...)
	if err != nil {
		return nil, fmt.Errorf("read refunds: %w", err)
	}
	for _, r := range all {
		found[r.PurchaseID] = append(found[r.PurchaseID], r)
	}
	return found, nil
}

// Awaited reports whether a shopper has asked for a refund that is not decided yet.
func Awaited(ctx context.Context, q db.Q, shopperID int64) (bool, error) {
	n, err := db.One[int64](ctx, q, `
		SELECT COUNT(*) FROM refunds WHERE status = 'requested' AND `+ofShopper, shopperID)
	if err != nil {
		return false, fmt.Errorf("look for requested refunds: %w", err)
	}
	return n > 0, nil
}

// ofShopper is the condition of refunds of the purchases of the shopper $1.
const ofShopper = `(order_id IN (SELECT id FROM orders WHERE shopper_id = $1) OR trip_id IN (SELECT id FROM trips WHERE shopper_id = $1))`

// Anonymize removes what a shopper has written and sent about orders and trips (PROF-05).
func Anonymize(ctx context.Context, tx *db.Tx, shopperID int64) error {
	_, err := db.Exec(ctx, tx, `UPDATE refunds SET note = '', images = '[]' WHERE `+ofShopper, shopperID)
	if err != nil {
		return fmt.Errorf("clear notes of refunds: %w", err)
	}
	return nil
}
