package credential

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/secret"
	"hawker/internal/shopper"
)

// How long a session lasts (AUTH-10).
const (
	sessionIdle = 30 * day         // unused
	sessionLife = 180 * day        // in any case
	seenEvery   = 10 * time.Minute // how often its use is written
)

var errSession = errs.New(errs.Unauthorized, "Your account is inactive or Your token has been expired")

// Session is a valid bearer token, and whose it is.
type Session struct {
	ID, CustomerID, ShopperID int64
}

// SessionInfo is a session in the list that its customer sees.
type SessionInfo struct {
	ID        int64
	Device    string // in words
	CreatedAt int64  // Unix milliseconds
	SeenAt    int64  // Unix milliseconds, at most ten minutes old
}

// sessionIsValid is a condition on sessions s; $1 and $2 are what oldestSession
// returns.
const sessionIsValid = `s.created_at > $1 AND s.seen_at > $2`

// oldestSession returns when the oldest valid session was created and last used.
func (s *Service) oldestSession() (created, seen int64) {
	now := s.Clock.Now()
	return now.Add(-sessionLife).UnixMilli(), now.Add(-sessionIdle).UnixMilli()
}

// CreateSession returns the token of a new session; only its hash is stored.
// confirmed: the customer has just proven who they are (see ConfirmSession).
func (s *Service) CreateSession(ctx context.Context, tx *db.Tx, customerID int64, device string, confirmed bool) (token string, err error) {
	token = secret.NewToken()
	now, confirmedAt := s.Clock.Now().UnixMilli(), int64(0)
	if confirmed {
		confirmedAt = now
	}
	_, err = db.Exec(ctx, tx, `
		INSERT INTO sessions (token_hash, customer_id, device, created_at, seen_at, confirmed_at) VALUES ($1, $2, $3, $4, $4, $5)`,
		secret.HashToken(token), customerID, device, now, confirmedAt)
	if err != nil {
		return "", fmt.Errorf("insert session: %w", err)
	}
	return token, nil
}

// FindSession returns the session of a bearer token. An unknown, expired or ended
// one is errs.Unauthorized. It reads the database each time, so a session that was
// ended on one instance has ended on all.
func (s *Service) FindSession(ctx context.Context, token string) (Session, error) {
	created, seen := s.oldestSession()
	found, err := db.One[struct {
		Session
		SeenAt int64
	}](ctx, s.DB.R, `
		SELECT s.id, s.customer_id, c.shopper_id, s.seen_at FROM sessions s
		JOIN customers c ON c.id = s.customer_id AND c.erased_at IS NULL
		WHERE `+sessionIsValid+` AND s.token_hash = $3`, created, seen, secret.HashToken(token))
	if errors.Is(err, db.ErrNotFound) {
		return Session{}, errSession
	}
	if err != nil {
		return Session{}, fmt.Errorf("find session: %w", err)
	}
	if err := s.recordSeen(ctx, found.ID, found.SeenAt); err != nil && ctx.Err() == nil {
		s.Log.WarnContext(ctx, "could not write when a session was used", "session", found.ID, "error", err)
	}
	return found.Session, nil
}

// recordSeen records that a session is used now, if the last time is not recent.
func (s *Service) recordSeen(ctx context.Context, id, seenAt int64) error {
	now := s.Clock.Now()
	if now.Sub(time.UnixMilli(seenAt)) < seenEvery {
		return nil
	}
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `UPDATE sessions SET seen_at = $1 WHERE id = $2 AND seen_at < $1`, now.UnixMilli(), id)
		return err
	})
}

// ListSessions returns the valid sessions of a customer, the newest first.
func (s *Service) ListSessions(ctx context.Context, customerID int64) ([]SessionInfo, error) {
	created, seen := s.oldestSession()
	list, err := db.Many[SessionInfo](ctx, s.DB.R, `
		SELECT s.id, s.device, s.created_at, s.seen_at FROM sessions s
		WHERE `+sessionIsValid+` AND s.customer_id = $3 ORDER BY s.id DESC`, created, seen, customerID)
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	return list, nil
}

// CheckSession refuses a session that has ended since it was found.
func CheckSession(ctx context.Context, tx *db.Tx, session Session) error {
	n, err := db.One[int64](ctx, tx, `SELECT COUNT(*) FROM sessions WHERE id = $1`, session.ID)
	if err != nil {
		return fmt.Errorf("find session: %w", err)
	}
	if n == 0 {
		return errSession
	}
	return nil
}

// LockSession refuses a session that has ended since it was found. Another cannot end
// before the transaction does.
func LockSession(ctx context.Context, tx *db.Tx, session Session) error {
	_, err := db.One[int64](ctx, tx, `SELECT id FROM sessions WHERE id = $1 AND customer_id = $2`+tx.Dialect.Locked(), session.ID, session.CustomerID)
	if errors.Is(err, db.ErrNotFound) {
		return errSession
	}
	if err != nil {
		return fmt.Errorf("lock a session: %w", err)
	}
	return nil
}

// confirmLife is how long a session stays confirmed.
const confirmLife = 10 * time.Minute

// ConfirmSession writes that the holder of a session has just proven to be the
// customer.
func (s *Service) ConfirmSession(ctx context.Context, tx *db.Tx, session Session) error {
	_, err := db.Exec(ctx, tx, `UPDATE sessions SET confirmed_at = $2 WHERE id = $1`, session.ID, s.Clock.Now().UnixMilli())
	return err
}

// IsConfirmed reports whether a session was confirmed within the last ten minutes.
func (s *Service) IsConfirmed(ctx context.Context, session Session) (bool, error) {
	n, err := db.One[int64](ctx, s.DB.R, `SELECT COUNT(*) FROM sessions WHERE id = $1 AND confirmed_at > $2`,
		session.ID, s.Clock.Now().Add(-confirmLife).UnixMilli())
	if err != nil {
		return false, fmt.Errorf("read when a session was confirmed: %w", err)
	}
	return n > 0, nil
}

// UnconfirmSessions makes all sessions of a customer unconfirmed.
func UnconfirmSessions(ctx context.Context, tx *db.Tx, customerID int64) error {
	_, err := db.Exec(ctx, tx, `UPDATE sessions SET confirmed_at = 0 WHERE customer_id = $1`, customerID)
	return err
}

// EndSession ends one session of a customer. Another customer's or an unknown one
// is errs.NotFound.
func (s *Service) EndSession(ctx context.Context, customerID, id int64) error {
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		ended, err := db.Exec(ctx, tx, `DELETE FROM sessions WHERE id = $1 AND customer_id = $2`, id, customerID)
		if err == nil && ended == 0 {
			return errs.New(errs.NotFound, "This session has already ended.")
		}
		return err
	})
}

// Logout ends the session itself. One that has ended meanwhile is no error.
func (s *Service) Logout(ctx context.Context, session Session) error {
	err := s.EndSession(ctx, session.CustomerID, session.ID)
	if errs.Is(err, errs.NotFound) {
		return nil
	}
	return err
}

// EndOtherSessions ends all sessions of a customer but this one, and returns how
// many were valid. Only this device stays known: the next sign-in on any other is
// mailed.
func (s *Service) EndOtherSessions(ctx context.Context, session Session, v Client) (ended int64, err error) {
	created, seen := s.oldestSession()
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		if err := shopper.LockCustomer(ctx, tx, session.CustomerID); err != nil {
			return err
		}
		ended, err = db.One[int64](ctx, tx, `SELECT COUNT(*) FROM sessions s WHERE `+sessionIsValid+` AND s.customer_id = $3 AND s.id <> $4`,
			created, seen, session.CustomerID, session.ID)
		if err != nil {
			return fmt.Errorf("count sessions: %w", err)
		}
		if err := RevokeAccess(ctx, tx, session.CustomerID, session.ID); err != nil {
			return err
		}
		return s.RememberSource(ctx, tx, session.CustomerID, v)
	})
	return ended, err
}

// RevokeAccess deletes all sessions of a customer but the one to keep (0: none),
// their unfinished sign-ins and recoveries, and their known sources.
func RevokeAccess(ctx context.Context, tx *db.Tx, customerID, keep int64) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM sessions WHERE customer_id = $1 AND id <> $2`, customerID, keep); err != nil {
		return fmt.Errorf("delete sessions: %w", err)
	}
	if _, err := db.Exec(ctx, tx, `DELETE FROM proofs WHERE customer_id = $1`, customerID); err != nil {
		return fmt.Errorf("delete proofs: %w", err)
	}
	if _, err := db.Exec(ctx, tx, `DELETE FROM known_places WHERE customer_id = $1`, customerID); err != nil {
		return fmt.Errorf("delete known sources: %w", err)
	}
	return nil
}
