package signin

import (
	"context"
	"errors"
	"strings"

	"hawker/internal/account"
	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/errs"
)

// Provider proves who somebody is at Google, Facebook or Apple (AUTH-07).
type Provider interface {
	// Identify reads a token of the provider's: an id token, or Facebook's access
	// token. nonce is the raw value of which an id token must carry the SHA-256,
	// base64url without padding; Facebook has none. A token that proves nothing is
	// errs.Unauthorized, a provider out of reach errs.Unavailable.
	Identify(ctx context.Context, token, nonce string) (credential.Identity, error)
}

// ProviderLogin is a sign-in by a social provider (AUTH-07).
type ProviderLogin struct {
	credential.Client
	Provider string // google, facebook or apple
	Token    string
	Nonce    string // raw

	// Read by the client from the token: compared with it, never trusted.
	Subject, Email string

	Proof   string // SignUpByProvider: instead of a token
	Phone   string // SignUpByProvider
	RefCode string // of the customer who invited a new one; "": nobody did
}

var errProvider = errs.New(errs.Unauthorized, "This sign-in could not be proven. Please try again.")

// ByProvider signs in a person by a provider. A new person gets errs.PhoneNeeded, with
// PhoneNeeded as its detail.
func (s *Service) ByProvider(ctx context.Context, in ProviderLogin) (Result, error) {
	p, err := s.policy(ctx, func(m Methods) bool { return m.provider(in.Provider) })
	if err != nil {
		return Result{}, err
	}
	return s.byProvider(ctx, p, in, "")
}

// SignUpByProvider continues with the phone that ByProvider asked for.
func (s *Service) SignUpByProvider(ctx context.Context, in ProviderLogin) (Result, error) {
	p, err := s.policy(ctx, func(m Methods) bool { return m.provider(in.Provider) })
	if err != nil {
		return Result{}, err
	}
	phone, problem := account.PhoneField.ReadPhone(in.Phone, p.country)
	if problem != nil {
		return Result{}, problem
	}
	if err := s.countByAddress(ctx, credential.SignUpsByAddress, in.Client); err != nil {
		return Result{}, err
	}
	return s.byProvider(ctx, p, in, phone.Value)
}

func (s *Service) byProvider(ctx context.Context, p policy, in ProviderLogin, phone string) (Result, error) {
	proof, err := s.proveIdentity(ctx, in)
	if err != nil {
		return Result{}, err
	}
	proof.Phone = phone
	return s.inTx(ctx, func(tx *db.Tx) (Result, error) { return s.findByIdentity(ctx, tx, p, proof, in) })
}

// proveIdentity returns what the token proves, or what it proved in the previous step.
func (s *Service) proveIdentity(ctx context.Context, in ProviderLogin) (credential.Proof, error) {
	if in.Token == "" && in.Proof != "" {
		proof, err := s.Credentials.ReadProof(ctx, s.DB.R, in.Proof, credential.StepAccount)
		if err == nil && (proof.Identity == nil || !in.matches(*proof.Identity)) {
			return credential.Proof{}, credential.ErrProof
		}
		return proof, err
	}
	if err := s.countByAddress(ctx, credential.SignInsByAddress, in.Client); err != nil {
		return credential.Proof{}, err
	}
	id, err := s.Providers[in.Provider].Identify(ctx, in.Token, in.Nonce)
	if err != nil {
		return credential.Proof{}, err
	}
	if id.Subject == "" || !in.matches(id) {
		return credential.Proof{}, errProvider
	}
	proof := credential.Proof{Step: credential.StepAccount, By: credential.BySocial, Identity: &id}
	if email, ok := contact.ParseEmail(id.Email); ok && id.EmailVerified {
		proof.Contact = contact.Contact{Kind: contact.KindEmail, Value: string(email)}
	}
	return proof, nil
}

// matches reports whether the client and the provider name the same person.
func (in ProviderLogin) matches(id credential.Identity) bool {
	return id.Provider == in.Provider &&
		(in.Subject == "" || in.Subject == id.Subject) &&
		(in.Email == "" || id.Email == "" || contact.FoldEmail(strings.TrimSpace(in.Email)) == contact.FoldEmail(id.Email))
}

// findByIdentity finds the account by the identity, then by the e-mail that the
// provider has verified.
func (s *Service) findByIdentity(ctx context.Context, tx *db.Tx, p policy, proof credential.Proof, in ProviderLogin) (Result, error) {
	c, err := account.LockByIdentity(ctx, tx, *proof.Identity)
	if err == nil {
		return s.nextStep(ctx, tx, p.Methods, c, proof, in.Client)
	}
	if !errors.Is(err, account.ErrUnknown) {
		return Result{}, err
	}
	proof.CustomerID = 0 // an account shown in an earlier step is looked up again
	details := Details{RefCode: in.RefCode}
	if proof.Contact == (contact.Contact{}) {
		return s.createAccount(ctx, tx, p, proof, details, in.Client)
	}
	return s.findAccount(ctx, tx, p, proof, details, in.Client)
}
