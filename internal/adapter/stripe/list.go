package stripe

import (
	"context"
	"errors"
	"net/url"
	"strconv"
	"time"

	"hawker/internal/payment"
)

const (
	// pageSize is how many entries one response has, so that it stays below the limit of
	// httpclient.
	pageSize = 50
	// maxPages bounds a list. One for a week has another month before it.
	maxPages = 10_000
)

// each calls take for each entry of a list of Stripe's, the newest first, until one of them
// returns an error.
func each[T interface{ id() string }](ctx context.Context, g *Gateway, path string, query url.Values, take func(T) error) error {
	query.Set("limit", strconv.Itoa(pageSize))
	for range maxPages {
		var page struct {
			Data    []T
			HasMore bool `json:"has_more"`
		}
		if err := g.get(ctx, path, query, &page); err != nil {
			return err
		}
		for _, entry := range page.Data {
			if err := take(entry); err != nil {
				return err
			}
			query.Set("starting_after", entry.id())
		}
		if !page.HasMore || len(page.Data) == 0 {
			return nil
		}
	}
	return errors.New("a list of Stripe has too many entries: ask for a shorter period")
}

// charge is a charge as Stripe returns it.
type charge struct {
	ID             string
	AmountCaptured int64 `json:"amount_captured"`
	Currency       string
	PaymentIntent  intent `json:"payment_intent"`
	Status         string // succeeded, pending or failed
	Created        int64
	Metadata       metadata // of its payment intent
}

func (c charge) id() string { return c.ID }

// List implements payment.Gateway.
func (g *Gateway) List(ctx context.Context, from, to time.Time, yield func(payment.Record) error) error {
	period := func() url.Values {
		return url.Values{"created[gte]": {ceilSecond(from)}, "created[lt]": {ceilSecond(to)}}
	}
	err := each(ctx, g, "/v1/charges", period(), func(c charge) error {
		if c.Status != "succeeded" || c.AmountCaptured == 0 {
			return nil
		}
		return yield(payment.Record{
			At: time.Unix(c.Created, 0), PaymentID: c.Metadata.PaymentID,
			Charge: &payment.Charge{Ref: chargeRef(c.PaymentIntent, c.ID), Money: fromStripe(c.AmountCaptured, c.Currency)},
		})
	})
	if err != nil {
		return err
	}
	return each(ctx, g, "/v1/refunds", period(), func(r refund) error {
		report := r.report()
		if report.State != payment.ReportedDone {
			return nil
		}
		return yield(payment.Record{At: time.Unix(r.Created, 0), Refund: &report})
	})
}

// ceilSecond returns t in Unix seconds, rounded up.
func ceilSecond(t time.Time) string {
	return strconv.FormatInt(t.Add(time.Second-1).Unix(), 10)
}
