package upload

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/shopper"
)

// ConversationImages are images of a message.
type ConversationImages struct {
	ConversationID int64
	ShopperID      int64 // the customer's, also of images that the staff send
	ByStaff        bool
	Keys           []string
}

// AddToConversation stores an image that the staff will send in a conversation. It is
// deleted after a day unless a message has it.
func (s *Service) AddToConversation(ctx context.Context, content []byte, conversationID, shopperID int64) (key string, err error) {
	key, _, err = s.store(ctx, content, func(tx *db.Tx, key string) error {
		now := s.Clock.Now()
		_, err := db.Exec(ctx, tx, `
			INSERT INTO uploads (key, shopper_id, purpose, by_staff, conversation_id, created_at, delete_at) VALUES ($1, $2, $3, TRUE, $4, $5, $6)`,
			key, shopperID, Chat, conversationID, now.UnixMilli(), now.Add(looseLife).UnixMilli())
		if err != nil {
			return fmt.Errorf("insert an image of a conversation: %w", err)
		}
		return nil
	})
	return key, err
}

// AttachToConversation keeps the images of a message as long as the message. If one of them
// is not usable it is errs.Invalid, and the transaction must be rolled back.
func AttachToConversation(ctx context.Context, tx *db.Tx, a ConversationImages, now time.Time) error {
	keys := distinct(a.Keys)
	if len(keys) == 0 {
		return nil
	}
	whose := `NOT by_staff AND conversation_id IS NULL AND shopper_id IN ` + shopper.IDs
	if a.ByStaff {
		whose = `by_staff AND conversation_id = $3 AND shopper_id = $1`
	}
	list, args := numbered(4, keys)
	n, err := db.Exec(ctx, tx, `UPDATE uploads SET conversation_id = $3, delete_at = NULL WHERE purpose = 'chat' AND delete_at > $2 AND `+whose+` AND key IN `+list,
		append([]any{a.ShopperID, now.UnixMilli(), a.ConversationID}, args...)...)
	if err != nil {
		return fmt.Errorf("attach images to a message: %w", err)
	}
	if n != int64(len(keys)) {
		return errs.New(errs.Invalid, "One of the images is no longer there. Please upload it again.").On("images")
	}
	return nil
}

// OpenOfConversation returns an image of a conversation, a JPEG. The caller has checked that
// the conversation may be seen; an image of anything else does not exist.
func (s *Service) OpenOfConversation(ctx context.Context, key string, conversationID int64) ([]byte, error) {
	return s.read(ctx, key, fileOf, func() (bool, error) {
		n, err := db.One[int64](ctx, s.DB.R, `SELECT COUNT(*) FROM uploads WHERE key = $1 AND conversation_id = $2 AND delete_at IS NULL`, key, conversationID)
		return n > 0, err
	})
}

// Expire has images deleted by the next Prune; until then nobody sees them.
func Expire(ctx context.Context, tx *db.Tx, keys []string, now time.Time) error {
	if len(keys) == 0 {
		return nil
	}
	list, args := numbered(2, keys)
	if _, err := db.Exec(ctx, tx, `UPDATE uploads SET delete_at = $1 WHERE key IN `+list, append([]any{now.UnixMilli()}, args...)...); err != nil {
		return fmt.Errorf("expire images: %w", err)
	}
	return nil
}
