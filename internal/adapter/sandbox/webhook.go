package sandbox

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"hawker/internal/adapter/httpclient"
	"hawker/internal/adapter/signature"
	"hawker/internal/db"
	"hawker/internal/jobs"
	"hawker/internal/payment"
)

// SignatureHeader is the header of a webhook with its signature.
const SignatureHeader = "Sandbox-Signature"

const (
	lateBy = 20 * time.Second // how late late webhooks are
	gap    = 5 * time.Second  // between webhooks that are out of order
)

// event is the body of a webhook. It says how the page or refund was when it was made.
type event struct {
	ID     string
	Kind   string
	Report *payment.Report       `json:",omitempty"`
	Refund *payment.RefundReport `json:",omitempty"`
}

func pageEvent(r payment.Report) event {
	return event{ID: "event_" + rand.Text(), Kind: "page." + string(r.State), Report: &r}
}

func refundEvent(r payment.RefundReport) event {
	return event{ID: "event_" + rand.Text(), Kind: "refund." + string(r.State), Refund: &r}
}

// announce plans the webhooks about the state of a page. There is one for each charge,
// with the charges until then.
func (g *Gateway) announce(ctx context.Context, tx *db.Tx, p page) error {
	charges, err := chargesOf(ctx, tx, p)
	if err != nil {
		return err
	}
	report := payment.Report{Session: p.Session, PaymentID: p.PaymentID, State: p.State}
	var events []event
	if p.Webhooks == outOfOrder {
		switch p.State {
		case payment.Pending:
			return nil // it is sent after the webhooks that follow
		case payment.Paid, payment.Failed:
			before := report
			before.State = payment.Pending
			events = append(events, pageEvent(before))
		}
	}
	for n := range charges {
		report.Charges = charges[:n+1]
		events = append(events, pageEvent(report))
	}
	if len(charges) == 0 {
		events = append(events, pageEvent(report))
	}
	return g.plan(ctx, tx, p.Webhooks, events...)
}

// plan plans webhooks, in the order in which things happened.
func (g *Gateway) plan(ctx context.Context, tx *db.Tx, how delivery, events ...event) error {
	at, step, times := g.Clock.Now(), time.Duration(0), 1
	switch how {
	case late:
		at = at.Add(lateBy)
	case twice:
		times = 2
	case outOfOrder:
		slices.Reverse(events)
		step = gap
	case never:
		times = 0
	}
	for _, e := range events {
		for range times {
			if err := g.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: webhookJob, Body: e, RunAt: at}); err != nil {
				return err
			}
		}
		at = at.Add(step)
	}
	return nil
}

// sendWebhook signs and sends one webhook. If it is not accepted, the job tries again.
func (g *Gateway) sendWebhook(ctx context.Context, e event) error {
	to := g.WebhookURL()
	if to == "" {
		return errors.New("the address of webhooks is not known yet")
	}
	body, err := json.Marshal(e)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, to, bytes.NewReader(body))
	if err != nil {
		return errors.New("the address of webhooks is no URL")
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set(SignatureHeader, signature.Sign(g.key.Current(), body, g.Clock.Now()))
	status, _, err := httpclient.Do(g.client, req)
	if err != nil {
		return fmt.Errorf("send a webhook: %w", err)
	}
	if status/100 != 2 {
		return fmt.Errorf("the shop returned %d to a webhook", status)
	}
	return nil
}

// ReadEvent implements payment.Gateway.
func (g *Gateway) ReadEvent(header payment.Header, body []byte, now time.Time) (payment.Event, error) {
	if !signature.Valid(header.Get(SignatureHeader), body, now, g.key.Accepted()...) {
		return payment.Event{}, payment.ErrForged
	}
	var e event
	if err := json.Unmarshal(body, &e); err != nil {
		return payment.Event{}, fmt.Errorf("read a webhook: %w", err)
	}
	return payment.Event{ID: e.ID, Kind: e.Kind, Report: e.Report, Refund: e.Refund}, nil
}
