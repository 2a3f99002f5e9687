package account

import (
	"context"
	"errors"

	"hawker/internal/db"
)

// Sample is a customer of the demo town.
type Sample struct {
	Name, Email, Phone, Password string
}

// CreateSample makes a customer whose contacts are verified, unless there is one
// with this e-mail, and answers them.
func (s *Service) CreateSample(ctx context.Context, sample Sample) (Customer, error) {
	hash, err := s.passwords.hash(ctx, place{}, sample.Password)
	if err != nil {
		return Customer{}, err
	}
	var made Customer
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) (err error) {
		made, err = ofContact(ctx, tx, Contact{Email, sample.Email}, "")
		if !errors.Is(err, errUnknown) {
			return err
		}
		made, err = s.insert(ctx, tx, newCustomer{
			name: sample.Name, email: sample.Email, phone: sample.Phone,
			emailVerified: true, phoneVerified: true, passwordHash: hash,
		})
		return err
	})
	return made, err
}
