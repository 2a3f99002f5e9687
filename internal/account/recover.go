package account

import (
	"context"
	"errors"
	"regexp"
	"strings"

	"hawker/internal/db"
	"hawker/internal/errs"
)

// Forgotten says whose password is forgotten (AUTH-08).
type Forgotten struct {
	Visitor
	Method       Kind // "": by what is given
	Phone, Email string
}

// What the recovery form says (AUTH-08).
var (
	recoverPhoneWords = words{"phone", "Please provide a phone number", "Phone number must be exactly 10 digits"}
	recoverEmailWords = words{"email", "Please provide an email address", "Please enter a valid email address"}
)

// read is the contact that a code for a new password goes to; errOff where the
// town has no way to bring it.
func (f Forgotten) read(t terms) (who Contact, err error) {
	if f.Method == "" {
		f.Method = Email
		if strings.TrimSpace(f.Phone) != "" || !t.reaches(Email) {
			f.Method = Phone
		}
	}
	if !t.reaches(f.Method) {
		return Contact{}, errOff
	}
	var problem *errs.Error
	if f.Method == Phone {
		who, problem = recoverPhoneWords.phone(f.Phone, t.country)
	} else {
		who, problem = recoverEmailWords.email(f.Email)
	}
	if problem != nil {
		return Contact{}, problem
	}
	return who, nil
}

// ForgotPassword sends a code for a new password, and says and does the same
// whether or not there is an account.
func (s *Service) ForgotPassword(ctx context.Context, in Forgotten) (sent CodeSent, err error) {
	t, err := s.terms(ctx, byManual)
	if err != nil {
		return CodeSent{}, err
	}
	who, err := in.read(t)
	if err != nil || !t.sends(who.Kind) { // the phone service sends it
		return CodeSent{}, err
	}
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		code, err := s.issue(ctx, tx, toReset, who.target(), in.Visitor)
		sent = CodeSent{Handle: code.handle, DemoOTP: s.shown(code)}
		return errors.Join(err, code.sent())
	})
	return sent, s.offerLastCode(ctx, toReset, who.target(), in.Visitor, err)
}

// CodeSent is a code for a new password on its way.
type CodeSent struct {
	Handle  string // of the sending; Visitor brings it back
	DemoOTP string // the code; the demo only (D8)
}

// VerifyResetCode checks a code for a new password, which counts as a try. It
// returns a proof that takes the code's place in ResetPassword: it lives longer
// than the code and costs no further try. The code itself stays valid, for clients
// that send it again.
func (s *Service) VerifyResetCode(ctx context.Context, in Forgotten, code string) (token string, err error) {
	t, err := s.terms(ctx, byManual)
	if err != nil {
		return "", err
	}
	who, err := in.read(t)
	if err != nil {
		return "", err
	}
	nonce, err := s.tryFrom(ctx, toReset, who.target(), code, in.Visitor)
	if err != nil {
		return "", onResetToken(err)
	}
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) (err error) {
		token, err = s.keepProof(ctx, tx, proof{Step: resetting, Contact: who, Nonce: nonce})
		return err
	})
	return token, err
}

// errResetEnded refuses a proof that is unknown, expired, used, or for another contact.
var errResetEnded = errs.New(errs.CodeExpired, "The time to set a new password is over. Please ask for a new code.").On("reset_token")

// errNoAccount is only told to who has proven the contact.
func errNoAccount(who Contact) error {
	return errs.New(errs.NotFound, "There is no account that this opens. Please check it, or sign up.").On(string(who.Kind))
}

// onResetToken names the code as the recovery's calls do.
func onResetToken(err error) error {
	if e, ok := errors.AsType[*errs.Error](err); ok && e.Field == errCode.Field {
		return e.On("reset_token")
	}
	return err
}

// NewPassword is the last step of the recovery.
type NewPassword struct {
	Forgotten
	Token                  string // the code, or the proof that verifying it returned
	Password, Confirmation string
}

var codeForm = regexp.MustCompile(`^[0-9]{6}$`)

// ResetPassword sets a new password for who has proven the contact, and ends all
// sessions. The contact is verified by that.
func (s *Service) ResetPassword(ctx context.Context, in NewPassword) error {
	t, err := s.terms(ctx, byManual)
	if err != nil {
		return err
	}
	who, err := in.read(t)
	if err != nil {
		return err
	}
	if err := resetPasswordWords.check(t.leastPassword, in.Password, in.Confirmation).Err(); err != nil {
		return err
	}
	use, err := s.resetToken(ctx, in.Token, who, in.Visitor)
	if err != nil {
		return onResetToken(err)
	}
	c, err := s.resettable(ctx, s.DB.R, who)
	if errors.Is(err, errUnknown) {
		return errNoAccount(who)
	}
	if err != nil {
		return err
	}
	hash, err := s.choose(ctx, place{key: s.addressKey(in.Visitor)}, in.Password, c.own()...)
	if err != nil {
		return err
	}
	return onResetToken(db.InTx(ctx, s.DB, func(tx *db.Tx) error { return s.reset(ctx, tx, who, hash, use) }))
}

// resetToken checks a code or a proof, and returns how it is used up. A proof of a
// code uses up the code too, so that one code sets one password.
func (s *Service) resetToken(ctx context.Context, token string, who Contact, v Visitor) (use func(tx *db.Tx) error, err error) {
	if token = strings.TrimSpace(token); token == "" || codeForm.MatchString(token) {
		nonce, err := s.tryFrom(ctx, toReset, who.target(), token, v)
		return func(tx *db.Tx) error { return s.use(ctx, tx, toReset, who.target(), nonce) }, err
	}
	p, err := s.readProof(ctx, s.DB.R, token, resetting)
	if errors.Is(err, errProof) || err == nil && p.Contact != who {
		return nil, errResetEnded
	}
	return func(tx *db.Tx) error {
		if err := s.useProof(ctx, tx, p); err != nil || p.Nonce == "" {
			return err
		}
		return s.use(ctx, tx, toReset, who.target(), p.Nonce)
	}, err
}

func (s *Service) reset(ctx context.Context, tx *db.Tx, who Contact, hash string, use func(tx *db.Tx) error) error {
	if err := use(tx); err != nil {
		return err
	}
	c, err := ofContact(ctx, tx, who, tx.Dialect.Locked())
	if err != nil {
		return err
	}
	if err := setPassword(ctx, tx, c.ID, hash, 0); err != nil {
		return err
	}
	if err := s.notify(ctx, tx, c, passwordChanged); err != nil {
		return err
	}
	_, err = s.markVerified(ctx, tx, c, who)
	return err
}

// resettable finds the account that whoever proves the contact may set a new
// password for; errUnknown for none.
func (s *Service) resettable(ctx context.Context, q db.Q, who Contact) (Customer, error) {
	c, err := ofContact(ctx, q, who, "")
	if err != nil {
		return Customer{}, err
	}
	open, err := opens(ctx, q, c, who.Kind)
	if err == nil && !open {
		err = errUnknown
	}
	return c, err
}
