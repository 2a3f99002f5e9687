package account

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"hawker/internal/cart"
	"hawker/internal/db"
	"hawker/internal/errs"
)

// LoginType is how a sign-in began (AUTH-12).
type LoginType string

// The login types.
const (
	ByPassword LoginType = "manual"
	ByCode     LoginType = "otp"
	BySocial   LoginType = "social"
	ByPasskey  LoginType = "passkey"
)

// Visitor is who makes a call, before anything is known of them.
type Visitor struct {
	GuestID string // whose cart comes along; "" or over: nobody's
	Device  string // in words, for the list of sessions
	Address string // of the network
	Secret  string // of the device, from its last sign-in; "": none
	Handle  string // of the code's sending; "": of the last one that this place asked for
}

// SignIn is how far a sign-in has come (AUTH-06, AUTH-11).
type SignIn struct {
	Token         string    // "" while something is still to be done
	CustomerID    int64     // who has signed in; 0 before that
	Proof         string    // what the next step must bring; "" at the end
	NameNeeded    bool      // ask for name and contact, then UpdateInfo
	Exists        *Existing // ask whether this is them, then UpdateInfo
	PhoneVerified bool      // nothing more is asked for the phone
	EmailVerified bool      // nothing more is asked for the e-mail
	Email, Phone  string
	Conflicts     []cart.Conflict // carts of two stores, to choose from (C1)
	DemoOTP       string          // the code that was sent; the demo only (D8)
	Secret        string          // for the device to keep, with the token
	Message       string

	phoneNeeded *errs.Error // said in the place of the answer, once it holds
}

// Existing is an account that a proven contact may be of.
type Existing struct {
	Name    string
	Picture string // file key; "": none
}

const (
	saidWelcome = "Logged in successfully"
	saidCode    = "We have sent you a code."
)

// PasswordLogin is an identifier and a password (AUTH-02).
type PasswordLogin struct {
	Visitor
	Identifier string // e-mail or phone
	Password   string
}

// identifierWords are the manual form's (AUTH-02).
var identifierWords = words{"email_or_phone", "Email or phone number is required", "Must be a valid email or phone number"}

// errCredentials is the same for an account that is not there.
var errCredentials = errs.New(errs.WrongCredentials, "Your email or phone or password is wrong.")

// SignInByPassword lets in who knows the password. Unknown accounts cost and
// answer what a wrong password does.
func (s *Service) SignInByPassword(ctx context.Context, in PasswordLogin) (SignIn, error) {
	t, err := s.terms(ctx, byManual)
	if err != nil {
		return SignIn{}, err
	}
	who, err := in.read(t.country)
	if err != nil {
		return SignIn{}, err
	}
	c, err := ofContact(ctx, s.DB.R, who, "")
	if err != nil && !errors.Is(err, errUnknown) {
		return SignIn{}, err
	}
	at, err := s.placeOf(ctx, s.DB.R, c.ID, in.Visitor)
	if err != nil {
		return SignIn{}, err
	}
	if err := s.countLogin(ctx, who, at, in.Visitor); err != nil {
		return SignIn{}, err
	}
	right, err := s.passwords.match(ctx, s.queueAt(at), in.Password, c.PasswordHash)
	if err != nil {
		return SignIn{}, err
	}
	if !right {
		return SignIn{}, errCredentials
	}
	return s.inTx(ctx, func(tx *db.Tx) (SignIn, error) {
		now, err := hold(ctx, tx, c.ID)
		if errors.Is(err, errUnknown) || err == nil && now.PasswordHash != c.PasswordHash { // changed while we looked
			return SignIn{}, errCredentials
		}
		if err != nil {
			return SignIn{}, err
		}
		if err := s.refund(ctx, tx, passwordTries, who.target(), at); err != nil {
			return SignIn{}, err
		}
		return s.proceed(ctx, tx, t.Ways, now, proof{By: ByPassword}, in.Visitor)
	})
}

// read holds what was typed against the form's rules.
func (in PasswordLogin) read(country string) (Contact, error) {
	var problems errs.List
	who, ok := classify(in.Identifier, country)
	switch {
	case strings.TrimSpace(in.Identifier) == "":
		problems.Add(identifierWords.refuse(identifierWords.missing))
	case !ok:
		problems.Add(identifierWords.refuse(identifierWords.wrong))
	}
	if in.Password == "" {
		problems.Add(invalid("password", "Password is required"))
	}
	return who, problems.Err()
}

// countLogin counts a guess at a password, known account or not.
func (s *Service) countLogin(ctx context.Context, who Contact, at place, v Visitor) error {
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		if err := s.count(ctx, tx, passwordTries, who.target(), at); err != nil {
			return err
		}
		return s.hitFrom(ctx, tx, triesByAddress, v)
	})
}

// codePhoneWords are the OTP form's (AUTH-04).
var codePhoneWords = words{"phone", "Please give a phone number", "Number must be 10 digits"}

// SendLoginCode begins a sign-in by phone: it sends a code and says the same
// whether or not the phone has an account.
func (s *Service) SendLoginCode(ctx context.Context, v Visitor, typed string) (SignIn, error) {
	t, err := s.terms(ctx, byOTP)
	if err != nil {
		return SignIn{}, err
	}
	phone, problem := codePhoneWords.phone(typed, t.country)
	if problem != nil {
		return SignIn{}, problem
	}
	answer := SignIn{Phone: phone.Value, EmailVerified: true, Message: saidCode}
	if !t.sends(Phone) { // the phone service sends it
		answer.Message = ""
		return answer, nil
	}
	answer, err = s.inTx(ctx, func(tx *db.Tx) (SignIn, error) {
		code, err := s.issue(ctx, tx, toLogin, phone.target(), v)
		answer.DemoOTP, answer.Proof = s.shown(code), code.handle
		return answer, errors.Join(err, code.sent())
	})
	return answer, s.offerLastCode(ctx, toLogin, phone.target(), v, err)
}

// Resend sends the code again that a sign-in waits for.
func (s *Service) Resend(ctx context.Context, v Visitor, token string) (SignIn, error) {
	phone, err := db.One[string](ctx, s.DB.R, `SELECT target FROM codes WHERE purpose = $1 AND asker = $2`, toLogin, hashToken(token))
	if err == nil { // the handle of a sending
		return s.SendLoginCode(ctx, v, phone)
	}
	if !errors.Is(err, db.ErrNotFound) {
		return SignIn{}, fmt.Errorf("find sending: %w", err)
	}
	t, err := s.terms(ctx, always)
	if err != nil {
		return SignIn{}, err
	}
	return s.inTx(ctx, func(tx *db.Tx) (SignIn, error) {
		p, err := s.readProof(ctx, tx, token, verifying)
		if err != nil {
			return SignIn{}, err
		}
		c, err := hold(ctx, tx, p.CustomerID)
		if err != nil {
			return SignIn{}, err
		}
		if t.due(c) == "" {
			return SignIn{}, errProof
		}
		code, err := s.sendDue(ctx, tx, t.Ways, c, v)
		return s.waiting(t.Ways, c, token, code), errors.Join(err, code.sent())
	})
}

// inTx runs a step of a sign-in; its answer is of the run that held.
func (s *Service) inTx(ctx context.Context, step func(tx *db.Tx) (SignIn, error)) (answer SignIn, err error) {
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) (err error) {
		answer, err = step(tx)
		return err
	})
	if err == nil && answer.phoneNeeded != nil {
		err = answer.phoneNeeded
	}
	if err != nil {
		return SignIn{}, err
	}
	return answer, nil
}

// shown is the code in the answer that sent it: of the demo alone (D8).
func (s *Service) shown(i issued) string {
	if !s.ShowCodes {
		return ""
	}
	return i.code
}
