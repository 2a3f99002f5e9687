package notification

import (
	"context"
	"fmt"

	"hawker/internal/db"
)

// Received is what a customer is told of messages that they have not read.
type Received struct {
	CustomerID, ShopperID int64
	Event                 string // of all messages since they read last: they are told once
	ConversationID        int64
	From                  string // a name
}

// MessageReceived writes that somebody has written to a customer. It is not mailed: a
// message is short, and the next may follow at once.
func (s *Service) MessageReceived(ctx context.Context, tx *db.Tx, r Received) error {
	written, err := s.insert(ctx, tx, newNotification{
		customerID: r.CustomerID, event: r.Event, kind: MessageReceived, params: Params{Store: r.From, Conversation: r.ConversationID},
	})
	if err == nil && written {
		s.Orders.ShopperChanged(tx, r.ShopperID)
	}
	return err
}

// MarkEventRead marks the notification of an event as read, because its customer has seen what
// it is about.
func (s *Service) MarkEventRead(ctx context.Context, tx *db.Tx, customerID, shopperID int64, event string) error {
	changed, err := db.Exec(ctx, tx, `UPDATE notifications SET read_at = $3 WHERE customer_id = $1 AND event = $2 AND read_at IS NULL`,
		customerID, event, s.Clock.Now().UnixMilli())
	if err != nil {
		return fmt.Errorf("mark a notification as read: %w", err)
	}
	if changed > 0 {
		s.Orders.ShopperChanged(tx, shopperID)
	}
	return nil
}

// conversationPath is the page of a conversation.
func conversationPath(id int64) string { return fmt.Sprint("/profile?page=inbox&conversation=", id) }
