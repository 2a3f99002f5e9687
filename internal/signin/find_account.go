package signin

import (
	"context"
	"errors"

	"hawker/internal/account"
	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/errs"
)

// findAccount finds the account of somebody who has proven a contact (P3):
//
//   - No account has the contact: one is created.
//   - An account has verified the contact: it is theirs.
//   - An account has it unverified and has proven nothing else: it may be theirs, so
//     they are asked 'Is it you'.
//   - An account has it unverified but is proven otherwise: it is another person's.
//     The contact is removed from it, and a new account is created.
func (s *Service) findAccount(ctx context.Context, tx *db.Tx, p policy, proof credential.Proof, d Details, v credential.Client) (Result, error) {
	c, err := account.LockByContact(ctx, tx, proof.Contact)
	if errors.Is(err, account.ErrUnknown) {
		return s.createAccount(ctx, tx, p, proof, d, v)
	}
	if err != nil {
		return Result{}, err
	}
	if c.Verified(proof.Contact.Kind) {
		return s.openAccount(ctx, tx, p, c, proof, v)
	}
	anothers, err := account.ProvenWithout(ctx, tx, c, proof.Contact.Kind)
	if err != nil {
		return Result{}, err
	}
	if !anothers {
		return s.askIsItYou(ctx, tx, c, proof)
	}
	if err := account.RemoveContact(ctx, tx, c, proof.Contact.Kind); err != nil {
		return Result{}, err
	}
	return s.createAccount(ctx, tx, p, proof, d, v)
}

// askIsItYou shows the account that may be theirs. UpdateInfo takes the answer.
func (s *Service) askIsItYou(ctx context.Context, tx *db.Tx, c account.Customer, proof credential.Proof) (Result, error) {
	proof.CustomerID = c.ID
	result, err := s.ask(ctx, tx, proof)
	result.Exists = &Existing{Name: c.Name(), Picture: c.Picture}
	return result, err
}

// askName asks for the user_info form. UpdateInfo takes the answer.
func (s *Service) askName(ctx context.Context, tx *db.Tx, proof credential.Proof) (Result, error) {
	result, err := s.ask(ctx, tx, proof)
	result.NameNeeded = true
	return result, err
}

// askPhone asks for the phone that a sign-in by provider needs (AUTH-07).
// SignUpByProvider takes the answer.
func (s *Service) askPhone(ctx context.Context, tx *db.Tx, proof credential.Proof) (Result, error) {
	result, err := s.ask(ctx, tx, proof)
	result.phoneNeeded = errs.New(errs.PhoneNeeded, "Please give a phone number to go on.").
		With(PhoneNeeded{Proof: result.Proof, Email: proof.Identity.Email, Name: proof.Identity.Name})
	return result, err
}

// PhoneNeeded is the detail of errs.PhoneNeeded: what the form for the phone shows and
// sends back.
type PhoneNeeded struct {
	Proof string `json:"proof"`
	Email string `json:"email"`
	Name  string `json:"name"`
}

// ask saves what was proven so far, for the next call.
func (s *Service) ask(ctx context.Context, tx *db.Tx, proof credential.Proof) (Result, error) {
	proof.Step = credential.StepAccount
	token, err := s.Credentials.SaveProof(ctx, tx, proof)
	result := Result{Proof: token, PhoneVerified: true, EmailVerified: true, Phone: proof.Phone}
	switch proof.Contact.Kind {
	case contact.KindPhone:
		result.Phone = proof.Contact.Value
	case contact.KindEmail:
		result.Email = proof.Contact.Value
	}
	return result, err
}
