package reward

import (
	"context"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/money"
)

// Planned is an order that a customer may place now.
type Planned struct {
	Total    money.Amount
	Module   string // slug
	TimeZone string // of its zone
}

// Earnings are what an order gives back once it is delivered and paid.
type Earnings struct {
	Points   int64
	Cashback money.Amount
}

// Forecast returns what an order earns by the rules of now. It promises no more than the
// customer gets: each of their orders that is under way may use up an offer before it.
func (s *Service) Forecast(ctx context.Context, customerID int64, p Planned) (Earnings, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return Earnings{}, err
	}
	r := orderRewards{Paid: p.Total, Unit: settings.Currency.Money().Scale()}
	r.earnPoints(settings)
	e := Earnings{Points: r.Points}
	if len(settings.Rewards.Cashback) == 0 {
		return e, nil
	}
	uses, err := cashbackUses(ctx, s.DB.R, customerID)
	if err != nil {
		return e, err
	}
	running, err := db.One[int64](ctx, s.DB.R, `
		SELECT CAST(COALESCE(SUM(n.orders), 0) AS BIGINT) FROM order_counts n
		JOIN customers c ON c.shopper_id = n.shopper_id WHERE c.id = $1 AND n.is_over = $2`, customerID, false)
	if err != nil {
		return e, fmt.Errorf("count the orders under way: %w", err)
	}
	for _, o := range settings.Rewards.Cashback {
		uses[o.ID] += running
	}
	_, e.Cashback = bestCashback(change{Total: p.Total, Module: p.Module, TimeZone: p.TimeZone, CreatedAt: s.Clock.Now().UnixMilli()}, uses, settings)
	return e, nil
}
