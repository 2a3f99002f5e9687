package signin

import (
	"context"

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
		return s.resumeSignUp(ctx, in, n, taken)
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
	problems = append(problems, credential.CheckNewPassword(account.NewPasswordMessages, p.leastPassword, in.Password, in.Confirmation)...)
	if !in.Terms {
		problems.Add(invalid("tandc", "You must accept the terms and conditions"))
	}
	return account.NewCustomer{Name: name, Phone: phone.Value, Email: email.Value}, problems.Err()
}

// resumeSignUp signs in somebody who has signed up before with these contacts and this
// password: the response was lost, or they left before typing the code. Anybody else gets the
// error that the contacts are taken. It counts as an attempt at a password.
func (s *Service) resumeSignUp(ctx context.Context, in SignUpForm, n account.NewCustomer, taken error) (Result, error) {
	c, err := account.FindByContact(ctx, s.DB.R, contact.Contact{Kind: contact.KindEmail, Value: n.Email})
	if err != nil || account.Text(c.Phone) != n.Phone {
		return Result{}, taken
	}
	result, err := s.ByPassword(ctx, PasswordLogin{Client: in.Client, Identifier: n.Email, Password: in.Password})
	if err != nil {
		return Result{}, taken
	}
	return result, nil
}
