package stripe

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"hawker/internal/adapter/signature"
	"hawker/internal/payment"
)

// signatureHeader is the header of a webhook with its signature.
const signatureHeader = "Stripe-Signature"

// event is the body of a webhook.
type event struct {
	ID   string
	Type string
	Data struct{ Object json.RawMessage }
}

// ReadEvent implements payment.Gateway.
func (g *Gateway) ReadEvent(header payment.Header, body []byte, now time.Time) (payment.Event, error) {
	if !signature.Valid(header.Get(signatureHeader), body, now, g.webhookSecret) {
		return payment.Event{}, payment.ErrForged
	}
	var e event
	if err := json.Unmarshal(body, &e); err != nil {
		return payment.Event{}, fmt.Errorf("read a webhook of Stripe: %w", err)
	}
	if e.ID == "" || e.Type == "" {
		return payment.Event{}, errors.New("a webhook of Stripe has no id or type")
	}
	read := payment.Event{ID: e.ID, Kind: e.Type}
	var err error
	switch e.Type {
	case "checkout.session.completed", "checkout.session.async_payment_succeeded", "checkout.session.async_payment_failed", "checkout.session.expired":
		read.Report, err = e.report()
	case "refund.created", "refund.updated", "refund.failed":
		var r refund
		if err = json.Unmarshal(e.Data.Object, &r); err == nil {
			report := r.report()
			read.Refund = &report
		}
	case "charge.refunded":
		read.Refund, err = e.newestRefund()
	}
	if err != nil {
		return payment.Event{}, fmt.Errorf("read %s of Stripe: %w", e.Type, err)
	}
	return read, nil
}

// report returns what an event says about a page; nil: we did not open it. Other programs may
// use the same account.
func (e event) report() (*payment.Report, error) {
	var s session
	if err := json.Unmarshal(e.Data.Object, &s); err != nil {
		return nil, err
	}
	if s.Mode != "payment" || s.Metadata.PaymentID == "" {
		return nil, nil
	}
	state := s.state()
	if e.Type == "checkout.session.async_payment_failed" {
		state = payment.Failed
	}
	report := s.report(state)
	return &report, nil
}

// newestRefund returns the newest refund of a charge. Only older versions of the API send
// it with the charge; later ones send refund.created.
func (e event) newestRefund() (*payment.RefundReport, error) {
	var c struct{ Refunds struct{ Data []refund } }
	if err := json.Unmarshal(e.Data.Object, &c); err != nil || len(c.Refunds.Data) == 0 {
		return nil, err
	}
	report := c.Refunds.Data[0].report()
	return &report, nil
}
