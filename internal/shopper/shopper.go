// Package shopper is about who carts and orders belong to: one row per guest or
// customer. A guest is known by a secret, the guest id, of which only a hash is
// stored. Guests who have not called for a long time are pruned here. What a
// customer has beyond a guest is in package account.
package shopper

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
)

// Shopper is who carts and orders belong to.
type Shopper struct {
	ID int64
}

// Service makes and finds shoppers. Safe for concurrent use.
type Service struct {
	db    *db.DB
	clock clock.Clock
}

// seenEvery is how often it is noted that a guest called. Pruning waits at least a
// day, so a guest who was found is not pruned during the call.
const seenEvery = 12 * time.Hour

// New is the service on a database.
func New(d *db.DB, c clock.Clock) *Service { return &Service{db: d, clock: c} }

// secretBytes is the length of a guest id before encoding: 256 bits, beyond any
// guessing (PERM-02).
const secretBytes = 32

// NewGuest makes a shopper and answers the guest id, the one time it is known.
func (s *Service) NewGuest(ctx context.Context) (guestID string, err error) {
	secret := make([]byte, secretBytes)
	rand.Read(secret) // never fails: without randomness the program ends
	guestID = base64.RawURLEncoding.EncodeToString(secret)

	err = db.InTx(ctx, s.db, func(tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `INSERT INTO shoppers (guest_hash, created_at, seen_at) VALUES ($1, $2, $2)`,
			hash(guestID), s.clock.Now().UnixMilli())
		return err
	})
	if err != nil {
		return "", fmt.Errorf("insert shopper: %w", err)
	}
	return guestID, nil
}

// Guest finds the shopper who holds this secret, as ByGuestID does, and notes now
// and then that they called. From then on they are not pruned.
func (s *Service) Guest(ctx context.Context, guestID string) (Shopper, error) {
	g, err := find(ctx, s.db.R, guestID)
	if err != nil {
		return Shopper{}, err
	}
	return Shopper{g.ID}, s.see(ctx, g)
}

// ByGuestID finds the shopper who holds this secret. A missing, unknown or
// retired one is errs.GuestUnknown: the client asks for a new one (CART-01).
func (s *Service) ByGuestID(ctx context.Context, q db.Q, guestID string) (Shopper, error) {
	g, err := find(ctx, q, guestID)
	return Shopper{g.ID}, err
}

// guest is a guest, and when they were last seen.
type guest struct{ ID, SeenAt int64 }

func find(ctx context.Context, q db.Q, guestID string) (guest, error) {
	if guestID == "" {
		return guest{}, errUnknown
	}
	found, err := db.One[guest](ctx, q,
		`SELECT id, COALESCE(seen_at, 0) AS seen_at FROM shoppers WHERE guest_hash = $1 AND retired_at IS NULL`, hash(guestID))
	if errors.Is(err, db.ErrNotFound) {
		return guest{}, errUnknown
	}
	if err != nil {
		return guest{}, fmt.Errorf("find shopper: %w", err)
	}
	return found, nil
}

// see notes that a guest called. One who has just been pruned is unknown: so a
// guest who comes back after long either stays whole, or is asked to begin again.
func (s *Service) see(ctx context.Context, g guest) error {
	now := s.clock.Now()
	if now.Sub(time.UnixMilli(g.SeenAt)) < seenEvery {
		return nil
	}
	return db.InTx(ctx, s.db, func(tx *db.Tx) error {
		seen, err := db.Exec(ctx, tx, `UPDATE shoppers SET seen_at = $2 WHERE id = $1`, g.ID, now.UnixMilli())
		if err != nil {
			return fmt.Errorf("note that a guest called: %w", err)
		}
		if seen == 0 {
			return errUnknown
		}
		return nil
	})
}

// Holder finds the shopper whom the secret was made for, also once they are
// retired; 0: nobody. It tells whose an old request was, and opens nothing else.
func (s *Service) Holder(ctx context.Context, guestID string) (int64, error) {
	id, err := db.One[int64](ctx, s.db.R, `SELECT id FROM shoppers WHERE guest_hash = $1`, hash(guestID))
	if errors.Is(err, db.ErrNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("find the holder of a guest id: %w", err)
	}
	return id, nil
}

// Hold holds a shopper until the transaction ends. Whoever begins something of
// theirs, a cart or an order, waits for that, and should then ask Here.
func Hold(ctx context.Context, tx *db.Tx, id int64) error {
	if _, err := db.Many[int64](ctx, tx, `SELECT id FROM shoppers WHERE id = $1`+tx.Dialect.Locked(), id); err != nil {
		return fmt.Errorf("hold shopper: %w", err)
	}
	return nil
}

// HoldCustomer holds a customer until the transaction ends, so that what is
// counted of theirs stays so, and nothing is written for one who is being erased
// (PROF-05): who is gone is errs.NotFound.
func HoldCustomer(ctx context.Context, tx *db.Tx, customerID int64) error {
	_, err := db.One[int64](ctx, tx, `SELECT id FROM customers WHERE id = $1 AND erased_at IS NULL`+tx.Dialect.Locked(), customerID)
	if errors.Is(err, db.ErrNotFound) {
		return errs.New(errs.NotFound, "This account was not found.")
	}
	if err != nil {
		return fmt.Errorf("hold customer: %w", err)
	}
	return nil
}

// MergedInto finds the guest who held the secret and has become the shopper into.
// Anybody else is errs.NotFound.
func (s *Service) MergedInto(ctx context.Context, q db.Q, guestID string, into int64) (int64, error) {
	id, err := db.One[int64](ctx, q, `SELECT id FROM shoppers WHERE guest_hash = $1 AND merged_into = $2`, hash(guestID), into)
	if errors.Is(err, db.ErrNotFound) {
		return 0, errs.New(errs.NotFound, "This cart was not found.").On("guest_id")
	}
	if err != nil {
		return 0, fmt.Errorf("find a guest who signed in: %w", err)
	}
	return id, nil
}

// End holds a shopper and retires them: what they have begun comes first, and
// nothing of theirs begins any more (PROF-05).
func (s *Service) End(ctx context.Context, tx *db.Tx, id int64) error {
	if err := Hold(ctx, tx, id); err != nil {
		return err
	}
	if _, err := db.Exec(ctx, tx, `UPDATE shoppers SET retired_at = $2, seen_at = $2 WHERE id = $1`, id, s.clock.Now().UnixMilli()); err != nil {
		return fmt.Errorf("retire shopper: %w", err)
	}
	return nil
}

// Here refuses, as ByGuestID does, a shopper who has been retired since they
// were found.
func Here(ctx context.Context, q db.Q, id int64) error {
	_, err := db.One[int64](ctx, q, `SELECT id FROM shoppers WHERE id = $1 AND retired_at IS NULL`, id)
	if errors.Is(err, db.ErrNotFound) {
		return errUnknown
	}
	if err != nil {
		return fmt.Errorf("find shopper: %w", err)
	}
	return nil
}

var errUnknown = errs.New(errs.GuestUnknown, "Your guest session has ended. Please try again.")

// hash needs no salt and no slowness: what it hides is random, not chosen.
func hash(guestID string) string {
	sum := sha256.Sum256([]byte(guestID))
	return hex.EncodeToString(sum[:])
}
