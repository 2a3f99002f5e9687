package signin

import (
	"context"
	"errors"
	"regexp"
	"strings"

	"hawker/internal/account"
	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/errs"
)

// Recovery says whose password is to be reset (AUTH-08).
type Recovery struct {
	credential.Client
	Method       contact.Kind // "": the one that is given
	Phone, Email string
}

// The documented messages of the recovery forms (AUTH-08).
var (
	recoveryPhone    = account.ContactField{Name: "phone", Missing: "Please provide a phone number", Wrong: "Phone number must be exactly 10 digits"}
	recoveryEmail    = account.ContactField{Name: "email", Missing: "Please provide an email address", Wrong: "Please enter a valid email address"}
	recoveryPassword = credential.PasswordMessages{
		Missing:     "No password provided.",
		Unconfirmed: "No Confirm Password provided.", Different: "Passwords must match",
	}
)

// readRecovery returns the contact that the code is sent to; errMethodOff if nothing
// can be sent there.
func (s *Service) readRecovery(p policy, in Recovery) (who contact.Contact, err error) {
	if in.Method == "" {
		in.Method = contact.KindEmail
		if strings.TrimSpace(in.Phone) != "" || !s.Accounts.CanVerify(contact.KindEmail) {
			in.Method = contact.KindPhone
		}
	}
	if !s.Accounts.CanVerify(in.Method) {
		return contact.Contact{}, errMethodOff
	}
	var problem *errs.Error
	if in.Method == contact.KindPhone {
		who, problem = recoveryPhone.ReadPhone(in.Phone, p.country)
	} else {
		who, problem = recoveryEmail.ReadEmail(in.Email)
	}
	if problem != nil {
		return contact.Contact{}, problem
	}
	return who, nil
}

// ResetCodeSent is a code for a new password that was sent.
type ResetCodeSent struct {
	Handle  string // Client brings it back
	DemoOTP string // the code; the demo only (D8)
}

// SendResetCode sends a code for a new password. It returns the same, in the same time,
// whether or not there is an account.
func (s *Service) SendResetCode(ctx context.Context, in Recovery) (ResetCodeSent, error) {
	p, err := s.policy(ctx, byManual)
	if err != nil {
		return ResetCodeSent{}, err
	}
	who, err := s.readRecovery(p, in)
	if err != nil || !s.Accounts.SendsCodes(who.Kind) { // the phone service sends it
		return ResetCodeSent{}, err
	}
	var code credential.Code
	target, from := credential.CodeTarget{Purpose: credential.ToResetPassword, Contact: who}, credential.Source{}
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		if from, err = s.Accounts.SourceFor(ctx, tx, who, in.Client); err != nil {
			return err
		}
		code, err = s.Credentials.CreateCode(ctx, tx, target, from, in.Client)
		return errors.Join(err, code.CheckSent())
	})
	return ResetCodeSent{Handle: code.Handle, DemoOTP: code.Shown}, s.Credentials.OfferLastCode(ctx, target, from, in.Client, err)
}

// ResetProof is what the right code for a new password returns.
type ResetProof struct {
	Token  string // ResetPassword accepts it instead of the code
	Clears bool   // the new password removes what is stored in the account
}

// VerifyResetCode checks a code for a new password, which counts as an attempt. It
// returns a proof that ResetPassword accepts instead of the code: the proof lives
// longer, and costs no other attempt. The code stays valid, for clients that send it
// again.
func (s *Service) VerifyResetCode(ctx context.Context, in Recovery, code string) (ResetProof, error) {
	p, err := s.policy(ctx, byManual)
	if err != nil {
		return ResetProof{}, err
	}
	who, err := s.readRecovery(p, in)
	if err != nil {
		return ResetProof{}, err
	}
	nonce, err := s.checkResetCode(ctx, who, code, in.Client)
	if err != nil {
		return ResetProof{}, onResetToken(err)
	}
	return s.saveResetProof(ctx, credential.Proof{Step: credential.StepReset, Contact: who, Nonce: nonce}, in.Client)
}

// VerifyResetByPhoneService is VerifyResetCode where a phone service sends the codes.
func (s *Service) VerifyResetByPhoneService(ctx context.Context, in CodeEntry) (ResetProof, error) {
	_, phone, err := s.checkPhoneServiceCode(ctx, in, byManual)
	if err != nil {
		return ResetProof{}, err
	}
	return s.saveResetProof(ctx, credential.Proof{Step: credential.StepReset, Contact: phone}, in.Client)
}

// saveResetProof saves a proof for the account that has the contact now. Revoking the
// account's access ends it.
func (s *Service) saveResetProof(ctx context.Context, proof credential.Proof, v credential.Client) (saved ResetProof, err error) {
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		c, err := account.FindByContact(ctx, tx, proof.Contact)
		if err != nil && !errors.Is(err, account.ErrUnknown) {
			return err
		}
		proof.CustomerID = c.ID
		if saved.Token, err = s.Credentials.SaveProof(ctx, tx, proof); err != nil || c.ID == 0 {
			return err
		}
		saved.Clears, err = s.resetClears(ctx, tx, c, proof.Contact.Kind, v)
		return err
	})
	return saved, err
}

// resetClears reports whether a new password removes what is stored in an account (P3). If the
// contact is not verified, the customer may have mistyped it, and a stranger may prove it now. On
// a device that has signed in to the account it is the customer.
func (s *Service) resetClears(ctx context.Context, q db.Q, c account.Customer, k contact.Kind, v credential.Client) (bool, error) {
	if c.Verified(k) {
		return false, nil
	}
	known, err := s.Credentials.KnowsDevice(ctx, q, c.ID, v)
	return !known, err
}

func (s *Service) checkResetCode(ctx context.Context, who contact.Contact, code string, v credential.Client) (nonce string, err error) {
	from, err := s.Accounts.SourceFor(ctx, s.DB.R, who, v)
	if err != nil {
		return "", err
	}
	return s.Credentials.CheckCode(ctx, credential.CodeTarget{Purpose: credential.ToResetPassword, Contact: who}, code, from, v)
}

// resetTokenField is the field of the code in the recovery's calls.
const resetTokenField = "reset_token"

// errResetEnded refuses a proof that is unknown, expired, used, or of another contact.
var errResetEnded = errs.New(errs.CodeExpired, "The time to set a new password is over. Please ask for a new code.").On(resetTokenField)

// errNoAccount is returned only to somebody who has proven the contact.
func errNoAccount(who contact.Contact) error {
	return errs.New(errs.NotFound, "No account uses this contact. Please check it, or sign up.").On(string(who.Kind))
}

// onResetToken names the field of the code as the recovery's calls do.
func onResetToken(err error) error {
	if e, ok := errors.AsType[*errs.Error](err); ok && e.Field == credential.CodeField {
		return e.On(resetTokenField)
	}
	return err
}

// NewPassword is the last form of the recovery.
type NewPassword struct {
	Recovery
	Token                  string    // the code, or the proof that verifying it returned
	ByService              CodeEntry // the code of a phone service, if there is no Token
	Password, Confirmation string
}

// ResetPassword sets a new password and ends all sessions. The contact is verified by
// that. If nobody had verified it, what is stored in the account may be removed (P3).
func (s *Service) ResetPassword(ctx context.Context, in NewPassword) error {
	p, err := s.policy(ctx, byManual)
	if err != nil {
		return err
	}
	who, err := s.readRecovery(p, in.Recovery)
	if err != nil {
		return err
	}
	if err := credential.CheckNewPassword(recoveryPassword, p.minPasswordLength, in.Password, in.Confirmation).Err(); err != nil {
		return err
	}
	if in.Token == "" && in.ByService.SessionInfo != "" {
		proof, err := s.VerifyResetByPhoneService(ctx, in.ByService)
		if err != nil {
			return err
		}
		in.Token = proof.Token
	}
	consume, err := s.checkResetToken(ctx, in.Token, who, in.Client)
	if err != nil {
		return onResetToken(err)
	}
	c, err := account.FindResettable(ctx, s.DB.R, who)
	if errors.Is(err, account.ErrUnknown) {
		return errNoAccount(who)
	}
	if err != nil {
		return err
	}
	hash, err := s.Credentials.HashNewPassword(ctx, s.Credentials.AddressSource(in.Client), in.Password, c.PersonalWords()...)
	if err != nil {
		return err
	}
	return onResetToken(db.InTx(ctx, s.DB, func(tx *db.Tx) error { return s.resetPassword(ctx, tx, who, hash, consume, in.Client) }))
}

var codeForm = regexp.MustCompile(`^[0-9]{6}$`)

// consumeToken ends the code or the proof that sets the password of an account.
type consumeToken func(tx *db.Tx, c account.Customer) error

// checkResetToken checks a code or a proof, and returns how to consume it. A proof is
// consumed with its code, so that one code sets one password. It is of no use for an
// account that has got the contact since.
func (s *Service) checkResetToken(ctx context.Context, token string, who contact.Contact, v credential.Client) (consumeToken, error) {
	target := credential.CodeTarget{Purpose: credential.ToResetPassword, Contact: who}
	if token = strings.TrimSpace(token); token == "" || codeForm.MatchString(token) {
		nonce, err := s.checkResetCode(ctx, who, token, v)
		return func(tx *db.Tx, _ account.Customer) error { return s.Credentials.ConsumeCode(ctx, tx, target, nonce) }, err
	}
	proof, err := s.Credentials.ReadProof(ctx, s.DB.R, token, credential.StepReset)
	if errors.Is(err, credential.ErrProof) || err == nil && proof.Contact != who {
		return nil, errResetEnded
	}
	return func(tx *db.Tx, c account.Customer) error {
		if proof.CustomerID != c.ID {
			return errResetEnded
		}
		err := s.Credentials.ConsumeProof(ctx, tx, proof)
		if errors.Is(err, credential.ErrProof) {
			return errResetEnded
		}
		if err != nil || proof.Nonce == "" {
			return err
		}
		return s.Credentials.ConsumeCode(ctx, tx, target, proof.Nonce)
	}, err
}

// resetPassword locks the account first: of two that set a password at the same time, the
// second finds that its token has ended.
func (s *Service) resetPassword(ctx context.Context, tx *db.Tx, who contact.Contact, hash string, consume consumeToken, v credential.Client) error {
	c, err := account.LockResettable(ctx, tx, who)
	if errors.Is(err, account.ErrUnknown) { // since it was found: removed, or proven by another contact
		return errNoAccount(who)
	}
	if err != nil {
		return err
	}
	if err := consume(tx, c); err != nil {
		return err
	}
	clears, err := s.resetClears(ctx, tx, c, who.Kind, v) // before the known devices are removed
	if err != nil {
		return err
	}
	if err := s.Accounts.Notify(ctx, tx, c, account.PasswordChanged); err != nil {
		return err
	}
	if clears {
		_, err := s.handOver(ctx, tx, c, who, hash)
		return err
	}
	if err := account.SetPassword(ctx, tx, c, hash, 0); err != nil {
		return err
	}
	_, err = s.Accounts.MarkVerified(ctx, tx, c, who)
	return err
}
