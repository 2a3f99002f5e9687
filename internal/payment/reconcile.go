package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/money"
)

// Difference is something on which a gateway's list and ours do not agree.
type Difference struct {
	Gateway   string       `json:"gateway"`
	Kind      string       `json:"kind"` // charge or refund
	Ref       string       `json:"ref"`  // the gateway's id
	PaymentID string       `json:"payment_id,omitempty"`
	What      string       `json:"what"` // for a person
	Theirs    money.Amount `json:"theirs"`
	Ours      money.Amount `json:"ours"`
}

func (d Difference) String() string {
	return fmt.Sprintf("%s %s %s: %s (theirs %d, ours %d)", d.Gateway, d.Kind, d.Ref, d.What, d.Theirs, d.Ours)
}

// margin is how far the times of a gateway and ours may differ.
const margin = 24 * time.Hour

// Reconcile compares the charges and refunds of a gateway in a period with ours, in both
// directions. It changes nothing.
func Reconcile(ctx context.Context, q db.Q, g Gateway, from, to time.Time) ([]Difference, error) {
	r := reconciling{q: q, gateway: g.Name(), charges: map[string]bool{}, refunds: map[string]bool{}}
	arrived, err := r.arrived(ctx, from, to)
	if err != nil {
		return nil, err
	}
	since := from // a gateway lists a refund by when it was made, which may be days before it arrived
	for _, o := range arrived {
		if planned := time.UnixMilli(o.CreatedAt); planned.Before(since) {
			since = planned
		}
	}
	err = g.List(ctx, since.Add(-margin), to.Add(margin), func(theirs Record) error {
		inside := !theirs.At.Before(from) && theirs.At.Before(to)
		if theirs.Charge != nil {
			r.charges[theirs.Charge.Ref] = true
			if inside {
				return r.checkCharge(ctx, *theirs.Charge, theirs.PaymentID)
			}
			return nil
		}
		r.refunds[theirs.Refund.Ref] = true
		if inside {
			return r.checkRefund(ctx, *theirs.Refund)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the list of %s: %w", g.Name(), err)
	}
	if err := r.checkCharges(ctx, from, to); err != nil {
		return nil, err
	}
	for _, o := range arrived {
		if !r.refunds[o.Ref] {
			r.add(Difference{Kind: "refund", Ref: o.Ref, What: "the gateway does not list it as done", Ours: o.Amount})
		}
	}
	return r.found, nil
}

// GatewaysUsed returns the names of the gateways of which we have payments, charges or
// refunds in a period.
func GatewaysUsed(ctx context.Context, q db.Q, from, to time.Time) ([]string, error) {
	names, err := db.Many[string](ctx, q, `
		SELECT gateway FROM payments WHERE created_at >= $1 AND created_at < $2
		UNION SELECT gateway FROM charges WHERE created_at >= $1 AND created_at < $2
		UNION SELECT c.gateway FROM payment_refunds r JOIN charges c ON c.id = r.charge_id
			WHERE r.created_at >= $1 AND r.created_at < $2 OR r.ended_at >= $1 AND r.ended_at < $2
		ORDER BY 1`, from.UnixMilli(), to.UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("list the gateways of the payments: %w", err)
	}
	return names, nil
}

// reconciling is one comparison.
type reconciling struct {
	q                db.Q
	gateway          string
	charges, refunds map[string]bool // of the gateway, by ref
	found            []Difference
}

func (r *reconciling) add(d Difference) {
	d.Gateway = r.gateway
	r.found = append(r.found, d)
}

func (r *reconciling) checkCharge(ctx context.Context, theirs Charge, paymentID string) error {
	ours, err := db.One[Received](ctx, r.q, `SELECT `+chargeColumns+` FROM charges WHERE gateway = $1 AND ref = $2`, r.gateway, theirs.Ref)
	d := Difference{Kind: "charge", Ref: theirs.Ref, PaymentID: paymentID, Theirs: theirs.Money.Amount, Ours: ours.Amount}
	switch {
	case errors.Is(err, db.ErrNotFound):
		d.What = "we do not know of it"
	case err != nil:
		return fmt.Errorf("find a charge: %w", err)
	case !theirs.Money.Same(Money{ours.Amount, ours.Digits, ours.Currency}):
		d.What = "the amounts differ"
	case ours.Status == Held && ours.SettledAt == nil:
		d.What = "it waits for a person: " + ours.Reason
	default:
		return nil
	}
	r.add(d)
	return nil
}

func (r *reconciling) checkRefund(ctx context.Context, theirs RefundReport) error {
	type refund struct {
		Amount   money.Amount
		Digits   int
		Currency string
		Status   RefundStatus
	}
	ours, err := db.One[refund](ctx, r.q, `
		SELECT r.amount, c.digits, c.currency, r.status FROM payment_refunds r JOIN charges c ON c.id = r.charge_id
		WHERE c.gateway = $1 AND (r.sent_as = $2 OR r.ref = $3)`, r.gateway, theirs.RefundID, theirs.Ref)
	d := Difference{Kind: "refund", Ref: theirs.Ref, Theirs: theirs.Money.Amount, Ours: ours.Amount}
	switch {
	case errors.Is(err, db.ErrNotFound):
		isSettled, err := r.isSettled(ctx, theirs.Charge)
		if err != nil || isSettled {
			return err
		}
		d.What = "it was not made by us"
	case err != nil:
		return fmt.Errorf("find a refund: %w", err)
	case !theirs.Money.Same(Money{ours.Amount, ours.Digits, ours.Currency}):
		d.What = "the amounts differ"
	case ours.Status != RefundArrived:
		d.What = "it is done there, and here " + string(ours.Status)
	default:
		return nil
	}
	r.add(d)
	return nil
}

// isSettled reports whether a person has settled a held charge, such as by a refund in the
// gateway's dashboard.
func (r *reconciling) isSettled(ctx context.Context, ref string) (bool, error) {
	n, err := db.One[int64](ctx, r.q, `SELECT COUNT(*) FROM charges WHERE gateway = $1 AND ref = $2 AND settled_at IS NOT NULL`, r.gateway, ref)
	if err != nil {
		return false, fmt.Errorf("find a settled charge: %w", err)
	}
	return n > 0, nil
}

// arrivedRefund is a refund of ours that is done.
type arrivedRefund struct {
	Ref       string
	Amount    money.Amount
	CreatedAt int64 // when it was planned, Unix milliseconds
}

// arrived returns our refunds that arrived in a period.
func (r *reconciling) arrived(ctx context.Context, from, to time.Time) ([]arrivedRefund, error) {
	refunds, err := db.Many[arrivedRefund](ctx, r.q, `
		SELECT r.ref, r.amount, r.created_at FROM payment_refunds r JOIN charges c ON c.id = r.charge_id
		WHERE c.gateway = $1 AND r.status = 'done' AND r.ended_at >= $2 AND r.ended_at < $3 ORDER BY r.created_at, r.id`,
		r.gateway, from.UnixMilli(), to.UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("list refunds: %w", err)
	}
	return refunds, nil
}

// checkCharges finds charges that only we have.
func (r *reconciling) checkCharges(ctx context.Context, from, to time.Time) error {
	charges, err := db.Many[Received](ctx, r.q, `
		SELECT `+chargeColumns+` FROM charges WHERE gateway = $1 AND created_at >= $2 AND created_at < $3 ORDER BY id`,
		r.gateway, from.UnixMilli(), to.UnixMilli())
	if err != nil {
		return fmt.Errorf("list charges: %w", err)
	}
	for _, c := range charges {
		if !r.charges[c.Ref] {
			d := Difference{Kind: "charge", Ref: c.Ref, What: "the gateway does not list it", Ours: c.Amount}
			if c.PaymentID != nil {
				d.PaymentID = *c.PaymentID
			}
			r.add(d)
		}
	}
	return nil
}
