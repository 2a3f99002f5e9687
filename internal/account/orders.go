package account

import (
	"context"

	"hawker/internal/db"
	"hawker/internal/order"
)

// attach gives a customer the orders that they placed as a guest, with a contact
// that is proven to be theirs (P4).
func (s *Service) attach(ctx context.Context, tx *db.Tx, c Customer) error {
	proven := c.proven()
	if proven == (order.Contacts{}) {
		return nil
	}
	return s.Orders.Attach(ctx, tx, c.ShopperID, proven)
}

// proven are the contacts that the customer has verified.
func (c Customer) proven() (proven order.Contacts) {
	if c.PhoneVerified {
		proven.Phone = c.contact(Phone).target()
	}
	if c.EmailVerified {
		proven.Email = c.contact(Email).target()
	}
	return proven
}

// ProvenContacts are the contacts that the customer has verified.
func (s *Service) ProvenContacts(ctx context.Context, session Session) (order.Contacts, error) {
	c, err := s.Customer(ctx, session)
	return c.proven(), err
}

// ClaimOrder takes the customer's answer about an order that a guest placed with
// a contact of theirs; or, where they hold its tracking token, that they placed as
// the guest they were before they signed in. The customer is locked: the contact
// stays theirs meanwhile.
func (s *Service) ClaimOrder(ctx context.Context, session Session, orderID int64, holdsToken, mine bool) error {
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		c, err := hold(ctx, tx, session.CustomerID)
		if err != nil {
			return err
		}
		return s.Orders.Claim(ctx, tx, order.Claim{
			ShopperID: c.ShopperID, OrderID: orderID, Contacts: c.proven(), HoldsToken: holdsToken, Mine: mine,
		})
	})
}
