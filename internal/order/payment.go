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
	"hawker/internal/setting"
)

// The payment methods (CHK-03).
const (
	CashOnDelivery = "cash_on_delivery" // on delivery, or at the store
	OfflinePayment = "offline_payment"  // before, by one of the owner's methods; package payment checks it
)

// The problems with a payment method.
const (
	CODLimit          = "cod_limit"
	PaymentNotOffered = "payment_not_offered"
)

const paymentField = "payment_method"

// offerPayment lists how the total may be paid, and checks what the request asks for.
// Cash has a limit (CHK-03).
func (q *Quote) offerPayment(r Request, rules setting.Checkout, payments setting.Payments) {
	q.PaymentMethods, q.OfflineMethods = []string{}, payments.Offline
	tooMuch := rules.CODMaximum > 0 && q.Total > rules.CODMaximum
	if rules.CashOnDelivery && !tooMuch {
		q.PaymentMethods = append(q.PaymentMethods, CashOnDelivery)
	}
	if len(payments.Offline) > 0 {
		q.PaymentMethods = append(q.PaymentMethods, OfflinePayment)
	}
	switch {
	case r.PaymentMethod == OfflinePayment:
		if _, offered := payments.Method(r.PaymentGateway); !offered {
			q.problem(PaymentNotOffered, paymentField, "This way to pay is not offered. Please choose another.")
		}
	case !rules.CashOnDelivery && len(payments.Offline) > 0:
		q.problem(PaymentNotOffered, paymentField, "Please choose how to pay.")
	case !rules.CashOnDelivery:
		q.problem(PaymentNotOffered, paymentField, "Cash on delivery is not offered.")
	case tooMuch:
		q.problem(CODLimit, paymentField, "The total amount of the order, exceeds maximum amount of the cash on delivery method")
	}
}

// method is how the request pays. Nothing said is cash.
func (r Request) method() (method, gateway string) {
	if r.PaymentMethod == OfflinePayment {
		return OfflinePayment, r.PaymentGateway
	}
	return CashOnDelivery, ""
}

// paysFirst reports whether the order is paid before its store begins.
func (o Order) paysFirst() bool { return o.PaymentMethod != CashOnDelivery }

// AwaitsPayment reports whether the store waits for the order's payment.
func (o Order) AwaitsPayment() bool { return awaitsPayment(o.PaymentMethod, o.PaymentStatus, o.Status) }

func awaitsPayment(method, paymentStatus string, s Status) bool {
	return method != CashOnDelivery && paymentStatus == "unpaid" && !s.Over()
}

// paidInto is the account of the ledger to which the order's money comes, and from which
// it is given back.
func (o Order) paidInto() string {
	if o.paysFirst() {
		return ledger.Offline
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
			return o.receivePayment(ctx, tx, at)
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

// receivePayment books the whole total. Of several calls one succeeds.
func (o Order) receivePayment(ctx context.Context, tx *db.Tx, at time.Time) error {
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
	if err := ledger.Post(ctx, tx, ledger.OrderPaid, o.ID, at, paidEntries(o.paidInto(), o.Total)); err != nil || status == "paid" {
		return err
	}
	return ledger.Reverse(ctx, tx, ledger.PaymentReturned, o.ID, at)
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
	if !w.paysFirst() {
		return nil
	}
	due := time.UnixMilli(w.CreatedAt).Add(p.settings.Payments.OfflineTime())
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
