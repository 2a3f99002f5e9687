// Package wallet is what a customer sees of their wallet, and how they pay into it
// (WAL-01). The money itself is in the ledger; package payment takes it.
package wallet

import (
	"context"
	"fmt"
	"slices"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/payment"
	"hawker/internal/setting"
)

// Service reads wallets and starts payments into them. Safe for concurrent use.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Settings *setting.Service
	Payments *payment.Service
}

// TopUp is a payment into a wallet that its customer asks for.
type TopUp struct {
	CustomerID int64
	Amount     money.Amount
	Gateway    string
	ReturnURL  string // on our own origin
	Email      string // of the customer; "": none
	Language   string
}

// pageLife is how long a customer has to pay.
const pageLife = 30 * time.Minute

// Read returns what is in a customer's wallet. Without wallets it returns errs.NotFound.
func (s *Service) Read(ctx context.Context, customerID int64) (money.Amount, error) {
	if _, err := s.settings(ctx); err != nil {
		return 0, err
	}
	return ledger.Balance(ctx, s.DB.R, ledger.Wallet(customerID))
}

// settings returns the settings of a town with wallets.
func (s *Service) settings(ctx context.Context) (setting.Settings, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return settings, fmt.Errorf("read settings: %w", err)
	}
	if !settings.Storefront.CustomerWallet {
		return settings, errs.New(errs.NotFound, "There are no wallets here.")
	}
	return settings, nil
}

// Entry is a line of the history of a wallet.
type Entry struct {
	ledger.Line
	OfTrip bool // what it is about is a trip, not an order
}

// History returns a page of what came into a wallet and left it, the newest first.
func (s *Service) History(ctx context.Context, customerID int64, d ledger.Direction, p catalog.Paging) ([]Entry, int, error) {
	if _, err := s.settings(ctx); err != nil {
		return nil, 0, err
	}
	lines, total, err := ledger.History(ctx, s.DB.R, ledger.Wallet(customerID), d, p)
	if err != nil {
		return nil, 0, err
	}
	entries := make([]Entry, len(lines))
	ids := []int64{0}
	for n, l := range lines {
		entries[n].Line = l
		if id := l.ForPurchase(); id != nil {
			ids = append(ids, *id)
		}
	}
	list, args := db.InList(ids)
	trips, err := db.Many[int64](ctx, s.DB.R, `SELECT id FROM purchases WHERE kind = 'trip' AND id IN `+list, args...)
	if err != nil {
		return nil, 0, fmt.Errorf("find the trips of a wallet: %w", err)
	}
	for n, l := range lines {
		id := l.ForPurchase()
		entries[n].OfTrip = id != nil && slices.Contains(trips, *id)
	}
	return entries, total, nil
}

// Day is a day and what was in a wallet at its end.
type Day struct {
	Date    string // 2006-01-02, in the town's time
	Balance money.Amount
}

// Days returns what was in a wallet at the end of each of the last days.
func (s *Service) Days(ctx context.Context, customerID int64, days int) ([]Day, error) {
	settings, err := s.settings(ctx)
	if err != nil {
		return nil, err
	}
	now := s.Clock.Now().In(townTime(settings))
	first := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location()).AddDate(0, 0, 1-days)
	steps, err := ledger.Steps(ctx, s.DB.R, ledger.Wallet(customerID), first)
	if err != nil {
		return nil, err
	}
	list := make([]Day, days)
	for i, at := range list {
		day, next := first.AddDate(0, 0, i), first.AddDate(0, 0, i+1).UnixMilli()
		for len(steps) > 1 && steps[1].At < next {
			steps = steps[1:]
		}
		at.Date, at.Balance = day.Format(time.DateOnly), steps[0].Amount
		list[i] = at
	}
	return list, nil
}

func townTime(s setting.Settings) *time.Location {
	zone, err := time.LoadLocation(s.Location.TimeZone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// Start makes the page on which a customer pays into their wallet.
func (s *Service) Start(ctx context.Context, t TopUp) (payment.Payment, error) {
	settings, err := s.settings(ctx)
	if err != nil {
		return payment.Payment{}, err
	}
	if err := checkAmount(t.Amount, settings); err != nil {
		return payment.Payment{}, err
	}
	now := s.Clock.Now()
	return s.Payments.Begin(ctx, payment.Start{
		Gateway: t.Gateway, CustomerID: t.CustomerID, Amount: t.Amount, Title: fmt.Sprintf("Wallet of %s", settings.Business.Name), Email: t.Email,
		Language: t.Language, ReturnURL: t.ReturnURL, ExpiresAt: now.Add(pageLife),
		Bonus: func(ctx context.Context, tx *db.Tx) (string, money.Amount, error) {
			return bestBonus(ctx, tx, t, settings.Wallet.Bonuses, now.In(townTime(settings)).Format(time.DateOnly))
		},
	})
}

// checkAmount refuses an amount outside of the bounds.
func checkAmount(amount money.Amount, s setting.Settings) error {
	currency := s.Currency.Money()
	switch minAmount, maxAmount := max(s.Wallet.MinTopUp, 1), s.Wallet.MaxTopUp; {
	case amount < minAmount:
		return errs.New(errs.Invalid, "The least amount is %s.", currency.Format(minAmount)).On("amount")
	case maxAmount > 0 && amount > maxAmount:
		return errs.New(errs.Invalid, "The largest amount is %s.", currency.Format(maxAmount)).On("amount")
	}
	return nil
}

// Erase books away what is left in the wallet of a deleted account (PROF-05).
func (s *Service) Erase(ctx context.Context, tx *db.Tx, customerID int64) error {
	return ledger.Abandon(ctx, tx, customerID, s.Clock.Now())
}
