package account

import (
	"context"

	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/purchase"
)

// AttachOrders gives a customer the orders and trips that they placed as a guest, with a contact
// that they have verified (P4).
func (s *Service) AttachOrders(ctx context.Context, tx *db.Tx, c Customer) error {
	return s.attachOrders(ctx, tx, c, c.verifiedContacts())
}

// attachAllOrders is AttachOrders with all contacts of the account, for its deletion: what a
// customer bought as a guest with a contact that nobody has verified is theirs to delete too.
func (s *Service) attachAllOrders(ctx context.Context, tx *db.Tx, c Customer) error {
	return s.attachOrders(ctx, tx, c, purchase.Contacts{Phone: c.Contact(contact.KindPhone).Key(), Email: c.Contact(contact.KindEmail).Key()})
}

func (s *Service) attachOrders(ctx context.Context, tx *db.Tx, c Customer, by purchase.Contacts) error {
	if by == (purchase.Contacts{}) {
		return nil
	}
	if err := s.Orders.Attach(ctx, tx, c.ShopperID, by); err != nil {
		return err
	}
	attached, err := purchase.Trip.Attach(ctx, tx, c.ShopperID, by)
	if attached > 0 {
		s.Orders.ShopperChanged(tx, c.ShopperID)
	}
	return err
}

func (c Customer) verifiedContacts() (verified purchase.Contacts) {
	if c.PhoneVerified {
		verified.Phone = c.Contact(contact.KindPhone).Key()
	}
	if c.EmailVerified {
		verified.Email = c.Contact(contact.KindEmail).Key()
	}
	return verified
}

// VerifiedContacts returns the contacts that the customer has verified.
func (s *Service) VerifiedContacts(ctx context.Context, session credential.Session) (purchase.Contacts, error) {
	c, err := s.Customer(ctx, session)
	return c.verifiedContacts(), err
}

// ClaimOrder is the customer's answer about an order that a guest placed with a
// contact of theirs; or, if they hold its tracking token, that they placed as the
// guest they were before they signed in. The customer is locked, so the contact stays
// theirs meanwhile.
func (s *Service) ClaimOrder(ctx context.Context, session credential.Session, orderID int64, holdsToken, mine bool) error {
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		c, err := Lock(ctx, tx, session.CustomerID)
		if err != nil {
			return err
		}
		return s.Orders.Claim(ctx, tx, purchase.Claim{
			ShopperID: c.ShopperID, ID: orderID, Contacts: c.verifiedContacts(), HoldsToken: holdsToken, Mine: mine,
		})
	})
}

// ClaimTrip is the customer's answer about a trip, as ClaimOrder is about an order.
func (s *Service) ClaimTrip(ctx context.Context, session credential.Session, tripID int64, holdsToken, mine bool) error {
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		c, err := Lock(ctx, tx, session.CustomerID)
		if err != nil {
			return err
		}
		if mine {
			s.Orders.ShopperChanged(tx, c.ShopperID)
		}
		return s.Trips.Claim(ctx, tx, purchase.Claim{
			ShopperID: c.ShopperID, ID: tripID, Contacts: c.verifiedContacts(), HoldsToken: holdsToken, Mine: mine,
		})
	})
}
