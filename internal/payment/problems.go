package payment

import (
	"context"
	"fmt"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/money"
)

// ProblemKind says what needs a person.
type ProblemKind string

// The kinds.
const (
	HeldCharge   ProblemKind = "held_charge"   // money that came and does not fit
	FailedRefund ProblemKind = "failed_refund" // money that the gateway cannot send back
)

// Action is what a person can do about it.
type Action string

// The actions. A held charge is sent back or settled, a failed refund is not sent back.
const (
	SendBackCharge Action = "send_back" // the charge, through its gateway
	Retry          Action = "retry"     // the refund, by its gateway
	Credit         Action = "credit"    // the refund, into the customer's wallet
	Settle         Action = "settle"    // it was dealt with outside of the shop
)

// Problem is money that needs a person (WAL-02).
type Problem struct {
	Kind     ProblemKind
	ID       string // of the charge or the refund
	At       int64  // since when; Unix milliseconds
	Amount   money.Amount
	Reason   string // why it was held, or what the gateway said
	Retries  int    // by persons
	ChargeID int64

	Gateway      string
	Ref          string // the gateway's id of the charge
	Digits       int
	Currency     string
	PaymentID    *string       // nil: none that we know
	Expected     *money.Amount // of the payment
	OrderID      *int64        // nil: no order
	TripID       *int64        // nil: no trip
	CustomerID   *int64        // nil: a guest, nobody that we know, or a deleted account
	CustomerName string

	Actions []Action `db:"-"`
}

// problems are the held charges and the failed refunds.
const problems = `
	SELECT 'held_charge' AS kind, CAST(id AS TEXT) AS id, created_at AS at, amount, reason, 0 AS retries, id AS charge_id
	FROM charges WHERE status = 'held' AND settled_at IS NULL
	UNION ALL
	SELECT 'failed_refund', r.id, r.ended_at, r.amount, r.reason, (SELECT COUNT(*) FROM payment_decisions d WHERE d.refund_id = r.id), r.charge_id
	FROM payment_refunds r WHERE r.status = 'failed'`

// CountProblems returns how much money needs a person.
func (s *Service) CountProblems(ctx context.Context) (int, error) {
	n, err := db.One[int](ctx, s.DB.R, `SELECT COUNT(*) FROM (`+problems+`) problems`)
	if err != nil {
		return 0, fmt.Errorf("count what needs a person: %w", err)
	}
	return n, nil
}

// Problems returns a page of the money that needs a person, the longest waiting first, and
// how much there is.
func (s *Service) Problems(ctx context.Context, p catalog.Paging) (page []Problem, total int, err error) {
	if total, err = s.CountProblems(ctx); err != nil {
		return nil, 0, err
	}
	page, err = db.Many[Problem](ctx, s.DB.R, `
		SELECT n.kind, n.id, n.at, n.amount, n.reason, n.retries, n.charge_id, c.gateway, c.ref, c.digits, c.currency,
			c.payment_id, p.amount AS expected, o.id AS order_id, t.id AS trip_id, COALESCE(payer.id, shopper.id) AS customer_id,
			TRIM(COALESCE(payer.first_name, shopper.first_name, '') || ' ' || COALESCE(payer.last_name, shopper.last_name, '')) AS customer_name
		FROM (`+problems+` ORDER BY at, kind, id LIMIT $1 OFFSET $2) n
		JOIN charges c ON c.id = n.charge_id
		LEFT JOIN payments p ON p.id = c.payment_id
		LEFT JOIN orders o ON o.id = p.purchase_id
		LEFT JOIN trips t ON t.id = p.purchase_id
		LEFT JOIN customers payer ON payer.id = p.customer_id AND payer.erased_at IS NULL
		LEFT JOIN customers shopper ON shopper.shopper_id = COALESCE(o.shopper_id, t.shopper_id) AND shopper.erased_at IS NULL
		ORDER BY n.at, n.kind, n.id`, p.Size, (p.Number-1)*p.Size)
	if err != nil {
		return nil, 0, fmt.Errorf("list what needs a person: %w", err)
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("read settings: %w", err)
	}
	for i, n := range page {
		books := Money{Digits: settings.Currency.Digits, Currency: settings.Currency.Code}
		page[i].Actions = s.actionsOf(n, books, settings.Storefront.CustomerWallet)
	}
	return page, total, nil
}

// actionsOf returns what can be done about money. books has the currency of the ledger.
func (s *Service) actionsOf(n Problem, books Money, hasWallets bool) []Action {
	g, isSetUp := s.byName[n.Gateway]
	var all []Action
	switch {
	case !isSetUp:
	case n.Kind == FailedRefund:
		if g.Takes(Money{n.Amount, n.Digits, n.Currency}) {
			all = append(all, Retry)
		}
	case n.Amount > 0 && n.Currency == books.Currency && n.Digits == books.Digits:
		all = append(all, SendBackCharge)
	}
	if n.Kind == FailedRefund && hasWallets && n.CustomerID != nil {
		all = append(all, Credit)
	}
	return append(all, Settle)
}
