package account

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/passkey"
)

// Passkey is a key with which a customer signs in beside their password.
type Passkey struct {
	ID        int64
	Name      string
	CreatedAt int64  // Unix milliseconds
	UsedAt    *int64 // the last sign-in; nil: none
}

// Of one customer so many passkeys are kept, under names of so many characters.
const (
	mostPasskeys       = 20
	longestPasskeyName = 60
)

// PasskeyQuestion is what a browser asks its device to sign.
type PasskeyQuestion struct {
	Proof     string // for the next step
	Challenge string // base64url
	SiteID    string // the relying party
	SiteName  string
	Handle    string   // of the customer; "" before they are known
	Name      string   // of the account, for the device's own list
	Has       []string // credential ids that the customer has added before
}

// ListPasskeys returns the passkeys of a customer, the newest first.
func (s *Service) ListPasskeys(ctx context.Context, customerID int64) ([]Passkey, error) {
	all, err := db.Many[Passkey](ctx, s.DB.R, `SELECT id, name, created_at, used_at FROM passkeys WHERE customer_id = $1 ORDER BY id DESC`, customerID)
	if err != nil {
		return nil, fmt.Errorf("list passkeys: %w", err)
	}
	return all, nil
}

// AskForPasskey begins to add a passkey. A session alone does not do it.
func (s *Service) AskForPasskey(ctx context.Context, session Session, by Reauth) (PasskeyQuestion, error) {
	t, err := s.terms(ctx, byPasskey)
	if err != nil {
		return PasskeyQuestion{}, err
	}
	c, err := s.Customer(ctx, session)
	if err != nil {
		return PasskeyQuestion{}, err
	}
	if err := s.confirm(ctx, t, session, c, by); err != nil {
		return PasskeyQuestion{}, err
	}
	has, err := db.Many[string](ctx, s.DB.R, `SELECT credential_id FROM passkeys WHERE customer_id = $1 ORDER BY id`, c.ID)
	if err != nil {
		return PasskeyQuestion{}, fmt.Errorf("list passkeys: %w", err)
	}
	if len(has) >= mostPasskeys {
		return PasskeyQuestion{}, errManyPasskeys
	}
	q, err := s.question(ctx, proof{Step: addingPasskey, CustomerID: c.ID})
	q.Handle, q.Has, q.Name = passkeyHandle(c.ID), has, c.Name()
	for _, k := range []Kind{Phone, Email} {
		if who := c.contact(k); who != (Contact{}) {
			q.Name = who.Value
		}
	}
	return q, err
}

// question makes a challenge and keeps it.
func (s *Service) question(ctx context.Context, p proof) (q PasskeyQuestion, err error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return q, fmt.Errorf("read settings: %w", err)
	}
	if p.Challenge, err = passkey.NewChallenge(); err != nil {
		return q, err
	}
	q = PasskeyQuestion{Challenge: p.Challenge, SiteID: s.Passkeys.ID, SiteName: settings.Business.Name}
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) (err error) {
		q.Proof, err = s.keepProof(ctx, tx, p)
		return err
	})
	return q, err
}

// NewPasskey is a browser's answer to AskForPasskey.
type NewPasskey struct {
	Visitor
	Proof   string
	Name    string // "": of the device
	Created passkey.Created
}

var (
	errManyPasskeys  = errs.New(errs.Invalid, "You can have %d passkeys. Please remove one first.", mostPasskeys)
	errNewPasskey    = invalid("credential", "This passkey could not be added. Please try again.")
	errPasskeyKnown  = invalid("credential", "This passkey has been added before.")
	errPasskeyName   = invalid("name", "Please give a shorter name.")
	errPasskeyGone   = errs.New(errs.NotFound, "This passkey was not found.")
	errPasskeyRefuse = errs.New(errs.Unauthorized, "This passkey does not sign in here. Please sign in another way.")
)

// AddPasskey adds the passkey that the customer's device has made.
func (s *Service) AddPasskey(ctx context.Context, session Session, in NewPasskey) error {
	if _, err := s.terms(ctx, byPasskey); err != nil {
		return err
	}
	if in.Name = strings.Join(strings.Fields(in.Name), " "); in.Name == "" {
		in.Name = in.Device
	}
	if utf8.RuneCountInString(in.Name) > longestPasskeyName {
		return errPasskeyName
	}
	p, err := s.takeProof(ctx, in.Proof, addingPasskey)
	if err == nil && p.CustomerID != session.CustomerID {
		err = errProof
	}
	if err != nil {
		return err
	}
	key, err := s.Passkeys.Create(p.Challenge, passkeyHandle(p.CustomerID), in.Created)
	if err != nil {
		return onPasskey(errNewPasskey, err)
	}
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error { return s.keepPasskey(ctx, tx, session, in.Name, key) })
}

func (s *Service) keepPasskey(ctx context.Context, tx *db.Tx, session Session, name string, key passkey.Key) error {
	c, err := hold(ctx, tx, session.CustomerID)
	if err != nil {
		return err
	}
	// A recovery that came first has ended the session and removed the passkeys.
	if err := stillSignedIn(ctx, tx, session); err != nil {
		return err
	}
	n, err := db.One[int64](ctx, tx, `SELECT COUNT(*) FROM passkeys WHERE customer_id = $1`, c.ID)
	if err != nil {
		return fmt.Errorf("count passkeys: %w", err)
	}
	if n >= mostPasskeys {
		return errManyPasskeys
	}
	added, err := db.Exec(ctx, tx, `
		INSERT INTO passkeys (customer_id, credential_id, public_key, sign_count, backup_eligible, name, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (credential_id) DO NOTHING`,
		c.ID, key.ID, key.PublicKey, key.SignCount, key.BackupEligible, name, s.Clock.Now().UnixMilli())
	if err != nil {
		return fmt.Errorf("insert passkey: %w", err)
	}
	if added == 0 {
		return errPasskeyKnown
	}
	return s.notify(ctx, tx, c, passkeyAdded)
}

// RemovePasskey removes a passkey of the customer's, and ends all other sessions:
// somebody may have signed in with it. A session alone does not do it.
func (s *Service) RemovePasskey(ctx context.Context, session Session, id int64, by Reauth, v Visitor) error {
	t, err := s.terms(ctx, always)
	if err != nil {
		return err
	}
	asked, err := s.Customer(ctx, session)
	if err != nil {
		return err
	}
	n, err := db.One[int64](ctx, s.DB.R, `SELECT COUNT(*) FROM passkeys WHERE id = $1 AND customer_id = $2`, id, asked.ID)
	if err != nil {
		return fmt.Errorf("find passkey: %w", err)
	}
	if n == 0 {
		return errPasskeyGone
	}
	if err := s.confirm(ctx, t, session, asked, by); err != nil {
		return err
	}
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		c, err := hold(ctx, tx, asked.ID)
		if err != nil {
			return err
		}
		if err := stillConfirmed(c, asked); err != nil {
			return err
		}
		removed, err := db.Exec(ctx, tx, `DELETE FROM passkeys WHERE id = $1 AND customer_id = $2`, id, c.ID)
		if err != nil {
			return fmt.Errorf("remove passkey: %w", err)
		}
		if removed == 0 {
			return errPasskeyGone
		}
		if err := endAll(ctx, tx, c.ID, session.ID); err != nil {
			return err
		}
		if err := s.remember(ctx, tx, c.ID, v); err != nil {
			return err
		}
		return s.notify(ctx, tx, c, passkeyRemoved)
	})
}

func erasePasskeys(ctx context.Context, tx *db.Tx, customerID int64) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM passkeys WHERE customer_id = $1`, customerID); err != nil {
		return fmt.Errorf("erase passkeys: %w", err)
	}
	return nil
}

// passkeyHandle is what a device knows a customer by.
func passkeyHandle(customerID int64) string { return strconv.FormatInt(customerID, 10) }

// onPasskey is said where a passkey proves nothing; another error is ours.
func onPasskey(said *errs.Error, err error) error {
	if errors.Is(err, passkey.ErrRefused) {
		return said.Because(err)
	}
	return err
}
