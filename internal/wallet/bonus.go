package wallet

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/money"
	"hawker/internal/setting"
)

// Bonus is a bonus that a customer can get now.
type Bonus struct {
	setting.Bonus
	Left int64 // how often they can still get it; -1: as often as they want
}

// Bonuses returns the bonuses that a customer can get now.
func (s *Service) Bonuses(ctx context.Context, customerID int64) ([]Bonus, error) {
	settings, err := s.settings(ctx)
	if err != nil {
		return nil, err
	}
	used, err := usesOf(ctx, s.DB.R, customerID)
	if err != nil {
		return nil, err
	}
	return available(settings.Wallet.Bonuses, s.Clock.Now().In(townTime(settings)).Format(time.DateOnly), used), nil
}

// available are the bonuses of a day that a customer has not used up.
func available(all []setting.Bonus, day string, used map[string]int64) []Bonus {
	var list []Bonus
	for _, b := range all {
		left := b.PerCustomer - used[b.ID]
		switch {
		case !b.RunsOn(day), b.PerCustomer > 0 && left <= 0:
			continue
		case b.PerCustomer == 0:
			left = -1
		}
		list = append(list, Bonus{b, left})
	}
	return list
}

// bestBonus returns the bonus that adds most to a payment. Package payment has locked the
// wallet, so that parallel payments cannot use a bonus too often.
func bestBonus(ctx context.Context, tx *db.Tx, t TopUp, all []setting.Bonus, day string) (id string, amount money.Amount, err error) {
	used, err := usesOf(ctx, tx, t.CustomerID)
	if err != nil {
		return "", 0, err
	}
	for _, b := range available(all, day, used) {
		if adds := b.For(t.Amount, day); adds > amount {
			id, amount = b.ID, adds
		}
	}
	return id, amount, nil
}

// usesOf counts the payments of a customer that have each bonus, or may still get it.
func usesOf(ctx context.Context, q db.Q, customerID int64) (map[string]int64, error) {
	type use struct {
		BonusKey string
		Uses     int64
	}
	uses, err := db.Many[use](ctx, q, `
		SELECT bonus_key, COUNT(*) AS uses FROM payments
		WHERE customer_id = $1 AND bonus_key <> '' AND state IN ('open', 'pending', 'paid') GROUP BY bonus_key`, customerID)
	if err != nil {
		return nil, fmt.Errorf("count the uses of bonuses: %w", err)
	}
	used := map[string]int64{}
	for _, u := range uses {
		used[u.BonusKey] = u.Uses
	}
	return used, nil
}
