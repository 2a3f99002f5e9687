package offlinepayment

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/purchase"
)

const columns = `purchase_id, method, name, status, fields, images, sendings, reason, staff_id, staff_name, sent_at, decided_at`

// ofPurchases returns the payments that were sent for purchases, by purchase.
func ofPurchases(ctx context.Context, q db.Q, ids []int64) (map[int64]*Payment, error) {
	found := map[int64]*Payment{}
	if len(ids) == 0 {
		return found, nil
	}
	list, args := db.InList(ids)
	all, err := db.Many[Payment](ctx, q, `SELECT `+columns+` FROM offline_payments WHERE purchase_id IN `+list, args...)
	if err != nil {
		return nil, fmt.Errorf("read payments: %w", err)
	}
	for _, p := range all {
		found[p.PurchaseID] = &p
	}
	return found, nil
}

// ofPurchase returns nil if none was sent.
func ofPurchase(ctx context.Context, q db.Q, id int64) (*Payment, error) {
	found, err := ofPurchases(ctx, q, []int64{id})
	return found[id], err
}

// write stores a payment that was sent, in the place of an earlier one. Only the version
// before reads repaid_by.
func (p Payment) write(ctx context.Context, tx *db.Tx) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO offline_payments (`+columns+`, repaid_by) VALUES ($1, $2, $3, $4, $5, $6, $7, '', NULL, '', $8, NULL, '')
		ON CONFLICT (purchase_id) DO UPDATE SET method = $2, name = $3, status = $4, fields = $5, images = $6, sendings = $7,
			reason = '', staff_id = NULL, staff_name = '', sent_at = $8, decided_at = NULL`,
		p.PurchaseID, p.Method, p.Name, p.Status, p.Fields, p.Images, p.Sendings, p.SentAt)
	if err != nil {
		return fmt.Errorf("write a payment: %w", err)
	}
	return nil
}

// decide writes an admin's answer about the payment of a purchase whose row is locked.
func decide(ctx context.Context, tx *db.Tx, d Decision, who Admin, at time.Time) error {
	status := Refused
	if d.Received {
		status = Received
	}
	_, err := db.Exec(ctx, tx, `
		UPDATE offline_payments SET status = $2, reason = $3, staff_id = $4, staff_name = $5, decided_at = $6 WHERE purchase_id = $1`,
		d.PurchaseID, status, d.Reason, who.ID, who.Name, at.UnixMilli())
	if err != nil {
		return fmt.Errorf("decide about a payment: %w", err)
	}
	return nil
}

// Unchecked reports whether the shopper has sent a payment that no admin has decided about. The
// purchase may have ended: what came for it is then to be paid back.
func Unchecked(ctx context.Context, q db.Q, shopperID int64) (bool, error) {
	n, err := db.One[int64](ctx, q, `
		SELECT COUNT(*) FROM offline_payments WHERE status = 'sent' AND purchase_id IN (
			SELECT id FROM orders WHERE shopper_id = $1 UNION ALL SELECT id FROM trips WHERE shopper_id = $1)`, shopperID)
	if err != nil {
		return false, fmt.Errorf("look for payments to check: %w", err)
	}
	return n > 0, nil
}

// State is a list of purchases whose payments need an admin.
type State string

// The states.
const (
	ToCheck   State = "to_check"    // was it received? The longest waiting first.
	ToPayBack State = "to_pay_back" // money of it was given back, and must be sent or handed over
)

// froms select the purchases of each state.
var froms = map[State]string{
	ToCheck:   `SELECT p.id, p.kind, o.sent_at AS since FROM offline_payments o JOIN purchases p ON p.id = o.purchase_id WHERE o.status = 'sent'`,
	ToPayBack: `SELECT id, kind, id AS since FROM (` + purchase.Owed + `) AS owed`,
}

// Listed is a purchase whose payment needs an admin.
type Listed struct {
	ID   int64
	Kind purchase.Kind
}

// list returns a page of the purchases of a state, and how many there are.
func list(ctx context.Context, q db.Q, state State, p catalog.Paging) (page []Listed, total int, err error) {
	if total, err = db.One[int](ctx, q, `SELECT COUNT(*) FROM (`+froms[state]+`) listed`); err != nil {
		return nil, 0, fmt.Errorf("count payments: %w", err)
	}
	page, err = db.Many[Listed](ctx, q, `SELECT id, kind FROM (`+froms[state]+`) listed ORDER BY since, id LIMIT $1 OFFSET $2`, p.Size, (p.Number-1)*p.Size)
	if err != nil {
		return nil, 0, fmt.Errorf("list payments: %w", err)
	}
	return page, total, nil
}
