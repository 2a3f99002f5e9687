// Package sandbox is a payment gateway of our own, for demos and tests: no real money
// moves. It implements payment.Gateway and behaves like a service outside. The shopper
// pays on a page of it, where they choose what happens. What happened is sent as signed
// webhooks, by jobs, in the way that the shopper chose: at once, late, twice, out of order
// or never. All of it is in the database, so instances and restarts change nothing.
package sandbox

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"time"

	"hawker/internal/adapter/httpclient"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/jobs"
	"hawker/internal/money"
	"hawker/internal/payment"
	"hawker/internal/secret"
)

// Deps is what the sandbox is made of.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Jobs  *jobs.Queue
	// WebhookURL returns where webhooks are sent; "": not known yet, and they wait.
	WebhookURL func() string
	// Shop returns the name of the shop, for the page.
	Shop func(ctx context.Context) (string, error)
	// Styles are the paths of the storefront's stylesheets, which the page uses.
	Styles []string
}

// Gateway is the sandbox. Safe for concurrent use.
type Gateway struct {
	Deps
	key    *secret.Key
	client *http.Client
	pages  *http.ServeMux
}

// SecretName is the name of the server's secret that signs webhooks.
const SecretName = "sandbox_secret"

const (
	expireJob       = "sandbox.expire"
	settleJob       = "sandbox.settle"
	settleRefundJob = "sandbox.settle_refund"
	webhookJob      = "sandbox.webhook"
	pruneJob        = "sandbox.prune"
	// life is how long a page is kept.
	life = 90 * 24 * time.Hour
	// settleAfter is how long money takes that does not come at once.
	settleAfter = 5 * time.Second
)

// New reads the secret, which all instances on the database share, and registers the jobs.
func New(ctx context.Context, d Deps) (*Gateway, error) {
	key, err := secret.Read(ctx, d.DB, d.Clock, SecretName)
	if err != nil {
		return nil, err
	}
	g := &Gateway{Deps: d, key: key, client: httpclient.New(httpclient.Timeout)}
	g.pages = g.routes()
	jobs.Handle(d.Jobs, expireJob, g.expire)
	jobs.Handle(d.Jobs, settleJob, g.settle)
	jobs.Handle(d.Jobs, settleRefundJob, g.settleRefund)
	jobs.HandleOutside(d.Jobs, jobs.Payments, webhookJob, g.sendWebhook)
	jobs.Every(d.Jobs, pruneJob, 24*time.Hour, g.prune)
	return g, nil
}

var _ payment.Gateway = (*Gateway)(nil)

// Title is the name under which shoppers choose it.
const Title = "Test payment"

// Name implements payment.Gateway.
func (g *Gateway) Name() string { return "sandbox" }

// Takes implements payment.Gateway.
func (g *Gateway) Takes(m payment.Money) bool { return checkMoney(m) == nil }

// Follow reads the secret again after a rotation, until ctx ends. Call it in a goroutine
// of its own.
func (g *Gateway) Follow(ctx context.Context) { g.key.Follow(ctx) }

// Open implements payment.Gateway. The page has the origin of the return URL, because the
// shop serves it.
func (g *Gateway) Open(ctx context.Context, c payment.Checkout) (payment.Page, error) {
	if err := check(c); err != nil {
		return payment.Page{}, err
	}
	var p page
	err := db.InTx(ctx, g.DB, func(tx *db.Tx) error {
		session := rand.Text()
		isNew, err := insertPage(ctx, tx, session, c, g.Clock.Now())
		if err != nil {
			return err
		}
		if p, err = pageOfPayment(ctx, tx, c.PaymentID); err != nil || !isNew {
			return err
		}
		return g.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: expireJob, Body: session, RunAt: c.ExpiresAt})
	})
	if err != nil {
		return payment.Page{}, fmt.Errorf("open a page of the sandbox: %w", err)
	}
	if !p.money(p.Amount).Same(c.Money) {
		return payment.Page{}, fmt.Errorf("the sandbox has this payment with another amount: %w", payment.ErrRefused)
	}
	return payment.Page{Session: p.Session, URL: p.url()}, nil
}

var currency = regexp.MustCompile(`^[A-Z]{3}$`)

// check refuses what no gateway would accept.
func check(c payment.Checkout) error {
	back, err := url.Parse(c.ReturnURL)
	switch {
	case c.PaymentID == "":
		err = errors.New("the payment has no id")
	case checkMoney(c.Money) != nil:
		err = checkMoney(c.Money)
	case err != nil || back.Host == "" || back.Scheme != "https" && back.Scheme != "http":
		err = errors.New("the return URL is not http(s)://host")
	default:
		return nil
	}
	return fmt.Errorf("%w: %w", payment.ErrRefused, err)
}

func checkMoney(m payment.Money) error {
	switch {
	case m.Amount <= 0 || m.Amount > money.Limit:
		return errors.New("the amount is not positive, or too large")
	case (money.Currency{Digits: m.Digits}).Validate() != nil || !currency.MatchString(m.Currency):
		return errors.New("no such currency")
	}
	return nil
}

// Close implements payment.Gateway. The page expires.
func (g *Gateway) Close(ctx context.Context, session string) error {
	return db.InTx(ctx, g.DB, func(tx *db.Tx) error {
		if err := g.end(ctx, tx, session); err != nil {
			return err
		}
		_, err := pageOfSession(ctx, tx, session)
		return known(err)
	})
}

// expire ends a page whose time is over.
func (g *Gateway) expire(ctx context.Context, session string) error {
	return db.InTx(ctx, g.DB, func(tx *db.Tx) error { return g.end(ctx, tx, session) })
}

// end makes an open page expire. Any other stays as it is.
func (g *Gateway) end(ctx context.Context, tx *db.Tx, session string) error {
	changed, err := changeState(ctx, tx, session, payment.Open, payment.Expired)
	if err != nil || !changed {
		return err
	}
	p, err := pageOfSession(ctx, tx, session)
	if err != nil {
		return err
	}
	return g.announce(ctx, tx, p)
}

// Find implements payment.Gateway.
func (g *Gateway) Find(ctx context.Context, session string) (payment.Report, error) {
	var r payment.Report
	err := db.Snapshot(ctx, g.DB, func(tx *db.Tx) error {
		p, err := pageOfSession(ctx, tx, session)
		if err != nil {
			return known(err)
		}
		charges, err := chargesOf(ctx, tx, p)
		r = payment.Report{Session: p.Session, PaymentID: p.PaymentID, State: p.stateAt(g.Clock.Now()), Charges: charges}
		return err
	})
	return r, err
}

// known returns payment.ErrUnknown for a row that does not exist.
func known(err error) error {
	if errors.Is(err, db.ErrNotFound) {
		return payment.ErrUnknown
	}
	return err
}

// prune deletes old pages, with their charges and refunds.
func (g *Gateway) prune(ctx context.Context) error {
	return db.Prune(ctx, g.DB, "sandbox_pages", `created_at < $1`, g.Clock.Now().Add(-life).UnixMilli())
}
