package demo

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"hawker/internal/order"
)

// refundTakes is how long the demo's admin thinks about a refund, at pace 1: long enough
// to see that it is requested.
const refundTakes = 45 * time.Second

// refundLeft is how old a request is that the demo's admin leaves to a person.
const refundLeft = time.Hour

// refundsRefused are the reasons that get no money back, so that a refusal can be seen.
var refundsRefused = map[string]string{
	"It came too late":     "It arrived within the time that was said when you ordered.",
	"I got something else": "The store has checked it: this is what was ordered.",
}

// answerRefunds approves or refuses the requests that have waited long enough.
func (s *Staff) answerRefunds(ctx context.Context) error {
	requested, err := s.list(ctx, string(order.StateRefund))
	if err != nil {
		return err
	}
	for _, o := range requested {
		waited := s.Clock.Now().Sub(o.StatusAt)
		if len(o.Refunds) == 0 || waited < time.Duration(float64(refundTakes)/s.Pace) || waited > refundLeft {
			continue
		}
		answer := map[string]any{"approve": true, "reason": "We are sorry that this happened."}
		if no := refundsRefused[o.Refunds[len(o.Refunds)-1].Reason]; no != "" {
			answer = map[string]any{"approve": false, "reason": no}
		}
		err := s.crew.call(ctx, dispatcher, http.MethodPost, fmt.Sprint("/admin/refunds/", o.ID), answer, nil)
		if err != nil && !errors.Is(err, errRefused) {
			return fmt.Errorf("answer the refund of order %d: %w", o.ID, err)
		}
	}
	return nil
}
