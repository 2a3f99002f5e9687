package shopper

import (
	"context"
	"errors"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/secret"
)

// CreateForCustomer creates the shopper of a new customer. It has no guest id.
func (s *Service) CreateForCustomer(ctx context.Context, tx *db.Tx) (int64, error) {
	id, err := db.One[int64](ctx, tx, `INSERT INTO shoppers (created_at) VALUES ($1) RETURNING id`, s.clock.Now().UnixMilli())
	if err != nil {
		return 0, fmt.Errorf("insert the shopper of a customer: %w", err)
	}
	return id, nil
}

// RetireGuest retires a guest who has signed in as the customer with the shopper into.
// It returns the guest's shopper, whose carts the caller merges. The same customer gets it
// again in another sign-in with the guest id: the response of the first, and the conflicts
// in it, may have been lost (C1). RetireGuest returns 0 if the guest id is unknown, or has
// become somebody else. From now on the guest id is invalid (C2).
func (s *Service) RetireGuest(ctx context.Context, tx *db.Tx, guestID string, into int64) (int64, error) {
	if guestID == "" {
		return 0, nil
	}
	id, err := db.One[int64](ctx, tx, `
		UPDATE shoppers SET retired_at = $1, seen_at = $1, merged_into = $2
		WHERE guest_hash = $3 AND (retired_at IS NULL OR merged_into = $2)
		RETURNING id`, s.clock.Now().UnixMilli(), into, secret.HashToken(guestID))
	if errors.Is(err, db.ErrNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("retire a guest: %w", err)
	}
	return id, nil
}
