package review

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"hawker/internal/db"
	"hawker/internal/errs"
)

// NewReply is what a store or a provider replies to a review.
type NewReply struct {
	StaffID int64
	Text    string
	Seen    *string // the reply that they saw, empty if there was none; nil: they do not say
}

var errRepliedMeanwhile = errs.New(errs.Conflict, "Somebody else has replied to this review meanwhile. Please look at the reply first.").On("seen")

// Reply writes the store's reply to a review of it or of its items, or edits it. A review
// of another store or of a rider does not exist for it. A reply that a colleague has changed
// since it was seen is errs.Conflict.
func (s *Service) Reply(ctx context.Context, storeID, reviewID int64, r NewReply) (Review, error) {
	if err := s.reply(ctx, replyTo{"reviews", "store_id = $2 AND rider_id IS NULL", storeID, reviewID}, r); err != nil {
		return Review{}, err
	}
	return byID(ctx, s.db.R, reviewID)
}

// ReplyToVehicle writes the reply of a provider to a review of one of its vehicles, or edits
// it, as Reply does.
func (s *Service) ReplyToVehicle(ctx context.Context, providerID, reviewID int64, r NewReply) (VehicleReview, error) {
	if err := s.reply(ctx, replyTo{"vehicle_reviews", "provider_id = $2", providerID, reviewID}, r); err != nil {
		return VehicleReview{}, err
	}
	return vehicleByID(ctx, s.db.R, reviewID)
}

// replyTo is a review as its owner, a store or a provider, may reply to it.
type replyTo struct {
	table, ofOwner    string
	ownerID, reviewID int64
}

func (s *Service) reply(ctx context.Context, to replyTo, r NewReply) error {
	text, err := checkReply(r.Text)
	if err != nil {
		return err
	}
	return db.InTx(ctx, s.db, func(tx *db.Tx) error {
		stored, err := db.One[string](ctx, tx, `
			SELECT reply FROM `+to.table+` WHERE id = $1 AND `+to.ofOwner+` AND hidden_at IS NULL`+tx.Dialect.Locked(), to.reviewID, to.ownerID)
		if errors.Is(err, db.ErrNotFound) {
			return errUnknown
		}
		if err != nil {
			return fmt.Errorf("read the reply to a review: %w", err)
		}
		// The same text is stored already if the response to the first call was lost.
		if r.Seen != nil && stored != *r.Seen && stored != text {
			return errRepliedMeanwhile
		}
		_, err = db.Exec(ctx, tx, `
			UPDATE `+to.table+` SET reply = $2, replied_at = $3, reply_staff_id = $4 WHERE id = $1`, to.reviewID, text, s.clock.Now().UnixMilli(), r.StaffID)
		if err != nil {
			return fmt.Errorf("reply to a review: %w", err)
		}
		return nil
	})
}

// checkReply returns the text of a reply without space around it.
func checkReply(text string) (string, error) {
	text = strings.TrimSpace(text)
	if text == "" || utf8.RuneCountInString(text) > MaxTextLength {
		return "", errs.New(errs.Invalid, "Please write a reply of at most %d characters.", MaxTextLength).On("reply")
	}
	return text, nil
}
