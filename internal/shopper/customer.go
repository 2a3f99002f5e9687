package shopper

import (
	"context"
	"errors"
	"fmt"

	"hawker/internal/db"
)

// ForCustomer makes the shopper that a new customer is. No guest id leads to it.
func (s *Service) ForCustomer(ctx context.Context, tx *db.Tx) (int64, error) {
	id, err := db.One[int64](ctx, tx, `INSERT INTO shoppers (created_at) VALUES ($1) RETURNING id`, s.clock.Now().UnixMilli())
	if err != nil {
		return 0, fmt.Errorf("insert the shopper of a customer: %w", err)
	}
	return id, nil
}

// Retire ends a guest who signed in as the customer that into is, and answers
// whose carts now come along; 0 when the secret is nobody's or has ended before,
// so that of two sign-ins with one guest id a single one brings them (C1). From
// now on the guest id opens nothing (C2).
func (s *Service) Retire(ctx context.Context, tx *db.Tx, guestID string, into int64) (int64, error) {
	if guestID == "" {
		return 0, nil
	}
	id, err := db.One[int64](ctx, tx, `
		UPDATE shoppers SET retired_at = $1, seen_at = $1, merged_into = $2 WHERE guest_hash = $3 AND retired_at IS NULL
		RETURNING id`, s.clock.Now().UnixMilli(), into, hash(guestID))
	if errors.Is(err, db.ErrNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("retire a guest: %w", err)
	}
	return id, nil
}
