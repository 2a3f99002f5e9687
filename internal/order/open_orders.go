package order

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/db"
)

// OpenOrder is an order about which staff has to do something.
type OpenOrder struct {
	ID     int64
	Type   Type `db:"order_type"`
	Status Status
	Since  int64 // when it got there, Unix milliseconds
}

// EnteredAt is when the order got its status.
func (w OpenOrder) EnteredAt() time.Time { return time.UnixMilli(w.Since) }

// OpenOrders returns orders that are pending or being delivered, those that wait
// longest first.
func (s *Service) OpenOrders(ctx context.Context, most int) ([]OpenOrder, error) {
	waiting, err := db.Many[OpenOrder](ctx, s.DB.R, `
		SELECT o.id, o.order_type, o.status, m.at AS since
		FROM orders o JOIN order_moves m ON m.order_id = o.id AND m.status = o.status
		WHERE o.status IN ('pending', 'confirmed', 'processing', 'handover', 'picked_up')
		ORDER BY m.at, o.id LIMIT $1`, most)
	if err != nil {
		return nil, fmt.Errorf("read waiting orders: %w", err)
	}
	return waiting, nil
}
