package account

import (
	"context"

	"hawker/internal/db"
	"hawker/internal/errs"
)

// NewAccount is the sign-up form (AUTH-05).
type NewAccount struct {
	Visitor
	Details
	Password, Confirmation string
	Terms                  bool // accepted
}

// What the sign-up form says (AUTH-05).
var (
	signUpEmailWords = words{"email", "Email is required", "Must be a valid email"}
	signUpPhoneWords = words{"phone", "Please give a phone number", "Number must be 10 digits"}
)

const saidSignUp = "Signup successfully."

// SignUp makes an account with a password, and signs in unless a contact is to be
// verified first.
func (s *Service) SignUp(ctx context.Context, in NewAccount) (SignIn, error) {
	t, err := s.terms(ctx, byManual)
	if err != nil {
		return SignIn{}, err
	}
	n, err := in.read(t)
	if err != nil {
		return SignIn{}, err
	}
	if err := s.countSignUp(ctx, in.Visitor); err != nil {
		return SignIn{}, err
	}
	// Asked again with the insert; here it spares the hashing.
	if taken, err := takenContacts(ctx, s.DB.R, n.phone, n.email); err != nil || len(taken) > 0 {
		return s.resumeSignUp(ctx, t, in, n, orList(err, taken))
	}
	if n.passwordHash, err = s.choose(ctx, place{key: s.addressKey(in.Visitor)}, in.Password, Customer{FirstName: n.name, Email: &n.email, Phone: &n.phone}.own()...); err != nil {
		return SignIn{}, err
	}
	answer, err := s.inTx(ctx, func(tx *db.Tx) (SignIn, error) {
		return s.admit(ctx, tx, t, proof{By: ByPassword}, n, in.RefCode, in.Visitor)
	})
	if answer.Token != "" {
		answer.Message = saidSignUp
	}
	return answer, err
}

// read holds the form against its rules, and tells all that is wrong at once.
func (in NewAccount) read(t terms) (newCustomer, error) {
	var problems errs.List
	note := func(problem *errs.Error) {
		if problem != nil {
			problems.Add(problem)
		}
	}
	name, problem := readName(in.Name)
	note(problem)
	email, problem := signUpEmailWords.email(in.Email)
	note(problem)
	phone, problem := signUpPhoneWords.phone(in.Phone, t.country)
	note(problem)
	problems = append(problems, newPasswordWords.check(t.leastPassword, in.Password, in.Confirmation)...)
	if !in.Terms {
		problems.Add(invalid("tandc", "You must accept the terms and conditions"))
	}
	return newCustomer{name: name, phone: phone.Value, email: email.Value}, problems.Err()
}

// resumeSignUp signs in who has signed up with these very contacts and this
// password before, and left before the code: they are led to it again. Everybody
// else is told that the contacts are taken. It is a try at a password, and counted.
func (s *Service) resumeSignUp(ctx context.Context, t terms, in NewAccount, n newCustomer, taken error) (SignIn, error) {
	c, err := ofContact(ctx, s.DB.R, Contact{Email, n.email}, "")
	if err != nil || text(c.Phone) != n.phone || t.due(c) == "" {
		return SignIn{}, taken
	}
	answer, err := s.SignInByPassword(ctx, PasswordLogin{Visitor: in.Visitor, Identifier: n.email, Password: in.Password})
	if err != nil {
		return SignIn{}, taken
	}
	return answer, nil
}

func (s *Service) countSignUp(ctx context.Context, v Visitor) error {
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error { return s.hitFrom(ctx, tx, signUps, v) })
}

// orList is the error, or without one the problems.
func orList(err error, problems errs.List) error {
	if err != nil {
		return err
	}
	return problems.Err()
}
