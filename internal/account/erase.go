package account

import (
	"context"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/errs"
)

// Erase removes a customer: whatever is personal of them is gone everywhere, and
// what they bought stays without it (PROF-05). It is errs.Conflict while an order
// of theirs is under way; what they begin at the same moment either is seen here,
// or is refused. A session alone does not do it.
func (s *Service) Erase(ctx context.Context, session Session, by Reauth) error {
	t, err := s.terms(ctx, always)
	if err != nil {
		return err
	}
	asked, err := s.ByID(ctx, s.DB.R, session.CustomerID)
	if err != nil {
		return err
	}
	if err := s.confirm(ctx, t, session, asked, by); err != nil {
		return err
	}
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		c, err := hold(ctx, tx, session.CustomerID)
		if err != nil {
			return err
		}
		if err := stillConfirmed(c, asked); err != nil {
			return err
		}
		if err := s.Shoppers.End(ctx, tx, c.ShopperID); err != nil {
			return err
		}
		running, err := s.Orders.Running(ctx, tx, c.ShopperID)
		if err != nil {
			return err
		}
		if running {
			return errs.New(errs.Conflict, "You have an order under way. Please wait until it is done, and delete your account then.")
		}
		return s.erase(ctx, tx, c)
	})
}

func (s *Service) erase(ctx context.Context, tx *db.Tx, c Customer) error {
	if err := s.Orders.Forget(ctx, tx, c.ShopperID); err != nil {
		return err
	}
	if err := s.Carts.Discard(ctx, tx, c.ShopperID); err != nil {
		return err
	}
	for _, e := range s.Erasers {
		if err := e.Erase(ctx, tx, c.ID); err != nil {
			return err
		}
	}
	if s.News != nil && c.Email != nil {
		if err := s.News.Remove(ctx, tx, *c.Email); err != nil {
			return err
		}
	}
	if err := endAll(ctx, tx, c.ID, 0); err != nil {
		return err
	}
	if err := erasePasskeys(ctx, tx, c.ID); err != nil {
		return err
	}
	if err := eraseCodes(ctx, tx, c); err != nil {
		return err
	}
	if _, err := db.Exec(ctx, tx, `DELETE FROM identities WHERE customer_id = $1`, c.ID); err != nil {
		return fmt.Errorf("erase identities: %w", err)
	}
	tx.AfterCommit(func() { s.dropPhoto(ctx, c.Picture) })
	return s.blank(ctx, tx, c)
}

// eraseCodes removes the codes that name a contact of the customer's, or were
// asked for by them.
func eraseCodes(ctx context.Context, tx *db.Tx, c Customer) error {
	own := fmt.Sprintf("%d ", c.ID)
	for _, k := range []Kind{Phone, Email} {
		if _, err := db.Exec(ctx, tx, `DELETE FROM codes WHERE target = $1`, c.contact(k).target()); err != nil {
			return fmt.Errorf("erase codes: %w", err)
		}
	}
	_, err := db.Exec(ctx, tx, `DELETE FROM codes WHERE SUBSTR(target, 1, $1) = $2`, len(own), own)
	if err != nil {
		return fmt.Errorf("erase codes: %w", err)
	}
	return nil
}

// blank leaves of the customer the row that their orders' shopper belongs to.
func (s *Service) blank(ctx context.Context, tx *db.Tx, c Customer) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE customers SET first_name = '', last_name = '', email = NULL, email_folded = NULL, phone = NULL, email_verified = FALSE,
			phone_verified = FALSE, password_hash = '', picture = '', interests = '[]', referral_code = $2, referred_by = NULL, signed_in_at = NULL, erased_at = $3
		WHERE id = $1`, c.ID, fmt.Sprintf("erased %d", c.ID), s.Clock.Now().UnixMilli())
	if err != nil {
		return fmt.Errorf("erase customer: %w", err)
	}
	return nil
}
