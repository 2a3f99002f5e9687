package account

import (
	"context"
	"fmt"

	"hawker/internal/contact"
	"hawker/internal/coupon"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/offlinepayment"
	"hawker/internal/payment"
	"hawker/internal/purchase"
	"hawker/internal/refund"
)

// Erase deletes a customer's account. What is personal is deleted everywhere; their orders
// stay, anonymized (PROF-05). While an order is under way, a refund is not decided, or money
// has not arrived where it belongs, it is errs.Conflict. An order that is placed at the same
// moment is either seen here, or refused. It is errs.Conflict too if more or less would be lost
// than was shown. A session alone is not enough.
func (s *Service) Erase(ctx context.Context, session credential.Session, by Reauth, shown Forfeits) error {
	asked, err := s.Customer(ctx, session)
	if err != nil {
		return err
	}
	if err := s.Confirm(ctx, session, asked, by); err != nil {
		return err
	}
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		c, err := Lock(ctx, tx, session.CustomerID)
		if err != nil {
			return err
		}
		if err := credential.CheckSession(ctx, tx, session); err != nil { // ended meanwhile
			return err
		}
		if err := CheckStillConfirmed(c, asked); err != nil {
			return err
		}
		if err := s.Shoppers.Retire(ctx, tx, c.ShopperID); err != nil {
			return err
		}
		if err := s.attachAllOrders(ctx, tx, c); err != nil {
			return err
		}
		if err := s.checkNothingOpen(ctx, tx, c.ShopperID); err != nil {
			return err
		}
		return s.erase(ctx, tx, c, shown)
	})
}

// Forfeits are what a customer loses with their account, as the page said; nil: it did not.
type Forfeits struct {
	Money  *money.Amount // in the wallet
	Points *int64
}

var (
	errOwed = errs.New(errs.Conflict, "We still have to pay money back to you. Please wait until you have it, and delete your account then.")
)

// checkNothingOpen refuses to delete an account while something of it must still be done.
func (s *Service) checkNothingOpen(ctx context.Context, tx *db.Tx, shopperID int64) error {
	for _, open := range []struct {
		find    func(ctx context.Context, q db.Q, shopperID int64) (bool, error)
		refusal error
	}{
		{s.Orders.Running, errs.New(errs.Conflict, "You have an order under way. Please wait until it is done, and delete your account then.")},
		{refund.Awaited, errs.New(errs.Conflict, "You have asked for a refund. Please wait until it is decided, and delete your account then.")},
		{s.Trips.Running, errs.New(errs.Conflict, "You have a trip under way. Please wait until it is done, and delete your account then.")},
		{purchase.PayBackDue, errOwed},
		{payment.RefundsUnderWay, errOwed},
		{offlinepayment.Unchecked, errs.New(errs.Conflict, "We are still looking for a payment that you have sent. Please wait until that is done, and delete your account then.")},
	} {
		found, err := open.find(ctx, tx, shopperID)
		if err != nil {
			return err
		}
		if found {
			return open.refusal
		}
	}
	return nil
}

// check refuses to take what the customer has not seen. The wallet stays locked.
func (f Forfeits) check(ctx context.Context, tx *db.Tx, customerID int64) error {
	points, err := ledger.Balance(ctx, tx, ledger.Points(customerID))
	if err != nil {
		return err
	}
	left, err := ledger.LockBalance(ctx, tx, ledger.Wallet(customerID))
	if err != nil {
		return err
	}
	if f.Money != nil && *f.Money != left || f.Points != nil && *f.Points != int64(points) {
		return errs.New(errs.Conflict, "Your wallet or your points have changed meanwhile. Please look again.").On("forfeits")
	}
	return nil
}

func (s *Service) erase(ctx context.Context, tx *db.Tx, c Customer, shown Forfeits) error {
	for _, erase := range []func(ctx context.Context, tx *db.Tx, shopperID int64) error{
		s.Orders.Anonymize, refund.Anonymize, coupon.Anonymize, purchase.ForgetDisowned, s.Trips.Anonymize, s.Carts.EmptyAll, s.TripCarts.EmptyAll,
	} {
		if err := erase(ctx, tx, c.ShopperID); err != nil {
			return err
		}
	}
	if err := s.Reviews.Erase(ctx, tx, c.ID); err != nil {
		return err
	}
	if err := eraseAll(ctx, tx, c.ID, s.Erasers); err != nil {
		return err
	}
	if err := shown.check(ctx, tx, c.ID); err != nil {
		return err
	}
	if err := eraseAll(ctx, tx, c.ID, s.Balances); err != nil {
		return err
	}
	// An e-mail that could have been verified, and was not, may be a stranger's.
	if s.News != nil && c.Email != nil && (c.EmailVerified || !s.CanVerify(contact.KindEmail)) {
		if err := s.News.Remove(ctx, tx, *c.Email); err != nil {
			return err
		}
	}
	if err := eraseCredentials(ctx, tx, c); err != nil {
		return err
	}
	tx.AfterCommit(func() { s.deletePhoto(ctx, c.Picture) })
	return s.anonymize(ctx, tx, c)
}

func eraseAll(ctx context.Context, tx *db.Tx, customerID int64, erasers []Eraser) error {
	for _, e := range erasers {
		if err := e.Erase(ctx, tx, customerID); err != nil {
			return err
		}
	}
	return nil
}

func eraseCredentials(ctx context.Context, tx *db.Tx, c Customer) error {
	if err := credential.RevokeAccess(ctx, tx, c.ID, 0); err != nil {
		return err
	}
	if err := credential.RemoveAllPasskeys(ctx, tx, c.ID); err != nil {
		return err
	}
	var proven []contact.Contact // others may ask for codes to what is not
	for _, k := range []contact.Kind{contact.KindPhone, contact.KindEmail} {
		if c.Verified(k) {
			proven = append(proven, c.Contact(k))
		}
	}
	if err := credential.DeleteCodes(ctx, tx, c.ID, proven...); err != nil {
		return err
	}
	return deleteIdentities(ctx, tx, c.ID)
}

// anonymize leaves only the row that links the customer's orders.
func (s *Service) anonymize(ctx context.Context, tx *db.Tx, c Customer) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE customers SET first_name = '', last_name = '', email = NULL, email_folded = NULL, phone = NULL, email_verified = FALSE,
			phone_verified = FALSE, password_hash = '', picture = '', interests = '[]', referral_code = $2, referred_by = NULL, signed_in_at = NULL, erased_at = $3
		WHERE id = $1`, c.ID, fmt.Sprintf("erased %d", c.ID), s.Clock.Now().UnixMilli())
	if err != nil {
		return fmt.Errorf("erase customer: %w", err)
	}
	return nil
}
