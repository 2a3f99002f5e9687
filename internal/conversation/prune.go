package conversation

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/upload"
)

const (
	pruneJob = "conversation.prune"
	// emptyLife is how long a conversation is kept in which nobody has written.
	emptyLife = 24 * time.Hour
	// pruneBatch is how many messages one transaction deletes, or a few more of the same moment.
	pruneBatch = 500
)

// Prune deletes messages that are older than the settings say, with their images, and then
// the conversations that have none left.
func (s *Service) Prune(ctx context.Context) error {
	now := s.Clock.Now()
	if err := db.Prune(ctx, s.DB, "conversations", `last_at <= $1 AND last_seq = 0`, now.Add(-emptyLife).UnixMilli()); err != nil {
		return err
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return fmt.Errorf("read settings: %w", err)
	}
	life := settings.Limits.ChatLife()
	if life == 0 {
		return nil
	}
	end := now.Add(-life).UnixMilli()
	for {
		left, err := s.pruneMessages(ctx, end)
		if err != nil {
			return fmt.Errorf("prune messages: %w", err)
		}
		if !left {
			break
		}
	}
	return db.Prune(ctx, s.DB, "conversations", `last_at <= $1 AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.conversation_id = conversations.id)`, end)
}

// pruneMessages deletes some messages up to a time, and returns whether there may be more.
func (s *Service) pruneMessages(ctx context.Context, end int64) (left bool, err error) {
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		times, err := db.Many[int64](ctx, tx, `SELECT created_at FROM messages WHERE created_at <= $1 ORDER BY created_at LIMIT $2`, end, pruneBatch)
		if left = len(times) == pruneBatch; err != nil || len(times) == 0 {
			return err
		}
		last := times[len(times)-1]
		if err := s.expireImages(ctx, tx, `created_at <= $1`, last); err != nil {
			return err
		}
		_, err = db.Exec(ctx, tx, `DELETE FROM messages WHERE created_at <= $1`, last)
		return err
	})
	return left, err
}

// expireImages has the images of some messages deleted.
func (s *Service) expireImages(ctx context.Context, tx *db.Tx, where string, arg int64) error {
	lists, err := db.Many[db.JSON[[]string]](ctx, tx, `SELECT images FROM messages WHERE images <> '[]' AND `+where, arg)
	if err != nil {
		return fmt.Errorf("read images of messages: %w", err)
	}
	for _, keys := range lists {
		if err := upload.Expire(ctx, tx, keys.V, s.Clock.Now()); err != nil {
			return err
		}
	}
	return nil
}

// Erase deletes all conversations of a customer, for both sides (PROF-05).
func (s *Service) Erase(ctx context.Context, tx *db.Tx, customerID int64) error {
	all, err := db.Many[Conversation](ctx, tx, `SELECT customer_id, kind, store_id, provider_id, rider_id, reported_by, closed_by_admin FROM conversations WHERE customer_id = $1`, customerID)
	if err != nil {
		return fmt.Errorf("read conversations: %w", err)
	}
	if err := s.expireImages(ctx, tx, `conversation_id IN (SELECT id FROM conversations WHERE customer_id = $1)`, customerID); err != nil {
		return err
	}
	if _, err := db.Exec(ctx, tx, `DELETE FROM conversations WHERE customer_id = $1`, customerID); err != nil {
		return fmt.Errorf("delete conversations: %w", err)
	}
	for _, c := range all {
		s.wake(tx, c)
	}
	return nil
}
