package signin

import (
	"context"
	"errors"
	"strings"

	"hawker/internal/account"
	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/db"
)

// Info is the answer to what a sign-in asked for (AUTH-06).
type Info struct {
	credential.Client
	Details
	Proof string
	IsYou Answer // to 'Is it you', if that was asked
}

// Answer is yes, no, or "" for neither.
type Answer string

// The answers.
const (
	Yes Answer = "yes"
	No  Answer = "no"
)

// UpdateInfo continues a sign-in after it asked for a name, or 'Is it you'. What was
// proven is in the proof; what is typed here proves nothing.
func (s *Service) UpdateInfo(ctx context.Context, in Info) (Result, error) {
	p, err := s.policy(ctx, anyMethod)
	if err != nil {
		return Result{}, err
	}
	// The proof is not used up by a refusal, which says whether a contact has an account.
	if err := s.countByAddress(ctx, credential.SignUpsByAddress, in.Client); err != nil {
		return Result{}, err
	}
	return s.inTx(ctx, func(tx *db.Tx) (Result, error) {
		proof, err := s.Credentials.ReadProof(ctx, tx, in.Proof, credential.StepAccount)
		if err != nil {
			return Result{}, err
		}
		if !p.stillOpen(proof) {
			return Result{}, errMethodOff
		}
		if proof.CustomerID != 0 {
			return s.answerIsItYou(ctx, tx, p, proof, in)
		}
		if proof.Identity == nil && strings.TrimSpace(in.Name) == "" {
			return Result{}, invalid("name", "First name is required")
		}
		return s.createAccount(ctx, tx, p, proof, in.Details, in.Client)
	})
}

// stillOpen reports whether the method that a sign-in began with is open.
func (m Methods) stillOpen(proof credential.Proof) bool {
	if proof.Identity != nil {
		return m.provider(proof.Identity.Provider)
	}
	return m.OTP
}

// answerIsItYou opens the account that was shown, or creates another.
func (s *Service) answerIsItYou(ctx context.Context, tx *db.Tx, p policy, proof credential.Proof, in Info) (Result, error) {
	shown, err := s.lockShown(ctx, tx, proof)
	if err != nil {
		return Result{}, err
	}
	switch in.IsYou {
	case Yes:
		return s.takeOver(ctx, tx, p, shown, proof, in.Client)
	case No:
		if err := account.RemoveContact(ctx, tx, shown, proof.Contact.Kind); err != nil {
			return Result{}, err
		}
		proof.CustomerID = 0
		return s.createAccount(ctx, tx, p, proof, in.Details, in.Client)
	}
	return Result{}, invalid("is_exist_user", "Please say whether this account is yours.")
}

// lockShown returns the account that was shown, if nobody has proven meanwhile that it
// is theirs.
func (s *Service) lockShown(ctx context.Context, tx *db.Tx, proof credential.Proof) (account.Customer, error) {
	c, err := account.Lock(ctx, tx, proof.CustomerID)
	if errors.Is(err, account.ErrUnknown) {
		return account.Customer{}, credential.ErrProof
	}
	if err != nil {
		return account.Customer{}, err
	}
	anothers, err := account.ProvenWithout(ctx, tx, c, proof.Contact.Kind)
	if err != nil {
		return account.Customer{}, err
	}
	if anothers || c.Verified(proof.Contact.Kind) || c.Contact(proof.Contact.Kind).Key() != proof.Contact.Key() {
		return account.Customer{}, credential.ErrProof
	}
	return c, nil
}

// takeOver gives an account to the person who has proven its contact. The previous holder
// had proven nothing: their password, sessions and unfinished sign-ins are removed, and
// everything that they stored (P3).
func (s *Service) takeOver(ctx context.Context, tx *db.Tx, p policy, c account.Customer, proof credential.Proof, v credential.Client) (Result, error) {
	if err := s.Credentials.ConsumeProof(ctx, tx, proof); err != nil {
		return Result{}, err
	}
	proof = proof.Unsaved() // consumed: a step that is left saves another one
	proof.CustomerID = 0
	c, err := s.handOver(ctx, tx, c, proof.Contact, "")
	if err != nil {
		return Result{}, err
	}
	return s.openAccount(ctx, tx, p, c, proof, v)
}

// handOver makes an unproven account that of the person who has proven its contact (P3). It
// returns the account as it is then.
func (s *Service) handOver(ctx context.Context, tx *db.Tx, c account.Customer, who contact.Contact, passwordHash string) (account.Customer, error) {
	if err := account.SetPassword(ctx, tx, c, passwordHash, 0); err != nil {
		return account.Customer{}, err
	}
	if err := s.Accounts.Clear(ctx, tx, c, who.Kind); err != nil {
		return account.Customer{}, err
	}
	return s.Accounts.MarkVerified(ctx, tx, c, who)
}
