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
	RefundWaits    RefundStatus = "waiting" // the gateway is not asked yet
	RefundSent     RefundStatus = "pending" // the gateway is sending it
	RefundArrived  RefundStatus = "done"
	RefundStuck    RefundStatus = "failed"   // the gateway cannot send it: a person must help
	RefundCredited RefundStatus = "credited" // it went into the wallet instead
	RefundSettled  RefundStatus = "settled"  // a person gave it back outside of the shop
)

// SendBack plans to send money of a purchase back, in the transaction that gives it back.
// The ledger has it in the clearing account until the gateway has sent it.
func (s *Service) SendBack(ctx context.Context, tx *db.Tx, id int64, amount money.Amount, at time.Time) error {
	charge, err := db.One[Received](ctx, tx, `
		SELECT `+chargeColumns+` FROM charges WHERE status = 'accepted' AND payment_id IN (SELECT id FROM payments WHERE purchase_id = $1)`, id)
	if err != nil {
		return fmt.Errorf("find the charge of a purchase: %w", err)
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

// enqueueRefund plans the job that sends a refund, which the gateway knows as sentAs.
func (s *Service) enqueueRefund(ctx context.Context, tx *db.Tx, id, sentAs string) error {
	return s.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: refundJob, Body: refundBody{id}, UniqueKey: refundJob + ":" + sentAs, MaxAttempts: refundAttempts})
}

// refundAttempts let a gateway be away for about a day: most are a quarter of an hour apart.
const refundAttempts = 100

// refundRow is a refund with what its gateway must know.
type refundRow struct {
	ID       string
	ChargeID int64
	Amount   money.Amount
	Status   RefundStatus
	SentAs   string // what the gateway knows it as
	Gateway  string
	Ref      string // of the charge
	Digits   int
	Currency string
}

const refundQuery = `
	SELECT r.id, r.charge_id, r.amount, r.status, r.sent_as, c.gateway, c.ref, c.digits, c.currency
	FROM payment_refunds r JOIN charges c ON c.id = r.charge_id WHERE`

// sendRefund asks the gateway to send money back. Asked again it sends nothing twice.
func (s *Service) sendRefund(ctx context.Context, b refundBody) error {
	r, err := db.One[refundRow](ctx, s.DB.R, refundQuery+` r.id = $1`, b.ID)
	if err != nil {
		return fmt.Errorf("read a refund: %w", err)
	}
	if r.Status != RefundWaits {
		return nil
	}
	g, found := s.byName[r.Gateway]
	if !found {
		return fmt.Errorf("the gateway %s is not set up", r.Gateway)
	}
	report, err := g.Refund(ctx, RefundOrder{RefundID: r.SentAs, Charge: r.Ref, Money: Money{r.Amount, r.Digits, r.Currency}})
	if errors.Is(err, ErrRefused) {
		report, err = RefundReport{State: RefundFailed, Reason: "The gateway refused the refund."}, nil
	}
	if err != nil {
		return errs.New(errs.Unavailable, "The gateway cannot be reached.").Because(err)
	}
	report.RefundID = r.SentAs
	return s.mergeRefund(ctx, report)
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
		if r.Status == RefundArrived || r.Status == RefundCredited || r.Status == RefundSettled {
			return nil
		}
		return s.moveRefund(ctx, tx, r, report)
	})
}

// statusOf are the statuses of what gateways report.
var statusOf = map[RefundState]RefundStatus{RefundPending: RefundSent, RefundDone: RefundArrived, RefundFailed: RefundStuck}

// moveRefund writes the status of a refund whose row is locked. Money that has arrived
// leaves the clearing account.
func (s *Service) moveRefund(ctx context.Context, tx *db.Tx, r refundRow, report RefundReport) error {
	to := statusOf[report.State]
	if r.Status == RefundStuck && to == RefundSent { // it arrived late
		return nil
	}
	now := s.Clock.Now()
	var ended *int64
	if to != RefundSent {
		at := now.UnixMilli()
		ended = &at
	}
	_, err := db.Exec(ctx, tx, `
		UPDATE payment_refunds SET status = $2, reason = $3, ended_at = $4, ref = CASE WHEN $5 = '' THEN ref ELSE $5 END WHERE id = $1`,
		r.ID, to, report.Reason, ended, report.Ref)
	if err != nil {
		return fmt.Errorf("write a refund: %w", err)
	}
	if to != RefundArrived {
		return nil
	}
	return ledger.Post(ctx, tx, ledger.MoneyReturned, ledger.Other("payment_refund", r.ID), now,
		[]ledger.Entry{{Account: ledger.Clearing, Amount: r.Amount}, {Account: ledger.Gateway(r.Gateway), Amount: -r.Amount}})
}
