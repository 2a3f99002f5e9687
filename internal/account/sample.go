package account

import (
	"context"
	"errors"

	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/db"
)

// Sample is a customer of the demo town.
type Sample struct {
	Name, Email, Phone, Password string
}

// CreateSample creates a customer whose contacts are verified, unless there is one
// with this e-mail, and returns them.
func (s *Service) CreateSample(ctx context.Context, sample Sample) (Customer, error) {
	email := contact.Contact{Kind: contact.KindEmail, Value: sample.Email}
	c, err := FindByContact(ctx, s.DB.R, email)
	if !errors.Is(err, ErrUnknown) {
		return c, err // without hashing a password, which takes long
	}
	hash, err := s.Credentials.HashPassword(ctx, credential.Source{}, sample.Password)
	if err != nil {
		return Customer{}, err
	}
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) (err error) {
		c, err = FindByContact(ctx, tx, email) // another instance starts too
		if !errors.Is(err, ErrUnknown) {
			return err
		}
		c, err = s.Create(ctx, tx, NewCustomer{
			Name: sample.Name, Email: sample.Email, Phone: sample.Phone,
			EmailVerified: true, PhoneVerified: true, PasswordHash: hash,
		})
		return err
	})
	return c, err
}
