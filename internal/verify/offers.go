package verify

import (
	"context"

	"hawker/internal/db"
)

// checkOffers: an offer has sold the units that the lines of orders took from it. A
// canceled or refunded order has returned them.
func checkOffers(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	flash, err := findMismatches(ctx, q, "flash sale item %d: orders took %d units, but it has sold %d", unitsSold("flash_sale_items", "flash_sale_item_id"))
	if err != nil {
		return nil, err
	}
	campaigns, err := findMismatches(ctx, q, "campaign %d: orders took %d units, but it has sold %d", unitsSold("campaigns", "campaign_id"))
	return append(flash, campaigns...), err
}

// unitsSold compares the units sold of each row with those of the lines that refer to
// it.
func unitsSold(table, column string) string {
	return `
		SELECT id, want, got FROM (
			SELECT f.id AS id, f.sold AS got,
				CAST(COALESCE(SUM(CASE WHEN o.status IN ('canceled', 'refunded') THEN 0 ELSE l.quantity END), 0) AS BIGINT) AS want
			FROM ` + table + ` f LEFT JOIN order_lines l ON l.` + column + ` = f.id LEFT JOIN orders o ON o.id = l.order_id
			GROUP BY f.id, f.sold
		) sums WHERE want <> got`
}
