package notification

import (
	"context"
	"fmt"

	"hawker/internal/db"
)

// newNotification is a notification to write.
type newNotification struct {
	customerID int64
	event      string // unique for the customer
	kind       Kind
	About
	params Params
	seen   bool // the customer knows it
	mail   bool // it is mailed, too
}

// insert writes a notification and plans its mail and its pushes. It returns false if it is there.
func (s *Service) insert(ctx context.Context, tx *db.Tx, n newNotification) (written bool, err error) {
	now := s.Clock.Now().UnixMilli()
	var readAt *int64
	if n.seen {
		readAt = &now
	}
	mail := ""
	if n.mail && s.CanMail() {
		mail = "due"
	}
	ids, err := db.Many[int64](ctx, tx, `
		INSERT INTO notifications (customer_id, event, kind, order_id, trip_id, params, created_at, read_at, mail)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (customer_id, event) DO NOTHING RETURNING id`,
		n.customerID, n.event, n.kind, n.OrderID, n.TripID, db.JSON[Params]{V: n.params}, now, readAt, mail)
	if err != nil {
		return false, fmt.Errorf("write a notification: %w", err)
	}
	if len(ids) == 0 {
		return false, nil
	}
	if mail != "" {
		err = s.enqueueMail(ctx, tx, ids[0])
	}
	if err == nil && !n.seen {
		err = s.planPushes(ctx, tx, n.customerID, ids[0])
	}
	return true, err
}
