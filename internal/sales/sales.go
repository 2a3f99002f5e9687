// Package sales counts what was delivered: the units of an item for 30 days, which make it
// popular, and the orders of a store (BRW-01).
package sales

import (
	"context"
	"fmt"
	"time"

	"github.com/huandu/go-sqlbuilder"

	"hawker/internal/db"
)

// countedFor is how long sold units count: "popular" is what was ordered in 30 days.
// Units from a town folder have no day and stay.
const countedFor = 30 * 24 * time.Hour

// expiredAtOnce bounds the orders of one transaction.
const expiredAtOnce = 200

// Count counts a delivered order, until Expire subtracts its units. It is called on the
// delivery: placing must not wait for the row of a store that everybody orders from, and a
// canceled order must not count. It locks the store and then the items in the order of their
// ids, as an import does, so that they do not deadlock.
func Count(ctx context.Context, tx *db.Tx, orderID, storeID int64, at time.Time) error {
	_, err := db.Exec(ctx, tx, `UPDATE stores SET order_count = order_count + 1 WHERE id = $1`, storeID)
	if err == nil {
		_, err = db.Many[int64](ctx, tx, `SELECT id FROM items WHERE id IN (SELECT item_id FROM order_lines WHERE order_id = $1) ORDER BY id`+tx.Dialect.LockedValuesOf("items"), orderID)
	}
	if err == nil {
		_, err = db.Exec(ctx, tx, `
			UPDATE items SET sold_count = sold_count + (SELECT SUM(l.quantity) FROM order_lines l WHERE l.order_id = $1 AND l.item_id = items.id)
			WHERE id IN (SELECT item_id FROM order_lines WHERE order_id = $1)`, orderID)
	}
	if err == nil {
		_, err = db.Exec(ctx, tx, `UPDATE orders SET popular_until = $2 WHERE id = $1`, orderID, at.Add(countedFor).UnixMilli())
	}
	if err != nil {
		return fmt.Errorf("count sales: %w", err)
	}
	return nil
}

// Expire subtracts the units of old orders from the sales of their items.
func Expire(ctx context.Context, d *db.DB, now time.Time) error {
	for {
		expired := 0
		err := db.InTx(ctx, d, func(tx *db.Tx) (err error) {
			expired, err = expireSome(ctx, tx, now)
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

// expireSome expires some orders and returns how many. The instance that clears the
// mark of an order subtracts its units, so that they are subtracted once.
func expireSome(ctx context.Context, tx *db.Tx, now time.Time) (int, error) {
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
	all, err := db.Many[sale](ctx, tx, query, args...)
	if err != nil {
		return 0, err
	}
	for _, sold := range all {
		// An import may have set the count to less meanwhile.
		if _, err := db.Exec(ctx, tx, `UPDATE items SET sold_count = CASE WHEN sold_count > $1 THEN sold_count - $1 ELSE 0 END WHERE id = $2`, sold.Units, sold.ItemID); err != nil {
			return 0, err
		}
	}
	return len(ids), nil
}
