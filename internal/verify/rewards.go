package verify

import (
	"context"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/ledger"
	"hawker/internal/money"
)

// rule is a query of rows that break it, and how a row reads.
type rule struct {
	format, query string
	args          []any
}

func findAll(ctx context.Context, q db.Q, rules []rule) ([]string, error) {
	var all []string
	for _, r := range rules {
		found, err := findMismatches(ctx, q, r.format, r.query, r.args...)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// bookedOf is the sum of the entries of an account ($1) of the subject that an expression
// names.
func bookedOf(subject string) string {
	return `CAST(COALESCE((SELECT SUM(e.amount) FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
		WHERE t.subject = ` + subject + ` AND e.account = $1), 0) AS BIGINT)`
}

// withoutSubject finds the transfers of a kind ($1) whose subject is none of a query's. The
// subjects are computed once: SQLite computed all of them again for each transfer. It makes
// an index of what is CAST alone.
func withoutSubject(subjects string) string {
	return `WITH known AS MATERIALIZED (` + subjects + `)
		SELECT t.id AS id, 1 AS want, 0 AS got FROM ledger_transfers t LEFT JOIN known ON known.subject = t.subject
		WHERE t.kind = $1 AND known.subject IS NULL`
}

// checkPoints: each delivered order earned the points of its total once, and gave back
// those of what was refunded (W3).
func checkPoints(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	found, err := findAll(ctx, q, []rule{
		{format: "order %d: %d decision about its rewards should exist, but %d do", query: `
			SELECT o.id AS id, 1 AS want, 0 AS got FROM orders o WHERE o.status IN ('delivered', 'refund_requested', 'refunded')
				AND NOT EXISTS (SELECT 1 FROM order_rewards r WHERE r.order_id = o.id)`},
		{format: "order %d: it should have earned %d points, but has earned %d", query: `
			SELECT r.order_id AS id, o.total / r.unit * r.per_unit AS want, r.points AS got
			FROM order_rewards r JOIN orders o ON o.id = r.order_id WHERE o.total / r.unit * r.per_unit <> r.points`},
		{format: "order %d: in the ledger it should have earned %d points, but has earned %d", query: `
			SELECT id, want, got FROM (
				SELECT r.order_id AS id, r.points AS want, ` + bookedOf(`'order_points:' || r.order_id`) + ` AS got FROM order_rewards r
			) booked WHERE want <> got`, args: []any{ledger.PointsIssued}},
		{format: "customer %d: %d points should be owed, but in the ledger %d are", query: `
			SELECT id, want, got FROM (
				SELECT c.id AS id, CAST(COALESCE((SELECT SUM(points_owed - withheld) FROM order_rewards r WHERE r.customer_id = c.id), 0) AS BIGINT) AS want,
					COALESCE(l.sum, 0) AS got
				FROM customers c LEFT JOIN (
					SELECT account, CAST(SUM(amount) AS BIGINT) AS sum FROM ledger_entries WHERE account LIKE 'owed_points:%' GROUP BY account
				) l ON l.account = 'owed_points:' || c.id
			) owed WHERE want <> got OR want < 0`},
	})
	if err != nil {
		return nil, err
	}
	taken, err := findWrongTaken(ctx, q, "order %d: %d points should have been taken back, but %d were", "points")
	return append(found, taken...), err
}

// findWrongTaken finds orders whose refunds should have taken back more or less of their
// points or cashback. The parts are computed here, because the products overflow in SQL.
func findWrongTaken(ctx context.Context, q db.Q, format, column string) ([]string, error) {
	var found []string
	err := db.Each(ctx, q, func(scan func(...any) error) error {
		var id, refunded, total int64
		var given, taken money.Amount
		if err := scan(&id, &given, &taken, &refunded, &total); err != nil {
			return err
		}
		if want := given.MulRatio(refunded, max(total, 1)); want != taken && len(found) < findings {
			found = append(found, fmt.Sprintf(format, id, want, taken))
		}
		return nil
	}, `
		SELECT o.id, r.`+column+`, r.`+column+`_taken, o.refunded, o.total FROM order_rewards r JOIN orders o ON o.id = r.order_id
		WHERE r.customer_id IS NOT NULL AND r.`+column+` > 0 AND (o.refunded > 0 OR r.`+column+`_taken > 0) ORDER BY o.id`)
	return found, err
}

// checkConversions: points that became money are booked once, in both (W3).
func checkConversions(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	return findAll(ctx, q, []rule{
		{format: "conversion %d: %d points should have been spent, but %d were", query: `
			SELECT id, want, got FROM (
				SELECT c.id AS id, c.points AS want, -` + bookedOf(`'conversion:' || c.id`) + ` AS got FROM point_conversions c
			) booked WHERE want <> got`, args: []any{ledger.PointsRedeemed}},
		{format: "conversion %d: it should be worth %d, but is %d", query: `
			SELECT id, want, got FROM (
				SELECT c.id AS id, c.amount AS want, ` + bookedOf(`'conversion:' || c.id`) + ` AS got FROM point_conversions c
			) booked WHERE want <> got`, args: []any{ledger.Rewards}},
		{format: "transfer %d: %d conversion should belong to it, but %d do", query: withoutSubject(
			`SELECT CAST('conversion:' || id AS TEXT) AS subject FROM point_conversions`), args: []any{ledger.PointsSpent}},
	})
}

// checkCashback: the cashback of an order is booked once, and what was refunded of it was
// taken back.
func checkCashback(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	found, err := findAll(ctx, q, []rule{
		{format: "order %d: a cashback of %d should have been paid, but %d was", query: `
			SELECT id, want, got FROM (
				SELECT r.order_id AS id, r.cashback AS want, ` + bookedOf(`'cashback:' || r.order_id`) + ` AS got FROM order_rewards r
			) booked WHERE want <> got`, args: []any{ledger.Rewards}},
	})
	if err != nil {
		return nil, err
	}
	taken, err := findWrongTaken(ctx, q, "order %d: of its cashback %d should have been taken back, but %d was", "cashback")
	return append(found, taken...), err
}

// checkReferrals: a new customer and their referrer are rewarded once, as was decided, and
// nobody for themselves (W4).
func checkReferrals(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	return findAll(ctx, q, []rule{
		{format: "referral of customer %d: %d should have been paid, but %d was", query: `
			SELECT id, want, got FROM (
				SELECT r.customer_id AS id, r.referrer_amount + r.friend_amount AS want, ` + bookedOf(`'referral:' || r.customer_id`) + ` AS got FROM referrals r
			) booked WHERE want <> got`, args: []any{ledger.Rewards}},
		{format: "referral of customer %d: %d should be paid to the same customer, but %d is", query: `
			SELECT customer_id AS id, 0 AS want, referrer_amount + friend_amount AS got FROM referrals
			WHERE status = 'refused' AND referrer_amount + friend_amount <> 0 OR status = 'paid' AND customer_id = referrer_id`},
		{format: "transfer %d: %d referral should belong to it, but %d do", query: withoutSubject(
			`SELECT CAST('referral:' || customer_id AS TEXT) AS subject FROM referrals`), args: []any{ledger.Referral}},
	})
}
