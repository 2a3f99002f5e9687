package signin

import (
	"context"
	"errors"
	"fmt"

	"hawker/internal/account"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/passkey"
)

// BeginByPasskey returns the challenge for a sign-in by passkey. The device offers its
// passkeys, and nothing is typed. It counts like an attempt at a password.
func (s *Service) BeginByPasskey(ctx context.Context, v credential.Client) (credential.PasskeyChallenge, error) {
	if _, err := s.policy(ctx, byPasskey); err != nil {
		return credential.PasskeyChallenge{}, err
	}
	if err := s.countByAddress(ctx, credential.SignInsByAddress, v); err != nil {
		return credential.PasskeyChallenge{}, err
	}
	return s.passkeyChallenge(ctx, credential.Proof{Step: credential.StepUsePasskey})
}

func (s *Service) passkeyChallenge(ctx context.Context, proof credential.Proof) (credential.PasskeyChallenge, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return credential.PasskeyChallenge{}, fmt.Errorf("read settings: %w", err)
	}
	return s.Credentials.NewPasskeyChallenge(ctx, settings.Business.Name, proof)
}

// PasskeyLogin is what a browser returns for BeginByPasskey's challenge.
type PasskeyLogin struct {
	credential.Client
	Proof  string
	Signed passkey.Signed
}

// ByPasskey signs in the customer whose passkey has signed the challenge.
func (s *Service) ByPasskey(ctx context.Context, in PasskeyLogin) (Result, error) {
	p, err := s.policy(ctx, byPasskey)
	if err != nil {
		return Result{}, err
	}
	proof, err := s.Credentials.TakeProof(ctx, in.Proof, credential.StepUsePasskey)
	if err != nil {
		return Result{}, err
	}
	signed, err := s.Credentials.VerifyPasskey(ctx, proof, in.Signed)
	if err != nil {
		return Result{}, err
	}
	return s.inTx(ctx, func(tx *db.Tx) (Result, error) {
		c, err := account.Lock(ctx, tx, signed.CustomerID)
		if errors.Is(err, account.ErrUnknown) { // deleted meanwhile
			return Result{}, credential.ErrPasskeyRefused
		}
		if err != nil {
			return Result{}, err
		}
		if err := s.Credentials.RecordPasskeyUse(ctx, tx, signed); err != nil {
			return Result{}, err
		}
		return s.nextStep(ctx, tx, p.Methods, c, credential.Proof{By: credential.ByPasskey}, in.Client)
	})
}
