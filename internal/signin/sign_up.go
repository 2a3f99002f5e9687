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

// SignUpForm is the sign-up form (AUTH-05).
type SignUpForm struct {
	credential.Client
	Details
	Password, Confirmation string
	Terms                  bool // accepted
}

const msgSignedUp = "Signup successfully."

// SignUp creates an account with a password. It also signs in, unless a contact must
// be verified first.
func (s *Service) SignUp(ctx context.Context, in SignUpForm) (Result, error) {
	p, err := s.policy(ctx, byManual)
	if err != nil {
		return Result{}, err
	}
	n, err := in.read(p)
	if err != nil {
		return Result{}, err
	}
	if err := s.countByAddress(ctx, credential.SignUpsByAddress, in.Client); err != nil {
		return Result{}, err
	}
	// The insert checks this again; here it saves the hashing.
	if taken := account.CheckContactsFree(ctx, s.DB.R, n.Phone, n.Email); taken != nil {
		return s.resumeSignUp(ctx, p, in, n, taken)
	}
	own := account.Customer{FirstName: n.Name, Email: &n.Email, Phone: &n.Phone}.PersonalWords()
	if n.PasswordHash, err = s.Credentials.HashNewPassword(ctx, s.Credentials.AddressSource(in.Client), in.Password, own...); err != nil {
		return Result{}, err
	}
	result, err := s.inTx(ctx, func(tx *db.Tx) (Result, error) {
		return s.insertAccount(ctx, tx, p, credential.Proof{By: credential.ByPassword}, n, in.RefCode, in.Client)
	})
	if result.Token != "" {
		result.Message = msgSignedUp
	}
	return result, err
}

// read checks the form, and returns all problems at once.
func (in SignUpForm) read(p policy) (account.NewCustomer, error) {
	var problems errs.List
	note := func(problem *errs.Error) {
		if problem != nil {
			problems.Add(problem)
		}
	}
	name, problem := account.ReadName(in.Name)
	note(problem)
	email, problem := account.EmailField.ReadEmail(in.Email)
	note(problem)
	phone, problem := account.PhoneField.ReadPhone(in.Phone, p.country)
	note(problem)
	problems = append(problems, credential.CheckNewPassword(account.NewPasswordMessages, p.minPasswordLength, in.Password, in.Confirmation)...)
	if !in.Terms {
		problems.Add(invalid("tandc", "You must accept the terms and conditions"))
	}
	return account.NewCustomer{Name: name, Phone: phone.Value, Email: email.Value}, problems.Err()
}

// resumeSignUp signs in somebody who has signed up before with these contacts and this
// password: the response was lost, or they left before typing the code. If they have corrected
// the contact that the code went to, it is replaced. Anybody else gets the error that the
// contacts are taken. It counts as an attempt at a password.
func (s *Service) resumeSignUp(ctx context.Context, p policy, in SignUpForm, n account.NewCustomer, taken error) (Result, error) {
	known, corrected, err := s.findSignedUp(ctx, p, n)
	if err != nil {
		return Result{}, taken
	}
	login := PasswordLogin{Client: in.Client, Identifier: known.Value, Password: in.Password}
	result, err := s.byPassword(ctx, login, func(tx *db.Tx, c account.Customer) (account.Customer, error) {
		switch {
		case corrected == (contact.Contact{}):
			return c, nil
		case !p.mustVerify(corrected.Kind, c): // verified meanwhile
			return account.Customer{}, taken
		}
		return s.Accounts.ReplaceUnverified(ctx, tx, c, corrected)
	})
	if err != nil {
		return Result{}, taken
	}
	return result, nil
}

// findSignedUp returns a contact of the account that a sign-up may have made before, and the other
// one if the account has it otherwise, and cannot be signed in to without verifying it. For no such
// account it is account.ErrUnknown.
func (s *Service) findSignedUp(ctx context.Context, p policy, n account.NewCustomer) (known, corrected contact.Contact, err error) {
	email, phone := contact.Contact{Kind: contact.KindEmail, Value: n.Email}, contact.Contact{Kind: contact.KindPhone, Value: n.Phone}
	byEmail, err := account.FindByContact(ctx, s.DB.R, email)
	if err != nil && !errors.Is(err, account.ErrUnknown) {
		return known, corrected, err
	}
	byPhone, err := account.FindByContact(ctx, s.DB.R, phone)
	if err != nil && !errors.Is(err, account.ErrUnknown) {
		return known, corrected, err
	}
	switch {
	case byEmail.ID == byPhone.ID:
		return email, corrected, nil
	case byPhone.ID == 0 && p.mustVerify(contact.KindPhone, byEmail):
		return email, phone, nil
	case byEmail.ID == 0 && p.mustVerify(contact.KindEmail, byPhone):
		return phone, email, nil
	}
	return known, corrected, account.ErrUnknown
}
