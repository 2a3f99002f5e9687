package payment_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"hawker/internal/order"
	"hawker/internal/payment"
	"hawker/internal/payment/paymenttest"
)

// waitForCancel does jobs for as long as the end of an unpaid order may be tried again.
func (f fixture) waitForCancel(t *testing.T) {
	t.Helper()
	f.DoJobs(t)
	if n := f.Number(t, `SELECT COUNT(*) FROM orders WHERE status = 'canceled'`); n != 0 {
		t.Error("canceled although the gateway did not respond once")
	}
	for range 9 {
		f.Clock.Advance(10 * time.Minute)
		f.DoJobs(t)
	}
}

// loseChecks deletes the planned questions to the gateway, as if each had failed.
func (f fixture) loseChecks(t *testing.T) {
	t.Helper()
	f.Exec(t, `DELETE FROM jobs WHERE kind = 'payment.check'`)
}

func (f fixture) stock(t *testing.T) int64 {
	t.Helper()
	return f.Number(t, `SELECT quantity FROM stock WHERE item_id = $1`, f.item.ID)
}

// expectPaid checks that an order was paid once, and was not canceled.
func (f fixture) expectPaid(t *testing.T, o order.Order, p payment.Payment) {
	t.Helper()
	if got := f.order(t, o); got.Status != order.Pending || got.PaymentStatus != "paid" || f.stock(t) != 4 {
		t.Errorf("the order is %s and %s, %q; the stock is %d", got.Status, got.PaymentStatus, got.CancelReason, f.stock(t))
	}
	if got := f.charges(t, p.ID); !slices.Equal(got, []payment.ChargeStatus{payment.Accepted}) {
		t.Errorf("charges: %v", got)
	}
}

func TestOrder_CHK03_paidWhileTheShopWasAwayIsNotCanceled(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		o, p := f.placeByCard(t, "paid at minute 7", f.Guest(t))
		f.Clock.Advance(7 * time.Minute)
		f.Gateway.Pay(*p.Session) // its webhook does not arrive
		f.Clock.Advance(38 * time.Minute)
		f.loseChecks(t)
		f.DoJobs(t)
		f.expectPaid(t, o.Order, p)
	})
}

func TestOrder_CHK03_paidWhileItsPageIsClosedIsNotCanceled(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		o, p := f.placeByCard(t, "paid at the last moment", f.Guest(t))
		f.Clock.Advance(31 * time.Minute)
		f.loseChecks(t)
		isPaid := false
		f.Gateway.Fail = func(call string) error {
			if call != "close" || isPaid {
				return nil
			}
			isPaid = true
			hook := f.Gateway.Pay(*p.Session)
			return f.Payments.Receive(context.Background(), "card", hook.Header, hook.Body)
		}
		f.DoJobs(t)
		f.expectPaid(t, o.Order, p)
	})
}

func TestOrder_ORD05_thatNobodyPaidIsCanceledOnceAfterTheGatewayHasSaidSo(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		o, p := f.placeByCard(t, "not paid", f.Guest(t))
		f.Clock.Advance(30 * time.Minute)
		f.loseChecks(t)
		for range 2 {
			f.DoJobs(t)
			f.Clock.Advance(time.Hour)
		}
		if got := f.order(t, o.Order); got.Status != order.Canceled || got.CancelReason != "It was not paid in time." || f.stock(t) != 5 {
			t.Errorf("the order is %s, %q; the stock is %d", got.Status, got.CancelReason, f.stock(t))
		}
		if got := f.read(t, p.ID); got.State != payment.Expired || f.Gateway.Payable(*p.Session) {
			t.Errorf("the payment is %s, its page can be paid: %t", got.State, f.Gateway.Payable(*p.Session))
		}
	})
}

// hanging is a gateway that does not respond. during is called in each call.
type hanging struct {
	*paymenttest.Gateway
	during func(ctx context.Context)
}

func (g hanging) Find(ctx context.Context, _ string) (payment.Report, error) {
	g.during(ctx)
	return payment.Report{}, errors.New("no response in time")
}

func TestOrder_ORD05_isCanceledWithoutAGatewayThatHangs(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		o, p := f.placeByCard(t, "the gateway hangs", f.Guest(t))
		f.Clock.Advance(30 * time.Minute)
		f.loseChecks(t)
		var first sync.Once
		f.Payments.ReplaceGateway(hanging{f.Gateway, func(ctx context.Context) {
			first.Do(func() {
				if until, isLimited := ctx.Deadline(); !isLimited || time.Until(until) > 35*time.Second {
					t.Error("the rest of the job has no time")
				}
			})
			f.Exec(t, `UPDATE orders SET updated_at = updated_at WHERE id = $1`, o.ID) // waits if the row is locked
		}})
		f.waitForCancel(t)
		if got := f.order(t, o.Order); got.Status != order.Canceled || f.stock(t) != 5 {
			t.Errorf("the order is %s, the stock is %d", got.Status, f.stock(t))
		}
		f.Payments.ReplaceGateway(f.Gateway)
		f.Deliver(t, f.Gateway.Pay(*p.Session))
		if n := f.Number(t, `SELECT COUNT(*) FROM payment_refunds WHERE status = 'done'`); n != 1 {
			t.Errorf("%d payments that came too late went back", n)
		}
	})
}
