package signin

import (
	"context"
	"strings"

	"hawker/internal/account"
	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/errs"
)

// Details are what somebody new types about themselves.
type Details struct {
	Name, Email, Phone, RefCode string
}

// createAccount creates the account of somebody new, or asks for what is missing.
func (s *Service) createAccount(ctx context.Context, tx *db.Tx, p policy, proof credential.Proof, d Details, v credential.Client) (Result, error) {
	if proof.Identity != nil {
		return s.createFromProvider(ctx, tx, p, proof, d, v)
	}
	if strings.TrimSpace(d.Name) == "" {
		return s.askName(ctx, tx, proof)
	}
	name, problem := account.ReadName(d.Name)
	if problem != nil {
		return Result{}, problem
	}
	n := account.NewCustomer{Name: name, Phone: proof.Contact.Value, PhoneVerified: true}
	if strings.TrimSpace(d.Email) != "" {
		email, problem := account.EmailField.ReadEmail(d.Email)
		if problem != nil {
			return Result{}, problem
		}
		n.Email = email.Value
	}
	return s.insertAccount(ctx, tx, p, proof, n, d.RefCode, v)
}

// createFromProvider creates the account of somebody whom a provider knows. They give a
// phone, and their name if the provider does not. No provider proves the phone, so it can
// still be corrected when the name is asked for.
func (s *Service) createFromProvider(ctx context.Context, tx *db.Tx, p policy, proof credential.Proof, d Details, v credential.Client) (Result, error) {
	if strings.TrimSpace(d.Phone) != "" {
		phone, problem := account.PhoneField.ReadPhone(d.Phone, p.country)
		if problem != nil {
			return Result{}, problem
		}
		proof.Phone = phone.Value
	}
	if proof.Phone == "" {
		return s.askPhone(ctx, tx, proof)
	}
	if d.Name == "" {
		d.Name = proof.Identity.Name
	}
	if strings.TrimSpace(d.Name) == "" {
		return s.askName(ctx, tx, proof)
	}
	name, problem := account.ReadName(d.Name)
	if problem != nil {
		return Result{}, problem
	}
	n := account.NewCustomer{Name: name, Phone: proof.Phone, Email: proof.Contact.Value, EmailVerified: proof.Contact.Kind == contact.KindEmail}
	if n.Email == "" {
		var err error
		if n.Email, err = freeEmail(ctx, tx, proof.Identity.Email); err != nil {
			return Result{}, err
		}
	}
	return s.insertAccount(ctx, tx, p, proof, n, d.RefCode, v)
}

// freeEmail returns an e-mail that the provider gives but has not verified, if it is
// valid and no account has it; else "". The new account has it unverified.
func freeEmail(ctx context.Context, q db.Q, given string) (string, error) {
	email, ok := contact.ParseEmail(given)
	if !ok {
		return "", nil
	}
	err := account.CheckContactsFree(ctx, q, "", string(email))
	if errs.Is(err, errs.Invalid) {
		return "", nil
	}
	return string(email), err
}

// insertAccount stores the account and opens it.
func (s *Service) insertAccount(ctx context.Context, tx *db.Tx, p policy, proof credential.Proof, n account.NewCustomer, refCode string, v credential.Client) (Result, error) {
	if p.Referral {
		var err error
		if n.ReferredBy, err = account.FindReferrer(ctx, tx, refCode); err != nil {
			return Result{}, err
		}
	}
	c, err := s.Accounts.Create(ctx, tx, n)
	if err != nil {
		return Result{}, err
	}
	return s.openAccount(ctx, tx, p, c, proof, v)
}

// openAccount goes on with the account that was found or created, and links the
// identity to it. A code to the phone has verified the phone already; other sign-ins
// verify what the town asks for.
func (s *Service) openAccount(ctx context.Context, tx *db.Tx, p policy, c account.Customer, proof credential.Proof, v credential.Client) (Result, error) {
	if proof.Identity != nil {
		if err := s.Accounts.LinkIdentity(ctx, tx, c.ID, *proof.Identity); err != nil {
			return Result{}, err
		}
	}
	if proof.By == credential.ByCode {
		return s.enter(ctx, tx, p.Methods, c, proof, v)
	}
	return s.nextStep(ctx, tx, p.Methods, c, proof, v)
}
