package account

import (
	"context"
	"errors"
	"strings"

	"hawker/internal/contact"
	"hawker/internal/db"
	"hawker/internal/errs"
)

// Elsewhere is a sign-in that a provider vouches for (AUTH-07).
type Elsewhere struct {
	Visitor
	Provider string // google, facebook or apple
	Token    string
	Nonce    string // raw
	// What the client took out of the token; compared with it, never believed.
	Subject, Email string

	Proof string // SignUpFromElsewhere: in the place of a token
	Phone string // SignUpFromElsewhere
}

var errElsewhere = errs.New(errs.Unauthorized, "This sign-in could not be proven. Please try again.")

// SignInFromElsewhere signs in the person whom the provider names. Somebody new
// is errs.PhoneNeeded, with PhoneNeeded in its detail.
func (s *Service) SignInFromElsewhere(ctx context.Context, in Elsewhere) (SignIn, error) {
	return s.fromElsewhere(ctx, in, false)
}

// SignUpFromElsewhere goes on with the phone that was asked for.
func (s *Service) SignUpFromElsewhere(ctx context.Context, in Elsewhere) (SignIn, error) {
	return s.fromElsewhere(ctx, in, true)
}

func (s *Service) fromElsewhere(ctx context.Context, in Elsewhere, withPhone bool) (SignIn, error) {
	t, err := s.terms(ctx, func(w Ways) bool { return w.provider(in.Provider) })
	if err != nil {
		return SignIn{}, err
	}
	var phone Contact
	if withPhone {
		var problem *errs.Error
		if phone, problem = signUpPhoneWords.phone(in.Phone, t.country); problem != nil {
			return SignIn{}, problem
		}
	}
	p, err := s.shownElsewhere(ctx, in)
	if err != nil {
		return SignIn{}, err
	}
	p.Phone = phone.Value
	return s.inTx(ctx, func(tx *db.Tx) (SignIn, error) { return s.arriveFromElsewhere(ctx, tx, t, p, in.Visitor) })
}

// shownElsewhere is what the token proves, or what it proved in the step before.
func (s *Service) shownElsewhere(ctx context.Context, in Elsewhere) (proof, error) {
	if in.Token == "" && in.Proof != "" {
		p, err := s.readProof(ctx, s.DB.R, in.Proof, joining)
		if err == nil && (p.Identity == nil || !in.agrees(*p.Identity)) {
			return proof{}, errProof
		}
		return p, err
	}
	if err := s.countElsewhere(ctx, in.Visitor); err != nil {
		return proof{}, err
	}
	id, err := s.Providers[in.Provider].Identify(ctx, in.Token, in.Nonce)
	if err != nil {
		return proof{}, err
	}
	if id.Subject == "" || !in.agrees(id) {
		return proof{}, errElsewhere
	}
	p := proof{Step: joining, By: BySocial, Identity: &id}
	if email, ok := contact.ParseEmail(id.Email); ok && id.EmailVerified {
		p.Contact = Contact{Email, string(email)}
	}
	return p, nil
}

// agrees tells whether what the client says is what the provider said.
func (in Elsewhere) agrees(id Identity) bool {
	return id.Provider == in.Provider &&
		(in.Subject == "" || in.Subject == id.Subject) &&
		(in.Email == "" || id.Email == "" || contact.FoldEmail(strings.TrimSpace(in.Email)) == contact.FoldEmail(id.Email))
}

func (s *Service) countElsewhere(ctx context.Context, v Visitor) error {
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error { return s.hitFrom(ctx, tx, triesByAddress, v) })
}

// arriveFromElsewhere finds the account by the identity, then by the e-mail that
// the provider has verified.
func (s *Service) arriveFromElsewhere(ctx context.Context, tx *db.Tx, t terms, p proof, v Visitor) (SignIn, error) {
	c, err := one(ctx, tx, `id = (SELECT customer_id FROM identities WHERE provider = $1 AND subject = $2) AND erased_at IS NULL`+tx.Dialect.Locked(),
		p.Identity.Provider, p.Identity.Subject)
	if err == nil {
		return s.proceed(ctx, tx, t.Ways, c, p, v)
	}
	if !errors.Is(err, errUnknown) {
		return SignIn{}, err
	}
	p.CustomerID = 0 // who was shown in an earlier step is looked for anew
	if p.Contact == (Contact{}) {
		return s.join(ctx, tx, t, p, Details{}, v)
	}
	return s.arrive(ctx, tx, t, p, v)
}

// joinFromElsewhere makes the account of somebody whom a provider knows. They
// give a phone, and the name where the provider has told none.
func (s *Service) joinFromElsewhere(ctx context.Context, tx *db.Tx, t terms, p proof, d Details, v Visitor) (SignIn, error) {
	if strings.TrimSpace(d.Phone) != "" && p.Phone == "" {
		phone, problem := signUpPhoneWords.phone(d.Phone, t.country)
		if problem != nil {
			return SignIn{}, problem
		}
		p.Phone = phone.Value
	}
	if p.Phone == "" {
		return s.askPhone(ctx, tx, p)
	}
	if d.Name == "" {
		d.Name = p.Identity.Name
	}
	if strings.TrimSpace(d.Name) == "" {
		return s.askName(ctx, tx, p)
	}
	name, problem := readName(d.Name)
	if problem != nil {
		return SignIn{}, problem
	}
	n := newCustomer{name: name, phone: p.Phone, email: p.Contact.Value, emailVerified: p.Contact.Kind == Email}
	if n.email == "" {
		var err error
		if n.email, err = freeEmail(ctx, tx, p.Identity.Email); err != nil {
			return SignIn{}, err
		}
	}
	return s.admit(ctx, tx, t, p, n, d.RefCode, v)
}

// freeEmail is an e-mail that the provider tells but has not verified, if it is
// one and nobody else's here; it proves nothing.
func freeEmail(ctx context.Context, q db.Q, told string) (string, error) {
	email, ok := contact.ParseEmail(told)
	if !ok {
		return "", nil
	}
	taken, err := takenContacts(ctx, q, "", string(email))
	if err != nil || len(taken) > 0 {
		return "", err
	}
	return string(email), nil
}
