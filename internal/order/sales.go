package order

import (
	"context"
	"fmt"
	"time"

	"github.com/huandu/go-sqlbuilder"

	"hawker/internal/db"
)

// popularFor is how long sold units count: "popular" is what was ordered in 30 days.
// Units from a town folder have no day and stay.
const popularFor = 30 * 24 * time.Hour

// expiredAtOnce bounds the orders of one transaction.
const expiredAtOnce = 200

// ExpireSales subtracts the units of old orders from the popularity of their items.
func (s *Service) ExpireSales(ctx context.Context) error {
	for {
		expired := 0
		err := db.InTx(ctx, s.DB, func(tx *db.Tx) (err error) {
			expired, err = expireSales(ctx, tx, s.Clock.Now())
			return err
		})
		if err != nil {
			return fmt.Errorf("expire sales: %w", err)
		}
		if expired < expiredAtOnce {
			return nil
		}
	}
}

// expireSales expires some orders and returns how many. The instance that clears the
// mark of an order subtracts its units, so that they are subtracted once.
func expireSales(ctx context.Context, tx *db.Tx, now time.Time) (int, error) {
	ids, err := db.Many[int64](ctx, tx, `
		UPDATE orders SET popular_until = NULL
		WHERE popular_until <= $1 AND id IN (SELECT id FROM orders WHERE popular_until <= $1 ORDER BY popular_until LIMIT $2)
		RETURNING id`, now.UnixMilli(), expiredAtOnce)
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	b := sqlbuilder.PostgreSQL.NewSelectBuilder().Select("item_id", "CAST(SUM(quantity) AS BIGINT) AS units").From("order_lines")
	query, args := b.Where(b.In("order_id", sqlbuilder.List(ids))).GroupBy("item_id").OrderBy("item_id").Build()
	type sale struct{ ItemID, Units int64 }
	sales, err := db.Many[sale](ctx, tx, query, args...)
	if err != nil {
		return 0, err
	}
	for _, sold := range sales {
		// An import may have set the count to less meanwhile.
		if _, err := db.Exec(ctx, tx, `UPDATE items SET sold_count = CASE WHEN sold_count > $1 THEN sold_count - $1 ELSE 0 END WHERE id = $2`, sold.Units, sold.ItemID); err != nil {
			return 0, err
		}
	}
	return len(ids), nil
}
