package sandbox

import (
	"context"
	"crypto/rand"
	"net/url"
	"time"

	"hawker/internal/db"
	"hawker/internal/money"
	"hawker/internal/payment"
)

// page is a row of sandbox_pages.
type page struct {
	ID        int64
	Session   string
	PaymentID string
	Title     string
	Amount    money.Amount
	Digits    int
	Currency  string
	ReturnURL string
	State     payment.State
	Result    payment.State // what a pending page becomes
	Webhooks  delivery
	Refunds   course
	CreatedAt int64 // Unix milliseconds
	ExpiresAt int64 // Unix milliseconds
}

// money returns an amount in the currency of the page.
func (p page) money(a money.Amount) payment.Money {
	return payment.Money{Amount: a, Digits: p.Digits, Currency: p.Currency}
}

// stateAt returns the state, also if the job that ends the page has not run yet.
func (p page) stateAt(now time.Time) payment.State {
	if p.State == payment.Open && now.UnixMilli() >= p.ExpiresAt {
		return payment.Expired
	}
	return p.State
}

// url returns the address of the page.
func (p page) url() string {
	u, err := url.Parse(p.ReturnURL)
	if err != nil {
		return "" // check has refused it
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: Path + p.Session}).String()
}

// insertPage inserts an open page, and returns false if the payment has one.
func insertPage(ctx context.Context, tx *db.Tx, session string, c payment.Checkout, now time.Time) (bool, error) {
	n, err := db.Exec(ctx, tx, `
		INSERT INTO sandbox_pages (session, payment_id, title, amount, digits, currency, return_url, state, result, webhooks, refunds, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '', $9, $10, $11, $12) ON CONFLICT (payment_id) DO NOTHING`,
		session, c.PaymentID, c.Title, int64(c.Money.Amount), c.Money.Digits, c.Money.Currency, c.ReturnURL,
		string(payment.Open), string(atOnce), string(goAtOnce), now.UnixMilli(), c.ExpiresAt.UnixMilli())
	return n == 1, err
}

func pageOfPayment(ctx context.Context, q db.Q, paymentID string) (page, error) {
	return db.One[page](ctx, q, `SELECT * FROM sandbox_pages WHERE payment_id = $1`, paymentID)
}

func pageOfSession(ctx context.Context, q db.Q, session string) (page, error) {
	return db.One[page](ctx, q, `SELECT * FROM sandbox_pages WHERE session = $1`, session)
}

// changeState returns false if the page is not in the state from.
func changeState(ctx context.Context, tx *db.Tx, session string, from, to payment.State) (bool, error) {
	n, err := db.Exec(ctx, tx, `UPDATE sandbox_pages SET state = $3 WHERE session = $1 AND state = $2`, session, string(from), string(to))
	return n == 1, err
}

// decide stores what the shopper chose. It returns false if the page is not open any more.
func decide(ctx context.Context, tx *db.Tx, session string, d decision, now time.Time) (bool, error) {
	n, err := db.Exec(ctx, tx, `
		UPDATE sandbox_pages SET state = $2, result = $3, webhooks = $4, refunds = $5
		WHERE session = $1 AND state = $6 AND expires_at > $7`,
		session, string(d.choice.state), string(d.choice.result), string(d.webhooks), string(d.refunds), string(payment.Open), now.UnixMilli())
	return n == 1, err
}

// insertCharge takes the whole amount of the page.
func insertCharge(ctx context.Context, tx *db.Tx, p page, now time.Time) error {
	_, err := db.Exec(ctx, tx, `INSERT INTO sandbox_charges (page_id, ref, amount, created_at) VALUES ($1, $2, $3, $4)`,
		p.ID, "charge_"+rand.Text(), int64(p.Amount), now.UnixMilli())
	return err
}

// charge is a row of sandbox_charges.
type charge struct {
	ID       int64
	Ref      string
	Amount   money.Amount
	Refunded money.Amount // and what is on its way
}

func readCharges(ctx context.Context, q db.Q, p page) ([]charge, error) {
	return db.Many[charge](ctx, q, `SELECT id, ref, amount, refunded FROM sandbox_charges WHERE page_id = $1 ORDER BY id`, p.ID)
}

func chargesOf(ctx context.Context, q db.Q, p page) ([]payment.Charge, error) {
	rows, err := readCharges(ctx, q, p)
	if err != nil {
		return nil, err
	}
	var charges []payment.Charge
	for _, c := range rows {
		charges = append(charges, payment.Charge{Ref: c.Ref, Money: p.money(c.Amount)})
	}
	return charges, nil
}

// refund is a row of sandbox_refunds, with its charge and page.
type refund struct {
	ID        int64
	RefundID  string
	Ref       string
	Charge    string
	Amount    money.Amount
	Digits    int
	Currency  string
	State     payment.ReportedState
	Webhooks  delivery
	PaymentID string
	CreatedAt int64 // Unix milliseconds
}

const selectRefunds = `
	SELECT r.id, r.refund_id, r.ref, c.ref AS charge, r.amount, p.digits, p.currency, r.state, p.webhooks, p.payment_id, r.created_at
	FROM sandbox_refunds r JOIN sandbox_charges c ON c.id = r.charge_id JOIN sandbox_pages p ON p.id = c.page_id `

func refundOf(ctx context.Context, q db.Q, refundID string) (refund, error) {
	return db.One[refund](ctx, q, selectRefunds+`WHERE r.refund_id = $1`, refundID)
}

// money returns the amount.
func (r refund) money() payment.Money {
	return payment.Money{Amount: r.Amount, Digits: r.Digits, Currency: r.Currency}
}

// report returns what the gateway says about the refund.
func (r refund) report() payment.RefundReport {
	report := payment.RefundReport{RefundID: r.RefundID, Ref: r.Ref, Charge: r.Charge, Money: r.money(), State: r.State}
	if r.State == payment.ReportedFailed {
		report.Reason = "The sandbox was asked to let refunds of this payment fail."
	}
	return report
}
