// Package shopper stores shoppers, to whom carts and orders belong: one row for each
// guest or customer. A guest is identified by a secret, the guest id, of which only a
// hash is stored. Guests who have not made a call for a long time are pruned here.
// Package account has what only customers have.
package shopper

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/secret"
)

// Shopper is a guest or a customer.
type Shopper struct {
	ID int64
}

// Service creates and finds shoppers. Safe for concurrent use.
type Service struct {
	db    *db.DB
	clock clock.Clock
}

// seenEvery is how often the time of a guest's call is written. Pruning waits at least
// a day, so a guest who was found is not pruned during the call.
const seenEvery = 12 * time.Hour

// New returns the service on a database.
func New(d *db.DB, c clock.Clock) *Service { return &Service{db: d, clock: c} }

// IDs selects, in SQL, the ids of the shopper $1 and of the guests who became them.
const IDs = `(SELECT CAST($1 AS BIGINT) UNION ALL SELECT id FROM shoppers WHERE merged_into = $1)`

// NewGuest creates a shopper and returns the guest id; only its hash is stored.
func (s *Service) NewGuest(ctx context.Context) (guestID string, err error) {
	guestID = secret.NewToken()
	err = db.InTx(ctx, s.db, func(tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `INSERT INTO shoppers (guest_hash, created_at, seen_at) VALUES ($1, $2, $2)`,
			secret.HashToken(guestID), s.clock.Now().UnixMilli())
		return err
	})
	if err != nil {
		return "", fmt.Errorf("insert shopper: %w", err)
	}
	return guestID, nil
}

// Guest returns the shopper of a guest id. A missing, unknown or retired one is
// errs.GuestUnknown. The client then requests a new one (CART-01). From time to time it also
// writes that the guest has called, which delays pruning.
func (s *Service) Guest(ctx context.Context, guestID string) (Shopper, error) {
	g, err := s.find(ctx, guestID)
	if err != nil {
		return Shopper{}, err
	}
	return Shopper{g.ID}, s.recordSeen(ctx, g)
}

type guest struct{ ID, SeenAt int64 }

func (s *Service) find(ctx context.Context, guestID string) (guest, error) {
	if guestID == "" {
		return guest{}, errUnknown
	}
	found, err := db.One[guest](ctx, s.db.R,
		`SELECT id, COALESCE(seen_at, 0) AS seen_at FROM shoppers WHERE guest_hash = $1 AND retired_at IS NULL`, secret.HashToken(guestID))
	if errors.Is(err, db.ErrNotFound) {
		return guest{}, errUnknown
	}
	if err != nil {
		return guest{}, fmt.Errorf("find shopper: %w", err)
	}
	return found, nil
}

// recordSeen records that a guest has called. It returns errs.GuestUnknown if the guest has
// just been pruned: a guest who returns late keeps either everything or nothing.
func (s *Service) recordSeen(ctx context.Context, g guest) error {
	now := s.clock.Now()
	if now.Sub(time.UnixMilli(g.SeenAt)) < seenEvery {
		return nil
	}
	return db.InTx(ctx, s.db, func(tx *db.Tx) error {
		seen, err := db.Exec(ctx, tx, `UPDATE shoppers SET seen_at = $2 WHERE id = $1`, g.ID, now.UnixMilli())
		if err != nil {
			return fmt.Errorf("write when a guest called: %w", err)
		}
		if seen == 0 {
			return errUnknown
		}
		return nil
	})
}

// FindEvenRetired returns the shopper of a guest id, retired or not, or 0. Use it only to
// recognize a repeated request.
func (s *Service) FindEvenRetired(ctx context.Context, guestID string) (int64, error) {
	id, err := db.One[int64](ctx, s.db.R, `SELECT id FROM shoppers WHERE guest_hash = $1`, secret.HashToken(guestID))
	if errors.Is(err, db.ErrNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("find a guest, retired or not: %w", err)
	}
	return id, nil
}

// Lock locks a shopper's row until the transaction ends. Code that creates a cart or an
// order must lock the row, too, and then call CheckActive.
func Lock(ctx context.Context, tx *db.Tx, id int64) error {
	if _, err := db.Many[int64](ctx, tx, `SELECT id FROM shoppers WHERE id = $1`+tx.Dialect.Locked(), id); err != nil {
		return fmt.Errorf("lock shopper: %w", err)
	}
	return nil
}

// LockCustomer locks a customer's row until the transaction ends, so that counts stay
// correct, and nothing is written for a customer who is being erased (PROF-05). It
// returns errs.NotFound for an erased customer.
func LockCustomer(ctx context.Context, tx *db.Tx, customerID int64) error {
	_, err := db.One[int64](ctx, tx, `SELECT id FROM customers WHERE id = $1 AND erased_at IS NULL`+tx.Dialect.Locked(), customerID)
	if errors.Is(err, db.ErrNotFound) {
		return errs.New(errs.NotFound, "This account was not found.")
	}
	if err != nil {
		return fmt.Errorf("lock customer: %w", err)
	}
	return nil
}

// FindMergedGuest returns the shopper of a guest id that was merged into the shopper
// into. Any other guest id is errs.NotFound.
func (s *Service) FindMergedGuest(ctx context.Context, q db.Q, guestID string, into int64) (int64, error) {
	id, err := db.One[int64](ctx, q, `SELECT id FROM shoppers WHERE guest_hash = $1 AND merged_into = $2`, secret.HashToken(guestID), into)
	if errors.Is(err, db.ErrNotFound) {
		return 0, errs.New(errs.NotFound, "This cart was not found.").On("guest_id")
	}
	if err != nil {
		return 0, fmt.Errorf("find a merged guest: %w", err)
	}
	return id, nil
}

// Retire locks a shopper and retires it. An order that is being placed ends first, and no
// other can begin afterwards (PROF-05).
func (s *Service) Retire(ctx context.Context, tx *db.Tx, id int64) error {
	if err := Lock(ctx, tx, id); err != nil {
		return err
	}
	if _, err := db.Exec(ctx, tx, `UPDATE shoppers SET retired_at = $2, seen_at = $2 WHERE id = $1`, id, s.clock.Now().UnixMilli()); err != nil {
		return fmt.Errorf("retire shopper: %w", err)
	}
	return nil
}

// CheckActive returns errs.GuestUnknown if the shopper has been retired meanwhile.
func CheckActive(ctx context.Context, q db.Q, id int64) error {
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
