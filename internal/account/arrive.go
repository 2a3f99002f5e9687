package account

import (
	"context"
	"errors"

	"hawker/internal/db"
	"hawker/internal/errs"
)

// arrive finds the account of somebody who has proven a contact (P3).
//
// An account that has proven the contact itself is theirs. One that has not may
// be theirs, or a squatter's: if nothing else of it is proven they are asked, and
// if something is, it is another's, and the contact goes to who proved it.
func (s *Service) arrive(ctx context.Context, tx *db.Tx, t terms, p proof, v Visitor) (SignIn, error) {
	c, err := ofContact(ctx, tx, p.Contact, tx.Dialect.Locked())
	if errors.Is(err, errUnknown) {
		return s.join(ctx, tx, t, p, Details{}, v)
	}
	if err != nil {
		return SignIn{}, err
	}
	if c.verified(p.Contact.Kind) {
		return s.welcome(ctx, tx, t, c, p, v)
	}
	theirs, err := provenWithout(ctx, tx, c, p.Contact.Kind)
	if err != nil {
		return SignIn{}, err
	}
	if !theirs {
		return s.askWhether(ctx, tx, c, p)
	}
	if err := takeOff(ctx, tx, c, p.Contact.Kind); err != nil {
		return SignIn{}, err
	}
	return s.join(ctx, tx, t, p, Details{}, v)
}

// welcome lets in whose account was found. A sign-in that began elsewhere goes
// by the town's verifications; a code to the phone was one.
func (s *Service) welcome(ctx context.Context, tx *db.Tx, t terms, c Customer, p proof, v Visitor) (SignIn, error) {
	if err := s.linkIdentity(ctx, tx, c.ID, p.Identity); err != nil {
		return SignIn{}, err
	}
	if p.By == ByCode {
		return s.enter(ctx, tx, t.Ways, c, p, v)
	}
	return s.proceed(ctx, tx, t.Ways, c, p, v)
}

// askWhether shows the account that may be theirs: 'Is it you'.
func (s *Service) askWhether(ctx context.Context, tx *db.Tx, c Customer, p proof) (SignIn, error) {
	p.Step, p.CustomerID = joining, c.ID
	answer, err := s.ask(ctx, tx, p)
	answer.Exists = &Existing{Name: c.Name(), Picture: c.Picture}
	return answer, err
}

// askName asks for the user_info form.
func (s *Service) askName(ctx context.Context, tx *db.Tx, p proof) (SignIn, error) {
	p.Step = joining
	answer, err := s.ask(ctx, tx, p)
	answer.NameNeeded = true
	return answer, err
}

// askPhone asks who comes from a provider for a phone (AUTH-07).
func (s *Service) askPhone(ctx context.Context, tx *db.Tx, p proof) (SignIn, error) {
	p.Step = joining
	answer, err := s.ask(ctx, tx, p)
	answer.phoneNeeded = errs.New(errs.PhoneNeeded, "Please give a phone number to go on.").
		With(PhoneNeeded{Proof: answer.Proof, Email: p.Identity.Email, Name: p.Identity.Name})
	return answer, err
}

// PhoneNeeded is the detail of errs.PhoneNeeded: what the phone step shows and
// brings back.
type PhoneNeeded struct {
	Proof string `json:"proof"`
	Email string `json:"email"`
	Name  string `json:"name"`
}

func (s *Service) ask(ctx context.Context, tx *db.Tx, p proof) (SignIn, error) {
	token, err := s.keepProof(ctx, tx, p)
	answer := SignIn{Proof: token, PhoneVerified: true, EmailVerified: true, Phone: p.Phone}
	switch p.Contact.Kind {
	case Phone:
		answer.Phone = p.Contact.Value
	case Email:
		answer.Email = p.Contact.Value
	}
	return answer, err
}
