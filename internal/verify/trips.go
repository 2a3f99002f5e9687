package verify

import (
	"context"
	"fmt"
	"slices"

	"hawker/internal/db"
	"hawker/internal/ledger"
	"hawker/internal/trip"
)

// checkTripsInLedger: in the ledger, the shopper owes a trip's total until it is paid or
// undone, and nothing afterwards. What was paid for it, and not given back, is there too, by
// the wallet as the trip says, and so is its deposit until the vehicles are back.
func checkTripsInLedger(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	// An extension and a late return are paid at the return, as far as the deposit does not.
	const atReturn = `CASE WHEN t.status = 'completed' AND t.extension_charge + t.late_charge > t.deposit THEN t.extension_charge + t.late_charge - t.deposit ELSE 0 END`
	const of = `SELECT SUM(e.amount) FROM ledger_entries e JOIN ledger_transfers l ON l.id = e.transfer_id WHERE l.subject = 'trip:' || t.id`
	owed, err := findMismatches(ctx, q, "trip %d: in the ledger %d should be owed, but %d is", `
		SELECT id, want, got FROM (
			SELECT t.id, CASE WHEN t.payment_status = 'unpaid' AND t.status <> 'canceled' THEN t.total - t.wallet_part ELSE 0 END AS want,
				CAST(COALESCE((`+of+` AND e.account = $1), 0) AS BIGINT) AS got
			FROM trips t
		) AS owed WHERE want <> got`, ledger.Receivable)
	if err != nil {
		return nil, err
	}
	paid, err := findMismatches(ctx, q, "trip %d: in the ledger %d should have been paid, but %d was", `
		SELECT id, want, got FROM (
			SELECT t.id, CASE t.payment_status WHEN 'paid' THEN t.total - t.refunded + `+atReturn+` WHEN 'unpaid' THEN CASE WHEN t.status = 'canceled' THEN 0 ELSE t.wallet_part END ELSE 0 END AS want,
				CAST(COALESCE((`+of+` AND (e.account IN ($1, $2, $3) OR e.account LIKE 'gateway:%' OR e.account LIKE 'wallet:%')), 0) AS BIGINT) AS got
			FROM trips t
		) AS paid WHERE want <> got`, ledger.Cash, ledger.Offline, ledger.Clearing)
	if err != nil {
		return nil, err
	}
	held, err := findMismatches(ctx, q, "trip %d: in the ledger %d should be held as its deposit, but %d is", `
		SELECT id, want, got FROM (
			SELECT t.id, CASE WHEN t.status IN ('pending', 'confirmed', 'ongoing') THEN t.deposit ELSE 0 END AS want, CAST(-COALESCE((`+of+` AND e.account = $1), 0) AS BIGINT) AS got
			FROM trips t
		) AS held WHERE want <> got`, ledger.Deposits)
	if err != nil {
		return nil, err
	}
	wallets, err := findMismatches(ctx, q, "trip %d: in the ledger %d should have come from the wallet, but %d has", `
		SELECT id, want, got FROM (
			SELECT t.id, t.wallet_part - t.wallet_back AS want, CAST(COALESCE((`+of+` AND e.account LIKE 'wallet:%'), 0) AS BIGINT) AS got
			FROM trips t
		) AS wallet WHERE want <> got`)
	return slices.Concat(owed, paid, held, wallets), err
}

// checkTripParts: a trip's parts and its lines add up to its total.
func checkTripParts(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	parts, err := findMismatches(ctx, q, "trip %d: the total should be %d, but is %d", `
		SELECT id, subtotal - discount - coupon_discount + additional_charge + deposit + CASE WHEN tax_included THEN 0 ELSE tax END AS want, total AS got
		FROM trips WHERE subtotal - discount - coupon_discount + additional_charge + deposit + CASE WHEN tax_included THEN 0 ELSE tax END <> total`)
	if err != nil {
		return nil, err
	}
	lines, err := checkTripLines(ctx, q)
	return append(parts, lines...), err
}

// checkTripLines: the lines of a trip add up to the parts that come from vehicles.
func checkTripLines(ctx context.Context, q db.Q) ([]string, error) {
	var rules []rule
	for _, part := range []struct{ format, trip, line string }{
		{"trip %d: the lines should add up to %d, but add up to %d", "t.subtotal - t.discount - t.coupon_discount", "l.total"},
		{"trip %d: the discounts of its lines should be %d, but are %d", "t.discount", "l.discount"},
		{"trip %d: the coupon's parts of its lines should be %d, but are %d", "t.coupon_discount", "l.coupon"},
		{"trip %d: the tax of its lines should be %d, but is %d", "t.tax", "l.tax"},
	} {
		rules = append(rules, rule{format: part.format, query: fmt.Sprintf(`
			SELECT id, want, got FROM (
				SELECT t.id AS id, %s AS want, CAST(COALESCE(SUM(%s), 0) AS BIGINT) AS got
				FROM trips t LEFT JOIN trip_lines l ON l.trip_id = t.id GROUP BY t.id
			) sums WHERE want <> got`, part.trip, part.line)})
	}
	return findAll(ctx, q, rules)
}

// checkTripMoves: every move of a trip is legal, and the last one is its status.
func checkTripMoves(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	type move struct {
		Before  trip.Status // "": the first
		Status  trip.Status
		Example int64
	}
	moves, err := db.Many[move](ctx, q, `
		SELECT before, status, MIN(trip_id) AS example FROM (
			SELECT trip_id, status, COALESCE(LAG(status) OVER (PARTITION BY trip_id ORDER BY id), '') AS before FROM trip_moves
		) AS steps GROUP BY before, status ORDER BY example`)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, m := range moves {
		if !trip.Legal(m.Before, m.Status) {
			found = append(found, fmt.Sprintf("trip %d went from %q to %q", m.Example, m.Before, m.Status))
		}
	}
	ids, err := db.Many[int64](ctx, q, `
		SELECT t.id FROM trips t
		WHERE t.status <> COALESCE((SELECT m.status FROM trip_moves m WHERE m.trip_id = t.id ORDER BY m.id DESC LIMIT 1), '')
		ORDER BY t.id LIMIT $1`, findings)
	for _, id := range ids {
		found = append(found, fmt.Sprintf("trip %d: the status differs from its last move", id))
	}
	return found, err
}

// checkTripCounts: a provider and a vehicle had the trips that the town folder states, and
// those that were completed.
func checkTripCounts(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	return findAll(ctx, q, []rule{
		{format: "provider %d: %d trips should be counted, but %d are", query: `
			SELECT id, want, got FROM (
				SELECT p.id AS id, p.trip_count AS got, p.past_trip_count
					+ (SELECT COUNT(*) FROM trips t WHERE t.provider_id = p.id AND t.status IN ('completed', 'refunded')) AS want
				FROM providers p
			) counts WHERE want <> got`},
		{format: "vehicle %d: %d trips should be counted, but %d are", query: `
			SELECT id, want, got FROM (
				SELECT v.id AS id, v.trip_count AS got, v.past_trip_count
					+ (SELECT COUNT(*) FROM trip_lines l JOIN trips t ON t.id = l.trip_id WHERE l.vehicle_id = v.id AND t.status IN ('completed', 'refunded')) AS want
				FROM vehicles v
			) counts WHERE want <> got`},
	})
}
