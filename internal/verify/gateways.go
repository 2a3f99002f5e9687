package verify

import (
	"context"
	"fmt"

	"hawker/internal/db"
)

// named runs a query that returns texts, and formats each as a finding.
func named(ctx context.Context, q db.Q, format, query string) ([]string, error) {
	ids, err := db.Many[string](ctx, q, query+fmt.Sprintf(` ORDER BY 1 LIMIT %d`, findings))
	var found []string
	for _, id := range ids {
		found = append(found, fmt.Sprintf(format, id))
	}
	return found, err
}

// checkCharges: money that a gateway took is in the ledger once, where its payment says,
// and what went back is not more than that (O1, O2, O3).
func checkCharges(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	var all []string
	for _, c := range []struct{ format, query string }{
		{"payment %s: its state does not fit the money that came", `
			SELECT id FROM payments p WHERE (state = 'paid') <> EXISTS (SELECT 1 FROM charges c WHERE c.payment_id = p.id AND c.status <> 'held')
				AND NOT (state = 'paid' AND EXISTS (SELECT 1 FROM charges c WHERE c.payment_id = p.id AND c.status = 'held'))`},
		{"payment %s: its wallet was not credited once with its money and its bonus", `
			SELECT p.id FROM payments p WHERE p.customer_id IS NOT NULL
				AND COALESCE((SELECT -SUM(e.amount) FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
					WHERE t.subject = 'payment:' || p.id AND t.kind IN ('top_up', 'top_up_bonus') AND e.account = 'wallet:' || p.customer_id), 0)
				<> CASE WHEN EXISTS (SELECT 1 FROM charges c WHERE c.payment_id = p.id AND c.status = 'accepted') THEN p.amount + p.bonus ELSE 0 END`},
		{"order %s: its payment through a gateway is not the one that was accepted", notPaidByCharge("orders")},
		{"trip %s: its payment through a gateway is not the one that was accepted", notPaidByCharge("trips")},
		{"charge %s: what was sent back is not the sum of its refunds", `
			SELECT CAST(c.id AS TEXT) FROM charges c
			WHERE c.sent_back <> COALESCE((SELECT SUM(r.amount) FROM payment_refunds r WHERE r.charge_id = c.id), 0)`},
		{"charge %s: it goes back whole, but no refund says so", `SELECT CAST(id AS TEXT) FROM charges WHERE status = 'returned' AND sent_back <> amount`},
		{"gateway %s: the ledger has other money there than came and went", `
			SELECT gateway FROM (
				SELECT c.gateway, SUM(c.amount - COALESCE((SELECT SUM(r.amount) FROM payment_refunds r WHERE r.charge_id = c.id AND r.status = 'done'), 0)) AS moved
				FROM charges c WHERE c.status <> 'held' GROUP BY c.gateway
			) g WHERE moved <> COALESCE((SELECT SUM(amount) FROM ledger_entries WHERE account = 'gateway:' || g.gateway), 0)`},
		{"%s is not what must still go back through gateways", `
			SELECT account FROM (
				SELECT 'the clearing account' AS account,
					COALESCE((SELECT SUM(amount) FROM ledger_entries WHERE account = 'clearing'), 0) AS booked,
					COALESCE((SELECT SUM(amount) FROM payment_refunds WHERE status NOT IN ('done', 'credited', 'settled')), 0) AS waiting
			) sums WHERE booked <> -waiting`},
		{"refund %s: the ledger does not say how it ended", `
			SELECT id FROM (
				SELECT r.id, r.status, r.amount,
					COALESCE(SUM(CASE WHEN e.account = 'gateway:' || c.gateway THEN -e.amount END), 0) AS sent,
					COALESCE(SUM(CASE WHEN e.account LIKE 'wallet:%' THEN -e.amount END), 0) AS credited,
					COALESCE(SUM(CASE WHEN e.account = 'offline' THEN -e.amount END), 0) AS outside
				FROM payment_refunds r JOIN charges c ON c.id = r.charge_id LEFT JOIN payments p ON p.id = c.payment_id
				LEFT JOIN ledger_transfers t ON t.subject IN ('payment_refund:' || r.id, 'payment_refund:' || r.id || ':' || p.purchase_id)
				LEFT JOIN ledger_entries e ON e.transfer_id = t.id
				GROUP BY r.id, r.status, r.amount
			) refunds WHERE sent <> CASE status WHEN 'done' THEN amount ELSE 0 END
				OR credited <> CASE status WHEN 'credited' THEN amount ELSE 0 END
				OR outside <> CASE status WHEN 'settled' THEN amount ELSE 0 END`},
		{"refund %s: nobody has decided that it was credited or settled", `
			SELECT r.id FROM payment_refunds r WHERE r.status IN ('credited', 'settled') AND NOT EXISTS (
				SELECT 1 FROM payment_decisions d WHERE d.refund_id = r.id AND d.decision = CASE r.status WHEN 'credited' THEN 'credit' ELSE 'settle' END)`},
		{"charge %s: it was settled, but it is not held, or nobody has decided it", `
			SELECT CAST(c.id AS TEXT) FROM charges c WHERE c.settled_at IS NOT NULL AND (c.status <> 'held' OR NOT EXISTS (
				SELECT 1 FROM payment_decisions d WHERE d.charge_id = c.id AND d.refund_id IS NULL AND d.decision = 'settle'))`},
		{"charge %s: it is held, and booked", `
			SELECT CAST(c.id AS TEXT) FROM charges c JOIN ledger_transfers t ON t.subject = 'charge:' || c.id WHERE c.status = 'held'`},
	} {
		found, err := named(ctx, q, c.format, c.query)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// notPaidByCharge finds purchases that one accepted charge should have paid, and only if they
// are paid.
func notPaidByCharge(table string) string {
	return `
		SELECT CAST(o.id AS TEXT) FROM ` + table + ` o WHERE o.payment_method = 'digital_payment'
			AND CASE WHEN o.payment_status = 'unpaid' THEN 0 ELSE 1 END <> (
				SELECT COUNT(*) FROM charges c JOIN payments p ON p.id = c.payment_id
				WHERE p.purchase_id = o.id AND c.status = 'accepted' AND c.amount = o.total - o.wallet_part AND c.gateway = o.payment_gateway)`
}

// checkPaymentJobs: a job will handle each webhook, and send each refund that waits.
func checkPaymentJobs(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	hooks, err := named(ctx, q, "webhook %s: no job will handle it", `
		SELECT CAST(w.id AS TEXT) FROM webhooks w WHERE w.handled_at IS NULL AND NOT EXISTS (
			SELECT 1 FROM jobs j WHERE j.unique_key = 'payment.webhook:' || w.id AND j.done_at IS NULL AND j.given_up_at IS NULL)`)
	if err != nil {
		return nil, err
	}
	refunds, err := named(ctx, q, "refund %s: no job will send it", `
		SELECT r.id FROM payment_refunds r WHERE r.status = 'waiting' AND NOT EXISTS (
			SELECT 1 FROM jobs j WHERE j.unique_key = 'payment.refund:' || r.sent_as AND j.done_at IS NULL AND j.given_up_at IS NULL)`)
	return append(hooks, refunds...), err
}
