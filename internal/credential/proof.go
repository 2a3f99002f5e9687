package credential

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/contact"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/secret"
)

// How long a sign-in may take from one step to its end, and a browser to sign the
// challenge of a passkey.
const (
	proofLife     = 30 * time.Minute
	challengeLife = 5 * time.Minute
)

// LoginType is how a sign-in began (AUTH-12).
type LoginType string

// The login types.
const (
	ByPassword LoginType = "manual"
	ByCode     LoginType = "otp"
	BySocial   LoginType = "social"
	ByPasskey  LoginType = "passkey"
)

// Step is the step that a proof is for.
type Step string

// The steps.
const (
	StepVerify  Step = "verify" // the account is known; a contact is to be verified
	StepAccount Step = "join"   // a contact or an identity is proven; the account is to be found or created
	StepReset   Step = "reset"  // a contact is proven; a new password may be set

	StepAddPasskey Step = "passkey_add" // the customer has confirmed who they are
	StepUsePasskey Step = "passkey_use" // the customer is not known yet
)

func (s Step) life() time.Duration {
	if s == StepAddPasskey || s == StepUsePasskey {
		return challengeLife
	}
	return proofLife
}

// Identity is a person as a social provider knows them.
type Identity struct {
	Provider      string // google, facebook or apple
	Subject       string // the provider's own id of the person; it never changes
	Email         string // "" when the provider gives none
	EmailVerified bool   // by the provider
	Name          string // "" when the provider gives none
}

// Proof is what a sign-in has proven so far. The client holds its token, the server
// its content. It is stored as JSON: a renamed field needs its old name as a tag.
type Proof struct {
	Step       Step
	CustomerID int64           // StepVerify: who signs in; StepAccount: the account shown in 'Is it you'; StepReset: who has the contact; 0: none
	By         LoginType       // how the sign-in began
	Contact    contact.Contact // proven; zero: none
	Identity   *Identity       // proven; nil: none
	Phone      string          // E.164, typed in an earlier step and not proven
	Challenge  string          // StepAddPasskey, StepUsePasskey: what the passkey must sign
	Nonce      string          // StepReset: of the code that proved the contact; "": a phone service did

	token string
}

// Unsaved returns the proof as one that was never saved: the next SaveProof gives
// it a token of its own.
func (p Proof) Unsaved() Proof {
	p.token = ""
	return p
}

// ErrProof refuses a proof that is unknown, expired, used, or for another step.
var ErrProof = errs.New(errs.Invalid, "This sign-in has ended. Please start again.").On("proof")

// SaveProof stores a proof and returns its token. A proof that was read before keeps
// its token.
func (s *Service) SaveProof(ctx context.Context, tx *db.Tx, p Proof) (token string, err error) {
	customerID := &p.CustomerID
	if p.CustomerID == 0 {
		customerID = nil
	}
	if p.token != "" {
		_, err := db.Exec(ctx, tx, `UPDATE proofs SET customer_id = $1, body = $2 WHERE token_hash = $3 AND used_at IS NULL`,
			customerID, db.JSON[Proof]{V: p}, secret.HashToken(p.token))
		return p.token, err
	}
	token = secret.NewToken()
	_, err = db.Exec(ctx, tx, `INSERT INTO proofs (token_hash, customer_id, body, expires_at) VALUES ($1, $2, $3, $4)`,
		secret.HashToken(token), customerID, db.JSON[Proof]{V: p}, s.Clock.Now().Add(p.Step.life()).UnixMilli())
	if err != nil {
		return "", fmt.Errorf("insert proof: %w", err)
	}
	return token, nil
}

// ReadProof returns the proof of a token, if it is valid and for this step; else
// ErrProof.
func (s *Service) ReadProof(ctx context.Context, q db.Q, token string, step Step) (Proof, error) {
	found, err := db.One[db.JSON[Proof]](ctx, q, `SELECT body FROM proofs WHERE token_hash = $1 AND expires_at > $2 AND used_at IS NULL`,
		secret.HashToken(token), s.Clock.Now().UnixMilli())
	if errors.Is(err, db.ErrNotFound) || err == nil && found.V.Step != step {
		return Proof{}, ErrProof
	}
	if err != nil {
		return Proof{}, fmt.Errorf("read proof: %w", err)
	}
	found.V.token = token
	return found.V, nil
}

// TakeProof reads a proof and consumes it, before the caller checks what came with
// it: each challenge can be answered only once, rightly or wrongly.
func (s *Service) TakeProof(ctx context.Context, token string, step Step) (p Proof, err error) {
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		if p, err = s.ReadProof(ctx, tx, token, step); err != nil {
			return err
		}
		return s.ConsumeProof(ctx, tx, p)
	})
	return p, err
}

// ConsumeProof ends a proof. Of several calls at the same time one succeeds; the
// others get ErrProof. A proof that was never saved needs nothing.
func (s *Service) ConsumeProof(ctx context.Context, tx *db.Tx, p Proof) error {
	if p.token == "" {
		return nil
	}
	used, err := db.Exec(ctx, tx, `UPDATE proofs SET used_at = $1 WHERE token_hash = $2 AND used_at IS NULL`,
		s.Clock.Now().UnixMilli(), secret.HashToken(p.token))
	if err == nil && used == 0 {
		return ErrProof
	}
	return err
}
