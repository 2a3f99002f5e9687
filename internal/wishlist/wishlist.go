// Package wishlist stores which items, stores, vehicles and providers a customer likes,
// and what each wished item and store was like when it was last looked at. Statements about wishes have the customer's
// id. The package stores only ids.
package wishlist

import (
	"context"
	"errors"
	"fmt"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/shopper"
)

// Kind is the kind of a wish.
type Kind string

// The kinds.
const (
	Item     Kind = "item"
	Store    Kind = "store"
	Vehicle  Kind = "vehicle"
	Provider Kind = "provider" // of vehicles
)

// Max is how many wishes a customer may have.
const Max = 500

// Service stores wishlists. Safe for concurrent use.
type Service struct {
	db    *db.DB
	clock clock.Clock
}

// New returns the service on a database.
func New(d *db.DB, c clock.Clock) *Service { return &Service{db: d, clock: c} }

// sold finds a thing that is sold or rented out now, by kind.
var sold = map[Kind]string{
	Item:  `SELECT i.id FROM items i JOIN stores s ON s.id = i.store_id WHERE i.id = $1 AND i.active AND s.active`,
	Store: `SELECT id FROM stores WHERE id = $1 AND active`,

	Vehicle:  `SELECT v.id FROM vehicles v JOIN providers p ON p.id = v.provider_id WHERE v.id = $1 AND NOT v.archived AND NOT p.archived`,
	Provider: `SELECT id FROM providers WHERE id = $1 AND NOT archived`,
}

// Add adds a wish. Adding it twice is not an error. It returns errs.NotFound for a
// thing that is not sold now.
func (s *Service) Add(ctx context.Context, customerID int64, kind Kind, id int64) error {
	return db.InTx(ctx, s.db, func(tx *db.Tx) error {
		_, err := db.One[int64](ctx, tx, sold[kind], id)
		if errors.Is(err, db.ErrNotFound) {
			return errs.New(errs.NotFound, "This %s does not exist.", kind)
		}
		if err != nil {
			return fmt.Errorf("find what is wished: %w", err)
		}
		if err := shopper.LockCustomer(ctx, tx, customerID); err != nil {
			return err
		}
		others, err := db.One[int64](ctx, tx, `SELECT COUNT(*) FROM wishes WHERE customer_id = $1 AND NOT (kind = $2 AND thing_id = $3)`, customerID, kind, id)
		if err != nil {
			return fmt.Errorf("count wishes: %w", err)
		}
		if others >= Max {
			return errs.New(errs.Invalid, "Your wishlist is full. It holds %d things.", Max)
		}
		_, err = db.Exec(ctx, tx, `
			INSERT INTO wishes (customer_id, kind, thing_id, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
			customerID, kind, id, s.clock.Now().UnixMilli())
		if err != nil {
			return fmt.Errorf("insert wish: %w", err)
		}
		if remember[kind] == "" {
			return nil
		}
		if _, err := db.Exec(ctx, tx, remember[kind], id); err != nil {
			return fmt.Errorf("store what a wished thing is like: %w", err)
		}
		return nil
	})
}

// Remove removes a wish, if it is there.
func (s *Service) Remove(ctx context.Context, customerID int64, kind Kind, id int64) error {
	return db.InTx(ctx, s.db, func(tx *db.Tx) error {
		if _, err := db.Exec(ctx, tx, `DELETE FROM wishes WHERE customer_id = $1 AND kind = $2 AND thing_id = $3`, customerID, kind, id); err != nil {
			return fmt.Errorf("remove wish: %w", err)
		}
		return nil
	})
}

// List returns the ids of the wishes of a kind, sold or not, the newest first.
func (s *Service) List(ctx context.Context, customerID int64, kind Kind) ([]int64, error) {
	ids, err := db.Many[int64](ctx, s.db.R, `SELECT thing_id FROM wishes WHERE customer_id = $1 AND kind = $2 ORDER BY id DESC`, customerID, kind)
	if err != nil {
		return nil, fmt.Errorf("list wishes: %w", err)
	}
	return ids, nil
}

// Erase deletes all wishes of a customer (PROF-05).
func (s *Service) Erase(ctx context.Context, tx *db.Tx, customerID int64) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM wishes WHERE customer_id = $1`, customerID); err != nil {
		return fmt.Errorf("erase wishes: %w", err)
	}
	return nil
}
