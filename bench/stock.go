package main

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/db"
)

// plenty is more of an item than any run sells.
const plenty = 1_000_000

// stockUp counts the stock of items that had no limit, so that orders have to
// take it: what makes an item hot is that they all change one row. It goes past
// the server, as an import would, with the moves that a stock is the sum of.
func stockUp(ctx context.Context, o db.Options, items []item) error {
	d, err := db.Open(ctx, o)
	if err != nil {
		return err
	}
	defer d.Close()
	return db.InTx(ctx, d, func(tx *db.Tx) error {
		for _, i := range items {
			id, err := db.One[int64](ctx, tx, `INSERT INTO stock (item_id, variation, quantity) VALUES ($1, '', $2) RETURNING id`, i.ID, plenty)
			if err != nil {
				return fmt.Errorf("stock item %d: %w", i.ID, err)
			}
			if _, err := db.Exec(ctx, tx, `INSERT INTO stock_moves (stock_id, delta, reason, created_at) VALUES ($1, $2, 'count', $3)`,
				id, plenty, time.Now().UnixMilli()); err != nil {
				return fmt.Errorf("note the stock of item %d: %w", i.ID, err)
			}
		}
		return nil
	})
}
