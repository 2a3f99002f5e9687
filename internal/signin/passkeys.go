package signin

import (
	"context"
	"strings"
	"unicode/utf8"

	"hawker/internal/account"
	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/passkey"
)

const maxPasskeyNameLength = 60 // characters

var errPasskeyName = invalid("name", "Please give a shorter name.")

// BeginAddPasskey returns the challenge for a new passkey. A session alone is not
// enough.
func (s *Service) BeginAddPasskey(ctx context.Context, session credential.Session, by account.Reauth) (credential.PasskeyChallenge, error) {
	if _, err := s.policy(ctx, byPasskey); err != nil {
		return credential.PasskeyChallenge{}, err
	}
	c, err := s.Accounts.Customer(ctx, session)
	if err != nil {
		return credential.PasskeyChallenge{}, err
	}
	if err := s.Accounts.Confirm(ctx, session, c, by); err != nil {
		return credential.PasskeyChallenge{}, err
	}
	existing, err := s.Credentials.PasskeyIDs(ctx, c.ID)
	if err != nil {
		return credential.PasskeyChallenge{}, err
	}
	challenge, err := s.passkeyChallenge(ctx, credential.Proof{Step: credential.StepAddPasskey, CustomerID: c.ID})
	challenge.CustomerHandle, challenge.Existing, challenge.AccountName = credential.CustomerHandle(c.ID), existing, c.Name()
	for _, k := range []contact.Kind{contact.KindPhone, contact.KindEmail} {
		if who := c.Contact(k); who != (contact.Contact{}) {
			challenge.AccountName = who.Value
		}
	}
	return challenge, err
}

// NewPasskey is what a browser returns for BeginAddPasskey's challenge.
type NewPasskey struct {
	credential.Client
	Proof   string
	Name    string // "": that of the device
	Created passkey.Created
}

// AddPasskey adds the passkey that the customer's device has created.
func (s *Service) AddPasskey(ctx context.Context, session credential.Session, in NewPasskey) error {
	if _, err := s.policy(ctx, byPasskey); err != nil {
		return err
	}
	if in.Name = strings.Join(strings.Fields(in.Name), " "); in.Name == "" {
		in.Name = in.Device
	}
	if utf8.RuneCountInString(in.Name) > maxPasskeyNameLength {
		return errPasskeyName
	}
	p, err := s.Credentials.TakeProof(ctx, in.Proof, credential.StepAddPasskey)
	if err == nil && p.CustomerID != session.CustomerID {
		err = credential.ErrProof
	}
	if err != nil {
		return err
	}
	key, err := s.Credentials.VerifyNewPasskey(p, in.Created)
	if err != nil {
		return err
	}
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		c, err := account.Lock(ctx, tx, session.CustomerID)
		if err != nil {
			return err
		}
		// A password reset meanwhile has ended the session: then no passkey is added.
		if err := credential.CheckSession(ctx, tx, session); err != nil {
			return err
		}
		if err := s.Credentials.AddPasskey(ctx, tx, c.ID, in.Name, key); err != nil {
			return err
		}
		return s.Accounts.Notify(ctx, tx, c, account.PasskeyAdded)
	})
}

// RemovePasskey removes a passkey of the customer, and ends all other sessions:
// somebody may have signed in with it. A session alone is not enough.
func (s *Service) RemovePasskey(ctx context.Context, session credential.Session, id int64, by account.Reauth, v credential.Client) error {
	asked, err := s.Accounts.Customer(ctx, session)
	if err != nil {
		return err
	}
	has, err := s.Credentials.HasPasskey(ctx, asked.ID, id)
	if err == nil && !has {
		err = credential.ErrPasskeyUnknown
	}
	if err != nil {
		return err
	}
	if err := s.Accounts.Confirm(ctx, session, asked, by); err != nil {
		return err
	}
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		c, err := account.Lock(ctx, tx, asked.ID)
		if err != nil {
			return err
		}
		if err := credential.CheckSession(ctx, tx, session); err != nil { // ended meanwhile
			return err
		}
		if err := account.CheckStillConfirmed(c, asked); err != nil {
			return err
		}
		if err := credential.RemovePasskey(ctx, tx, c.ID, id); err != nil {
			return err
		}
		if err := credential.RevokeAccess(ctx, tx, c.ID, session.ID); err != nil {
			return err
		}
		if err := s.Credentials.RememberSource(ctx, tx, c.ID, v); err != nil {
			return err
		}
		return s.Accounts.Notify(ctx, tx, c, account.PasskeyRemoved)
	})
}
