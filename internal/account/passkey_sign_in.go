package account

import (
	"context"
	"errors"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/passkey"
)

// AskWhichPasskey begins a sign-in by a passkey: the device offers those that it
// has, and nothing is typed. It is counted as a try at a password is.
func (s *Service) AskWhichPasskey(ctx context.Context, v Visitor) (PasskeyQuestion, error) {
	if _, err := s.terms(ctx, byPasskey); err != nil {
		return PasskeyQuestion{}, err
	}
	if err := db.InTx(ctx, s.DB, func(tx *db.Tx) error { return s.hitFrom(ctx, tx, triesByAddress, v) }); err != nil {
		return PasskeyQuestion{}, err
	}
	return s.question(ctx, proof{Step: usingPasskey})
}

// PasskeyLogin is a browser's answer to AskWhichPasskey.
type PasskeyLogin struct {
	Visitor
	Proof  string
	Signed passkey.Signed
}

type passkeyRow struct {
	ID, CustomerID          int64
	CredentialID, PublicKey string
	SignCount               int64
	BackupEligible          bool
}

// SignInByPasskey lets in whose passkey has signed the challenge.
func (s *Service) SignInByPasskey(ctx context.Context, in PasskeyLogin) (SignIn, error) {
	t, err := s.terms(ctx, byPasskey)
	if err != nil {
		return SignIn{}, err
	}
	p, err := s.takeProof(ctx, in.Proof, usingPasskey)
	if err != nil {
		return SignIn{}, err
	}
	row, err := db.One[passkeyRow](ctx, s.DB.R, `
		SELECT id, customer_id, credential_id, public_key, sign_count, backup_eligible FROM passkeys WHERE credential_id = $1`, in.Signed.ID)
	if errors.Is(err, db.ErrNotFound) {
		return SignIn{}, errPasskeyRefuse
	}
	if err != nil {
		return SignIn{}, fmt.Errorf("find passkey: %w", err)
	}
	key := passkey.Key{ID: row.CredentialID, PublicKey: row.PublicKey, SignCount: row.SignCount, BackupEligible: row.BackupEligible}
	count, err := s.Passkeys.Check(p.Challenge, passkeyHandle(row.CustomerID), key, in.Signed)
	if err != nil {
		return SignIn{}, onPasskey(errPasskeyRefuse, err)
	}
	return s.inTx(ctx, func(tx *db.Tx) (SignIn, error) {
		c, err := hold(ctx, tx, row.CustomerID)
		if errors.Is(err, errUnknown) { // deleted meanwhile
			return SignIn{}, errPasskeyRefuse
		}
		if err != nil {
			return SignIn{}, err
		}
		// Removed meanwhile, or used by a copy at the same moment: no row.
		used, err := db.Exec(ctx, tx, `UPDATE passkeys SET sign_count = $2, used_at = $3 WHERE id = $1 AND (sign_count < $2 OR sign_count = 0 AND $2 = 0)`,
			row.ID, count, s.Clock.Now().UnixMilli())
		if err != nil {
			return SignIn{}, fmt.Errorf("note the use of a passkey: %w", err)
		}
		if used == 0 {
			return SignIn{}, errPasskeyRefuse
		}
		return s.proceed(ctx, tx, t.Ways, c, proof{By: ByPasskey}, in.Visitor)
	})
}
