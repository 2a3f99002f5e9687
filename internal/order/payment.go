package order

import (
	"context"
	"fmt"
	"slices"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/jobs"
	"hawker/internal/ledger"
	"hawker/internal/money"
)

// paysFirst reports whether the order is paid before its store begins.
func (o Order) paysFirst() bool { return o.PaymentMethod != CashOnDelivery }

// AwaitsPayment reports whether the store waits for the order's payment.
func (o Order) AwaitsPayment() bool { return awaitsPayment(o.PaymentMethod, o.PaymentStatus, o.Status) }

func awaitsPayment(method, paymentStatus string, s Status) bool {
	return method != CashOnDelivery && paymentStatus == "unpaid" && !s.Over()
}

// ToPay is what the wallet did not pay of the total.
func (o Order) ToPay() money.Amount { return o.Total - o.WalletPart }

// paidInto is the account of the ledger to which the order's money comes, besides what
// the wallet pays.
func (o Order) paidInto() string {
	switch o.PaymentMethod {
	case OfflinePayment:
		return ledger.Offline
	case DigitalPayment:
		return ledger.Gateway(o.PaymentGateway)
	}
	return ledger.Cash
}

// checkMayConfirm refuses to confirm an order whose prescription nobody has approved, or
// that is not paid yet although it should be.
func (o Order) checkMayConfirm(to Status) error {
	switch {
	case to != Confirmed:
		return nil
	case o.PrescriptionStatus == PrescriptionWaiting:
		return errs.New(errs.Conflict, "The prescription must be approved first.")
	case o.AwaitsPayment():
		return errs.New(errs.Conflict, "The order must be paid first.")
	}
	return nil
}

// PaymentChange is what becomes of the payment of an order.
type PaymentChange struct {
	Received bool
	DueAt    time.Time // of an order that is not paid: when it is canceled; zero: it is not
}

// ChangePayment changes the payment of an order that is paid first. decide is called with
// the order, whose row is locked, in the same transaction. Money for an order that has
// ended without it goes back.
func (s *Service) ChangePayment(ctx context.Context, orderID int64, decide func(tx *db.Tx, o Order, at time.Time) (PaymentChange, error)) (OrderDetails, error) {
	return s.changeLocked(ctx, orderID, func(tx *db.Tx, o Order, at time.Time) error {
		change, err := decide(tx, o, at)
		switch {
		case err != nil:
			return err
		case change.Received:
			return s.receivePayment(ctx, tx, o, at)
		}
		return s.setPaymentDue(ctx, tx, o.ID, change.DueAt, at)
	})
}

// PayBack changes what was paid back of an order that is paid first, as ChangePayment does.
func (s *Service) PayBack(ctx context.Context, orderID int64, repay func(tx *db.Tx, o Order, at time.Time) error) (OrderDetails, error) {
	return s.changeLocked(ctx, orderID, repay)
}

// changeLocked changes an order that is paid first while its row is locked.
func (s *Service) changeLocked(ctx context.Context, orderID int64, change func(tx *db.Tx, o Order, at time.Time) error) (OrderDetails, error) {
	err := db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		o, err := lockOrder(ctx, tx, orderID)
		if err != nil {
			return err
		}
		if !o.paysFirst() {
			return errs.New(errs.Conflict, "This order is paid in cash.")
		}
		if err := change(tx, o, s.moveTime(o)); err != nil {
			return err
		}
		return s.orderChanged(ctx, tx, o, nil)
	})
	if err != nil {
		return OrderDetails{}, err
	}
	return readDetails(ctx, s.DB.R, orderID)
}

// receivePayment books all that the wallet did not pay. Of several calls one succeeds.
func (s *Service) receivePayment(ctx context.Context, tx *db.Tx, o Order, at time.Time) error {
	status := "paid"
	if o.Status.returnsMoney() {
		status = "refunded"
	}
	n, err := db.Exec(ctx, tx, `
		UPDATE orders SET payment_status = $2, payment_due_at = NULL, paid_at = $3, updated_at = $3 WHERE id = $1 AND payment_status = 'unpaid'`, o.ID, status, at.UnixMilli())
	if err != nil {
		return fmt.Errorf("receive a payment: %w", err)
	}
	if n == 0 {
		return errs.New(errs.Conflict, "This order is paid already.")
	}
	if err := ledger.Post(ctx, tx, ledger.OrderPaid, ledger.Order(o.ID), at, paidEntries(o.paidInto(), o.ToPay())); err != nil || status == "paid" {
		return err
	}
	return s.reverse(ctx, tx, o, false, ledger.PaymentReturned, at)
}

// Receive books money that a gateway took for an order, in the caller's transaction.
// accepted is false if the order does not need it: it is paid already, or otherwise, or
// costs something else. Money for an order that has ended goes back.
func (s *Service) Receive(ctx context.Context, tx *db.Tx, orderID int64, gateway string, amount money.Amount) (accepted bool, err error) {
	o, err := lockOrder(ctx, tx, orderID)
	if err != nil {
		return false, err
	}
	if o.PaymentMethod != DigitalPayment || o.PaymentGateway != gateway || o.PaymentStatus != "unpaid" || amount != o.ToPay() {
		return false, nil
	}
	if err := s.receivePayment(ctx, tx, o, s.moveTime(o)); err != nil {
		return false, err
	}
	return true, s.orderChanged(ctx, tx, o, nil)
}

// AwaitPending gives an order whose money is on its way until due, in the transaction of
// package payment.
func (s *Service) AwaitPending(ctx context.Context, tx *db.Tx, orderID int64, due time.Time) error {
	o, err := lockOrder(ctx, tx, orderID)
	if err != nil || !o.AwaitsPayment() || o.PaymentDueAt == nil || *o.PaymentDueAt >= due.UnixMilli() {
		return err
	}
	if err := s.setPaymentDue(ctx, tx, o.ID, due, s.moveTime(o)); err != nil {
		return err
	}
	return s.orderChanged(ctx, tx, o, nil)
}

// PaymentChanged says that a payment of an order has another state.
func (s *Service) PaymentChanged(ctx context.Context, tx *db.Tx, orderID int64) error {
	o, err := lockOrder(ctx, tx, orderID)
	if err != nil {
		return err
	}
	if _, err := db.Exec(ctx, tx, `UPDATE orders SET updated_at = $2 WHERE id = $1`, o.ID, s.moveTime(o).UnixMilli()); err != nil {
		return fmt.Errorf("note the change of a payment: %w", err)
	}
	return s.orderChanged(ctx, tx, o, nil)
}

// returnsMoney reports whether what was paid for an order with this status goes back.
func (s Status) returnsMoney() bool { return slices.Contains([]Status{Canceled, Failed, Refunded}, s) }

const paymentDueJob = "order.payment_due"

type paymentDueBody struct{ OrderID int64 }

// setPaymentDue says until when an order must be paid, and plans its end; zero: it waits
// for nothing from its shopper.
func (s *Service) setPaymentDue(ctx context.Context, tx *db.Tx, orderID int64, due, now time.Time) error {
	var at *int64
	if !due.IsZero() {
		milli := due.UnixMilli()
		at = &milli
	}
	if _, err := db.Exec(ctx, tx, `UPDATE orders SET payment_due_at = $2, updated_at = $3 WHERE id = $1`, orderID, at, now.UnixMilli()); err != nil {
		return fmt.Errorf("write until when an order must be paid: %w", err)
	}
	if at == nil {
		return nil
	}
	return s.Jobs.Enqueue(ctx, tx, jobs.Job{
		Kind: paymentDueJob, Body: paymentDueBody{orderID}, RunAt: due, UniqueKey: fmt.Sprintf("%s:%d:%d", paymentDueJob, orderID, *at),
	})
}

// awaitPayment gives the shopper of an order that is paid first a time to pay.
func (p *placement) awaitPayment(ctx context.Context, tx *db.Tx, w *OrderDetails) error {
	if !w.AwaitsPayment() {
		return nil
	}
	due := time.UnixMilli(w.CreatedAt).Add(p.settings.Payments.TimeFor(w.PaymentMethod == DigitalPayment))
	milli := due.UnixMilli()
	w.PaymentDueAt = &milli
	return p.setPaymentDue(ctx, tx, w.ID, due, time.UnixMilli(w.CreatedAt))
}

// endUnpaid cancels an order whose time to be paid has ended.
func (s *Service) endUnpaid(ctx context.Context, b paymentDueBody) error {
	o, err := byID(ctx, s.DB.R, b.OrderID)
	if err != nil || !o.paymentOverdue(s.Clock.Now()) {
		return err
	}
	err = s.move(ctx, b.OrderID, statusMove{to: Canceled, by: BySystem, reason: "It was not paid in time."})
	if errs.Is(err, errs.Conflict) { // it ended otherwise, or was paid meanwhile
		return nil
	}
	return err
}

// paymentOverdue reports whether the shopper should have paid by now.
func (o Order) paymentOverdue(now time.Time) bool {
	return o.AwaitsPayment() && o.PaymentDueAt != nil && *o.PaymentDueAt <= now.UnixMilli()
}

// checkOverdue refuses to cancel, as unpaid, an order whose shopper has paid in time.
func (m statusMove) checkOverdue() error {
	if m.by == BySystem && m.to == Canceled && !m.paymentOverdue(m.at) {
		return errs.New(errs.Conflict, "The payment of this order is not overdue.")
	}
	return nil
}
