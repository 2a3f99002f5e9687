// Package paymenttest has a payment gateway in memory, for tests of what the shop does
// with payments. What happens on its pages is decided by the test, and so is when, how
// often and in which order its webhooks arrive.
package paymenttest

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"hawker/internal/money"
	"hawker/internal/payment"
)

// Gateway is a payment gateway in memory. Safe for concurrent use.
type Gateway struct {
	ID     string // its name
	Secret string // with which it signs
	// Fail is called before each call; nil: never. An error is that of the call.
	Fail func(call string) error
	// RefundState is what refunds are at once; "": done.
	RefundState payment.ReportedState
	// Step divides every amount that it can take, as Stripe's 10 in three digits; 0: it can
	// take all.
	Step money.Amount

	mu      sync.Mutex
	pages   map[string]*page // by session
	refunds map[string]payment.RefundReport
	asked   []string // the ids of refunds, in the order in which they were made
	count   int
	now     func() time.Time
}

type page struct {
	payment.Report
	money    payment.Money
	title    string
	language string
}

// New makes a gateway without pages. now is its clock.
func New(id string, now func() time.Time) *Gateway {
	return &Gateway{ID: id, Secret: "secret of " + id, pages: map[string]*page{}, refunds: map[string]payment.RefundReport{}, now: now}
}

// Name implements payment.Gateway.
func (g *Gateway) Name() string { return g.ID }

// Takes implements payment.Gateway.
func (g *Gateway) Takes(m payment.Money) bool { return m.Amount > 0 && m.Amount%max(g.Step, 1) == 0 }

// Open implements payment.Gateway. Another language makes another page.
func (g *Gateway) Open(_ context.Context, c payment.Checkout) (payment.Page, error) {
	if err := g.fail("open"); err != nil {
		return payment.Page{}, err
	}
	if !g.Takes(c.Money) {
		return payment.Page{}, payment.ErrRefused
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	session := "session-" + c.PaymentID
	if p := g.pages[session]; p != nil && p.language != c.Language {
		session += "-" + c.Language
	}
	if g.pages[session] == nil {
		report := payment.Report{Session: session, PaymentID: c.PaymentID, State: payment.Open}
		g.pages[session] = &page{Report: report, money: c.Money, title: c.Title, language: c.Language}
	}
	return payment.Page{Session: session, URL: "https://" + g.ID + ".example/" + session}, nil
}

// Title returns what a page says is paid.
func (g *Gateway) Title(session string) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.pages[session].title
}

// Close implements payment.Gateway.
func (g *Gateway) Close(_ context.Context, session string) error {
	if err := g.fail("close"); err != nil {
		return err
	}
	g.move(session, payment.Expired)
	return nil
}

// Find implements payment.Gateway.
func (g *Gateway) Find(_ context.Context, session string) (payment.Report, error) {
	if err := g.fail("find"); err != nil {
		return payment.Report{}, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	p := g.pages[session]
	if p == nil {
		return payment.Report{}, payment.ErrUnknown
	}
	return p.copy(), nil
}

// Refund implements payment.Gateway.
func (g *Gateway) Refund(_ context.Context, r payment.RefundOrder) (payment.RefundReport, error) {
	if err := g.fail("refund"); err != nil {
		return payment.RefundReport{}, err
	}
	if !g.Takes(r.Money) {
		return payment.RefundReport{}, payment.ErrRefused
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if known, found := g.refunds[r.RefundID]; found {
		return known, nil
	}
	left := g.charged(r.Charge)
	for _, other := range g.refunds {
		if other.Charge == r.Charge && other.State != payment.ReportedFailed {
			left -= other.Money.Amount
		}
	}
	if r.Money.Amount > left {
		return payment.RefundReport{}, fmt.Errorf("more than the charge has left: %w", payment.ErrRefused)
	}
	report := payment.RefundReport{RefundID: r.RefundID, Ref: "re-" + r.RefundID, Charge: r.Charge, Money: r.Money, State: payment.ReportedDone}
	if g.RefundState != "" {
		report.State = g.RefundState
	}
	g.refunds[r.RefundID] = report
	g.asked = append(g.asked, r.RefundID)
	return report, nil
}

// charged returns the amount of a charge; the lock is held.
func (g *Gateway) charged(ref string) money.Amount {
	for _, p := range g.pages {
		for _, c := range p.Charges {
			if c.Ref == ref {
				return c.Money.Amount
			}
		}
	}
	return 0
}

// List implements payment.Gateway. It lists everything, whatever the period.
func (g *Gateway) List(_ context.Context, _, _ time.Time, yield func(payment.Record) error) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, p := range g.pages {
		for _, c := range p.Charges {
			if err := yield(payment.Record{At: g.now(), Charge: &c, PaymentID: p.PaymentID}); err != nil {
				return err
			}
		}
	}
	for _, r := range g.refunds {
		if r.State != payment.ReportedDone {
			continue
		}
		if err := yield(payment.Record{At: g.now(), Refund: &r}); err != nil {
			return err
		}
	}
	return nil
}

func (g *Gateway) fail(call string) error {
	if g.Fail == nil {
		return nil
	}
	return g.Fail(call)
}

func (p *page) copy() payment.Report {
	r := p.Report
	r.Charges = append([]payment.Charge(nil), p.Charges...)
	return r
}

// move changes the state of a page that has not ended.
func (g *Gateway) move(session string, to payment.State) *page {
	g.mu.Lock()
	defer g.mu.Unlock()
	p := g.pages[session]
	if p != nil && (p.State == payment.Open || p.State == payment.Pending) {
		p.State = to
	}
	return p
}

// Header is the headers of a webhook: its signature, whatever name is asked for.
type Header string

// Get implements payment.Header.
func (h Header) Get(string) string { return string(h) }

// Webhook is a signed call of the gateway.
type Webhook struct {
	Header payment.Header
	Body   []byte
}

// Pay takes the money on a page. Each call takes it once more. It returns the webhook.
func (g *Gateway) Pay(session string) Webhook {
	g.mu.Lock()
	m := g.pages[session].money
	g.mu.Unlock()
	return g.PayOther(session, m)
}

// PayOther takes other money on a page than it should. It returns the webhook.
func (g *Gateway) PayOther(session string, m payment.Money) Webhook {
	g.mu.Lock()
	p := g.pages[session]
	g.count++
	p.State = payment.Paid
	p.Charges = append(p.Charges, payment.Charge{Ref: "ch-" + strconv.Itoa(g.count) + session, Money: m})
	report := p.copy()
	g.mu.Unlock()
	report.Charges = report.Charges[len(report.Charges)-1:]
	return g.Sign(payment.Event{Kind: "page.paid", Report: &report})
}

// RefundThere makes a refund in the dashboard of the gateway, without the shop.
func (g *Gateway) RefundThere(charge string, m payment.Money) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.refunds["there "+charge] = payment.RefundReport{Ref: "re-" + charge, Charge: charge, Money: m, State: payment.ReportedDone}
}

// Tamper changes what the gateway lists of a payment: one cent more was taken, and no
// refund was made.
func (g *Gateway) Tamper(paymentID string) { g.change(paymentID, 1, payment.ReportedFailed) }

// Untamper undoes Tamper.
func (g *Gateway) Untamper(paymentID string) { g.change(paymentID, -1, payment.ReportedDone) }

func (g *Gateway) change(paymentID string, by money.Amount, to payment.ReportedState) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, p := range g.pages {
		if p.PaymentID != paymentID {
			continue
		}
		for i := range p.Charges {
			p.Charges[i].Money.Amount += by
		}
	}
	for id, r := range g.refunds {
		r.State = to
		g.refunds[id] = r
	}
}

// Payable reports whether a page is still open.
func (g *Gateway) Payable(session string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.pages[session].State == payment.Open
}

// End moves a page to a state in which nobody pays, or to Pending. It returns the webhook.
func (g *Gateway) End(session string, to payment.State) Webhook {
	p := g.move(session, to)
	return g.Sign(payment.Event{Kind: "page." + string(to), Report: &payment.Report{Session: session, PaymentID: p.PaymentID, State: to}})
}

// Refunds returns the refunds that the shop has asked for, the oldest first.
func (g *Gateway) Refunds() []payment.RefundReport {
	g.mu.Lock()
	defer g.mu.Unlock()
	var list []payment.RefundReport
	for _, id := range g.asked {
		list = append(list, g.refunds[id])
	}
	return list
}

// Refunded says how a refund has ended. It returns the webhook.
func (g *Gateway) Refunded(refundID string, to payment.ReportedState) Webhook {
	g.mu.Lock()
	r := g.refunds[refundID]
	r.State = to
	g.refunds[refundID] = r
	g.mu.Unlock()
	return g.Sign(payment.Event{Kind: "refund." + string(to), Refund: &r})
}

// Sign makes a webhook of an event, with an id of its own if it has none.
func (g *Gateway) Sign(e payment.Event) Webhook {
	if e.ID == "" {
		g.mu.Lock()
		g.count++
		e.ID = "ev-" + strconv.Itoa(g.count)
		g.mu.Unlock()
	}
	body, err := json.Marshal(e)
	if err != nil {
		panic(err) // events are plain
	}
	return g.SignBody(body)
}

// SignBody makes a webhook of any body.
func (g *Gateway) SignBody(body []byte) Webhook {
	return Webhook{Header(g.signature(body, g.now())), body}
}

func (g *Gateway) signature(body []byte, at time.Time) string {
	mac := hmac.New(sha256.New, []byte(g.Secret))
	fmt.Fprintf(mac, "%d.%s", at.Unix(), body)
	return fmt.Sprintf("%d.%s", at.Unix(), hex.EncodeToString(mac.Sum(nil)))
}

// ReadEvent implements payment.Gateway.
func (g *Gateway) ReadEvent(header payment.Header, body []byte, now time.Time) (payment.Event, error) {
	signed, _, _ := strings.Cut(header.Get("Signature"), ".")
	unix, err := strconv.ParseInt(signed, 10, 64)
	at := time.Unix(unix, 0)
	if err != nil || now.Sub(at).Abs() > 5*time.Minute || !hmac.Equal([]byte(header.Get("Signature")), []byte(g.signature(body, at))) {
		return payment.Event{}, payment.ErrForged
	}
	var e payment.Event
	return e, json.Unmarshal(body, &e)
}
