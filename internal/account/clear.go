package account

import (
	"context"
	"fmt"

	"hawker/internal/contact"
	"hawker/internal/db"
	"hawker/internal/purchase"
)

// Clear removes everything from an account but its name, its contact of one kind, and its
// money and points. The previous holder had proven nothing, so the owner must get nothing that
// they stored (P3). Most often both are the same person, whose money must not be lost.
func (s *Service) Clear(ctx context.Context, tx *db.Tx, c Customer, keep contact.Kind) error {
	if err := s.replaceShopper(ctx, tx, c, keep); err != nil {
		return err
	}
	if err := eraseAll(ctx, tx, c.ID, s.Erasers); err != nil {
		return err
	}
	if err := RemoveContact(ctx, tx, c, keep.Other()); err != nil {
		return err
	}
	if _, err := db.Exec(ctx, tx, `UPDATE customers SET interests = '[]', referred_by = NULL, signed_in_at = NULL WHERE id = $1`, c.ID); err != nil {
		return fmt.Errorf("clear customer: %w", err)
	}
	return s.setPhoto(ctx, tx, c, "")
}

// replaceShopper makes the customer another shopper. The carts of the previous one are
// emptied, and its reviews anonymized: nobody could do that later. Its orders stay with it:
// the owner gets those with a contact that they have verified, as from any guest (P4). Those of a
// customer have no e-mail of their own, so they get the one that is kept.
func (s *Service) replaceShopper(ctx context.Context, tx *db.Tx, c Customer, keep contact.Kind) error {
	if keep == contact.KindEmail {
		if err := purchase.AddEmail(ctx, tx, c.ShopperID, c.Contact(keep).Key()); err != nil {
			return err
		}
	}
	if err := s.Shoppers.Retire(ctx, tx, c.ShopperID); err != nil {
		return err
	}
	if err := s.Reviews.Erase(ctx, tx, c.ID); err != nil {
		return err
	}
	if err := s.Carts.EmptyAll(ctx, tx, c.ShopperID); err != nil {
		return err
	}
	if err := s.TripCarts.EmptyAll(ctx, tx, c.ShopperID); err != nil {
		return err
	}
	id, err := s.Shoppers.CreateForCustomer(ctx, tx)
	if err != nil {
		return err
	}
	if _, err := db.Exec(ctx, tx, `UPDATE customers SET shopper_id = $2 WHERE id = $1`, c.ID, id); err != nil {
		return fmt.Errorf("write the shopper of a customer: %w", err)
	}
	return nil
}
