package order

import (
	"context"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/idempotency"
	"hawker/internal/money"
	"hawker/internal/purchase"
)

// Attach gives a customer the orders that they placed as a guest with one of their
// contacts, before they signed in (P4).
func (s *Service) Attach(ctx context.Context, tx *db.Tx, shopperID int64, c purchase.Contacts) error {
	attached, err := purchase.Order.Attach(ctx, tx, shopperID, c)
	if attached > 0 {
		s.notifyAfterCommit(tx, nil, shopperKey(shopperID))
	}
	return err
}

// Unclaimed is an order that somebody placed with a contact of the customer: the
// customer on another device, or a stranger. It has what the customer needs to tell.
type Unclaimed struct {
	ID        int64
	StoreName string // of a parcel the name of its module
	Type      Type   `db:"order_type"`
	Status    Status
	Total     money.Amount
	CreatedAt int64
	TimeZone  string // the store's, IANA name
}

// Unclaimed returns the orders of guests with a contact of the customer, the newest
// first. They belong to nobody until the customer claims them.
func (s *Service) Unclaimed(ctx context.Context, shopperID int64, c purchase.Contacts) ([]Unclaimed, error) {
	found, err := db.Many[Unclaimed](ctx, s.DB.R, `
		SELECT o.id, COALESCE(s.name, m.name) AS store_name, o.order_type, o.status, o.total, o.created_at, z.time_zone
		FROM orders o LEFT JOIN stores s ON s.id = o.store_id JOIN modules m ON m.id = o.module_id JOIN zones z ON z.id = o.zone_id
		WHERE `+purchase.Order.Unclaimed()+` ORDER BY o.created_at DESC, o.id DESC LIMIT $4`, shopperID, c.Phone, c.Email, purchase.MaxUnclaimed)
	if err != nil {
		return nil, fmt.Errorf("list unclaimed orders: %w", err)
	}
	return found, nil
}

// Claim settles whether an unclaimed order is the customer's.
func (s *Service) Claim(ctx context.Context, tx *db.Tx, c purchase.Claim) error {
	c.Kind = purchase.Order
	if err := c.Decide(ctx, tx, s.Clock.Now()); err != nil {
		return err
	}
	if !c.Mine {
		return nil
	}
	s.notifyAfterCommit(tx, nil, orderKey(c.ID), shopperKey(c.ShopperID))
	// The guest who placed it must no longer find it by their key.
	return idempotency.Delete(ctx, tx, c.ID)
}
