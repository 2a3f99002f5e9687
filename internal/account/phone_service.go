package account

import (
	"context"

	"hawker/internal/db"
)

// PhoneProof is a verification that a phone service has brought to its end
// (AUTH-09).
type PhoneProof struct {
	Visitor
	By          LoginType
	SessionInfo string // the service's own name for it
	Code        string
	Phone       string
	Proof       string // of the step before; none ByCode
}

// VerifyByPhoneService is VerifyContact where another service sends the codes.
// What that says of a wrong code is passed on in its own words (API-07).
func (s *Service) VerifyByPhoneService(ctx context.Context, in PhoneProof) (SignIn, error) {
	on := always
	if in.By == ByCode {
		on = byOTP
	}
	t, phone, err := s.askPhoneService(ctx, in, on)
	if err != nil {
		return SignIn{}, err
	}
	if in.By != ByCode {
		return s.verified(ctx, t, in.Proof, phone, in.Visitor, func(*db.Tx) error { return nil })
	}
	return s.inTx(ctx, func(tx *db.Tx) (SignIn, error) {
		return s.arrive(ctx, tx, t, proof{By: ByCode, Contact: phone}, in.Visitor)
	})
}

// ResetByPhoneService answers the token that sets a new password, known account
// or not.
func (s *Service) ResetByPhoneService(ctx context.Context, in PhoneProof) (resetToken string, err error) {
	_, phone, err := s.askPhoneService(ctx, in, byManual)
	if err != nil {
		return "", err
	}
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) (err error) {
		resetToken, err = s.keepProof(ctx, tx, proof{Step: resetting, Contact: phone})
		return err
	})
	return resetToken, err
}

// askPhoneService asks which phone was verified; only the one that was said
// counts.
func (s *Service) askPhoneService(ctx context.Context, in PhoneProof, on func(Ways) bool) (terms, Contact, error) {
	t, err := s.terms(ctx, func(w Ways) bool { return w.Firebase && on(w) })
	if err != nil {
		return t, Contact{}, err
	}
	phone, problem := codePhoneWords.phone(in.Phone, t.country)
	if problem != nil {
		return t, Contact{}, problem
	}
	if in.Code == "" {
		return t, Contact{}, errNoCode
	}
	at, err := s.placeOfContact(ctx, s.DB.R, phone, in.Visitor)
	if err != nil {
		return t, Contact{}, err
	}
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error { return s.count(ctx, tx, phoneTries, phone.target(), at) })
	if err != nil {
		return t, Contact{}, err
	}
	verified, err := s.Phones.Verify(ctx, in.SessionInfo, in.Code)
	if err == nil && verified != phone.Value {
		err = errCode
	}
	return t, phone, err
}
