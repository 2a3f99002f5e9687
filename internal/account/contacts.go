package account

import (
	"context"
	"errors"
	"fmt"

	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/errs"
)

// CheckContactsFree returns a list of errors, one for each contact that an account
// has.
func CheckContactsFree(ctx context.Context, q db.Q, phone, email string) error {
	var taken errs.List
	for _, c := range []contact.Contact{{Kind: contact.KindEmail, Value: email}, {Kind: contact.KindPhone, Value: phone}} {
		if c.Value == "" {
			continue
		}
		_, err := FindByContact(ctx, q, c)
		if errors.Is(err, ErrUnknown) {
			continue
		}
		if err != nil {
			return err
		}
		taken.Add(errTaken(c.Kind))
	}
	return taken.Err()
}

func errTaken(k contact.Kind) *errs.Error {
	if k == contact.KindPhone {
		return invalid(string(k), "This phone number already has an account.")
	}
	return invalid(string(k), "This email already has an account.")
}

// ProvenWithout reports whether an account is proven to be somebody's by more than this
// kind of contact: by the other one, verified, or by an identity.
func ProvenWithout(ctx context.Context, q db.Q, c Customer, k contact.Kind) (bool, error) {
	if c.Verified(k.Other()) {
		return true, nil
	}
	n, err := db.One[int64](ctx, q, `SELECT COUNT(*) FROM identities WHERE customer_id = $1`, c.ID)
	if err != nil {
		return false, fmt.Errorf("count identities: %w", err)
	}
	return n > 0, nil
}

// FindResettable returns the account whose password a person may reset after proving
// the contact; ErrUnknown for none. An unverified contact of an account that is
// proven otherwise was mistyped, or added by somebody else.
func FindResettable(ctx context.Context, q db.Q, who contact.Contact) (Customer, error) {
	c, err := FindByContact(ctx, q, who)
	if err != nil {
		return Customer{}, err
	}
	return checkResettable(ctx, q, c, who.Kind)
}

// LockResettable is FindResettable, and locks the row.
func LockResettable(ctx context.Context, tx *db.Tx, who contact.Contact) (Customer, error) {
	c, err := LockByContact(ctx, tx, who)
	if err != nil {
		return Customer{}, err
	}
	return checkResettable(ctx, tx, c, who.Kind)
}

func checkResettable(ctx context.Context, q db.Q, c Customer, k contact.Kind) (Customer, error) {
	if c.Verified(k) {
		return c, nil
	}
	other, err := ProvenWithout(ctx, q, c, k)
	if err == nil && other {
		err = ErrUnknown
	}
	if err != nil {
		return Customer{}, err
	}
	return c, nil
}

// SourceFor returns the source of a visitor's attempts with a contact. The sources that an
// account knows count only if it has verified the contact: a stranger could add the contact
// to an account of their own, and make any sources known there.
func (s *Service) SourceFor(ctx context.Context, q db.Q, who contact.Contact, v credential.Client) (credential.Source, error) {
	c, err := FindByContact(ctx, q, who)
	if err != nil && !errors.Is(err, ErrUnknown) {
		return credential.Source{}, err
	}
	if !c.Verified(who.Kind) {
		c.ID = 0
	}
	return s.Credentials.FindSource(ctx, q, c.ID, v)
}

// MarkVerified marks a contact as verified and attaches the orders with it (P4). If
// the customer does not have the contact any more, it returns credential.ErrProof.
func (s *Service) MarkVerified(ctx context.Context, tx *db.Tx, c Customer, who contact.Contact) (Customer, error) {
	if c.Contact(who.Kind).Key() != who.Key() {
		return Customer{}, credential.ErrProof
	}
	column := `email_verified`
	if who.Kind == contact.KindPhone {
		column = `phone_verified`
	}
	if _, err := db.Exec(ctx, tx, `UPDATE customers SET `+column+` = TRUE WHERE id = $1`, c.ID); err != nil {
		return Customer{}, fmt.Errorf("mark contact: %w", err)
	}
	c, err := Lock(ctx, tx, c.ID)
	if err != nil {
		return Customer{}, err
	}
	return c, s.AttachOrders(ctx, tx, c)
}

// RemoveContact removes a contact that is not verified.
func RemoveContact(ctx context.Context, tx *db.Tx, c Customer, k contact.Kind) error {
	query := `UPDATE customers SET email = NULL, email_folded = NULL WHERE id = $1 AND NOT email_verified`
	if k == contact.KindPhone {
		query = `UPDATE customers SET phone = NULL WHERE id = $1 AND NOT phone_verified`
	}
	if _, err := db.Exec(ctx, tx, query, c.ID); err != nil {
		return fmt.Errorf("remove contact: %w", err)
	}
	return nil
}

// setUnverifiedContact replaces a contact that is not verified by another that is not
// verified.
func setUnverifiedContact(ctx context.Context, tx *db.Tx, customerID int64, who contact.Contact) error {
	var err error
	if who.Kind == contact.KindPhone {
		_, err = db.Exec(ctx, tx, `UPDATE customers SET phone = $2 WHERE id = $1 AND NOT phone_verified`, customerID, who.Value)
	} else {
		_, err = db.Exec(ctx, tx, `UPDATE customers SET email = $2, email_folded = $3 WHERE id = $1 AND NOT email_verified`,
			customerID, who.Value, contact.FoldEmail(who.Value))
	}
	if errors.Is(err, db.ErrExists) { // by somebody else at the same moment
		return errTaken(who.Kind)
	}
	return err
}
