package account

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/errs"
)

// Reauth proves that the customer uses the session, and not somebody who found the
// phone. A session cannot change the password or contacts, or delete the account,
// without it (ADR 0012).
type Reauth struct {
	Password string // the current one
	Code     string // that SendConfirmCode sent
}

// ConfirmBy is what a customer must give to confirm who they are.
type ConfirmBy string

// The ways to confirm.
const (
	ConfirmByPassword ConfirmBy = "password"
	ConfirmByCode     ConfirmBy = "code"
	ConfirmBySignIn   ConfirmBy = "sign_in" // neither is possible: sign in again
	Confirmed         ConfirmBy = "none"    // they have just done so
)

var (
	errCurrentMissing = invalid("current_password", "Please enter your current password.")
	errCurrentWrong   = invalid("current_password", "This is not your current password.")
	errConfirmCode    = invalid("confirm_otp", "Please enter the code that we send you.")
	errSignInAgain    = errs.New(errs.Conflict, "To be sure that it is you, please sign in again. Then you have 10 minutes for this.")
)

// ConfirmBy returns how this session can confirm now.
func (s *Service) ConfirmBy(ctx context.Context, session credential.Session, c Customer) (ConfirmBy, error) {
	if c.PasswordHash != "" {
		return ConfirmByPassword, nil
	}
	recent, err := s.Credentials.IsConfirmed(ctx, session)
	if err != nil || recent {
		return Confirmed, err
	}
	if s.confirmContact(c) != (contact.Contact{}) {
		return ConfirmByCode, nil
	}
	return ConfirmBySignIn, nil
}

// confirmContact returns the verified contact that a code to confirm is sent to, the
// phone first; the zero Contact if we can send a code to none.
func (s *Service) confirmContact(c Customer) contact.Contact {
	for _, k := range []contact.Kind{contact.KindPhone, contact.KindEmail} {
		if c.Verified(k) && s.SendsCodes(k) {
			return c.Contact(k)
		}
	}
	return contact.Contact{}
}

// ConfirmCode says where a code to confirm was sent.
type ConfirmCode struct {
	To      contact.Contact
	DemoOTP string // the demo only (D8)
	Message string
}

// SendConfirmCode sends a code to a contact that the customer has verified.
func (s *Service) SendConfirmCode(ctx context.Context, session credential.Session, v credential.Client) (ConfirmCode, error) {
	c, err := s.Customer(ctx, session)
	if err != nil {
		return ConfirmCode{}, err
	}
	to := s.confirmContact(c)
	if to == (contact.Contact{}) {
		return ConfirmCode{}, errSignInAgain
	}
	sent := ConfirmCode{To: to, Message: MsgCodeSent}
	target, from := c.CodeFor(credential.ToConfirm, to)
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		code, err := s.Credentials.CreateCode(ctx, tx, target, from, v)
		sent.DemoOTP = code.Shown
		return errors.Join(err, code.CheckSent())
	})
	if err != nil {
		return ConfirmCode{}, s.Credentials.OfferLastCode(ctx, target, from, v, err)
	}
	return sent, nil
}

// Confirm refuses a session unless its holder proves to be the customer.
func (s *Service) Confirm(ctx context.Context, session credential.Session, c Customer, in Reauth) error {
	if in.Password != "" {
		return s.checkCurrentPassword(ctx, session, c, in.Password)
	}
	recent, err := s.Credentials.IsConfirmed(ctx, session)
	if err != nil || recent {
		return err
	}
	to := s.confirmContact(c)
	switch {
	case strings.TrimSpace(in.Code) != "" && to != (contact.Contact{}):
		return s.confirmByCode(ctx, session, c, to, in.Code)
	case c.PasswordHash != "":
		return errCurrentMissing
	case to != (contact.Contact{}):
		return errConfirmCode
	}
	return errSignInAgain
}

// checkCurrentPassword counts the attempt first.
func (s *Service) checkCurrentPassword(ctx context.Context, session credential.Session, c Customer, password string) error {
	id := fmt.Sprint(session.ID)
	err := db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		return s.Credentials.Count(ctx, tx, credential.CurrentPasswordAttempts, id)
	})
	if err != nil {
		return err
	}
	right, err := s.Credentials.MatchPassword(ctx, credential.CustomerSource(c.ID), password, c.PasswordHash)
	if err != nil {
		return err
	}
	if !right {
		return errCurrentWrong
	}
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		return s.Credentials.Refund(ctx, tx, credential.CurrentPasswordAttempts, id)
	})
}

// confirmByCode consumes a code. The session then stays confirmed for ten minutes.
func (s *Service) confirmByCode(ctx context.Context, session credential.Session, c Customer, to contact.Contact, typed string) error {
	target, from := c.CodeFor(credential.ToConfirm, to)
	nonce, err := s.Credentials.CheckCode(ctx, target, typed, from, credential.Client{})
	if err != nil {
		return onConfirmCode(err)
	}
	return onConfirmCode(db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		if err := s.Credentials.ConsumeCode(ctx, tx, target, nonce); err != nil {
			return err
		}
		return s.Credentials.ConfirmSession(ctx, tx, session)
	}))
}

// onConfirmCode names the field of the code as the calls that confirm do.
func onConfirmCode(err error) error {
	if e, ok := errors.AsType[*errs.Error](err); ok && e.Field == credential.CodeField {
		return e.On("confirm_otp")
	}
	return err
}

// CheckStillConfirmed refuses a change that was confirmed with a password that has
// changed since.
func CheckStillConfirmed(now, then Customer) error {
	if now.PasswordHash != then.PasswordHash {
		return errCurrentWrong
	}
	return nil
}
