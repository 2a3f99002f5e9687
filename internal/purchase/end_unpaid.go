package purchase

import (
	"context"
	"time"

	"hawker/internal/errs"
	"hawker/internal/jobs"
)

// paymentDueJob cancels what was not paid in time. Both names are older than trips, and
// are in databases.
const paymentDueJob = "order.payment_due"

type paymentDueBody struct {
	ID int64 `json:"OrderID"`
}

const (
	// maxChecks is how often the gateways are asked before a purchase is canceled although
	// they do not respond: with the pauses of the queue, for about ten minutes.
	maxChecks = 10
	checkTime = 30 * time.Second // for one try, so that the rest of the job has time
)

// endUnpaid cancels a purchase whose time to be paid has ended. The gateway is asked first:
// its webhook may have been lost, or have come while the shop was away. If it does not
// respond for long, the items go back on sale, and money that is found later goes back.
func (s *Service) endUnpaid(ctx context.Context, b paymentDueBody) error {
	h, err := s.holderOf(ctx, s.DB.R, b.ID)
	if err != nil {
		return err
	}
	if err := s.checkUnpaid(ctx, b.ID); err != nil && jobs.Attempt(ctx) < maxChecks {
		return err
	}
	err = h.CancelUnpaid(ctx, b.ID)
	if errs.Is(err, errs.Conflict) {
		return nil
	}
	return err
}

// checkUnpaid asks the gateways about a purchase that is still to be canceled as unpaid.
func (s *Service) checkUnpaid(ctx context.Context, id int64) error {
	b, err := Read(ctx, s.DB.R, id)
	if err != nil || s.Payments == nil || !b.overdueAtGateway(s.Clock.Now()) {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	return s.Payments.CheckUnpaid(ctx, id)
}

// overdueAtGateway reports whether a gateway should have taken the money by now.
func (b Brief) overdueAtGateway(now time.Time) bool {
	return b.PaymentMethod == DigitalPayment && b.PaymentStatus == Unpaid && b.PaymentDueAt != nil && *b.PaymentDueAt <= now.UnixMilli()
}
