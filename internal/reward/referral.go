package reward

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/notification"
	"hawker/internal/setting"
)

// refer rewards a customer who signed up with a code, and the customer who shared it, for the
// first order that reaches the least total. It is decided once (W4). Nothing is paid between two
// accounts of one person, and nothing to a person who was rewarded with an account that was
// deleted since. The rewards stay if the order is refunded later.
func (s *Service) refer(ctx context.Context, tx *db.Tx, o change, settings setting.Settings) error {
	rules := settings.Rewards.Referral
	if o.ReferredBy == nil || !referralIsOn(settings) || o.Total < rules.MinOrder || rules.Referrer+rules.Friend == 0 {
		return nil
	}
	reason, err := s.refusal(ctx, tx, *o.CustomerID, *o.ReferredBy)
	if err != nil {
		return err
	}
	written, err := insertReferral(ctx, tx, o, reason, rules, s.Clock.Now())
	if err != nil || !written || reason != "" {
		return err
	}
	return s.payReferral(ctx, tx, o, rules)
}

// refusal returns why nothing is paid for a friend; "": it is.
func (s *Service) refusal(ctx context.Context, tx *db.Tx, friend, referrer int64) (reason string, err error) {
	active, err := isActive(ctx, tx, referrer)
	if err != nil {
		return "", err
	}
	if !active {
		return "account_deleted", nil
	}
	if reason, err = s.samePerson(ctx, tx, friend, referrer); err != nil || reason != "" {
		return reason, err
	}
	return s.rewardedBefore(ctx, tx, friend)
}

// referralIsOn: the reward goes into the wallet, so both must be on.
func referralIsOn(s setting.Settings) bool {
	return s.Storefront.CustomerWallet && s.Storefront.ReferralEarning
}

// insertReferral writes the decision. It returns false if there is one.
func insertReferral(ctx context.Context, tx *db.Tx, o change, reason string, rules setting.ReferralRules, at time.Time) (written bool, err error) {
	status := "paid"
	if reason != "" {
		status, rules = "refused", setting.ReferralRules{}
	}
	n, err := db.Exec(ctx, tx, `
		INSERT INTO referrals (customer_id, referrer_id, order_id, status, reason, referrer_amount, friend_amount, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (customer_id) DO NOTHING`,
		*o.CustomerID, *o.ReferredBy, o.ID, status, reason, rules.Referrer, rules.Friend, at.UnixMilli())
	if err != nil {
		return false, fmt.Errorf("write a referral: %w", err)
	}
	return n > 0, nil
}

func (s *Service) payReferral(ctx context.Context, tx *db.Tx, o change, rules setting.ReferralRules) error {
	err := ledger.Post(ctx, tx, ledger.Referral, ledger.Other("referral", *o.CustomerID), s.Clock.Now(), []ledger.Entry{
		{Account: ledger.Rewards, Amount: rules.Referrer + rules.Friend},
		{Account: ledger.Wallet(*o.ReferredBy), Amount: -rules.Referrer},
		{Account: ledger.Wallet(*o.CustomerID), Amount: -rules.Friend},
	})
	if err != nil {
		return err
	}
	for customerID, amount := range map[int64]money.Amount{*o.CustomerID: rules.Friend, *o.ReferredBy: rules.Referrer} {
		if amount == 0 {
			continue
		}
		event := fmt.Sprintf("referral:%d", *o.CustomerID)
		if err := s.tell(ctx, tx, notification.ReferralRewarded, customerID, event, notification.Params{Amount: amount}); err != nil {
			return err
		}
	}
	return nil
}

// isActive reports whether an account was not deleted. It is locked: one that is being
// deleted meanwhile gets no money any more. The row comes before its balance, as when an
// account is deleted; other rows may refer to it meanwhile, as those of the customer's own
// rewards do.
func isActive(ctx context.Context, tx *db.Tx, customerID int64) (bool, error) {
	active, err := db.One[bool](ctx, tx, `SELECT c.erased_at IS NULL FROM customers c WHERE c.id = $1`+tx.Dialect.LockedValuesOf("c"), customerID)
	if err != nil {
		return false, fmt.Errorf("find a customer: %w", err)
	}
	return active, nil
}

// Referral is what a customer sees of their code.
type Referral struct {
	Code     string
	Rules    setting.ReferralRules
	Joined   int64        // friends who signed up with it
	Rewarded int64        // of them: those whose first order was rewarded
	Earned   money.Amount // by them
}

// Referral returns the code of a customer and what came of it.
func (s *Service) Referral(ctx context.Context, customerID int64) (Referral, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return Referral{}, err
	}
	if err := closed(referralIsOn(settings), "Rewards for bringing friends are"); err != nil {
		return Referral{}, err
	}
	// A friend who has deleted their account counts, if they were rewarded.
	r, err := db.One[struct {
		Code             string
		Joined, Rewarded int64
		Earned           money.Amount
	}](ctx, s.DB.R, `
		SELECT c.referral_code AS code,
			(SELECT COUNT(*) FROM (SELECT id FROM customers WHERE referred_by = $1 UNION SELECT customer_id FROM referrals WHERE referrer_id = $1) friends) AS joined,
			(SELECT COUNT(*) FROM referrals WHERE referrer_id = $1 AND status = 'paid') AS rewarded,
			CAST(COALESCE((SELECT SUM(referrer_amount) FROM referrals WHERE referrer_id = $1), 0) AS BIGINT) AS earned
		FROM customers c WHERE c.id = $1`, customerID)
	if err != nil {
		return Referral{}, fmt.Errorf("read a referral code: %w", err)
	}
	return Referral{r.Code, settings.Rewards.Referral, r.Joined, r.Rewarded, r.Earned}, nil
}
