package account

import (
	"context"
	"errors"

	"hawker/internal/db"
)

// CodeTyped is a code, and what it proves (AUTH-06).
type CodeTyped struct {
	Visitor
	By    LoginType
	Kind  Kind   // what is verified; ByCode: the phone
	Phone string // ByCode: whose code it is
	Code  string
	Proof string // of the step before; ByCode, the handle in Visitor stands for it
}

// VerifyContact takes the code that was sent. ByCode it finds or begins the
// account of the phone; otherwise it verifies a contact of who is signing in, and
// goes on to what is due then.
func (s *Service) VerifyContact(ctx context.Context, in CodeTyped) (SignIn, error) {
	if in.By == ByCode {
		return s.signInByCode(ctx, in)
	}
	t, err := s.terms(ctx, always)
	if err != nil {
		return SignIn{}, err
	}
	c, who, err := s.toBeVerified(ctx, in.Proof, in.Kind)
	if err != nil {
		return SignIn{}, err
	}
	nonce, err := s.try(ctx, toVerify, profileTarget(c, who), in.Code)
	if err != nil {
		return SignIn{}, err
	}
	return s.verified(ctx, t, in.Proof, who, in.Visitor, func(tx *db.Tx) error {
		return s.use(ctx, tx, toVerify, profileTarget(c, who), nonce)
	})
}

func (s *Service) signInByCode(ctx context.Context, in CodeTyped) (SignIn, error) {
	t, err := s.terms(ctx, byOTP)
	if err != nil {
		return SignIn{}, err
	}
	phone, problem := codePhoneWords.phone(in.Phone, t.country)
	if problem != nil {
		return SignIn{}, problem
	}
	nonce, err := s.tryFrom(ctx, toLogin, phone.target(), in.Code, in.Visitor)
	if err != nil {
		return SignIn{}, err
	}
	return s.inTx(ctx, func(tx *db.Tx) (SignIn, error) {
		if err := s.use(ctx, tx, toLogin, phone.target(), nonce); err != nil {
			return SignIn{}, err
		}
		return s.arrive(ctx, tx, t, proof{By: ByCode, Contact: phone}, in.Visitor)
	})
}

// toBeVerified is the contact that a code is expected for, and whose it is.
func (s *Service) toBeVerified(ctx context.Context, token string, k Kind) (Customer, Contact, error) {
	p, err := s.readProof(ctx, s.DB.R, token, verifying)
	if err != nil {
		return Customer{}, Contact{}, err
	}
	c, err := s.ByID(ctx, s.DB.R, p.CustomerID)
	if errors.Is(err, errUnknown) {
		return Customer{}, Contact{}, errProof
	}
	if err != nil {
		return Customer{}, Contact{}, err
	}
	who := c.contact(k)
	if who == (Contact{}) || c.verified(k) {
		return Customer{}, Contact{}, errCode
	}
	return c, who, nil
}

// verified goes on once somebody who is signing in has shown that a contact is
// theirs. use ends whatever showed it.
func (s *Service) verified(ctx context.Context, t terms, token string, who Contact, v Visitor, use func(tx *db.Tx) error) (SignIn, error) {
	return s.inTx(ctx, func(tx *db.Tx) (SignIn, error) {
		p, err := s.readProof(ctx, tx, token, verifying)
		if err != nil {
			return SignIn{}, err
		}
		if err := use(tx); err != nil {
			return SignIn{}, err
		}
		c, err := hold(ctx, tx, p.CustomerID)
		if err != nil {
			return SignIn{}, err
		}
		if c, err = s.markVerified(ctx, tx, c, who); err != nil {
			return SignIn{}, err
		}
		return s.proceed(ctx, tx, t.Ways, c, p, v)
	})
}
