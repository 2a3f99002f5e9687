package demo

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// paymentTakes is how long the demo's admin looks for a payment, at pace 1.
const paymentTakes = 15 * time.Second

// paymentNotFound is what a shopper writes about a payment that the demo's admin does not
// find, so that a refusal can be seen.
const paymentNotFound = "0000"

// answerPayments says of the payments that shoppers have sent whether they were received.
func (s *Staff) answerPayments(ctx context.Context) error {
	type paid struct {
		ID      int64 `json:"id"`
		Payment struct {
			SentAt  time.Time `json:"sent_at"`
			Sending int64     `json:"sending"`
			Fields  []struct {
				Value string `json:"value"`
			} `json:"fields"`
		} `json:"offline_payment"`
	}
	var list struct{ Orders, Trips []paid }
	if err := s.crew.call(ctx, dispatcher, http.MethodGet, fmt.Sprint("/admin/offline-payments?limit=", pageSize), nil, &list); err != nil {
		return err
	}
	for _, p := range append(list.Orders, list.Trips...) {
		if s.Clock.Now().Sub(p.Payment.SentAt) < time.Duration(float64(paymentTakes)/s.Pace) {
			continue
		}
		answer := map[string]any{"sending": p.Payment.Sending, "received": true}
		for _, f := range p.Payment.Fields {
			if strings.Contains(f.Value, paymentNotFound) {
				answer["received"], answer["reason"] = false, "No payment with this number has arrived. Please check the number."
			}
		}
		err := s.crew.call(ctx, dispatcher, http.MethodPost, fmt.Sprint("/admin/offline-payments/", p.ID), answer, nil)
		if err != nil && !errors.Is(err, errRefused) {
			return fmt.Errorf("answer the payment of order or trip %d: %w", p.ID, err)
		}
	}
	return nil
}
