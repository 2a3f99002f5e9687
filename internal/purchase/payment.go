package purchase

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/jobs"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/setting"
)

// Change is what becomes of the payment of a purchase that is paid first.
type Change struct {
	Received bool
	DueAt    time.Time // of one that is not paid: when it is canceled; zero: it is not
	// OfflineMethod is by which it is paid from now on, if it was to be paid through a
	// gateway; "": as before. The money must be booked where it comes.
	OfflineMethod string
}

// ChangePayment changes the payment of a purchase that is paid first. decide is called with
// its row, which is locked, in the same transaction. Money for one that has ended without
// it goes back.
func (s *Service) ChangePayment(ctx context.Context, id int64, decide func(tx *db.Tx, r Row, at time.Time) (Change, error)) error {
	return s.changePaidFirst(ctx, id, func(tx *db.Tx, r Row, at time.Time) error {
		c, err := decide(tx, r, at)
		switch {
		case err != nil:
			return err
		case c.Received:
			return s.receive(ctx, tx, r, at)
		case c.OfflineMethod != "" && r.PaymentMethod != OfflinePayment:
			if err := r.setMethod(ctx, tx, OfflinePayment, c.OfflineMethod); err != nil {
				return err
			}
		}
		return s.setDue(ctx, tx, r, c.DueAt, at)
	})
}

var errOwesOther = errs.New(errs.Conflict, "Another amount is to be paid back now. Please look again.").On("to_pay_back")

// PayBack counts all as paid back that is to be paid back, and notes which member of staff
// has done it. If something else is owed than they have seen, it is errs.Conflict: they have
// not paid that.
func (s *Service) PayBack(ctx context.Context, id int64, seen Owing, by string) error {
	return s.change(ctx, id, func(tx *db.Tx, r Row, at time.Time) error {
		switch {
		case r.ToPayBack() == 0:
			return errs.New(errs.Conflict, "There is nothing to pay back for this %s.", r.Kind)
		case seen != r.Owing():
			return errOwesOther
		}
		_, err := db.Exec(ctx, tx, `
			UPDATE `+r.Kind.table()+` SET paid_back = paid_back + $2, cash_repaid = cash_refunded, updated_at = $3 WHERE id = $1`, r.ID, r.OfflineToPayBack(), at.UnixMilli())
		if err == nil {
			_, err = db.Exec(ctx, tx, `UPDATE purchases SET repaid_at = $2, repaid_by = $3 WHERE id = $1`, r.ID, at.UnixMilli(), by)
		}
		if err != nil {
			return fmt.Errorf("count what was paid back: %w", err)
		}
		return nil
	})
}

// changePaidFirst changes a purchase that is paid first while its row is locked.
func (s *Service) changePaidFirst(ctx context.Context, id int64, change func(tx *db.Tx, r Row, at time.Time) error) error {
	return s.change(ctx, id, func(tx *db.Tx, r Row, at time.Time) error {
		if !r.PaidFirst() {
			return ErrCash(r.Kind)
		}
		return change(tx, r, at)
	})
}

// change changes a purchase while its row is locked.
func (s *Service) change(ctx context.Context, id int64, change func(tx *db.Tx, r Row, at time.Time) error) error {
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		return s.changeLocked(ctx, tx, id, func(r Row, at time.Time) error { return change(tx, r, at) })
	})
}

// receive books all that the wallet did not pay. Of several calls one succeeds.
func (s *Service) receive(ctx context.Context, tx *db.Tx, r Row, at time.Time) error {
	status := Paid
	if r.ReturnsMoney {
		status = Refunded
	}
	n, err := db.Exec(ctx, tx, `
		UPDATE `+r.Kind.table()+` SET payment_status = $2, payment_due_at = NULL, paid_at = $3, updated_at = $3 WHERE id = $1 AND payment_status = 'unpaid'`,
		r.ID, status, at.UnixMilli())
	if err != nil {
		return fmt.Errorf("receive a payment: %w", err)
	}
	if n == 0 {
		return errs.New(errs.Conflict, "This %s is paid already.", r.Kind)
	}
	if err := ledger.Post(ctx, tx, r.Kind.Event("paid"), r.subject(), at, PaidEntries(r.PaidInto(), r.ToPay())); err != nil || status == Paid {
		return err
	}
	return s.Reverse(ctx, tx, r, false, ledger.PaymentReturned, at)
}

// Receive books money that a gateway took for a purchase, in the caller's transaction.
// accepted is false if the purchase does not need it: it is paid already, or otherwise, or
// costs something else. Money for one that has ended goes back.
func (s *Service) Receive(ctx context.Context, tx *db.Tx, id int64, gateway string, amount money.Amount) (accepted bool, err error) {
	err = s.changeLocked(ctx, tx, id, func(r Row, at time.Time) error {
		if r.PaymentMethod != DigitalPayment || r.PaymentGateway != gateway || r.PaymentStatus != Unpaid || amount != r.ToPay() {
			return errUnchanged
		}
		accepted = true
		return s.receive(ctx, tx, r, at)
	})
	return accepted, err
}

// AwaitPending gives a purchase whose money is on its way until due, in the transaction
// of package payment.
func (s *Service) AwaitPending(ctx context.Context, tx *db.Tx, id int64, due time.Time) error {
	return s.changeLocked(ctx, tx, id, func(r Row, at time.Time) error {
		if !r.AwaitsPayment() || r.PaymentDueAt == nil || *r.PaymentDueAt >= due.UnixMilli() {
			return errUnchanged
		}
		return s.setDue(ctx, tx, r, due, at)
	})
}

// PaymentChanged says that a payment of a purchase has another state.
func (s *Service) PaymentChanged(ctx context.Context, tx *db.Tx, id int64) error {
	return s.changeLocked(ctx, tx, id, func(r Row, at time.Time) error {
		if _, err := db.Exec(ctx, tx, `UPDATE `+r.Kind.table()+` SET updated_at = $2 WHERE id = $1`, id, at.UnixMilli()); err != nil {
			return fmt.Errorf("note the change of a payment: %w", err)
		}
		return nil
	})
}

// setDue says until when a purchase must be paid, and plans its end; zero: it waits for
// nothing from its shopper.
func (s *Service) setDue(ctx context.Context, tx *db.Tx, r Row, due, now time.Time) error {
	var at *int64
	if !due.IsZero() {
		due = r.limitDue(due, now)
		milli := due.UnixMilli()
		at = &milli
	}
	if _, err := db.Exec(ctx, tx, `UPDATE `+r.Kind.table()+` SET payment_due_at = $2, updated_at = $3 WHERE id = $1`, r.ID, at, now.UnixMilli()); err != nil {
		return fmt.Errorf("write until when a purchase must be paid: %w", err)
	}
	if at == nil {
		return nil
	}
	return s.Jobs.Enqueue(ctx, tx, jobs.Job{
		Kind: paymentDueJob, Body: paymentDueBody{r.ID}, RunAt: due, UniqueKey: fmt.Sprintf("%s:%d:%d", paymentDueJob, r.ID, *at),
	})
}

// AwaitPayment gives the shopper of a purchase that was placed now and is paid first a
// time to pay, and returns when it ends; nil: it waits for no payment.
func (s *Service) AwaitPayment(ctx context.Context, tx *db.Tx, r Row, rules setting.Payments) (dueAt *int64, err error) {
	if !r.AwaitsPayment() {
		return nil, nil
	}
	placed := time.UnixMilli(r.CreatedAt)
	due := r.limitDue(placed.Add(rules.TimeFor(r.PaymentMethod == DigitalPayment)), placed)
	milli := due.UnixMilli()
	return &milli, s.setDue(ctx, tx, r, due, placed)
}

// ErrNotOverdue refuses to cancel, as unpaid, what its shopper has paid in time.
var ErrNotOverdue = errs.New(errs.Conflict, "The payment is not overdue.")
