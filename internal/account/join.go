package account

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"hawker/internal/db"
	"hawker/internal/errs"
)

// Details are what somebody who is new says of themselves.
type Details struct {
	Name, Email, Phone, RefCode string
}

// Info answers what a sign-in asked for (AUTH-06).
type Info struct {
	Visitor
	Details
	Proof string
	Mine  Answer // to 'Is it you', where it was asked
}

// Answer is yes or no, or neither.
type Answer string

// The answers.
const (
	Yes Answer = "yes"
	No  Answer = "no"
)

// UpdateInfo goes on with a sign-in of somebody who has proven a contact or an
// identity: into the account that was shown, or into a new one. What they proved
// is in the proof; what they say of it counts for nothing.
func (s *Service) UpdateInfo(ctx context.Context, in Info) (SignIn, error) {
	t, err := s.terms(ctx, always)
	if err != nil {
		return SignIn{}, err
	}
	return s.inTx(ctx, func(tx *db.Tx) (SignIn, error) {
		p, err := s.readProof(ctx, tx, in.Proof, joining)
		if err != nil {
			return SignIn{}, err
		}
		if !p.open(t.Ways) {
			return SignIn{}, errOff
		}
		if p.CustomerID == 0 {
			if p.Identity == nil && strings.TrimSpace(in.Name) == "" {
				return SignIn{}, invalid("name", "First name is required")
			}
			return s.join(ctx, tx, t, p, in.Details, in.Visitor)
		}
		shown, err := s.stillShown(ctx, tx, p)
		if err != nil {
			return SignIn{}, err
		}
		switch in.Mine {
		case Yes:
			return s.takeOver(ctx, tx, t, shown, p, in.Visitor)
		case No:
			if err := takeOff(ctx, tx, shown, p.Contact.Kind); err != nil {
				return SignIn{}, err
			}
			p.CustomerID = 0
			return s.join(ctx, tx, t, p, in.Details, in.Visitor)
		}
		return SignIn{}, invalid("is_exist_user", "Please say whether this account is yours.")
	})
}

// open tells whether the way that a proof began by is still open.
func (p proof) open(w Ways) bool {
	if p.Identity != nil {
		return w.provider(p.Identity.Provider)
	}
	return w.OTP
}

// stillShown reads the account that 'Is it you' was asked about, if nobody has
// proven it to be theirs since.
func (s *Service) stillShown(ctx context.Context, tx *db.Tx, p proof) (Customer, error) {
	c, err := hold(ctx, tx, p.CustomerID)
	if errors.Is(err, errUnknown) {
		return Customer{}, errProof
	}
	if err != nil {
		return Customer{}, err
	}
	other, err := provenWithout(ctx, tx, c, p.Contact.Kind)
	if err != nil {
		return Customer{}, err
	}
	if other || c.verified(p.Contact.Kind) || c.contact(p.Contact.Kind).target() != p.Contact.target() {
		return Customer{}, errProof
	}
	return c, nil
}

// join makes the account of somebody new, or asks for what is missing.
func (s *Service) join(ctx context.Context, tx *db.Tx, t terms, p proof, d Details, v Visitor) (SignIn, error) {
	if p.Identity != nil {
		return s.joinFromElsewhere(ctx, tx, t, p, d, v)
	}
	if strings.TrimSpace(d.Name) == "" {
		return s.askName(ctx, tx, p)
	}
	name, problem := readName(d.Name)
	if problem != nil {
		return SignIn{}, problem
	}
	n := newCustomer{name: name, phone: p.Contact.Value, phoneVerified: true}
	if strings.TrimSpace(d.Email) != "" {
		email, problem := signUpEmailWords.email(d.Email)
		if problem != nil {
			return SignIn{}, problem
		}
		n.email = email.Value
	}
	return s.admit(ctx, tx, t, p, n, d.RefCode, v)
}

// admit makes the account and lets them in.
func (s *Service) admit(ctx context.Context, tx *db.Tx, t terms, p proof, n newCustomer, refCode string, v Visitor) (SignIn, error) {
	var err error
	if n.referredBy, err = referrer(ctx, tx, t.Ways, refCode); err != nil {
		return SignIn{}, err
	}
	c, err := s.insert(ctx, tx, n)
	if err != nil {
		return SignIn{}, err
	}
	return s.welcome(ctx, tx, t, c, p, v)
}

const longestName = 100 // characters

// readName takes a name with one space between its words.
func readName(typed string) (string, *errs.Error) {
	name := strings.Join(strings.Fields(typed), " ")
	switch {
	case name == "":
		return "", invalid("name", "First name is required")
	case utf8.RuneCountInString(name) > longestName:
		return "", invalid("name", "Please give a shorter name.")
	}
	return name, nil
}

// setPassword changes how an account is signed into, "" for by no password, and
// ends all sessions and removes all passkeys. With a session to keep (not 0), that
// session and the passkeys stay.
func setPassword(ctx context.Context, tx *db.Tx, customerID int64, hash string, but int64) error {
	if _, err := db.Exec(ctx, tx, `UPDATE customers SET password_hash = $1 WHERE id = $2`, hash, customerID); err != nil {
		return err
	}
	if but == 0 { // a recovery by code: passkeys added by somebody else go too
		if err := erasePasskeys(ctx, tx, customerID); err != nil {
			return err
		}
	}
	// From now on the password is what confirms.
	if _, err := db.Exec(ctx, tx, `UPDATE sessions SET confirmed_at = 0 WHERE customer_id = $1`, customerID); err != nil {
		return err
	}
	return endAll(ctx, tx, customerID, but)
}
