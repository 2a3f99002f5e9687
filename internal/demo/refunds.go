package demo

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"hawker/internal/order"
	"hawker/internal/refund"
	"hawker/internal/trip"
)

// refundTakes is how long the demo's admin thinks about a refund, at pace 1: long enough
// to see that it is requested.
const refundTakes = 45 * time.Second

// refundLeft is how old a request is that the demo's admin leaves to a person.
const refundLeft = time.Hour

// refundsRefused are the reasons that get no money back, so that a refusal can be seen.
var refundsRefused = map[string]string{
	"It came too late":              "It arrived within the time that was said when you ordered.",
	"I got something else":          "The store has checked it: this is what was ordered.",
	"I had to wait for the vehicle": "It was ready at the time that you had booked.",
}

// refundView has the fields of a refund that the staff read.
type refundView struct {
	Status    refund.Status `json:"refund_status"`
	Reason    string        `json:"reason"`
	CreatedAt time.Time     `json:"created_at"`
}

// answerRefunds approves or refuses the requests that have waited long enough.
func (s *Staff) answerRefunds(ctx context.Context) error {
	orders, err := s.list(ctx, string(order.StateRefund))
	if err != nil {
		return err
	}
	for _, o := range orders {
		if err := s.answerRefund(ctx, fmt.Sprint("/admin/refunds/", o.ID), o.Refunded, o.Refunds); err != nil {
			return fmt.Errorf("answer the refund of order %d: %w", o.ID, err)
		}
	}
	trips, err := s.tripPage(ctx, trip.RefundAsked, 1) // the others wait
	if err != nil {
		return err
	}
	for _, t := range trips {
		if err := s.answerRefund(ctx, fmt.Sprintf("/admin/trips/%d/refund", t.ID), t.Refunded, t.Refunds); err != nil {
			return fmt.Errorf("answer the refund of trip %d: %w", t.ID, err)
		}
	}
	return nil
}

// answerRefund answers the last of the refunds of an order or a trip. refunded is what was
// given back before.
func (s *Staff) answerRefund(ctx context.Context, path string, refunded float64, refunds []refundView) error {
	if len(refunds) == 0 {
		return nil
	}
	asked := refunds[len(refunds)-1]
	waited := s.Clock.Now().Sub(asked.CreatedAt)
	if waited < time.Duration(float64(refundTakes)/s.Pace) || waited > refundLeft {
		return nil
	}
	answer := map[string]any{"approve": true, "refunded": refunded, "reason": "We are sorry that this happened."}
	if no := refundsRefused[asked.Reason]; no != "" {
		answer = map[string]any{"approve": false, "reason": no}
	}
	err := s.crew.call(ctx, dispatcher, http.MethodPost, path, answer, nil)
	if errors.Is(err, errRefused) {
		return nil
	}
	return err
}
