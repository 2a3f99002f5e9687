package notification

import (
	"context"
	"fmt"

	"hawker/internal/db"
)

// Reward writes that a customer has got something back, in the transaction in which they
// got it. An event is written once.
func (s *Service) Reward(ctx context.Context, tx *db.Tx, kind Kind, customerID int64, event string, p Params) error {
	written, err := s.insert(ctx, tx, newNotification{customerID: customerID, event: event, kind: kind, params: p})
	if err != nil || !written {
		return err
	}
	shopperID, err := db.One[int64](ctx, tx, `SELECT shopper_id FROM customers WHERE id = $1`, customerID)
	if err != nil {
		return fmt.Errorf("find the shopper of a customer: %w", err)
	}
	s.Orders.ShopperChanged(tx, shopperID)
	return nil
}

// rewardPaths are the pages that show what a customer got.
var rewardPaths = map[Kind]string{PointsEarned: "/loyalty-points", CashbackReceived: "/wallet", OrderRewarded: "/loyalty-points", ReferralRewarded: "/referral-code"}

// linkPath is the page of a notification that is about no order.
func linkPath(k Kind, p Params) string {
	if p.Conversation != 0 {
		return conversationPath(p.Conversation)
	}
	if path := rewardPaths[k]; path != "" {
		return path
	}
	return alertPath(p)
}
