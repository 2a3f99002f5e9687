// Package stripe takes payments by Stripe Checkout: the shopper pays on a page of Stripe's,
// so that no card number ever comes to us. It implements payment.Gateway over Stripe's HTTP
// API (docs/adr/0017).
//
// A charge is named by its payment intent, also in refunds and lists.
package stripe

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"hawker/internal/adapter/httpclient"
	"hawker/internal/clock"
	"hawker/internal/payment"
)

// Config is what Stripe gives to a shop.
type Config struct {
	SecretKey     string // sk_… or rk_…
	WebhookSecret string // whsec_…, of the endpoint that sends the webhooks
	URL           string // replaces Stripe in tests; "": https://api.stripe.com
	Clock         clock.Clock
}

// Gateway takes payments through an account at Stripe. Safe for concurrent use.
type Gateway struct {
	secretKey     string
	webhookSecret []byte
	url           string
	clock         clock.Clock
	client        *http.Client
}

var (
	secretKey     = regexp.MustCompile(`^[sr]k_[!-~]+$`)
	webhookSecret = regexp.MustCompile(`^whsec_[!-~]+$`)
)

// New checks the config and returns all mistakes at once. Errors do not contain any part of
// the config.
func New(c Config) (*Gateway, error) {
	var wrong []error
	if !secretKey.MatchString(c.SecretKey) {
		wrong = append(wrong, errors.New("the secret key of Stripe does not begin with sk_ or rk_"))
	}
	if !webhookSecret.MatchString(c.WebhookSecret) {
		wrong = append(wrong, errors.New("the secret of Stripe's webhooks does not begin with whsec_"))
	}
	base := cmp.Or(c.URL, "https://api.stripe.com")
	if u, err := url.Parse(base); err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		wrong = append(wrong, errors.New("the address of Stripe is not http(s)://host"))
	}
	if err := errors.Join(wrong...); err != nil {
		return nil, err
	}
	return &Gateway{
		secretKey: c.SecretKey, webhookSecret: []byte(c.WebhookSecret), url: strings.TrimSuffix(base, "/"),
		clock: c.Clock, client: httpclient.New(httpclient.Timeout),
	}, nil
}

var _ payment.Gateway = (*Gateway)(nil)

// Title is the name under which shoppers choose it.
const Title = "Card"

// Name implements payment.Gateway.
func (g *Gateway) Name() string { return "stripe" }

// Open implements payment.Gateway. For a day Stripe returns the same page, if the checkout is
// the same. If Stripe refuses the end of the page, the nearest end that it accepts is used.
func (g *Gateway) Open(ctx context.Context, c payment.Checkout) (payment.Page, error) {
	form, err := checkoutForm(c)
	if err != nil {
		return payment.Page{}, err
	}
	key := "page_" + c.PaymentID
	s, err := g.create(ctx, form, key)
	// The wanted end is tried first, so that a repeated call returns the page that was opened with it.
	end, differs := nearestEnd(c.ExpiresAt, g.clock.Now())
	if differs && errors.Is(err, payment.ErrRefused) {
		form.Set("expires_at", strconv.FormatInt(end.Unix(), 10))
	}
	// The key was sent with other parameters, such as another language. A new key is safe: of
	// all pages of a payment, shoppers get only the one that was stored first.
	if differs && errors.Is(err, payment.ErrRefused) || hasCode(err, "idempotency_error") {
		s, err = g.create(ctx, form, key+"_"+digest(form))
	}
	if err != nil {
		return payment.Page{}, fmt.Errorf("open a page of Stripe: %w", err)
	}
	if !sessionID.MatchString(s.ID) || s.URL == "" {
		return payment.Page{}, errors.New("open a page of Stripe: it has no id or address")
	}
	return payment.Page{Session: s.ID, URL: s.URL}, nil
}

// create opens a page. If Stripe does not like the e-mail address, Stripe asks the shopper
// for it.
func (g *Gateway) create(ctx context.Context, form url.Values, key string) (s session, err error) {
	err = g.post(ctx, "/v1/checkout/sessions", form, key, &s)
	if hasCode(err, "email_invalid") {
		form.Del("customer_email")
		err = g.post(ctx, "/v1/checkout/sessions", form, key, &s)
	}
	return s, err
}

// digest identifies a form.
func digest(form url.Values) string {
	sum := sha256.Sum256([]byte(form.Encode()))
	return hex.EncodeToString(sum[:8])
}

// checkoutForm returns what a page is made of.
func checkoutForm(c payment.Checkout) (url.Values, error) {
	amount, err := toStripe(c.Money)
	if err != nil {
		return nil, err
	}
	const line, price = "line_items[0]", "line_items[0][price_data]"
	form := url.Values{
		"mode":                 {"payment"},
		"client_reference_id":  {c.PaymentID},
		"metadata[payment_id]": {c.PaymentID},
		"payment_intent_data[metadata][payment_id]": {c.PaymentID},
		line + "[quantity]":                         {"1"},
		price + "[currency]":                        {strings.ToLower(c.Money.Currency)},
		price + "[unit_amount]":                     {strconv.FormatInt(amount, 10)},
		price + "[product_data][name]":              {title(c.Title)},
		"success_url":                               {c.ReturnURL},
		"cancel_url":                                {c.ReturnURL},
		"expires_at":                                {strconv.FormatInt(c.ExpiresAt.Unix(), 10)},
		"locale":                                    {locale(c.Language)},
	}
	if c.Email != "" {
		form.Set("customer_email", c.Email)
	}
	return form, nil
}

// How soon and how late Stripe lets a page end, with a minute for the call and for clocks
// that differ.
const (
	soonest = 31 * time.Minute
	latest  = 24*time.Hour - time.Minute
	// endStep is the step of an end that depends on the time of the call, so that a call
	// that is repeated soon has the same.
	endStep = 10 * time.Minute
)

// nearestEnd returns an end that Stripe accepts, and whether it is another than want.
func nearestEnd(want, now time.Time) (end time.Time, differs bool) {
	switch {
	case want.Before(now.Add(soonest)):
		return now.Add(soonest).Truncate(endStep).Add(endStep), true
	case want.After(now.Add(latest)):
		return now.Add(latest).Truncate(endStep), true
	}
	return want, false
}

// maxTitleLength bounds the name of a product at Stripe, in characters.
const maxTitleLength = 250

func title(text string) string {
	runes := []rune(cmp.Or(strings.TrimSpace(text), "Payment"))
	return string(runes[:min(len(runes), maxTitleLength)])
}

// Close implements payment.Gateway. Stripe ends open pages only.
func (g *Gateway) Close(ctx context.Context, id string) error {
	if !sessionID.MatchString(id) {
		return payment.ErrUnknown
	}
	err := g.post(ctx, "/v1/checkout/sessions/"+id+"/expire", nil, "", &session{})
	if errors.Is(err, payment.ErrRefused) {
		if r, findErr := g.Find(ctx, id); findErr == nil && r.State != payment.Open {
			return nil
		}
	}
	return err
}

// Find implements payment.Gateway.
func (g *Gateway) Find(ctx context.Context, id string) (payment.Report, error) {
	if !sessionID.MatchString(id) {
		return payment.Report{}, payment.ErrUnknown
	}
	var s session
	if err := g.get(ctx, "/v1/checkout/sessions/"+id, url.Values{"expand[]": {"payment_intent"}}, &s); err != nil {
		return payment.Report{}, err
	}
	return s.report(s.state()), nil
}
