package account

import (
	"context"
	"fmt"

	"hawker/internal/db"
)

// takeOver gives an account to who proved its contact. Whoever had it had proven
// nothing: they lose every way in (password, sessions, sign-ins under way), and
// the owner gets nothing that they put there (P3).
func (s *Service) takeOver(ctx context.Context, tx *db.Tx, t terms, c Customer, p proof, v Visitor) (SignIn, error) {
	if err := s.useProof(ctx, tx, p); err != nil {
		return SignIn{}, err
	}
	p.token, p.CustomerID = "", 0
	if err := setPassword(ctx, tx, c.ID, "", 0); err != nil {
		return SignIn{}, err
	}
	if err := s.clear(ctx, tx, c, p.Contact.Kind); err != nil {
		return SignIn{}, err
	}
	c, err := s.markVerified(ctx, tx, c, p.Contact)
	if err != nil {
		return SignIn{}, err
	}
	return s.welcome(ctx, tx, t, c, p, v)
}

// clear empties an account but for its name and the contact of a kind.
func (s *Service) clear(ctx context.Context, tx *db.Tx, c Customer, but Kind) error {
	if err := s.newShopper(ctx, tx, c); err != nil {
		return err
	}
	for _, e := range s.Erasers {
		if err := e.Erase(ctx, tx, c.ID); err != nil {
			return err
		}
	}
	if err := takeOff(ctx, tx, c, but.other()); err != nil {
		return err
	}
	if _, err := db.Exec(ctx, tx, `UPDATE customers SET interests = '[]', referred_by = NULL, signed_in_at = NULL WHERE id = $1`, c.ID); err != nil {
		return fmt.Errorf("clear customer: %w", err)
	}
	return s.showPhoto(ctx, tx, c, "")
}

// newShopper makes the customer another shopper. The carts of the one before go,
// and its orders stay with it: the owner gets those that carry a contact that
// they have proven, as from any stranger (P4).
func (s *Service) newShopper(ctx context.Context, tx *db.Tx, c Customer) error {
	if err := s.Shoppers.End(ctx, tx, c.ShopperID); err != nil {
		return err
	}
	if err := s.Carts.Discard(ctx, tx, c.ShopperID); err != nil {
		return err
	}
	id, err := s.Shoppers.ForCustomer(ctx, tx)
	if err != nil {
		return err
	}
	if _, err := db.Exec(ctx, tx, `UPDATE customers SET shopper_id = $2 WHERE id = $1`, c.ID, id); err != nil {
		return fmt.Errorf("write the shopper of a customer: %w", err)
	}
	return nil
}
