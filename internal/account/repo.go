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

func findCustomer(ctx context.Context, q db.Q, where string, args ...any) (Customer, error) {
	c, err := db.One[Customer](ctx, q, `SELECT `+columns+` FROM customers WHERE `+where, args...)
	if errors.Is(err, db.ErrNotFound) {
		return Customer{}, ErrUnknown
	}
	if err != nil {
		return Customer{}, fmt.Errorf("read customer: %w", err)
	}
	return c, nil
}

// Lock reads a customer and locks the row until the transaction ends, so that two
// changes of one account happen one after the other.
func Lock(ctx context.Context, tx *db.Tx, id int64) (Customer, error) {
	return findCustomer(ctx, tx, `id = $1 AND erased_at IS NULL`+tx.Dialect.Locked(), id)
}

// FindByContact returns the customer who has a contact, verified or not; ErrUnknown
// for none.
func FindByContact(ctx context.Context, q db.Q, who contact.Contact) (Customer, error) {
	return findCustomer(ctx, q, contactColumn(who.Kind)+` = $1`, who.Key())
}

// LockByContact is FindByContact, and locks the row.
func LockByContact(ctx context.Context, tx *db.Tx, who contact.Contact) (Customer, error) {
	return findCustomer(ctx, tx, contactColumn(who.Kind)+` = $1`+tx.Dialect.Locked(), who.Key())
}

func contactColumn(k contact.Kind) string {
	if k == contact.KindPhone {
		return `phone`
	}
	return `email_folded`
}

// NewCustomer is what an account begins with.
type NewCustomer struct {
	Name                         string
	Phone, Email                 string // "": none
	PhoneVerified, EmailVerified bool
	PasswordHash                 string // "": signs in without a password
	ReferredBy                   *int64
}

var errSameMoment = errs.New(errs.Conflict, "Somebody has just signed up with the same details. Please try again.")

// Create creates an account, and the shopper that it is. A contact that another
// account has is errs.Invalid on its field.
func (s *Service) Create(ctx context.Context, tx *db.Tx, n NewCustomer) (Customer, error) {
	if err := CheckContactsFree(ctx, tx, n.Phone, n.Email); err != nil {
		return Customer{}, err
	}
	shopperID, err := s.Shoppers.CreateForCustomer(ctx, tx)
	if err != nil {
		return Customer{}, err
	}
	first, last, _ := strings.Cut(n.Name, " ")
	var folded *string
	if n.Email != "" {
		folded = new(contact.FoldEmail(n.Email))
	}
	c, err := db.One[Customer](ctx, tx, `
		INSERT INTO customers (shopper_id, first_name, last_name, email, email_folded, phone, email_verified, phone_verified,
			password_hash, picture, interests, referral_code, referred_by, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, '', '[]', $10, $11, $12)
		ON CONFLICT DO NOTHING RETURNING `+columns,
		shopperID, first, last, pointer(n.Email), folded, pointer(n.Phone), n.EmailVerified, n.PhoneVerified,
		n.PasswordHash, newReferralCode(), n.ReferredBy, s.Clock.Now().UnixMilli())
	if errors.Is(err, db.ErrNotFound) { // by a sign-up at the same moment
		return Customer{}, errSameMoment
	}
	if err != nil {
		return Customer{}, fmt.Errorf("insert customer: %w", err)
	}
	return c, nil
}
