package account

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
)

// Reauth proves again that whoever holds a session is the customer. A
// session may be a phone that was left on a table, so it alone changes neither
// password nor contacts and deletes nothing (ADR 0012).
type Reauth struct {
	Password string // the current one
	Code     string // that SendConfirmCode sent
}

// ConfirmBy is what a customer is asked for to confirm.
type ConfirmBy string

// The ways to confirm.
const (
	ConfirmByPassword ConfirmBy = "password"
	ConfirmByCode     ConfirmBy = "code"
	ConfirmBySignIn   ConfirmBy = "sign_in" // there is neither: sign in again
	Confirmed         ConfirmBy = "none"    // they have just proven it
)

// confirmLife is how long a code, or a sign-in without a password, confirms what
// the same session does next.
const confirmLife = 10 * time.Minute

// currentTries are counted by session: whoever holds a stolen one must not lock
// the owner out.
var currentTries = limit{"current password", 10, 15 * time.Minute}

var (
	errCurrentMissing = invalid("current_password", "Please enter your current password.")
	errCurrentWrong   = invalid("current_password", "This is not your current password.")
	errConfirmCode    = invalid("confirm_otp", "Please enter the code that we send you.")
	errSignInAgain    = errs.New(errs.Conflict, "To be sure that it is you, please sign in again. Then you have 10 minutes for this.")
)

// ConfirmBy returns what this session is asked for now.
func (s *Service) ConfirmBy(ctx context.Context, session Session, c Customer) (ConfirmBy, error) {
	if c.PasswordHash != "" {
		return ConfirmByPassword, nil
	}
	recent, err := s.isConfirmed(ctx, session)
	if err != nil || recent {
		return Confirmed, err
	}
	t, err := s.terms(ctx, always)
	if err != nil {
		return "", err
	}
	if t.confirmsTo(c) != (Contact{}) {
		return ConfirmByCode, nil
	}
	return ConfirmBySignIn, nil
}

// confirmsTo is the verified contact that a code to confirm goes to, the phone
// first; the zero Contact where none can be reached.
func (t terms) confirmsTo(c Customer) Contact {
	for _, k := range []Kind{Phone, Email} {
		if c.verified(k) && t.sends(k) {
			return c.contact(k)
		}
	}
	return Contact{}
}

// ConfirmCode says where a code to confirm went.
type ConfirmCode struct {
	To      Contact
	DemoOTP string // the demo only (D8)
	Message string
}

// SendConfirmCode sends a code to a contact that the customer has verified.
func (s *Service) SendConfirmCode(ctx context.Context, session Session, v Visitor) (ConfirmCode, error) {
	t, err := s.terms(ctx, always)
	if err != nil {
		return ConfirmCode{}, err
	}
	c, err := s.ByID(ctx, s.DB.R, session.CustomerID)
	if err != nil {
		return ConfirmCode{}, err
	}
	to := t.confirmsTo(c)
	if to == (Contact{}) {
		return ConfirmCode{}, errSignInAgain
	}
	sent := ConfirmCode{To: to, Message: saidCode}
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		code, err := s.issue(ctx, tx, toConfirm, profileTarget(c, to), v)
		sent.DemoOTP = s.shown(code)
		return errors.Join(err, code.sent())
	})
	if err != nil {
		return ConfirmCode{}, s.offerLastCode(ctx, toConfirm, profileTarget(c, to), v, err)
	}
	return sent, nil
}

// confirm refuses a session that does not prove that its holder is the customer.
func (s *Service) confirm(ctx context.Context, t terms, session Session, c Customer, in Reauth) error {
	if in.Password != "" {
		return s.matchCurrent(ctx, session, c, in.Password)
	}
	recent, err := s.isConfirmed(ctx, session)
	if err != nil || recent {
		return err
	}
	to := t.confirmsTo(c)
	switch {
	case strings.TrimSpace(in.Code) != "" && to != (Contact{}):
		return s.confirmByCode(ctx, session, profileTarget(c, to), in.Code)
	case c.PasswordHash != "":
		return errCurrentMissing
	case to != (Contact{}):
		return errConfirmCode
	}
	return errSignInAgain
}

// matchCurrent compares the current password, and counts the try first.
func (s *Service) matchCurrent(ctx context.Context, session Session, c Customer, password string) error {
	whose := fmt.Sprint(session.ID)
	err := db.InTx(ctx, s.DB, func(tx *db.Tx) error { return s.hit(ctx, tx, currentTries, whose) })
	if err != nil {
		return err
	}
	right, err := s.passwords.match(ctx, s.queueAt(c.place()), password, c.PasswordHash)
	if err != nil {
		return err
	}
	if !right {
		return errCurrentWrong
	}
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error { return s.forgive(ctx, tx, currentTries, whose) })
}

// confirmByCode uses a code up. What the session does next needs no other.
func (s *Service) confirmByCode(ctx context.Context, session Session, target, code string) error {
	nonce, err := s.try(ctx, toConfirm, target, code)
	if err != nil {
		return onConfirmCode(err)
	}
	return onConfirmCode(db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		if err := s.use(ctx, tx, toConfirm, target, nonce); err != nil {
			return err
		}
		_, err := db.Exec(ctx, tx, `UPDATE sessions SET confirmed_at = $2 WHERE id = $1`, session.ID, s.Clock.Now().UnixMilli())
		return err
	}))
}

// onConfirmCode names the code as the calls that confirm do.
func onConfirmCode(err error) error {
	if e, ok := errors.AsType[*errs.Error](err); ok && e.Field == errCode.Field {
		return e.On("confirm_otp")
	}
	return err
}

// isConfirmed tells whether the session has just proven who holds it.
func (s *Service) isConfirmed(ctx context.Context, session Session) (bool, error) {
	n, err := db.One[int64](ctx, s.DB.R, `SELECT COUNT(*) FROM sessions WHERE id = $1 AND confirmed_at > $2`,
		session.ID, s.Clock.Now().Add(-confirmLife).UnixMilli())
	if err != nil {
		return false, fmt.Errorf("read when a session was confirmed: %w", err)
	}
	return n > 0, nil
}

// stillConfirmed refuses what was confirmed with a password that has changed
// since.
func stillConfirmed(now, then Customer) error {
	if now.PasswordHash != then.PasswordHash {
		return errCurrentWrong
	}
	return nil
}
