package credential

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/passkey"
)

// Passkey is a passkey in the list that its customer sees.
type Passkey struct {
	ID        int64
	Name      string
	CreatedAt int64  // Unix milliseconds
	UsedAt    *int64 // the last sign-in; nil: none
}

const maxPasskeys = 20 // of one customer

var (
	errTooManyPasskeys = errs.New(errs.Invalid, "You can have %d passkeys. Please remove one first.", maxPasskeys)
	errPasskeyExists   = invalid("credential", "This passkey has been added before.")

	// ErrNewPasskey refuses a passkey that the device did not make for this challenge.
	ErrNewPasskey = invalid("credential", "This passkey could not be added. Please try again.")
	// ErrPasskeyUnknown is about a passkey that the customer does not have.
	ErrPasskeyUnknown = errs.New(errs.NotFound, "This passkey was not found.")
	// ErrPasskeyRefused refuses a sign-in by passkey, whatever the reason.
	ErrPasskeyRefused = errs.New(errs.Unauthorized, "This passkey does not sign in here. Please sign in another way.")
)

// PasskeyChallenge is what a browser asks its device to sign.
type PasskeyChallenge struct {
	Proof     string // token for the next step
	Challenge string // base64url
	SiteID    string // the relying party
	SiteName  string

	// Only to add a passkey.
	CustomerHandle string   // what the device stores of the customer
	AccountName    string   // for the device's own list
	Existing       []string // credential ids that the customer has already
}

// NewPasskeyChallenge creates a challenge and stores it with the proof.
func (s *Service) NewPasskeyChallenge(ctx context.Context, siteName string, p Proof) (challenge PasskeyChallenge, err error) {
	if p.Challenge, err = passkey.NewChallenge(); err != nil {
		return challenge, err
	}
	challenge = PasskeyChallenge{Challenge: p.Challenge, SiteID: s.Passkeys.ID, SiteName: siteName}
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) (err error) {
		challenge.Proof, err = s.SaveProof(ctx, tx, p)
		return err
	})
	return challenge, err
}

// ListPasskeys returns the passkeys of a customer, the newest first.
func (s *Service) ListPasskeys(ctx context.Context, customerID int64) ([]Passkey, error) {
	all, err := db.Many[Passkey](ctx, s.DB.R, `SELECT id, name, created_at, used_at FROM passkeys WHERE customer_id = $1 ORDER BY id DESC`, customerID)
	if err != nil {
		return nil, fmt.Errorf("list passkeys: %w", err)
	}
	return all, nil
}

// PasskeyIDs returns the credential ids of a customer's passkeys. If one more cannot
// be added, it returns errs.Invalid.
func (s *Service) PasskeyIDs(ctx context.Context, customerID int64) ([]string, error) {
	ids, err := db.Many[string](ctx, s.DB.R, `SELECT credential_id FROM passkeys WHERE customer_id = $1 ORDER BY id`, customerID)
	if err != nil {
		return nil, fmt.Errorf("list passkeys: %w", err)
	}
	if len(ids) >= maxPasskeys {
		return nil, errTooManyPasskeys
	}
	return ids, nil
}

// HasPasskey reports whether the customer has this passkey.
func (s *Service) HasPasskey(ctx context.Context, customerID, id int64) (bool, error) {
	n, err := db.One[int64](ctx, s.DB.R, `SELECT COUNT(*) FROM passkeys WHERE id = $1 AND customer_id = $2`, id, customerID)
	if err != nil {
		return false, fmt.Errorf("find passkey: %w", err)
	}
	return n > 0, nil
}

// VerifyNewPasskey returns the key of a passkey that a device made for the challenge
// of a proof.
func (s *Service) VerifyNewPasskey(p Proof, created passkey.Created) (passkey.Key, error) {
	key, err := s.Passkeys.Create(p.Challenge, CustomerHandle(p.CustomerID), created)
	return key, refusedAs(ErrNewPasskey, err)
}

// AddPasskey stores a new passkey. The caller has locked the customer.
func (s *Service) AddPasskey(ctx context.Context, tx *db.Tx, customerID int64, name string, key passkey.Key) error {
	n, err := db.One[int64](ctx, tx, `SELECT COUNT(*) FROM passkeys WHERE customer_id = $1`, customerID)
	if err != nil {
		return fmt.Errorf("count passkeys: %w", err)
	}
	if n >= maxPasskeys {
		return errTooManyPasskeys
	}
	added, err := db.Exec(ctx, tx, `
		INSERT INTO passkeys (customer_id, credential_id, public_key, sign_count, backup_eligible, name, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (credential_id) DO NOTHING`,
		customerID, key.ID, key.PublicKey, key.SignCount, key.BackupEligible, name, s.Clock.Now().UnixMilli())
	if err != nil {
		return fmt.Errorf("insert passkey: %w", err)
	}
	if added == 0 {
		return errPasskeyExists
	}
	return nil
}

// SignedPasskey is a passkey that has signed the challenge of a proof.
type SignedPasskey struct {
	CustomerID int64

	id, signCount int64
}

// VerifyPasskey checks the signature of a challenge. An unknown passkey or a wrong
// signature is ErrPasskeyRefused.
func (s *Service) VerifyPasskey(ctx context.Context, p Proof, signed passkey.Signed) (SignedPasskey, error) {
	row, err := db.One[struct {
		ID, CustomerID          int64
		CredentialID, PublicKey string
		SignCount               int64
		BackupEligible          bool
	}](ctx, s.DB.R, `
		SELECT id, customer_id, credential_id, public_key, sign_count, backup_eligible FROM passkeys WHERE credential_id = $1`, signed.ID)
	if errors.Is(err, db.ErrNotFound) {
		return SignedPasskey{}, ErrPasskeyRefused
	}
	if err != nil {
		return SignedPasskey{}, fmt.Errorf("find passkey: %w", err)
	}
	key := passkey.Key{ID: row.CredentialID, PublicKey: row.PublicKey, SignCount: row.SignCount, BackupEligible: row.BackupEligible}
	count, err := s.Passkeys.Check(p.Challenge, CustomerHandle(row.CustomerID), key, signed)
	if err != nil {
		return SignedPasskey{}, refusedAs(ErrPasskeyRefused, err)
	}
	return SignedPasskey{CustomerID: row.CustomerID, id: row.ID, signCount: count}, nil
}

// RecordPasskeyUse records that a passkey was used. It returns ErrPasskeyRefused if the
// passkey was removed meanwhile, or a copy of it was used at the same moment.
func (s *Service) RecordPasskeyUse(ctx context.Context, tx *db.Tx, p SignedPasskey) error {
	used, err := db.Exec(ctx, tx, `UPDATE passkeys SET sign_count = $2, used_at = $3 WHERE id = $1 AND (sign_count < $2 OR sign_count = 0 AND $2 = 0)`,
		p.id, p.signCount, s.Clock.Now().UnixMilli())
	if err != nil {
		return fmt.Errorf("write the use of a passkey: %w", err)
	}
	if used == 0 {
		return ErrPasskeyRefused
	}
	return nil
}

// RemovePasskey deletes a passkey of a customer; ErrPasskeyUnknown if there is none.
func RemovePasskey(ctx context.Context, tx *db.Tx, customerID, id int64) error {
	removed, err := db.Exec(ctx, tx, `DELETE FROM passkeys WHERE id = $1 AND customer_id = $2`, id, customerID)
	if err != nil {
		return fmt.Errorf("delete passkey: %w", err)
	}
	if removed == 0 {
		return ErrPasskeyUnknown
	}
	return nil
}

// RemoveAllPasskeys deletes the passkeys of a customer.
func RemoveAllPasskeys(ctx context.Context, tx *db.Tx, customerID int64) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM passkeys WHERE customer_id = $1`, customerID); err != nil {
		return fmt.Errorf("delete passkeys: %w", err)
	}
	return nil
}

// CustomerHandle is what a device stores of the customer.
func CustomerHandle(customerID int64) string { return strconv.FormatInt(customerID, 10) }

// refusedAs returns refusal if the passkey was refused; other errors are ours.
func refusedAs(refusal *errs.Error, err error) error {
	if errors.Is(err, passkey.ErrRefused) {
		return refusal.Because(err)
	}
	return err
}
