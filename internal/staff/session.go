package staff

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/secret"
)

// How long a session lasts.
const (
	sessionIdle = 14 * 24 * time.Hour // unused
	sessionLife = 90 * 24 * time.Hour // in any case
	seenEvery   = 10 * time.Minute    // how often its use is written
)

const pruneJob = "staff.prune"

var (
	// errCredentials is the same whether or not there is an account.
	errCredentials = errs.New(errs.WrongCredentials, "Your email or password is wrong.")
	errSession     = errs.New(errs.Unauthorized, "Your session has ended. Please sign in again.")
)

// Session is a valid token, and whose it is.
type Session struct {
	ID int64
	Member
}

// SignIn is a sign-in by password.
type SignIn struct {
	Email, Password string
	Client          credential.Client
}

// SignIn returns the token of a new session. An unknown or disabled account takes the
// same time and returns the same error as a wrong password.
func (s *Service) SignIn(ctx context.Context, in SignIn) (token string, m Member, err error) {
	email := contact.Email(strings.TrimSpace(in.Email))
	m, err = byEmail(ctx, s.DB.R, email)
	if err != nil && !errors.Is(err, ErrUnknown) {
		return "", Member{}, err
	}
	if !m.Active {
		m = Member{}
	}
	from, err := s.source(ctx, m.ID, in.Client)
	if err != nil {
		return "", Member{}, err
	}
	if err := s.countAttempt(ctx, email, from, in.Client); err != nil {
		return "", Member{}, err
	}
	right, err := s.Credentials.MatchPassword(ctx, from, in.Password, m.PasswordHash)
	if err != nil {
		return "", Member{}, err
	}
	if !right {
		return "", Member{}, errCredentials
	}
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		now, err := lock(ctx, tx, m.ID)
		if err != nil {
			return err
		}
		if !now.Active || now.PasswordHash != m.PasswordHash { // changed while we compared
			return errCredentials
		}
		if err := s.Credentials.RefundAttempt(ctx, tx, credential.StaffAttempts, email.Folded(), from); err != nil {
			return err
		}
		token, err = s.insertSession(ctx, tx, m.ID, from.Key)
		return err
	})
	return token, m, err
}

// source is where an attempt comes from. An address from which the account has signed
// in before is known, unless its sessions were revoked since.
func (s *Service) source(ctx context.Context, staffID int64, v credential.Client) (credential.Source, error) {
	from := s.Credentials.AddressSource(v)
	n, err := db.One[int64](ctx, s.DB.R, `SELECT COUNT(*) FROM staff_sessions WHERE staff_id = $1 AND source = $2 AND source <> ''`, staffID, from.Key)
	if err != nil {
		return credential.Source{}, fmt.Errorf("find known sources: %w", err)
	}
	from.Known = n > 0
	return from, nil
}

// countAttempt counts whether or not there is an account.
func (s *Service) countAttempt(ctx context.Context, email contact.Email, from credential.Source, v credential.Client) error {
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		if err := s.Credentials.CountAttempt(ctx, tx, credential.StaffAttempts, email.Folded(), from); err != nil {
			return err
		}
		return s.Credentials.CountByAddress(ctx, tx, credential.StaffSignInsByAddress, v)
	})
}

// OpenSession returns the token of a new session of a member without asking for a
// password. It is for callers inside this process, such as the staff of the demo.
func (s *Service) OpenSession(ctx context.Context, staffID int64) (token string, err error) {
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		token, err = s.insertSession(ctx, tx, staffID, "")
		return err
	})
	return token, err
}

func (s *Service) insertSession(ctx context.Context, tx *db.Tx, staffID int64, source string) (token string, err error) {
	token = secret.NewToken()
	now := s.Clock.Now().UnixMilli()
	if _, err := db.Exec(ctx, tx, `UPDATE staff SET signed_in_at = $2 WHERE id = $1`, staffID, now); err != nil {
		return "", fmt.Errorf("write the sign-in: %w", err)
	}
	_, err = db.Exec(ctx, tx, `INSERT INTO staff_sessions (token_hash, staff_id, source, created_at, seen_at) VALUES ($1, $2, $3, $4, $4)`,
		secret.HashToken(token), staffID, source, now)
	if err != nil {
		return "", fmt.Errorf("insert session: %w", err)
	}
	return token, nil
}

// FindSession returns the session of a token. An unknown, expired or ended one, or one
// of a disabled member, is errs.Unauthorized. It reads the database each time, so a
// session that was ended on one instance has ended on all.
func (s *Service) FindSession(ctx context.Context, token string) (Session, error) {
	created, seen := s.oldestSession()
	type row struct {
		SessionID, SeenAt int64
		Member
	}
	found, err := db.One[row](ctx, s.DB.R, `
		SELECT s.id AS session_id, s.seen_at, `+columns+` FROM staff_sessions s JOIN staff m ON m.id = s.staff_id AND m.active
		WHERE s.created_at > $1 AND s.seen_at > $2 AND s.ended_at IS NULL AND s.token_hash = $3`, created, seen, secret.HashToken(token))
	if errors.Is(err, db.ErrNotFound) {
		return Session{}, errSession
	}
	if err != nil {
		return Session{}, fmt.Errorf("find session: %w", err)
	}
	if err := s.recordSeen(ctx, found.SessionID, found.SeenAt); err != nil && ctx.Err() == nil {
		s.Log.WarnContext(ctx, "could not write when a session was used", "session", found.SessionID, "error", err)
	}
	return Session{ID: found.SessionID, Member: found.Member}, nil
}

func (s *Service) oldestSession() (created, seen int64) {
	now := s.Clock.Now()
	return now.Add(-sessionLife).UnixMilli(), now.Add(-sessionIdle).UnixMilli()
}

func (s *Service) recordSeen(ctx context.Context, id, seenAt int64) error {
	now := s.Clock.Now()
	if now.Sub(time.UnixMilli(seenAt)) < seenEvery {
		return nil
	}
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `UPDATE staff_sessions SET seen_at = $1 WHERE id = $2 AND seen_at < $1`, now.UnixMilli(), id)
		return err
	})
}

// SignOut ends a session. Its address stays known.
func (s *Service) SignOut(ctx context.Context, session Session) error {
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `UPDATE staff_sessions SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL`, session.ID, s.Clock.Now().UnixMilli())
		return err
	})
}

// revoke deletes all sessions of a member, and with them the known addresses.
func revoke(ctx context.Context, tx *db.Tx, staffID int64) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM staff_sessions WHERE staff_id = $1`, staffID); err != nil {
		return fmt.Errorf("delete sessions: %w", err)
	}
	return nil
}

func (s *Service) prune(ctx context.Context) error {
	created, seen := s.oldestSession()
	return db.Prune(ctx, s.DB, "staff_sessions", `(created_at <= $1 OR seen_at <= $2)`, created, seen)
}
