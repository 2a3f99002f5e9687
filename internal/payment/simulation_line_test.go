package payment_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"hawker/internal/payment"
	"hawker/internal/payment/paymenttest"
)

// line is the connection to the gateway. It loses calls and responses.
type line struct {
	*paymenttest.Gateway
	rng       *rand.Rand
	bad       bool
	refundID  func(string) string // nil: as it is
	chargeRef func(string) string // nil: as it is
	isDeaf    bool                // to webhooks about refunds that failed
}

var errLine = errors.New("the gateway did not answer")

// lose reports whether a call, or else its answer, gets lost.
func (l *line) lose() (call, answer bool) {
	if !l.bad {
		return false, false
	}
	n := l.rng.IntN(3)
	return n == 0, n == 1
}

func (l *line) Open(ctx context.Context, c payment.Checkout) (payment.Page, error) {
	call, answer := l.lose()
	if call {
		return payment.Page{}, errLine
	}
	p, err := l.Gateway.Open(ctx, c)
	if answer {
		return payment.Page{}, errLine
	}
	return p, err
}

func (l *line) Find(ctx context.Context, session string) (payment.Report, error) {
	if call, answer := l.lose(); call || answer {
		return payment.Report{}, errLine
	}
	r, err := l.Gateway.Find(ctx, session)
	return l.renamed(r), err
}

func (l *line) ReadEvent(header payment.Header, body []byte, now time.Time) (payment.Event, error) {
	e, err := l.Gateway.ReadEvent(header, body, now)
	if e.Report != nil {
		r := l.renamed(*e.Report)
		e.Report = &r
	}
	if e.Refund != nil && e.Refund.State == payment.ReportedFailed && l.isDeaf {
		e.Refund = nil
	}
	return e, err
}

func (l *line) renamed(r payment.Report) payment.Report {
	for i := range r.Charges {
		if l.chargeRef != nil {
			r.Charges[i].Ref = l.chargeRef(r.Charges[i].Ref)
		}
	}
	return r
}

func (l *line) Refund(ctx context.Context, r payment.RefundOrder) (payment.RefundReport, error) {
	call, answer := l.lose()
	if call {
		return payment.RefundReport{}, errLine
	}
	if l.refundID != nil {
		r.RefundID = l.refundID(r.RefundID)
	}
	report, err := l.Gateway.Refund(ctx, r)
	if answer {
		return payment.RefundReport{}, errLine
	}
	return report, err
}
