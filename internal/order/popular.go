package order

import (
	"context"
	"fmt"
	"time"

	"github.com/huandu/go-sqlbuilder"

	"hawker/internal/db"
)

// popularFor is how long units count as sold of late: "popular" is what was
// ordered in 30 days. Units that a town brought with it have no day and stay.
const popularFor = 30 * 24 * time.Hour

// agedAtOnce is how many orders one transaction ages.
const agedAtOnce = 200

// ExpireSales takes off their items' popularity what orders sold longer ago than
// counts.
func (s *Service) ExpireSales(ctx context.Context) error {
	for {
		aged := 0
		err := db.InTx(ctx, s.DB, func(tx *db.Tx) (err error) {
			aged, err = ageSales(ctx, tx, s.Clock.Now())
			return err
		})
		if err != nil {
			return fmt.Errorf("age sales: %w", err)
		}
		if aged < agedAtOnce {
			return nil
		}
	}
}

// ageSales ages some orders and answers how many. Whoever clears an order's mark
// takes its units off, so that nobody does it twice.
func ageSales(ctx context.Context, tx *db.Tx, now time.Time) (int, error) {
	ids, err := db.Many[int64](ctx, tx, `
		UPDATE orders SET popular_until = NULL
		WHERE popular_until <= $1 AND id IN (SELECT id FROM orders WHERE popular_until <= $1 ORDER BY popular_until LIMIT $2)
		RETURNING id`, now.UnixMilli(), agedAtOnce)
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
		// An import may have set the count anew meanwhile.
		if _, err := db.Exec(ctx, tx, `UPDATE items SET sold_count = CASE WHEN sold_count > $1 THEN sold_count - $1 ELSE 0 END WHERE id = $2`, sold.Units, sold.ItemID); err != nil {
			return 0, err
		}
	}
	return len(ids), nil
}
