package signin

import (
	"context"
	"errors"
	"strings"

	"hawker/internal/account"
	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/errs"
)

// PasswordLogin is the manual form (AUTH-02).
type PasswordLogin struct {
	credential.Client
	Identifier string // e-mail or phone
	Password   string
}

const identifierField = "email_or_phone"

// errCredentials is the same whether or not there is an account.
var errCredentials = errs.New(errs.WrongCredentials, "Your email or phone or password is wrong.")

// ByPassword signs in a customer by identifier and password. An unknown account takes
// the same time and returns the same error as a wrong password.
func (s *Service) ByPassword(ctx context.Context, in PasswordLogin) (Result, error) {
	return s.byPassword(ctx, in, nil)
}

// byPassword is ByPassword. change, or nil, changes the account once its password was right.
func (s *Service) byPassword(ctx context.Context, in PasswordLogin, change func(*db.Tx, account.Customer) (account.Customer, error)) (Result, error) {
	p, err := s.policy(ctx, byManual)
	if err != nil {
		return Result{}, err
	}
	who, err := in.read(p.country)
	if err != nil {
		return Result{}, err
	}
	c, err := account.FindByContact(ctx, s.DB.R, who)
	if err != nil && !errors.Is(err, account.ErrUnknown) {
		return Result{}, err
	}
	from, err := s.Credentials.FindSource(ctx, s.DB.R, c.ID, in.Client)
	if err != nil {
		return Result{}, err
	}
	if err := s.countPasswordAttempt(ctx, who, from, in.Client); err != nil {
		return Result{}, err
	}
	right, err := s.Credentials.MatchPassword(ctx, from, in.Password, c.PasswordHash)
	if err != nil {
		return Result{}, err
	}
	if !right {
		return Result{}, errCredentials
	}
	return s.inTx(ctx, func(tx *db.Tx) (Result, error) {
		now, err := account.Lock(ctx, tx, c.ID)
		if errors.Is(err, account.ErrUnknown) || err == nil && now.PasswordHash != c.PasswordHash { // changed while we compared
			return Result{}, errCredentials
		}
		if err != nil {
			return Result{}, err
		}
		if err := s.Credentials.RefundAttempt(ctx, tx, credential.PasswordAttempts, who.Key(), from); err != nil {
			return Result{}, err
		}
		if change != nil {
			if now, err = change(tx, now); err != nil {
				return Result{}, err
			}
		}
		return s.nextStep(ctx, tx, p.Methods, now, credential.Proof{By: credential.ByPassword}, in.Client)
	})
}

// read checks the form.
func (in PasswordLogin) read(country string) (contact.Contact, error) {
	var problems errs.List
	who, ok := contact.Classify(in.Identifier, country)
	switch {
	case strings.TrimSpace(in.Identifier) == "":
		problems.Add(invalid(identifierField, "Email or phone number is required"))
	case !ok:
		problems.Add(invalid(identifierField, "Must be a valid email or phone number"))
	}
	if in.Password == "" {
		problems.Add(invalid("password", "Password is required"))
	}
	return who, problems.Err()
}

// countPasswordAttempt counts whether or not there is an account.
func (s *Service) countPasswordAttempt(ctx context.Context, who contact.Contact, from credential.Source, v credential.Client) error {
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		if err := s.Credentials.CountAttempt(ctx, tx, credential.PasswordAttempts, who.Key(), from); err != nil {
			return err
		}
		return s.Credentials.CountByAddress(ctx, tx, credential.SignInsByAddress, v)
	})
}
