// Package shopper knows who is shopping. A shopper is one row; a guest proves to
// be it with a secret that only they hold, and of which only a hash is kept.
package shopper

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"

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
		_, err := db.Exec(ctx, tx, `INSERT INTO shoppers (guest_hash, created_at) VALUES ($1, $2)`,
			hash(guestID), s.clock.Now().UnixMilli())
		return err
	})
	if err != nil {
		return "", fmt.Errorf("insert shopper: %w", err)
	}
	return guestID, nil
}

// Guest finds the shopper who holds this secret, as ByGuestID does.
func (s *Service) Guest(ctx context.Context, guestID string) (Shopper, error) {
	return s.ByGuestID(ctx, s.db.R, guestID)
}

// ByGuestID finds the shopper who holds this secret. A missing, unknown or
// retired one is errs.GuestUnknown: the client asks for a new one (CART-01).
func (s *Service) ByGuestID(ctx context.Context, q db.Q, guestID string) (Shopper, error) {
	if guestID == "" {
		return Shopper{}, errUnknown
	}
	found, err := db.One[Shopper](ctx, q,
		`SELECT id FROM shoppers WHERE guest_hash = $1 AND retired_at IS NULL`, hash(guestID))
	if errors.Is(err, db.ErrNotFound) {
		return Shopper{}, errUnknown
	}
	if err != nil {
		return Shopper{}, fmt.Errorf("find shopper: %w", err)
	}
	return found, nil
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
	if _, err := db.Exec(ctx, tx, `UPDATE shoppers SET retired_at = $2 WHERE id = $1`, id, s.clock.Now().UnixMilli()); err != nil {
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
