package order

import (
	"context"
	"errors"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/idempotency"
	"hawker/internal/money"
)

// Contacts are the verified contacts of a customer: a phone (E.164) and a folded
// e-mail; "": none.
type Contacts struct{ Phone, Email string }

// Attach gives a customer the orders that they placed as a guest with one of their
// contacts, before they signed in (P4).
func (s *Service) Attach(ctx context.Context, tx *db.Tx, shopperID int64, c Contacts) error {
	for column, value := range map[string]string{"contact_phone": c.Phone, "contact_email": c.Email} {
		if value == "" {
			continue
		}
		// The second comparison is redundant; the partial index needs it.
		attached, err := db.Exec(ctx, tx, `
			UPDATE orders SET shopper_id = $1 WHERE `+column+` = $2 AND `+column+` <> ''
			AND shopper_id IN (SELECT id FROM shoppers WHERE merged_into = $1)`, shopperID, value)
		if err != nil {
			return fmt.Errorf("attach orders: %w", err)
		}
		if attached > 0 {
			s.notifyAfterCommit(tx, nil, shopperKey(shopperID))
		}
	}
	return nil
}

// Unclaimed is an order that somebody placed with a contact of the customer: the
// customer on another device, or a stranger. It has what the customer needs to tell.
type Unclaimed struct {
	ID        int64
	StoreName string
	Type      Type `db:"order_type"`
	Status    Status
	Total     money.Amount
	CreatedAt int64
	TimeZone  string // the store's, IANA name
}

// mostUnclaimed is how many orders a customer is asked about at once.
const mostUnclaimed = 20

// claimable is the condition of an order o about which the customer $1 is asked: it
// belongs to no customer, and they have not said that it is not theirs.
const claimable = `NOT EXISTS (SELECT 1 FROM customers c WHERE c.shopper_id = o.shopper_id)
	AND NOT EXISTS (SELECT 1 FROM not_mine n WHERE n.shopper_id = $1 AND n.order_id = o.id)`

// Unclaimed returns the orders of guests with a contact of the customer, the newest
// first. They belong to nobody until the customer claims them.
func (s *Service) Unclaimed(ctx context.Context, shopperID int64, c Contacts) ([]Unclaimed, error) {
	found, err := db.Many[Unclaimed](ctx, s.DB.R, `
		SELECT o.id, s.name AS store_name, o.order_type, o.status, o.total, o.created_at, z.time_zone
		FROM orders o JOIN stores s ON s.id = o.store_id JOIN zones z ON z.id = s.zone_id
		WHERE o.id IN (
			SELECT id FROM orders WHERE contact_phone = $2 AND contact_phone <> ''
			UNION SELECT id FROM orders WHERE contact_email = $3 AND contact_email <> ''
		) AND `+claimable+` ORDER BY o.created_at DESC, o.id DESC LIMIT $4`, shopperID, c.Phone, c.Email, mostUnclaimed)
	if err != nil {
		return nil, fmt.Errorf("list unclaimed orders: %w", err)
	}
	return found, nil
}

// Claim says whether an unclaimed order is the customer's.
type Claim struct {
	ShopperID  int64 // the customer's
	OrderID    int64
	Contacts   Contacts // proven
	HoldsToken bool     // of tracking the order
	Mine       bool
}

// Claim gives an unclaimed order to the customer, or stops asking them about it. The
// order must have a contact of theirs, or they placed it as a guest and have its token:
// a token alone is not enough, because devices and links are shared. Any other order is
// unknown (P1).
func (s *Service) Claim(ctx context.Context, tx *db.Tx, in Claim) error {
	// Locked before it is read: two customers may each have a contact of the order.
	if _, err := db.Many[int64](ctx, tx, `SELECT id FROM orders WHERE id = $1`+tx.Dialect.Locked(), in.OrderID); err != nil {
		return fmt.Errorf("lock an order: %w", err)
	}
	_, err := db.One[int64](ctx, tx, `
		SELECT o.id FROM orders o WHERE o.id = $2 AND (
			o.contact_phone = $3 AND o.contact_phone <> '' OR o.contact_email = $4 AND o.contact_email <> ''
			OR $5 AND o.shopper_id IN (SELECT id FROM shoppers WHERE merged_into = $1)
		) AND `+claimable, in.ShopperID, in.OrderID, in.Contacts.Phone, in.Contacts.Email, in.HoldsToken)
	if errors.Is(err, db.ErrNotFound) {
		return errUnknown
	}
	if err != nil {
		return fmt.Errorf("find an unclaimed order: %w", err)
	}
	if !in.Mine {
		return s.disown(ctx, tx, in.ShopperID, in.OrderID)
	}
	if _, err := db.Exec(ctx, tx, `UPDATE orders SET shopper_id = $1 WHERE id = $2`, in.ShopperID, in.OrderID); err != nil {
		return fmt.Errorf("claim an order: %w", err)
	}
	// The guest who placed it must no longer find it by their key.
	if err := idempotency.Forget(ctx, tx, in.OrderID); err != nil {
		return err
	}
	s.notifyAfterCommit(tx, nil, orderKey(in.OrderID), shopperKey(in.ShopperID))
	return nil
}

func (s *Service) disown(ctx context.Context, tx *db.Tx, shopperID, orderID int64) error {
	_, err := db.Exec(ctx, tx, `INSERT INTO not_mine (shopper_id, order_id, created_at) VALUES ($1, $2, $3)`,
		shopperID, orderID, s.Clock.Now().UnixMilli())
	if err != nil {
		return fmt.Errorf("disown an order: %w", err)
	}
	return nil
}
