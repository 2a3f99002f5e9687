package signin

import (
	"context"
	"errors"

	"hawker/internal/account"
	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/db"
)

// nextStep asks for a code if a contact of the customer must be verified first; else
// they enter.
func (s *Service) nextStep(ctx context.Context, tx *db.Tx, m Methods, c account.Customer, proof credential.Proof, v credential.Client) (Result, error) {
	if m.nextToVerify(c) == "" {
		return s.enter(ctx, tx, m, c, proof, v)
	}
	proof.Step, proof.CustomerID = credential.StepVerify, c.ID
	token, err := s.Credentials.SaveProof(ctx, tx, proof)
	if err != nil {
		return Result{}, err
	}
	// A code that was sent a moment ago can be typed as well.
	result, _, err := s.sendVerificationCode(ctx, tx, m, c, token, v)
	return result, err
}

// sendVerificationCode sends a code to the contact that must be verified next, unless
// the phone service does.
func (s *Service) sendVerificationCode(ctx context.Context, tx *db.Tx, m Methods, c account.Customer, token string, v credential.Client) (Result, credential.Code, error) {
	result := newResult(m, c)
	result.Proof = token
	kind := m.nextToVerify(c)
	if !s.Accounts.SendsCodes(kind) {
		return result, credential.Code{}, nil
	}
	target, from := c.CodeFor(credential.ToVerify, c.Contact(kind))
	code, err := s.Credentials.CreateCode(ctx, tx, target, from, v)
	result.Message, result.DemoOTP = account.MsgCodeSent, code.Shown
	return result, code, err
}

// resendDue sends the code again that the sign-in of a proof waits for.
func (s *Service) resendDue(ctx context.Context, v credential.Client, token string) (Result, error) {
	p, err := s.policy(ctx, anyMethod)
	if err != nil {
		return Result{}, err
	}
	return s.inTx(ctx, func(tx *db.Tx) (Result, error) {
		proof, err := s.Credentials.ReadProof(ctx, tx, token, credential.StepVerify)
		if err != nil {
			return Result{}, err
		}
		c, err := account.Lock(ctx, tx, proof.CustomerID)
		if err != nil {
			return Result{}, err
		}
		if p.nextToVerify(c) == "" {
			return Result{}, credential.ErrProof
		}
		result, code, err := s.sendVerificationCode(ctx, tx, p.Methods, c, token, v)
		return result, errors.Join(err, code.CheckSent())
	})
}

// verifyByCode checks the code for a contact of the customer who is signing in.
func (s *Service) verifyByCode(ctx context.Context, in CodeEntry) (Result, error) {
	p, err := s.policy(ctx, anyMethod)
	if err != nil {
		return Result{}, err
	}
	c, who, err := s.contactToVerify(ctx, in.Proof, in.Kind)
	if err != nil {
		return Result{}, err
	}
	target, from := c.CodeFor(credential.ToVerify, who)
	nonce, err := s.Credentials.CheckCode(ctx, target, in.Code, from, credential.Client{})
	if err != nil {
		return Result{}, err
	}
	return s.finishVerification(ctx, p, in.Proof, who, in.Client, func(tx *db.Tx) error {
		return s.Credentials.ConsumeCode(ctx, tx, target, nonce)
	})
}

// contactToVerify returns the contact that a code is expected for, and its customer.
func (s *Service) contactToVerify(ctx context.Context, token string, k contact.Kind) (account.Customer, contact.Contact, error) {
	proof, err := s.Credentials.ReadProof(ctx, s.DB.R, token, credential.StepVerify)
	if err != nil {
		return account.Customer{}, contact.Contact{}, err
	}
	c, err := s.Accounts.ByID(ctx, s.DB.R, proof.CustomerID)
	if errors.Is(err, account.ErrUnknown) {
		return account.Customer{}, contact.Contact{}, credential.ErrProof
	}
	if err != nil {
		return account.Customer{}, contact.Contact{}, err
	}
	who := c.Contact(k)
	if who == (contact.Contact{}) || c.Verified(k) {
		return account.Customer{}, contact.Contact{}, credential.ErrCode
	}
	return c, who, nil
}

// finishVerification marks a contact as verified and takes the next step. consume ends
// the code that proved it.
func (s *Service) finishVerification(ctx context.Context, p policy, token string, who contact.Contact, v credential.Client, consume func(tx *db.Tx) error) (Result, error) {
	return s.inTx(ctx, func(tx *db.Tx) (Result, error) {
		proof, err := s.Credentials.ReadProof(ctx, tx, token, credential.StepVerify)
		if err != nil {
			return Result{}, err
		}
		if err := consume(tx); err != nil {
			return Result{}, err
		}
		c, err := account.Lock(ctx, tx, proof.CustomerID)
		if err != nil {
			return Result{}, err
		}
		if c, err = s.Accounts.MarkVerified(ctx, tx, c, who); err != nil {
			return Result{}, err
		}
		return s.nextStep(ctx, tx, p.Methods, c, proof, v)
	})
}

// enter ends a sign-in: it creates the session, and what the guest had becomes the
// customer's (CART-01, P4).
func (s *Service) enter(ctx context.Context, tx *db.Tx, m Methods, c account.Customer, proof credential.Proof, v credential.Client) (Result, error) {
	result := newResult(m, c)
	result.PhoneVerified, result.EmailVerified, result.Message = true, true, msgSignedIn
	result.CustomerID = c.ID
	if err := s.Credentials.ConsumeProof(ctx, tx, proof); err != nil {
		return Result{}, err
	}
	// A customer without a password has just proven a contact, an identity or a passkey.
	confirmed := c.PasswordHash == ""
	var err error
	if result.Token, err = s.Credentials.CreateSession(ctx, tx, c.ID, v.Device, confirmed); err != nil {
		return Result{}, err
	}
	if err := s.Accounts.RecordSignIn(ctx, tx, c, v); err != nil {
		return Result{}, err
	}
	if v.DeviceSecret == "" {
		v.DeviceSecret = credential.NewDeviceSecret()
	}
	result.DeviceSecret = v.DeviceSecret
	if err := s.Credentials.RememberSource(ctx, tx, c.ID, v); err != nil {
		return Result{}, err
	}
	if result.Conflicts, err = s.mergeGuest(ctx, tx, c, v); err != nil {
		return Result{}, err
	}
	return result, s.Accounts.AttachOrders(ctx, tx, c)
}

// newResult returns what every result says of a customer.
func newResult(m Methods, c account.Customer) Result {
	return Result{
		Email: account.Text(c.Email), Phone: account.Text(c.Phone),
		PhoneVerified: !m.mustVerify(contact.KindPhone, c), EmailVerified: !m.mustVerify(contact.KindEmail, c),
	}
}
