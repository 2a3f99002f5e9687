package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
)

// How long a session lasts (AUTH-10).
const (
	sessionIdle = 30 * 24 * time.Hour  // unused
	sessionLife = 180 * 24 * time.Hour // in any case
	seenEvery   = 10 * time.Minute     // how often its use is written down
)

var errSession = errs.New(errs.Unauthorized, "Your account is inactive or Your token has been expired")

// Session is a bearer token in force, and whose it is.
type Session struct {
	ID, CustomerID, ShopperID int64
}

// SessionInfo is a session as its customer sees it in a list.
type SessionInfo struct {
	ID        int64
	Device    string // in words
	CreatedAt int64  // Unix milliseconds
	SeenAt    int64  // to ten minutes
}

// lasting is the condition of a session that opens its account; $1 and $2 are
// the earliest creation and the earliest use.
const lasting = `s.created_at > $1 AND s.seen_at > $2`

func (s *Service) earliest() (created, seen int64) {
	now := s.Clock.Now()
	return now.Add(-sessionLife).UnixMilli(), now.Add(-sessionIdle).UnixMilli()
}

// ByToken finds the session of a bearer token. One that is unknown, over or
// ended is errs.Unauthorized. It reads the database each time: what was ended
// anywhere is ended everywhere.
func (s *Service) ByToken(ctx context.Context, token string) (Session, error) {
	created, seen := s.earliest()
	found, err := db.One[struct {
		Session
		SeenAt int64
	}](ctx, s.DB.R, `
		SELECT s.id, s.customer_id, c.shopper_id, s.seen_at FROM sessions s
		JOIN customers c ON c.id = s.customer_id AND c.erased_at IS NULL
		WHERE `+lasting+` AND s.token_hash = $3`, created, seen, hashToken(token))
	if errors.Is(err, db.ErrNotFound) {
		return Session{}, errSession
	}
	if err != nil {
		return Session{}, fmt.Errorf("find session: %w", err)
	}
	if err := s.see(ctx, found.ID, found.SeenAt); err != nil && ctx.Err() == nil {
		s.Log.WarnContext(ctx, "the use of a session was not written down", "session", found.ID, "error", err)
	}
	return found.Session, nil
}

// see writes down that a session was used, now and then.
func (s *Service) see(ctx context.Context, id, seenAt int64) error {
	now := s.Clock.Now()
	if now.Sub(time.UnixMilli(seenAt)) < seenEvery {
		return nil
	}
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `UPDATE sessions SET seen_at = $1 WHERE id = $2 AND seen_at < $1`, now.UnixMilli(), id)
		return err
	})
}

// Sessions lists the sessions of a customer that are in force, the latest first.
func (s *Service) Sessions(ctx context.Context, customerID int64) ([]SessionInfo, error) {
	created, seen := s.earliest()
	list, err := db.Many[SessionInfo](ctx, s.DB.R, `
		SELECT s.id, s.device, s.created_at, s.seen_at FROM sessions s
		WHERE `+lasting+` AND s.customer_id = $3 ORDER BY s.id DESC`, created, seen, customerID)
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	return list, nil
}

// EndSession ends one session of a customer; another's or an unknown one is
// errs.NotFound.
func (s *Service) EndSession(ctx context.Context, customerID, id int64) error {
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		ended, err := db.Exec(ctx, tx, `DELETE FROM sessions WHERE id = $1 AND customer_id = $2`, id, customerID)
		if err == nil && ended == 0 {
			return errs.New(errs.NotFound, "This session has already ended.")
		}
		return err
	})
}

// EndOtherSessions ends all sessions of a customer but the one that asks, and
// returns how many were in force. This device stays known; the next sign-in on any
// other is mailed.
func (s *Service) EndOtherSessions(ctx context.Context, session Session, v Visitor) (ended int64, err error) {
	created, seen := s.earliest()
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		if _, err := hold(ctx, tx, session.CustomerID); err != nil {
			return err
		}
		ended, err = db.One[int64](ctx, tx, `SELECT COUNT(*) FROM sessions s WHERE `+lasting+` AND s.customer_id = $3 AND s.id <> $4`,
			created, seen, session.CustomerID, session.ID)
		if err != nil {
			return fmt.Errorf("count sessions: %w", err)
		}
		if err := endAll(ctx, tx, session.CustomerID, session.ID); err != nil {
			return err
		}
		return s.remember(ctx, tx, session.CustomerID, v)
	})
	return ended, err
}

// stillSignedIn refuses a session that was ended since it was looked up.
func stillSignedIn(ctx context.Context, tx *db.Tx, session Session) error {
	n, err := db.One[int64](ctx, tx, `SELECT COUNT(*) FROM sessions WHERE id = $1`, session.ID)
	if err != nil {
		return fmt.Errorf("find session: %w", err)
	}
	if n == 0 {
		return errSession
	}
	return nil
}

// Logout ends the session that asks.
func (s *Service) Logout(ctx context.Context, session Session) error {
	err := s.EndSession(ctx, session.CustomerID, session.ID)
	if errs.Is(err, errs.NotFound) { // by another request meanwhile
		return nil
	}
	return err
}

// begin makes a session and answers its token, the one time it is known. A
// customer without a password has just proven a contact or an identity, which
// confirms what they do next.
func (s *Service) begin(ctx context.Context, tx *db.Tx, c Customer, device string) (string, error) {
	token, now := newToken(), s.Clock.Now().UnixMilli()
	confirmed := int64(0)
	if c.PasswordHash == "" {
		confirmed = now
	}
	_, err := db.Exec(ctx, tx, `
		INSERT INTO sessions (token_hash, customer_id, device, created_at, seen_at, confirmed_at) VALUES ($1, $2, $3, $4, $4, $5)`,
		hashToken(token), c.ID, device, now, confirmed)
	if err != nil {
		return "", fmt.Errorf("insert session: %w", err)
	}
	return token, nil
}

// endAll ends every way in that was opened for a customer before now: sessions,
// but for the one that asks (0: none), sign-ins under way, and known places.
func endAll(ctx context.Context, tx *db.Tx, customerID, but int64) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM sessions WHERE customer_id = $1 AND id <> $2`, customerID, but); err != nil {
		return fmt.Errorf("end sessions: %w", err)
	}
	if _, err := db.Exec(ctx, tx, `DELETE FROM proofs WHERE customer_id = $1`, customerID); err != nil {
		return fmt.Errorf("end proofs: %w", err)
	}
	if _, err := db.Exec(ctx, tx, `DELETE FROM known_places WHERE customer_id = $1`, customerID); err != nil {
		return fmt.Errorf("end known places: %w", err)
	}
	return nil
}
