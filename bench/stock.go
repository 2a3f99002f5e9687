package main

import (
	"context"
	"time"

	"hawker/internal/db"
	"hawker/internal/stock"
)

// plenty is more of an item than any run sells.
const plenty = 1_000_000

// stockUp counts the stock of items that had no limit, so that all orders of an item
// change one row. It writes to the database directly, as an import does.
func stockUp(ctx context.Context, o db.Options, items []item) error {
	d, err := db.Open(ctx, o)
	if err != nil {
		return err
	}
	defer d.Close()
	var counted []stock.Counted
	for _, i := range items {
		counted = append(counted, stock.Counted{Pool: stock.PoolOf(i.ID, 0), Units: new(int64(plenty))})
	}
	return db.InTx(ctx, d, func(tx *db.Tx) error { return stock.Count(ctx, tx, counted, time.Now()) })
}
