package payment

import (
	"context"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/money"
	"hawker/internal/purchase"
	"hawker/internal/setting"
)

// Offered returns a gateway as package purchase offers it.
func Offered(g Gateway, title string) purchase.Gateway {
	return purchase.Gateway{ID: g.Name(), Title: title, Takes: func(amount money.Amount, c setting.Currency) bool {
		return g.Takes(Money{amount, c.Digits, c.Code})
	}}
}

// maxDifference is how far nearest looks: one unit of a currency with three digits.
const maxDifference = 1000

// nearest returns the amount nearest to m, of at most limit, that a gateway can take; 0: none.
func nearest(g Gateway, m Money, limit money.Amount) money.Amount {
	for by := money.Amount(1); by <= maxDifference; by++ {
		for _, amount := range []money.Amount{m.Amount - by, m.Amount + by} {
			if amount > 0 && amount <= limit && g.Takes(Money{amount, m.Digits, m.Currency}) {
				return amount
			}
		}
	}
	return 0
}

// checkTaken refuses a payment whose amount the gateway cannot take, before anything is
// written (M7). A customer can pay another amount into the wallet.
func (s *Service) checkTaken(ctx context.Context, g Gateway, b Start) error {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return fmt.Errorf("read settings: %w", err)
	}
	m, currency := Money{b.Amount, settings.Currency.Digits, settings.Currency.Code}, settings.Currency.Money()
	if g.Takes(m) {
		return nil
	}
	if near := nearest(g, m, money.Limit); b.PurchaseID == 0 && near > 0 {
		return errs.New(errs.Invalid, "This way to pay cannot take exactly %s. The nearest amount is %s.", currency.Format(b.Amount), currency.Format(near)).On("amount")
	}
	return errs.New(errs.Invalid, purchase.CannotTake, currency.Format(b.Amount)).On("payment_method")
}

// refused ends a payment whose page the gateway refuses for good, such as one below its least
// amount. So it is not tried again, and does not count as an open top-up.
func (s *Service) refused(ctx context.Context, b Start, p Payment, cause error) error {
	s.Log.WarnContext(ctx, "a gateway refuses a payment", "gateway", b.Gateway, "payment", p.ID, "cause", cause)
	if err := s.merge(ctx, b.Gateway, Report{PaymentID: p.ID, State: Failed}); err != nil {
		return err
	}
	if b.PurchaseID == 0 {
		return errs.New(errs.Invalid, "This way to pay does not take this amount. Please choose another amount, or another way to pay.").On("amount").Because(cause)
	}
	return errs.New(errs.Invalid, "This way to pay does not take this payment. Please choose another.").On("payment_method").Because(cause)
}

// CheckSendBack implements purchase.Payments.
func (s *Service) CheckSendBack(ctx context.Context, tx *db.Tx, id int64, amount, limit money.Amount) error {
	charge, err := chargeThatPaid(ctx, tx, id)
	if err != nil {
		return err
	}
	m := Money{amount, charge.Digits, charge.Currency}
	g, found := s.byName[charge.Gateway]
	if !found || g.Takes(m) {
		return nil
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return fmt.Errorf("read settings: %w", err)
	}
	currency := settings.Currency.Money()
	near := nearest(g, m, limit)
	if near == 0 {
		return errs.New(errs.Conflict, "The gateway cannot send exactly %s back. Please choose another amount, or everything.", currency.Format(amount)).On("amount")
	}
	return errs.New(errs.Conflict, "The gateway cannot send exactly %s back. The nearest amount is %s.", currency.Format(amount), currency.Format(near)).On("amount")
}
