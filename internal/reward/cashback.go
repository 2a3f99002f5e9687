package reward

import (
	"context"
	"fmt"
	"slices"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/money"
	"hawker/internal/setting"
)

// bestCashback returns the offer that gives most back of an order, and how much; "": none.
// An offer counts if it ran when the order was placed. Of equal ones the first is taken.
// uses says how often the customer has had each.
func bestCashback(o change, uses map[string]int64, s setting.Settings) (offer string, amount money.Amount) {
	if !s.Storefront.CustomerWallet {
		return "", 0
	}
	zone := catalog.Location(o.TimeZone)
	for _, c := range s.Rewards.Cashback {
		if !runs(c, time.UnixMilli(o.CreatedAt), zone) || usesLeft(c, uses) == 0 ||
			len(c.Modules) > 0 && !slices.Contains(c.Modules, o.Module) {
			continue
		}
		if back := cashbackOf(c, o.Total); back > amount {
			offer, amount = c.ID, back
		}
	}
	return offer, amount
}

// usesLeft returns how often a customer can still get an offer; -1: no limit. They may have had
// it more often than a limit that was lowered since.
func usesLeft(o setting.CashbackOffer, uses map[string]int64) int64 {
	if o.PerCustomer == 0 {
		return -1
	}
	return max(o.PerCustomer-uses[o.ID], 0)
}

// cashbackUses counts how often a customer has had each offer.
func cashbackUses(ctx context.Context, q db.Q, customerID int64) (map[string]int64, error) {
	type use struct {
		Offer string
		Count int64
	}
	found, err := db.Many[use](ctx, q, `
		SELECT cashback_offer AS offer, COUNT(*) AS count FROM order_rewards
		WHERE customer_id = $1 AND cashback_offer <> '' GROUP BY cashback_offer`, customerID)
	if err != nil {
		return nil, fmt.Errorf("count cashback: %w", err)
	}
	uses := map[string]int64{}
	for _, u := range found {
		uses[u.Offer] = u.Count
	}
	return uses, nil
}

// RunningOffer is an offer of cashback that a customer can get now.
type RunningOffer struct {
	setting.CashbackOffer
	Left int64 // how often they can still get it; -1: no limit
}

// Cashback returns the offers that run today, by the time zone of the town, and that the
// customer has not used up.
func (s *Service) Cashback(ctx context.Context, customerID int64) ([]RunningOffer, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	if err := closed(settings.Storefront.CustomerWallet, "Cashback is"); err != nil {
		return nil, err
	}
	uses, err := cashbackUses(ctx, s.DB.R, customerID)
	if err != nil {
		return nil, err
	}
	now, zone := s.Clock.Now(), catalog.Location(settings.Location.TimeZone)
	offers := []RunningOffer{}
	for _, o := range settings.Rewards.Cashback {
		if left := usesLeft(o, uses); runs(o, now, zone) && left != 0 {
			offers = append(offers, RunningOffer{o, left})
		}
	}
	return offers, nil
}
