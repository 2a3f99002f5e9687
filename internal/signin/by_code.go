package signin

import (
	"context"
	"errors"

	"hawker/internal/account"
	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/db"
)

// SendCode begins a sign-in by phone: it sends a code, whether or not the phone has an
// account.
func (s *Service) SendCode(ctx context.Context, v credential.Client, typedPhone string) (Result, error) {
	p, err := s.policy(ctx, byOTP)
	if err != nil {
		return Result{}, err
	}
	phone, problem := account.PhoneField.ReadPhone(typedPhone, p.country)
	if problem != nil {
		return Result{}, problem
	}
	result := Result{Phone: phone.Value, EmailVerified: true}
	if !s.Accounts.SendsCodes(contact.KindPhone) { // the phone service sends it
		return result, nil
	}
	result.Message = account.MsgCodeSent
	var code credential.Code
	target, from := credential.CodeTarget{Purpose: credential.ToSignIn, Contact: phone}, credential.Source{}
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		if from, err = s.Accounts.SourceFor(ctx, tx, phone, v); err != nil {
			return err
		}
		code, err = s.Credentials.CreateCode(ctx, tx, target, from, v)
		return errors.Join(err, code.CheckSent())
	})
	if err != nil {
		return Result{}, s.Credentials.OfferLastCode(ctx, target, from, v, err)
	}
	result.DemoOTP, result.Proof = code.Shown, code.Handle
	return result, nil
}

// ResendCode sends the code again that a sign-in waits for. token is a code's handle,
// or a proof.
func (s *Service) ResendCode(ctx context.Context, v credential.Client, token string) (Result, error) {
	phone, err := s.Credentials.FindCode(ctx, token)
	if err == nil {
		return s.SendCode(ctx, v, phone)
	}
	if !errors.Is(err, db.ErrNotFound) {
		return Result{}, err
	}
	return s.resendDue(ctx, v, token)
}

// CodeEntry is a typed code, and what it should prove (AUTH-06).
type CodeEntry struct {
	credential.Client
	By    credential.LoginType
	Kind  contact.Kind // what is verified; ByCode: the phone
	Phone string       // ByCode: where the code was sent
	Code  string
	Proof string // of the previous step; not ByCode, where Client has the handle

	SessionInfo string // EnterPhoneServiceCode: the service's own name for the verification
}

// EnterCode checks a code. ByCode it finds or creates the account of the phone; else
// it verifies a contact of the customer who is signing in.
func (s *Service) EnterCode(ctx context.Context, in CodeEntry) (Result, error) {
	if in.By != credential.ByCode {
		return s.verifyByCode(ctx, in)
	}
	p, err := s.policy(ctx, byOTP)
	if err != nil {
		return Result{}, err
	}
	phone, problem := account.PhoneField.ReadPhone(in.Phone, p.country)
	if problem != nil {
		return Result{}, problem
	}
	from, err := s.Accounts.SourceFor(ctx, s.DB.R, phone, in.Client)
	if err != nil {
		return Result{}, err
	}
	target := credential.CodeTarget{Purpose: credential.ToSignIn, Contact: phone}
	nonce, err := s.Credentials.CheckCode(ctx, target, in.Code, from, in.Client)
	if err != nil {
		return Result{}, err
	}
	return s.inTx(ctx, func(tx *db.Tx) (Result, error) {
		if err := s.Credentials.ConsumeCode(ctx, tx, target, nonce); err != nil {
			return Result{}, err
		}
		return s.findAccount(ctx, tx, p, credential.Proof{By: credential.ByCode, Contact: phone}, Details{}, in.Client)
	})
}

// EnterPhoneServiceCode is EnterCode where a phone service sends the codes. Its own
// message about a wrong code is passed on (API-07).
func (s *Service) EnterPhoneServiceCode(ctx context.Context, in CodeEntry) (Result, error) {
	p, phone, err := s.checkPhoneServiceCode(ctx, in, func(m Methods) bool { return in.By != credential.ByCode || m.OTP })
	if err != nil {
		return Result{}, err
	}
	if in.By != credential.ByCode {
		return s.finishVerification(ctx, p, in.Proof, phone, in.Client, func(*db.Tx) error { return nil })
	}
	return s.inTx(ctx, func(tx *db.Tx) (Result, error) {
		return s.findAccount(ctx, tx, p, credential.Proof{By: credential.ByCode, Contact: phone}, Details{}, in.Client)
	})
}

// checkPhoneServiceCode returns the phone that the service has verified.
func (s *Service) checkPhoneServiceCode(ctx context.Context, in CodeEntry, open func(Methods) bool) (policy, contact.Contact, error) {
	p, err := s.policy(ctx, func(m Methods) bool { return m.Firebase && open(m) })
	if err != nil {
		return p, contact.Contact{}, err
	}
	phone, problem := account.PhoneField.ReadPhone(in.Phone, p.country)
	if problem != nil {
		return p, contact.Contact{}, problem
	}
	return p, phone, s.Accounts.VerifyPhone(ctx, phone, in.SessionInfo, in.Code, in.Client)
}
