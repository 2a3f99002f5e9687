package conversation

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/jobs"
	"hawker/internal/notification"
)

const (
	noticeJob = "conversation.notice"
	// noticeAfter is how long a customer who looks at the conversation has to read a message.
	noticeAfter = 20 * time.Second
)

// noticeBody names an unread part of a conversation: what comes after Read.
type noticeBody struct{ ConversationID, Read int64 }

// event is the event of its notification: there is one until the customer has read on, so
// that many messages are one notification and one push.
func (b noticeBody) event() string {
	return fmt.Sprintf("conversation:%d:%d", b.ConversationID, b.Read)
}

// planNotice plans to notify the customer of what the staff have written after a number.
func (s *Service) planNotice(ctx context.Context, tx *db.Tx, id, read int64) error {
	b := noticeBody{id, read}
	return s.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: noticeJob, Body: b, RunAt: s.Clock.Now().Add(noticeAfter), UniqueKey: noticeJob + ":" + b.event()})
}

// sendNotice is the job that notifies the customer, unless they have read meanwhile.
func (s *Service) sendNotice(ctx context.Context, b noticeBody) error {
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		customers, err := db.Many[int64](ctx, tx, `SELECT customer_id FROM conversations WHERE id = $1`, b.ConversationID)
		if err != nil || len(customers) == 0 {
			return err
		}
		c, err := lock(ctx, tx, Party{CustomerID: customers[0]}, b.ConversationID, s.Clock.Now())
		if err != nil || c.CustomerRead > b.Read || c.Unread == 0 || c.BlockedByCustomer {
			return err
		}
		from, err := s.nameOf(ctx, c)
		if err != nil {
			return err
		}
		return s.Notifications.MessageReceived(ctx, tx, notification.Received{
			CustomerID: c.CustomerID, ShopperID: c.ShopperID, Event: b.event(), ConversationID: c.ID, From: from,
		})
	})
}

// nameOf is who has written: the store, the provider, the rider or the shop.
func (s *Service) nameOf(ctx context.Context, c Conversation) (string, error) {
	if c.Name != "" {
		return c.Name, nil
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return "", fmt.Errorf("read settings: %w", err)
	}
	return settings.Business.Name, nil
}

// renewNotice marks the notification of what the customer has read now as read. If there is
// more that they have not read, it plans another: the job that was planned for it sends
// nothing once they have read on.
func (s *Service) renewNotice(ctx context.Context, tx *db.Tx, c Conversation, read int64) error {
	err := s.Notifications.MarkEventRead(ctx, tx, c.CustomerID, c.ShopperID, noticeBody{c.ID, c.CustomerRead}.event())
	if err != nil || read >= c.StaffSeq {
		return err
	}
	return s.planNotice(ctx, tx, c.ID, read)
}

// Waiting is a conversation whose last messages wait for an answer of the staff.
type Waiting struct {
	ID                  int64
	Kind                Kind
	StoreID, ProviderID *int64
	Name                string // of the store, the provider or the rider
	RiderPhone          string
	ZoneID              int64 // of the rider
	CustomerSeq, LastAt int64
	Answered            int64 // messages of the staff
	ByPerson            bool  // somebody with a password has answered
}

// WaitingForStaff returns the conversations that wait for an answer, the longest waiting
// first: for the simulated staff of the demo.
func (s *Service) WaitingForStaff(ctx context.Context, limit int) ([]Waiting, error) {
	all, err := db.Many[Waiting](ctx, s.DB.R, `
		SELECT c.id, c.kind, c.store_id, c.provider_id, COALESCE(s.name, p.name, r.name, '') AS name, COALESCE(r.phone, '') AS rider_phone, COALESCE(r.zone_id, 0) AS zone_id,
			c.customer_seq, c.last_at, (SELECT COUNT(*) FROM messages m WHERE m.conversation_id = c.id AND m.sender = 'staff') AS answered,
			EXISTS (SELECT 1 FROM messages m JOIN staff a ON a.id = m.staff_id WHERE m.conversation_id = c.id AND a.password_hash <> '') AS by_person
		FROM conversations c LEFT JOIN stores s ON s.id = c.store_id LEFT JOIN providers p ON p.id = c.provider_id LEFT JOIN staff r ON r.id = c.rider_id
		WHERE c.customer_seq > c.staff_seq AND NOT c.closed_by_admin AND NOT c.blocked_by_customer AND NOT c.blocked_by_staff
		ORDER BY c.last_at, c.id LIMIT $1`, limit)
	if err != nil {
		return nil, fmt.Errorf("read waiting conversations: %w", err)
	}
	return all, nil
}
