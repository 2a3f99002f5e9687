package notification

import (
	"context"
	"errors"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/purchase"
)

// RefundReplaced writes that money of a refund, which its gateway could not send, was given
// back in another way. It does nothing for a purchase of a guest.
func (s *Service) RefundReplaced(ctx context.Context, tx *db.Tx, r purchase.ReplacedRefund) error {
	type buyer struct {
		CustomerID, ShopperID int64
		WantsMail             bool
		Kind                  purchase.Kind
		Seller                string
	}
	b, err := db.One[buyer](ctx, tx, `
		SELECT c.id AS customer_id, c.shopper_id, `+wantsOrderMail+` AS wants_mail, b.kind, b.seller
		FROM (
			SELECT o.shopper_id, 'order' AS kind, COALESCE(st.name, mo.name) AS seller
			FROM orders o LEFT JOIN stores st ON st.id = o.store_id JOIN modules mo ON mo.id = o.module_id WHERE o.id = $1
			UNION ALL SELECT t.shopper_id, 'trip', p.name FROM trips t JOIN providers p ON p.id = t.provider_id WHERE t.id = $1
		) b JOIN customers c ON c.shopper_id = b.shopper_id LEFT JOIN notification_settings s ON s.customer_id = c.id
		WHERE c.erased_at IS NULL`, r.PurchaseID)
	if errors.Is(err, db.ErrNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read whose refund was replaced: %w", err)
	}
	n := newNotification{
		customerID: b.CustomerID, event: "replaced_refund:" + r.RefundID, kind: OrderRefunded, About: About{OrderID: &r.PurchaseID},
		params: Params{Store: b.Seller, Reason: r.Reason, Amount: r.Amount}, mail: b.WantsMail,
	}
	if b.Kind == purchase.Trip {
		n.kind, n.About = TripRefunded, About{TripID: &r.PurchaseID}
	}
	if _, err := s.insert(ctx, tx, n); err != nil {
		return err
	}
	s.Orders.ShopperChanged(tx, b.ShopperID)
	return nil
}
