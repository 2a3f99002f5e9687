package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"hawker/internal/db"
	"hawker/internal/ledger"
)

// merge takes over what a gateway says about a page. Merged twice, or in another order, the
// result is the same.
func (s *Service) merge(ctx context.Context, gateway string, r Report) error {
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		now := s.Clock.Now()
		p, err := lockByID(ctx, tx, r.PaymentID)
		if errors.Is(err, db.ErrNotFound) {
			return s.hold(ctx, tx, gateway, r, "No payment has this id.", now)
		}
		if err != nil {
			return err
		}
		if p.Gateway != gateway || p.Session != nil && *p.Session != r.Session {
			return s.hold(ctx, tx, gateway, r, "The payment has another page.", now)
		}
		return s.mergeInto(ctx, tx, p, r, now)
	})
}

// mergeInto merges a report into a payment whose row is locked.
func (s *Service) mergeInto(ctx context.Context, tx *db.Tx, p Payment, r Report, now time.Time) error {
	for _, c := range r.Charges {
		if err := s.receive(ctx, tx, p, c, now); err != nil {
			return err
		}
	}
	state := later(p.State, r.State)
	if state == p.State {
		return nil
	}
	if err := p.setState(ctx, tx, state, now); err != nil {
		return err
	}
	return s.stateChanged(ctx, tx, p, state, now)
}

// stateChanged gives an order whose money is on its way more time, and tells its page. The
// gateway is asked until that money has come.
func (s *Service) stateChanged(ctx context.Context, tx *db.Tx, p Payment, to State, now time.Time) error {
	if to == Pending {
		if err := s.planPendingChecks(ctx, tx, p.ID, now); err != nil {
			return err
		}
	}
	switch {
	case p.PurchaseID == nil || to == Paid:
		return nil
	case to == Pending:
		return s.Purchases.AwaitPending(ctx, tx, *p.PurchaseID, now.Add(pendingTime))
	}
	return s.Purchases.PaymentChanged(ctx, tx, *p.PurchaseID)
}

// pendingTime is how long an order waits for money that the gateway says is on its way.
const pendingTime = 24 * time.Hour

// hold keeps money for a person: it belongs to no payment that we know, or does not fit.
func (s *Service) hold(ctx context.Context, tx *db.Tx, gateway string, r Report, reason string, now time.Time) error {
	for _, c := range r.Charges {
		if _, _, err := insertCharge(ctx, tx, received(gateway, c, nil, Held, reason, now)); err != nil {
			return err
		}
	}
	return nil
}

func received(gateway string, c Charge, paymentID *string, status ChargeStatus, reason string, now time.Time) Received {
	return Received{
		Gateway: gateway, Ref: c.Ref, PaymentID: paymentID, Amount: c.Money.Amount, Digits: c.Money.Digits, Currency: c.Money.Currency,
		Status: status, Reason: reason, CreatedAt: now.UnixMilli(),
	}
}

// receive books money of a payment, unless it is known already (O1). What is not needed
// goes back (O2); what does not fit is held.
func (s *Service) receive(ctx context.Context, tx *db.Tx, p Payment, c Charge, now time.Time) error {
	if !c.Money.Same(p.Money()) {
		_, _, err := insertCharge(ctx, tx, received(p.Gateway, c, &p.ID, Held, "Amount or currency differ from the payment.", now))
		return err
	}
	c.Money = p.Money()
	known, err := chargesOf(ctx, tx, p.ID)
	if err != nil || slices.ContainsFunc(known, func(k Received) bool { return k.Ref == c.Ref }) {
		return err
	}
	first := !slices.ContainsFunc(known, func(k Received) bool { return k.Status == Accepted })
	status := Returned
	if first {
		status = Accepted
	}
	id, isNew, err := insertCharge(ctx, tx, received(p.Gateway, c, &p.ID, status, "", now))
	if err != nil || !isNew { // of another payment: that is what it was booked for
		return err
	}
	if first {
		accepted, err := s.accept(ctx, tx, p, now)
		if err != nil || accepted {
			return err
		}
	}
	return s.returnCharge(ctx, tx, id, p.Gateway, p.Amount, "It was paid already, or has ended.", now)
}

// accept books the money of a payment to what it is for.
func (s *Service) accept(ctx context.Context, tx *db.Tx, p Payment, now time.Time) (accepted bool, err error) {
	if p.PurchaseID != nil {
		return s.Purchases.Receive(ctx, tx, *p.PurchaseID, p.Gateway, p.Amount)
	}
	// Locked: an account that is being deleted meanwhile gets no money any more.
	exists, err := db.One[bool](ctx, tx, `SELECT c.erased_at IS NULL FROM customers c WHERE c.id = $1`+tx.Dialect.LockedValuesOf("c"), *p.CustomerID)
	if err != nil || !exists {
		return false, err
	}
	wallet, of := ledger.Wallet(*p.CustomerID), ledger.Other("payment", p.ID)
	err = ledger.Post(ctx, tx, ledger.TopUp, of, now, []ledger.Entry{{Account: ledger.Gateway(p.Gateway), Amount: p.Amount}, {Account: wallet, Amount: -p.Amount}})
	if err == nil && p.Bonus > 0 {
		err = ledger.Post(ctx, tx, ledger.TopUpBonus, of, now, []ledger.Entry{{Account: ledger.Rewards, Amount: p.Bonus}, {Account: wallet, Amount: -p.Bonus}})
	}
	if err != nil {
		return false, fmt.Errorf("book a top-up: %w", err)
	}
	return true, nil
}
