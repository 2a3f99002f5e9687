package payment

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/jobs"
	"hawker/internal/ledger"
	"hawker/internal/money"
)

// RefundStatus is how far money is that goes back.
type RefundStatus string

// The statuses.
const (
	RefundWaiting  RefundStatus = "waiting" // the gateway is not asked yet
	RefundPending  RefundStatus = "pending" // the gateway is sending it
	RefundDone     RefundStatus = "done"
	RefundFailed   RefundStatus = "failed"   // the gateway cannot send it: a person must help
	RefundCredited RefundStatus = "credited" // it went into the wallet instead
	RefundSettled  RefundStatus = "settled"  // a person gave it back outside of the shop
)

// SendBack plans to send money of a purchase back, in the transaction that gives it back.
// The ledger has it in the clearing account until the gateway has sent it.
func (s *Service) SendBack(ctx context.Context, tx *db.Tx, id int64, amount money.Amount, at time.Time) error {
	charge, err := chargeThatPaid(ctx, tx, id)
	if err != nil {
		return err
	}
	return s.planRefund(ctx, tx, charge.ID, amount, at)
}

// returnCharge sends a whole charge back that nobody needs. It is booked only now, and
// goes to the clearing account.
func (s *Service) returnCharge(ctx context.Context, tx *db.Tx, chargeID int64, gateway string, amount money.Amount, reason string, at time.Time) error {
	if _, err := db.Exec(ctx, tx, `UPDATE charges SET status = 'returned', reason = $2 WHERE id = $1`, chargeID, reason); err != nil {
		return fmt.Errorf("return a charge: %w", err)
	}
	return s.sendWholeBack(ctx, tx, chargeID, gateway, amount, at)
}

// sendWholeBack books a charge that was not booked yet, and plans its refund.
func (s *Service) sendWholeBack(ctx context.Context, tx *db.Tx, chargeID int64, gateway string, amount money.Amount, at time.Time) error {
	err := ledger.Post(ctx, tx, ledger.PaymentReceived, ledger.Other("charge", chargeID), at,
		[]ledger.Entry{{Account: ledger.Gateway(gateway), Amount: amount}, {Account: ledger.Clearing, Amount: -amount}})
	if err != nil {
		return err
	}
	return s.planRefund(ctx, tx, chargeID, amount, at)
}

const refundJob = "payment.refund"

type refundBody struct{ ID string }

// planRefund writes a refund and the job that sends it. More than the charge has left is
// refused by the database (O3).
func (s *Service) planRefund(ctx context.Context, tx *db.Tx, chargeID int64, amount money.Amount, at time.Time) error {
	id := rand.Text()
	_, err := db.Exec(ctx, tx, `UPDATE charges SET sent_back = sent_back + $2 WHERE id = $1`, chargeID, amount)
	if err == nil {
		_, err = db.Exec(ctx, tx, `
			INSERT INTO payment_refunds (id, charge_id, amount, status, reason, sent_as, ref, created_at) VALUES ($1, $2, $3, 'waiting', '', $1, '', $4)`,
			id, chargeID, amount, at.UnixMilli())
	}
	if err != nil {
		return fmt.Errorf("plan a refund: %w", err)
	}
	return s.enqueueRefund(ctx, tx, id, id)
}

// enqueueRefund plans the job that sends a refund, which the gateway knows as sentAs. The job
// retries until the gateway answers, for instance until its key is replaced.
func (s *Service) enqueueRefund(ctx context.Context, tx *db.Tx, id, sentAs string) error {
	return s.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: refundJob, Body: refundBody{id}, UniqueKey: refundJob + ":" + sentAs, MaxAttempts: jobs.Unlimited})
}

// refundRow is a refund with what its gateway must know.
type refundRow struct {
	ID       string
	ChargeID int64
	Amount   money.Amount
	Status   RefundStatus
	SentAs   string // what the gateway knows it as
	MadeAs   string // the gateway's id; "": it has not made it, as far as we know
	Gateway  string
	Ref      string // of the charge
	Digits   int
	Currency string
}

func (r refundRow) money() Money { return Money{r.Amount, r.Digits, r.Currency} }

const refundQuery = `
	SELECT r.id, r.charge_id, r.amount, r.status, r.sent_as, r.ref AS made_as, c.gateway, c.ref, c.digits, c.currency
	FROM payment_refunds r JOIN charges c ON c.id = r.charge_id WHERE`

// sendRefund asks the gateway to send money back.
func (s *Service) sendRefund(ctx context.Context, b refundBody) error {
	return s.askRefund(ctx, b.ID, RefundWaiting)
}

const checkRefundJob = "payment.check_refund"

// checkPendingAfter is when a gateway is asked how far money is that it is moving, in either
// direction, because webhooks can be lost.
var checkPendingAfter = []time.Duration{time.Hour, 24 * time.Hour, 3 * 24 * time.Hour, 7 * 24 * time.Hour, 14 * 24 * time.Hour, 30 * 24 * time.Hour}

// planRefundChecks plans to ask about a refund that the gateway is sending.
func (s *Service) planRefundChecks(ctx context.Context, tx *db.Tx, id string, now time.Time) error {
	for _, after := range checkPendingAfter {
		if err := s.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: checkRefundJob, Body: refundBody{id}, RunAt: now.Add(after)}); err != nil {
			return err
		}
	}
	return nil
}

// checkRefund asks the gateway how far a refund is.
func (s *Service) checkRefund(ctx context.Context, b refundBody) error {
	return s.askRefund(ctx, b.ID, RefundPending)
}

// askRefund has the gateway send a refund that has this status, or say how far it is:
// asked again it sends nothing twice.
func (s *Service) askRefund(ctx context.Context, id string, in RefundStatus) error {
	r, err := db.One[refundRow](ctx, s.DB.R, refundQuery+` r.id = $1`, id)
	if err != nil {
		return fmt.Errorf("read a refund: %w", err)
	}
	if r.Status != in {
		return nil
	}
	g, found := s.byName[r.Gateway]
	if !found {
		return fmt.Errorf("the gateway %s is not set up", r.Gateway)
	}
	report, err := g.Refund(ctx, RefundOrder{RefundID: r.SentAs, Charge: r.Ref, Money: r.money()})
	if errors.Is(err, ErrRefused) {
		report, err = RefundReport{State: ReportedFailed, Reason: refusal(g, r.money())}, nil
	}
	if err != nil {
		return errs.New(errs.Unavailable, "The gateway cannot be reached.").Because(err)
	}
	report.RefundID = r.SentAs
	return s.mergeRefund(ctx, report)
}

// refusal says why a gateway refuses a refund.
func refusal(g Gateway, m Money) string {
	if !g.Takes(m) {
		return "The gateway cannot send exactly this amount."
	}
	return "The gateway refused the refund."
}

// mergeRefund takes over what a gateway says about a refund. One that was made elsewhere,
// such as in the gateway's dashboard, is left to reconciling.
func (s *Service) mergeRefund(ctx context.Context, report RefundReport) error {
	if report.RefundID == "" {
		return nil
	}
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		r, err := db.One[refundRow](ctx, tx, refundQuery+` r.sent_as = $1`+tx.Dialect.LockedOf("r"), report.RefundID)
		if errors.Is(err, db.ErrNotFound) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("lock a refund: %w", err)
		}
		to := statusOf[report.State]
		if rank(to, report.Ref) <= rank(r.Status, r.MadeAs) {
			return nil
		}
		return s.moveRefund(ctx, tx, r, to, report)
	})
}

// statusOf are the statuses of what gateways report.
var statusOf = map[ReportedState]RefundStatus{ReportedPending: RefundPending, ReportedDone: RefundDone, ReportedFailed: RefundFailed}

// rank orders the statuses: a higher one replaces a lower one, because reports may arrive
// in any order (O1). A refund can fail days after it was done, such as when the bank of the
// card sends the money back, and stays failed. One that the gateway refused to make has no
// id there: what it reports says more.
func rank(s RefundStatus, madeAs string) int {
	switch {
	case s == RefundWaiting:
		return 0
	case s == RefundFailed && madeAs == "":
		return 1
	case s == RefundPending:
		return 2
	case s == RefundDone:
		return 3
	case s == RefundFailed:
		return 4
	}
	return 5 // a person has decided
}

// moveRefund writes the status of a refund whose row is locked. Money that has arrived
// leaves the clearing account, and comes back if the gateway could not send it after all.
func (s *Service) moveRefund(ctx context.Context, tx *db.Tx, r refundRow, to RefundStatus, report RefundReport) error {
	now := s.Clock.Now()
	var ended *int64
	if to != RefundPending {
		at := now.UnixMilli()
		ended = &at
	}
	_, err := db.Exec(ctx, tx, `
		UPDATE payment_refunds SET status = $2, reason = $3, ended_at = $4, ref = CASE WHEN $5 = '' THEN ref ELSE $5 END WHERE id = $1`,
		r.ID, to, report.Reason, ended, report.Ref)
	if err != nil {
		return fmt.Errorf("write a refund: %w", err)
	}
	if to == RefundFailed || r.Status == RefundFailed { // the page speaks of these alone
		if err := s.tellPages(ctx, tx, r); err != nil {
			return err
		}
	}
	switch {
	case to == RefundPending:
		return s.planRefundChecks(ctx, tx, r.ID, now)
	case to == RefundDone:
		return r.post(ctx, tx, ledger.MoneyReturned(r.SentAs), r.Amount, now)
	case r.Status == RefundDone:
		return r.post(ctx, tx, ledger.ReturnFailed(r.SentAs), -r.Amount, now)
	}
	return nil
}

// post books money out of the clearing account to the gateway; below zero: back into it.
func (r refundRow) post(ctx context.Context, tx *db.Tx, kind ledger.Kind, amount money.Amount, at time.Time) error {
	return ledger.Post(ctx, tx, kind, ledger.Other("payment_refund", r.ID), at,
		[]ledger.Entry{{Account: ledger.Clearing, Amount: amount}, {Account: ledger.Gateway(r.Gateway), Amount: -amount}})
}
