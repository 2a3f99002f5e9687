package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/jobs"
	"hawker/internal/purchase"
)

const (
	checkJob = "payment.check"
	closeJob = "payment.close"
)

// handleJobs registers the jobs of the service.
func (s *Service) handleJobs() {
	jobs.Handle(s.Jobs, webhookJob, s.handleWebhook)
	jobs.HandleOutside(s.Jobs, jobs.Payments, checkJob, s.check)
	jobs.HandleOutside(s.Jobs, jobs.Payments, closeJob, s.closePage)
	jobs.HandleOutside(s.Jobs, jobs.Payments, refundJob, s.sendRefund)
	jobs.HandleOutside(s.Jobs, jobs.Payments, checkRefundJob, s.checkRefund)
	jobs.Every(s.Jobs, "payment.prune", time.Hour, s.prune)
}

type checkBody struct{ ID string }

// checkAfter is when a gateway is asked about a payment of which it said nothing, besides
// the end of its page.
var checkAfter = []time.Duration{2 * time.Minute, 10 * time.Minute, 26 * time.Hour}

// planChecks plans to ask the gateway, because webhooks can be lost.
func (s *Service) planChecks(ctx context.Context, tx *db.Tx, p Payment) error {
	created := time.UnixMilli(p.CreatedAt)
	for _, at := range []time.Time{
		created.Add(checkAfter[0]), created.Add(checkAfter[1]), time.UnixMilli(p.ExpiresAt).Add(time.Minute), time.UnixMilli(p.ExpiresAt).Add(checkAfter[2]),
	} {
		if err := s.planCheck(ctx, tx, p.ID, at); err != nil {
			return err
		}
	}
	return nil
}

// planPendingChecks plans to ask about money that is on its way: a debit takes days, and its
// webhook can be lost as that of a refund.
func (s *Service) planPendingChecks(ctx context.Context, tx *db.Tx, id string, now time.Time) error {
	for _, after := range checkPendingAfter {
		if err := s.planCheck(ctx, tx, id, now.Add(after)); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) planCheck(ctx context.Context, tx *db.Tx, id string, at time.Time) error {
	return s.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: checkJob, Body: checkBody{id}, RunAt: at})
}

// Check plans to ask the gateway now: the shopper is back from its page, and its webhook
// may be late. Asked often, it asks the gateway once in a few seconds.
func (s *Service) Check(ctx context.Context, p Payment) error {
	if p.State.Ended() {
		return nil
	}
	now := s.Clock.Now()
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		return s.Jobs.Enqueue(ctx, tx, jobs.Job{
			Kind: checkJob, Body: checkBody{p.ID}, UniqueKey: fmt.Sprintf("%s:%s:%d", checkJob, p.ID, now.Unix()/checkSeconds),
		})
	})
}

const checkSeconds = 3

// check asks the gateway about a payment. After its time its page is closed: the gateway may
// keep it open for longer, while its bonus is free again for others. A page that was never
// made, or that its gateway does not know, has expired then.
func (s *Service) check(ctx context.Context, b checkBody) error {
	p, err := byID(ctx, s.DB.R, b.ID)
	if err != nil {
		return err
	}
	now := s.Clock.Now().UnixMilli()
	if p.State == Paid && now < p.ExpiresAt { // later it may have been paid twice
		return nil
	}
	return s.askAndMerge(ctx, p, now >= p.ExpiresAt)
}

// askAndMerge asks the gateway about a payment and takes over what it says. An open page is
// closed if its time is over.
func (s *Service) askAndMerge(ctx context.Context, p Payment, over bool) error {
	g, found := s.byName[p.Gateway]
	if !found {
		return fmt.Errorf("the gateway %s is not set up", p.Gateway)
	}
	report, err := ask(ctx, g, p)
	if err == nil && report.State == Open && over {
		report, err = end(ctx, g, p)
	}
	if err != nil {
		return err
	}
	return s.merge(ctx, p.Gateway, report)
}

// CheckUnpaid implements purchase.Payments.
func (s *Service) CheckUnpaid(ctx context.Context, id int64) error {
	left, err := db.Many[Payment](ctx, s.DB.R, `SELECT `+columns+` FROM payments WHERE purchase_id = $1 AND state IN ('open', 'pending')`, id)
	if err != nil {
		return fmt.Errorf("find the payments of a purchase: %w", err)
	}
	var failures []error
	for _, p := range left {
		failures = append(failures, s.askAndMerge(ctx, p, true))
	}
	return errors.Join(failures...)
}

// ask asks the gateway about a payment. Nobody has paid on a page that it does not have.
func ask(ctx context.Context, g Gateway, p Payment) (Report, error) {
	none := Report{PaymentID: p.ID, State: Open}
	if p.Session == nil {
		return none, nil
	}
	none.Session = *p.Session
	report, err := g.Find(ctx, *p.Session)
	if err != nil {
		if errors.Is(err, ErrUnknown) {
			err = nil
		}
		return none, err
	}
	report.PaymentID, report.Session = p.ID, *p.Session
	return report, nil
}

// end closes the page of a payment, and asks once more: it may have been paid at the last
// moment.
func end(ctx context.Context, g Gateway, p Payment) (Report, error) {
	if p.Session != nil {
		if err := g.Close(ctx, *p.Session); err != nil && !errors.Is(err, ErrUnknown) {
			return Report{}, err
		}
	}
	report, err := ask(ctx, g, p)
	if report.State == Open {
		report.State = Expired
	}
	return report, err
}

// webhookLife is how long the text of a webhook is kept, because it may name the payer.
const webhookLife = 90 * 24 * time.Hour

// prune deletes old webhooks that were handled.
func (s *Service) prune(ctx context.Context) error {
	return db.Prune(ctx, s.DB, "webhooks", `received_at < $1 AND handled_at IS NOT NULL`, s.Clock.Now().Add(-webhookLife).UnixMilli())
}

type closeBody struct{ ID string }

// ClosePages closes the pages of a purchase that no longer waits for their payment. It is
// called in the transaction of the change.
func (s *Service) ClosePages(ctx context.Context, tx *db.Tx, id int64) error {
	open, err := db.Many[Payment](ctx, tx, `SELECT id, gateway FROM payments WHERE purchase_id = $1 AND state = 'open' AND session IS NOT NULL`, id)
	if err != nil {
		return fmt.Errorf("find the pages of a purchase: %w", err)
	}
	if len(open) == 0 {
		return nil
	}
	now, err := purchase.Read(ctx, tx, id)
	if err != nil {
		return err
	}
	for _, p := range open {
		if p.awaitedBy(now) {
			continue
		}
		// Without a UniqueKey: a job that is done would prevent the next one.
		if err := s.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: closeJob, Body: closeBody{p.ID}}); err != nil {
			return err
		}
	}
	return nil
}

// awaitedBy reports whether a purchase waits to be paid through the gateway of the page.
func (p Payment) awaitedBy(b purchase.Brief) bool {
	return b.Status != "canceled" && b.PaymentStatus == purchase.Unpaid && b.PaymentMethod == purchase.DigitalPayment && b.PaymentGateway == p.Gateway
}

// closePage ends a page, so that nobody pays for what needs no payment any more. If it is
// needed again meanwhile, the gateway is only asked: an earlier try may have ended it.
func (s *Service) closePage(ctx context.Context, b closeBody) error {
	p, err := byID(ctx, s.DB.R, b.ID)
	if err != nil || p.State.Ended() || p.Session == nil || p.PurchaseID == nil {
		return err
	}
	now, err := purchase.Read(ctx, s.DB.R, *p.PurchaseID)
	if err != nil {
		return err
	}
	if p.awaitedBy(now) {
		return s.check(ctx, checkBody{p.ID})
	}
	g, found := s.byName[p.Gateway]
	if !found {
		return fmt.Errorf("the gateway %s is not set up", p.Gateway)
	}
	if err := g.Close(ctx, *p.Session); err != nil {
		return err
	}
	return s.check(ctx, checkBody{p.ID})
}
