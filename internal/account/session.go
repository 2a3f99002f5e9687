package account

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
)

// Session is a sign-in in force.
type Session struct {
	ID         int64
	CustomerID int64
	ShopperID  int64
}

// A session ends when it was not used for a while, and for good some time after
// it began.
const (
	idleLife  = 30 * 24 * time.Hour
	wholeLife = 180 * 24 * time.Hour
)

var errNoSession = errs.New(errs.Unauthorized, "Your account is inactive or Your token has been expired")

// ByToken finds the session of a token; errs.Unauthorized when there is none in
// force.
func (s *Service) ByToken(ctx context.Context, token string) (Session, error) {
	now := s.Clock.Now()
	found, err := db.One[Session](ctx, s.DB.R, `
		SELECT s.id, s.customer_id, c.shopper_id FROM sessions s JOIN customers c ON c.id = s.customer_id
		WHERE s.token_hash = $1 AND s.seen_at > $2 AND s.created_at > $3 AND c.erased_at IS NULL`,
		hash(token), now.Add(-idleLife).UnixMilli(), now.Add(-wholeLife).UnixMilli())
	if errors.Is(err, db.ErrNotFound) {
		return Session{}, errNoSession
	}
	if err != nil {
		return Session{}, fmt.Errorf("find session: %w", err)
	}
	return found, nil
}

// hash needs no salt and no slowness: what it hides is random, not chosen.
func hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
