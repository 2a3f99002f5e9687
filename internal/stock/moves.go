package stock

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/db"
)

// move is one change of a pool.
type move struct {
	PoolID int64
	Delta  int64
}

// insertMoves notes why pools changed, for verify.
func insertMoves(ctx context.Context, tx *db.Tx, orderID int64, reason string, moves []move, at time.Time) error {
	if len(moves) == 0 {
		return nil
	}
	rows := db.NewValues(reason, orderID, at.UnixMilli())
	for _, m := range moves {
		rows.Add(m.PoolID, m.Delta)
	}
	_, err := db.Exec(ctx, tx, `INSERT INTO stock_moves (reason, order_id, created_at, stock_id, delta) VALUES `+rows.String(), rows.Args()...)
	if err != nil {
		return fmt.Errorf("insert stock moves: %w", err)
	}
	return nil
}
