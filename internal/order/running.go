package order

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/db"
)

// Waiting is an order that somebody has to do something about.
type Waiting struct {
	ID     int64
	Type   Type `db:"order_type"`
	Status Status
	Since  int64 // when it got there, Unix milliseconds
}

// At is when the order got into its status.
func (w Waiting) At() time.Time { return time.UnixMilli(w.Since) }

// Waiting answers the orders that are pending or on their way, those that have
// waited longest first, at most so many.
func (s *Service) Waiting(ctx context.Context, most int) ([]Waiting, error) {
	waiting, err := db.Many[Waiting](ctx, s.DB.R, `
		SELECT o.id, o.order_type, o.status, m.at AS since
		FROM orders o JOIN order_moves m ON m.order_id = o.id AND m.status = o.status
		WHERE o.status IN ('pending', 'confirmed', 'processing', 'handover', 'picked_up')
		ORDER BY m.at, o.id LIMIT $1`, most)
	if err != nil {
		return nil, fmt.Errorf("read waiting orders: %w", err)
	}
	return waiting, nil
}
