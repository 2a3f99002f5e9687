package reward

import (
	"context"
	"errors"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/setting"
)

// Convert makes points of a customer into money of their wallet: as many as give whole
// minor units, the rest stays. key is the customer's: the same request sent again converts
// nothing and returns what it did (W3).
func (s *Service) Convert(ctx context.Context, customerID int64, key string, points int64) (c Conversion, err error) {
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		settings, err := setting.Read(ctx, tx)
		if err != nil {
			return err
		}
		if err := closed(canConvert(settings), "Converting points is"); err != nil {
			return err
		}
		if err := lockCustomer(ctx, tx, customerID); err != nil {
			return err
		}
		if known, err := findConversion(ctx, tx, customerID, key, points); err != nil || known.ID != 0 {
			c = known
			return err
		}
		c, err = s.convert(ctx, tx, customerID, key, points, settings)
		return err
	})
	return c, err
}

// canConvert reports whether points can become money.
func canConvert(s setting.Settings) bool {
	return s.Storefront.LoyaltyPoints && s.Storefront.CustomerWallet && s.Rewards.Points.UnitFor > 0
}

// findConversion returns what a key has converted; the zero Conversion for nothing.
func findConversion(ctx context.Context, tx *db.Tx, customerID int64, key string, points int64) (Conversion, error) {
	c, err := db.One[Conversion](ctx, tx, `
		SELECT id, requested, points, amount FROM point_conversions WHERE customer_id = $1 AND request_key = $2`, customerID, key)
	switch {
	case errors.Is(err, db.ErrNotFound):
		return Conversion{}, nil
	case err != nil:
		return Conversion{}, fmt.Errorf("look for a conversion: %w", err)
	case c.Requested != points:
		return Conversion{}, errs.New(errs.Conflict, "This Idempotency-Key was used to convert another number of points.").On("Idempotency-Key")
	}
	return c, nil
}

// convert converts points of a customer whose balances are locked.
func (s *Service) convert(ctx context.Context, tx *db.Tx, customerID int64, key string, points int64, settings setting.Settings) (Conversion, error) {
	rules, unit := settings.Rewards.Points, settings.Currency.Money().Scale()
	if minPoints := MinConvertible(rules, unit); points < minPoints {
		return Conversion{}, errs.New(errs.Invalid, "The fewest points that you can convert: %d.", minPoints).On("points")
	}
	c := Conversion{Requested: points}
	c.Points, c.Amount = Worth(points, rules, unit)
	have, err := ledger.Balance(ctx, tx, ledger.Points(customerID))
	if err != nil {
		return c, err
	}
	if int64(have) < points {
		return c, errs.New(errs.Conflict, "Your points: %d.", int64(have)).On("points")
	}
	at := s.Clock.Now()
	c.ID, err = db.One[int64](ctx, tx, `
		INSERT INTO point_conversions (customer_id, request_key, requested, points, amount, created_at)
		VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`, customerID, key, points, c.Points, c.Amount, at.UnixMilli())
	if err != nil {
		return c, fmt.Errorf("write a conversion: %w", err)
	}
	of := ledger.Other("conversion", c.ID)
	err = ledger.Post(ctx, tx, ledger.PointsSpent, of, at, []ledger.Entry{
		{Account: ledger.Points(customerID), Amount: money.Amount(c.Points)}, {Account: ledger.PointsRedeemed, Amount: -money.Amount(c.Points)},
	})
	if err != nil {
		return c, err
	}
	return c, ledger.Post(ctx, tx, ledger.PointsConverted, of, at, []ledger.Entry{
		{Account: ledger.Rewards, Amount: c.Amount}, {Account: ledger.Wallet(customerID), Amount: -c.Amount},
	})
}
