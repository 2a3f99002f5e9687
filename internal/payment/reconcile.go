package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
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
//
// A gateway lists money by when it began to move, which may be weeks before it arrived. So
// the list begins as long before the period as money can be on its way. What is older than the
// period is compared if it arrived in it, or if we do not have it or do not know its end: when
// earlier comparisons were made, it was not done yet.
func Reconcile(ctx context.Context, q db.Q, g Gateway, from, to time.Time) ([]Difference, error) {
	r := reconciling{q: q, gateway: g.Name(), from: from, to: to, charges: map[string]bool{}, refunds: map[string]bool{}}
	charged, err := r.charged(ctx)
	if err != nil {
		return nil, err
	}
	arrived, err := r.arrived(ctx)
	if err != nil {
		return nil, err
	}
	since := r.oldest()
	for _, o := range slices.Concat(charged, arrived) {
		if began := time.UnixMilli(o.BeganAt); began.Before(since) {
			since = began
		}
	}
	if err := g.List(ctx, since.Add(-margin), to.Add(margin), func(theirs Record) error { return r.check(ctx, theirs) }); err != nil {
		return nil, fmt.Errorf("read the list of %s: %w", g.Name(), err)
	}
	for _, o := range charged {
		if !r.charges[o.Ref] {
			r.add(Difference{Kind: "charge", Ref: o.Ref, PaymentID: o.PaymentID, What: "the gateway does not list it", Ours: o.Amount})
		}
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
	from, to         time.Time
	charges, refunds map[string]bool // of the gateway, by ref
	found            []Difference
}

func (r *reconciling) add(d Difference) {
	d.Gateway = r.gateway
	r.found = append(r.found, d)
}

// maxPending is how long money can be on its way: then nobody asks about it any more.
var maxPending = checkPendingAfter[len(checkPendingAfter)-1]

// oldest is from when on money is missed that we do not have.
func (r *reconciling) oldest() time.Time { return r.from.Add(-maxPending) }

// covers reports whether a time is in the period.
func (r *reconciling) covers(at time.Time) bool { return !at.Before(r.from) && at.Before(r.to) }

// check compares an entry of the gateway's list.
func (r *reconciling) check(ctx context.Context, theirs Record) error {
	if theirs.Charge != nil {
		r.charges[theirs.Charge.Ref] = true
	} else {
		r.refunds[theirs.Refund.Ref] = true
	}
	switch {
	case !theirs.At.Before(r.to):
		return nil
	case theirs.Charge != nil:
		return r.checkCharge(ctx, *theirs.Charge, theirs.PaymentID, theirs.At)
	}
	return r.checkRefund(ctx, *theirs.Refund, theirs.At)
}

func (r *reconciling) checkCharge(ctx context.Context, theirs Charge, paymentID string, at time.Time) error {
	ours, err := db.One[Received](ctx, r.q, `SELECT `+chargeColumns+` FROM charges WHERE gateway = $1 AND ref = $2`, r.gateway, theirs.Ref)
	d := Difference{Kind: "charge", Ref: theirs.Ref, PaymentID: paymentID, Theirs: theirs.Money.Amount, Ours: ours.Amount}
	switch {
	case errors.Is(err, db.ErrNotFound):
		if isMissed, err := r.isMissed(ctx, paymentID, at); err != nil || !isMissed {
			return err
		}
		d.What = "we do not know of it"
	case err != nil:
		return fmt.Errorf("find a charge: %w", err)
	case !r.covers(at) && !r.covers(time.UnixMilli(ours.CreatedAt)):
		return nil
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

func (r *reconciling) checkRefund(ctx context.Context, theirs RefundReport, at time.Time) error {
	type refund struct {
		Amount   money.Amount
		Digits   int
		Currency string
		Status   RefundStatus
		EndedAt  *int64
	}
	ours, err := db.One[refund](ctx, r.q, `
		SELECT r.amount, c.digits, c.currency, r.status, r.ended_at FROM payment_refunds r JOIN charges c ON c.id = r.charge_id
		WHERE c.gateway = $1 AND (r.sent_as = $2 OR r.ref = $3)`, r.gateway, theirs.RefundID, theirs.Ref)
	d := Difference{Kind: "refund", Ref: theirs.Ref, Theirs: theirs.Money.Amount, Ours: ours.Amount}
	switch {
	case errors.Is(err, db.ErrNotFound):
		if !r.covers(at) { // it was reported in its own period
			return nil
		}
		isSettled, err := r.isSettled(ctx, theirs.Charge)
		if err != nil || isSettled {
			return err
		}
		d.What = "it was not made by us"
	case err != nil:
		return fmt.Errorf("find a refund: %w", err)
	case !r.covers(at) && ours.EndedAt != nil && !r.covers(time.UnixMilli(*ours.EndedAt)):
		return nil
	case !theirs.Money.Same(Money{ours.Amount, ours.Digits, ours.Currency}):
		d.What = "the amounts differ"
	case ours.Status != RefundDone:
		d.What = "it is done there, and here " + string(ours.Status)
	default:
		return nil
	}
	r.add(d)
	return nil
}

// isMissed reports whether a charge that we do not have is a difference. Before the period it
// is one only if it pays a payment of ours. Any other charge was reported in its own period.
func (r *reconciling) isMissed(ctx context.Context, paymentID string, at time.Time) (bool, error) {
	switch {
	case r.covers(at):
		return true, nil
	case at.Before(r.oldest()):
		return false, nil
	}
	n, err := db.One[int64](ctx, r.q, `SELECT COUNT(*) FROM payments WHERE id = $1`, paymentID)
	if err != nil {
		return false, fmt.Errorf("find the payment of a charge: %w", err)
	}
	return n > 0, nil
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

// own is a charge of ours, or a refund of ours that is done.
type own struct {
	Ref       string
	PaymentID string // of a charge; "": none that we know
	Amount    money.Amount
	BeganAt   int64 // when the gateway may have made it, at the earliest; Unix milliseconds
}

// charged returns our charges of the period.
func (r *reconciling) charged(ctx context.Context) ([]own, error) {
	charges, err := db.Many[own](ctx, r.q, `
		SELECT c.ref, COALESCE(c.payment_id, '') AS payment_id, c.amount, COALESCE(p.created_at, c.created_at) AS began_at
		FROM charges c LEFT JOIN payments p ON p.id = c.payment_id
		WHERE c.gateway = $1 AND c.created_at >= $2 AND c.created_at < $3 ORDER BY c.id`,
		r.gateway, r.from.UnixMilli(), r.to.UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("list charges: %w", err)
	}
	return charges, nil
}

// arrived returns our refunds that arrived in the period.
func (r *reconciling) arrived(ctx context.Context) ([]own, error) {
	refunds, err := db.Many[own](ctx, r.q, `
		SELECT r.ref, '' AS payment_id, r.amount, r.created_at AS began_at FROM payment_refunds r JOIN charges c ON c.id = r.charge_id
		WHERE c.gateway = $1 AND r.status = 'done' AND r.ended_at >= $2 AND r.ended_at < $3 ORDER BY r.created_at, r.id`,
		r.gateway, r.from.UnixMilli(), r.to.UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("list refunds: %w", err)
	}
	return refunds, nil
}
