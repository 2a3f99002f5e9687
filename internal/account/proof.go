package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
)

// How long a sign-in may take from one step to its end, and a browser to answer the
// challenge of a passkey.
const (
	proofLife     = 30 * time.Minute
	challengeLife = 5 * time.Minute
)

// step is what a proof is for.
type step string

const (
	verifying step = "verify" // the account is known, a contact is still to be verified
	joining   step = "join"   // a contact or an identity is proven, the account is to be found or made
	resetting step = "reset"  // a contact is proven, a new password may be set

	addingPasskey step = "passkey_add" // the customer has confirmed that it is them
	usingPasskey  step = "passkey_use" // nobody is known yet
)

// proof is what has been shown so far in a sign-in that takes another step. Its
// holder knows a token; the words of it stay here.
type proof struct {
	Step       step
	CustomerID int64     // verifying: who signs in; joining: of whom it is asked whether it is them; 0: nobody
	By         LoginType // how the sign-in began
	Contact    Contact   // proven; zero: none
	Identity   *Identity // proven; nil: none
	Phone      string    // as typed in an earlier step, E.164, and not proven
	Challenge  string    // addingPasskey, usingPasskey: what the passkey must sign
	Nonce      string    // resetting: of our code that proved the contact; "": a phone service did

	token string
}

func (s step) life() time.Duration {
	if s == addingPasskey || s == usingPasskey {
		return challengeLife
	}
	return proofLife
}

var errProof = errs.New(errs.Invalid, "This sign-in has ended. Please start again.").On("proof")

// keepProof writes a new proof down and answers its token, or writes a changed
// one over what it was.
func (s *Service) keepProof(ctx context.Context, tx *db.Tx, p proof) (string, error) {
	whose := &p.CustomerID
	if p.CustomerID == 0 {
		whose = nil
	}
	if p.token != "" {
		_, err := db.Exec(ctx, tx, `UPDATE proofs SET customer_id = $1, body = $2 WHERE token_hash = $3 AND used_at IS NULL`,
			whose, db.JSON[proof]{V: p}, hashToken(p.token))
		return p.token, err
	}
	token := newToken()
	_, err := db.Exec(ctx, tx, `INSERT INTO proofs (token_hash, customer_id, body, expires_at) VALUES ($1, $2, $3, $4)`,
		hashToken(token), whose, db.JSON[proof]{V: p}, s.Clock.Now().Add(p.Step.life()).UnixMilli())
	if err != nil {
		return "", fmt.Errorf("insert proof: %w", err)
	}
	return token, nil
}

// readProof finds a proof that is in force and for this step.
func (s *Service) readProof(ctx context.Context, q db.Q, token string, wanted step) (proof, error) {
	found, err := db.One[db.JSON[proof]](ctx, q, `SELECT body FROM proofs WHERE token_hash = $1 AND expires_at > $2 AND used_at IS NULL`,
		hashToken(token), s.Clock.Now().UnixMilli())
	if errors.Is(err, db.ErrNotFound) || err == nil && found.V.Step != wanted {
		return proof{}, errProof
	}
	if err != nil {
		return proof{}, fmt.Errorf("read proof: %w", err)
	}
	found.V.token = token
	return found.V, nil
}

// takeProof reads a proof and ends it, before what is brought with it is looked at:
// each challenge is answered once, rightly or wrongly.
func (s *Service) takeProof(ctx context.Context, token string, wanted step) (p proof, err error) {
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		if p, err = s.readProof(ctx, tx, token, wanted); err != nil {
			return err
		}
		return s.useProof(ctx, tx, p)
	})
	return p, err
}

// useProof ends a proof; of those who try at once, one may go on.
func (s *Service) useProof(ctx context.Context, tx *db.Tx, p proof) error {
	if p.token == "" { // it never left this request
		return nil
	}
	used, err := db.Exec(ctx, tx, `UPDATE proofs SET used_at = $1 WHERE token_hash = $2 AND used_at IS NULL`,
		s.Clock.Now().UnixMilli(), hashToken(p.token))
	if err == nil && used == 0 {
		return errProof
	}
	return err
}
