package account

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"hawker/internal/contact"
	"hawker/internal/db"
	"hawker/internal/errs"
)

// hold reads a customer and holds them until the transaction ends, so that two
// steps about one account come one after the other.
func hold(ctx context.Context, tx *db.Tx, id int64) (Customer, error) {
	return one(ctx, tx, `id = $1 AND erased_at IS NULL`+tx.Dialect.Locked(), id)
}

// ofContact finds whose contact this is, proven or not; errUnknown for nobody's.
// lock is the dialect's, to hold the customer, or "".
func ofContact(ctx context.Context, q db.Q, who Contact, lock string) (Customer, error) {
	if who.Kind == Phone {
		return one(ctx, q, `phone = $1`+lock, who.target())
	}
	return one(ctx, q, `email_folded = $1`+lock, who.target())
}

// contact is one of the customer's contacts, the zero one where they have none.
func (c Customer) contact(k Kind) Contact {
	value := c.Email
	if k == Phone {
		value = c.Phone
	}
	if value == nil {
		return Contact{}
	}
	return Contact{k, *value}
}

func (c Customer) verified(k Kind) bool {
	if k == Phone {
		return c.PhoneVerified
	}
	return c.EmailVerified
}

func (k Kind) other() Kind {
	if k == Phone {
		return Email
	}
	return Phone
}

// provenWithout tells whether an account is somebody's by more than this kind of
// contact: by the other one, verified, or by an identity.
func provenWithout(ctx context.Context, q db.Q, c Customer, k Kind) (bool, error) {
	if c.verified(k.other()) {
		return true, nil
	}
	n, err := db.One[int64](ctx, q, `SELECT COUNT(*) FROM identities WHERE customer_id = $1`, c.ID)
	if err != nil {
		return false, fmt.Errorf("count identities: %w", err)
	}
	return n > 0, nil
}

// opens tells whether a contact may open an account to whoever proves it. An
// unproven one of an account that is proven otherwise was mistyped, or put there
// by somebody else.
func opens(ctx context.Context, q db.Q, c Customer, k Kind) (bool, error) {
	if c.verified(k) {
		return true, nil
	}
	other, err := provenWithout(ctx, q, c, k)
	return !other, err
}

// markVerified notes that a contact is proven, if the customer still has it, and
// claims the orders that carry it (P4).
func (s *Service) markVerified(ctx context.Context, tx *db.Tx, c Customer, who Contact) (Customer, error) {
	if c.contact(who.Kind).target() != who.target() {
		return Customer{}, errProof
	}
	column := `email_verified`
	if who.Kind == Phone {
		column = `phone_verified`
	}
	if _, err := db.Exec(ctx, tx, `UPDATE customers SET `+column+` = TRUE WHERE id = $1`, c.ID); err != nil {
		return Customer{}, fmt.Errorf("mark contact: %w", err)
	}
	c, err := hold(ctx, tx, c.ID)
	if err != nil {
		return Customer{}, err
	}
	return c, s.attach(ctx, tx, c)
}

// takeOff takes a contact off an account that never proved it.
func takeOff(ctx context.Context, tx *db.Tx, c Customer, k Kind) error {
	query := `UPDATE customers SET email = NULL, email_folded = NULL WHERE id = $1 AND NOT email_verified`
	if k == Phone {
		query = `UPDATE customers SET phone = NULL WHERE id = $1 AND NOT phone_verified`
	}
	if _, err := db.Exec(ctx, tx, query, c.ID); err != nil {
		return fmt.Errorf("take a contact off: %w", err)
	}
	return nil
}

// newCustomer is what an account begins with.
type newCustomer struct {
	name                         string
	phone, email                 string // "": none
	phoneVerified, emailVerified bool
	passwordHash                 string // "": signs in without one
	referredBy                   *int64
}

var errSameMoment = errs.New(errs.Conflict, "Somebody has just signed up with the same details. Please try again.")

// insert makes the account and the shopper that it is. A contact of another's is
// errs.Invalid on its field.
func (s *Service) insert(ctx context.Context, tx *db.Tx, n newCustomer) (Customer, error) {
	if taken, err := takenContacts(ctx, tx, n.phone, n.email); err != nil || len(taken) > 0 {
		return Customer{}, orList(err, taken)
	}
	shopperID, err := s.Shoppers.ForCustomer(ctx, tx)
	if err != nil {
		return Customer{}, err
	}
	first, last, _ := strings.Cut(n.name, " ")
	var folded *string
	if n.email != "" {
		folded = new(contact.FoldEmail(n.email))
	}
	c, err := db.One[Customer](ctx, tx, `
		INSERT INTO customers (shopper_id, first_name, last_name, email, email_folded, phone, email_verified, phone_verified,
			password_hash, picture, interests, referral_code, referred_by, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, '', '[]', $10, $11, $12)
		ON CONFLICT DO NOTHING RETURNING `+columns,
		shopperID, first, last, pointer(n.email), folded, pointer(n.phone), n.emailVerified, n.phoneVerified,
		n.passwordHash, newReferralCode(), n.referredBy, s.Clock.Now().UnixMilli())
	if errors.Is(err, db.ErrNotFound) { // by a sign-up at the same moment
		return Customer{}, errSameMoment
	}
	if err != nil {
		return Customer{}, fmt.Errorf("insert customer: %w", err)
	}
	return c, nil
}

// takenContacts are the contacts that other accounts have.
func takenContacts(ctx context.Context, q db.Q, phone, email string) (taken errs.List, err error) {
	for _, c := range []Contact{{Email, email}, {Phone, phone}} {
		if c.Value == "" {
			continue
		}
		_, err := ofContact(ctx, q, c, "")
		if errors.Is(err, errUnknown) {
			continue
		}
		if err != nil {
			return nil, err
		}
		taken.Add(errTaken(c.Kind))
	}
	return taken, nil
}

func errTaken(k Kind) *errs.Error {
	if k == Phone {
		return invalid(string(k), "This phone number already has an account.")
	}
	return invalid(string(k), "This email already has an account.")
}

// linkIdentity notes that a customer is this person at a provider, and refuses
// one who has become another customer at the same moment.
func (s *Service) linkIdentity(ctx context.Context, tx *db.Tx, customerID int64, id *Identity) error {
	if id == nil {
		return nil
	}
	linked, err := db.Exec(ctx, tx, `
		INSERT INTO identities (customer_id, provider, subject, created_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (provider, subject) DO UPDATE SET subject = excluded.subject WHERE identities.customer_id = excluded.customer_id`,
		customerID, id.Provider, id.Subject, s.Clock.Now().UnixMilli())
	if err != nil {
		return fmt.Errorf("insert identity: %w", err)
	}
	if linked == 0 {
		return errSameMoment
	}
	return nil
}
