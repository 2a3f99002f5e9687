package account

import (
	"context"

	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/db"
)

// PhoneService is a service that verifies phones itself (AUTH-09).
type PhoneService interface {
	// Verify returns the phone, E.164, of a finished verification. A wrong code is
	// errs.Invalid with the service's own message (API-07).
	Verify(ctx context.Context, sessionInfo, code string) (phone string, err error)
}

// VerifyPhone asks the phone service whether the code proves the phone. sessionInfo is
// the service's own name for the verification.
func (s *Service) VerifyPhone(ctx context.Context, phone contact.Contact, sessionInfo, code string, v credential.Client) error {
	if err := credential.CheckTyped(code); err != nil {
		return err
	}
	from, err := s.SourceFor(ctx, s.DB.R, phone, v)
	if err != nil {
		return err
	}
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		return s.Credentials.CountAttempt(ctx, tx, credential.PhoneServiceAttempts, phone.Key(), from)
	})
	if err != nil {
		return err
	}
	verified, err := s.Phones.Verify(ctx, sessionInfo, code)
	if err == nil && verified != phone.Value {
		err = credential.ErrCode
	}
	return err
}
