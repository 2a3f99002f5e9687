package townsql

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/townfile"
)

// pool is how much a record says there is of an item or a variation.
type pool struct {
	ID        int64 // 0 until it is stored
	ItemID    int64
	Variation string
	Quantity  int64
	Counted   bool
}

const poolColumns = `id, item_id, variation, quantity, counted_since IS NOT NULL AS counted`

// stock brings the pools of these items to what their records count otherwise
// than last time. Every change is a move, so that a pool is always the sum of its
// moves.
func (im *importer) stock(ctx context.Context, tx *db.Tx, items []record[townfile.Item]) error {
	type key struct {
		itemID    int64
		variation string
	}
	stored := map[key]pool{}
	known := slices.DeleteFunc(slices.Clone(items), func(i record[townfile.Item]) bool { return i.last.id == 0 })
	for chunk := range slices.Chunk(known, 500) {
		pools, err := poolsOf(ctx, tx, chunk)
		if err != nil {
			return err
		}
		for _, p := range pools {
			stored[key{p.ItemID, p.Variation}] = p
		}
	}
	var fresh []pool
	for _, item := range items {
		for variation, counted := range item.now.changedStock(item.was) {
			old, known := stored[key{item.id, variation}]
			switch {
			case !known && counted != nil:
				fresh = append(fresh, pool{ItemID: item.id, Variation: variation, Quantity: int64(*counted)})
			case known:
				if err := im.recount(ctx, tx, old, counted); err != nil {
					return err
				}
			}
		}
	}
	return im.open(ctx, tx, fresh)
}

// countedOf is the stock of an item and its variations, by pool; nil is
// unlimited.
func countedOf(i townfile.Item) map[string]*int {
	counted := map[string]*int{catalog.Pool(0): i.Stock}
	for _, v := range i.Variations {
		counted[catalog.Pool(v.ID)] = v.Stock
	}
	return counted
}

func poolsOf(ctx context.Context, q db.Q, items []record[townfile.Item]) ([]pool, error) {
	args := make([]any, len(items))
	for i, item := range items {
		args[i] = item.id
	}
	pools, err := db.Many[pool](ctx, q, `SELECT `+poolColumns+` FROM stock WHERE item_id IN `+list(len(args)), args...)
	if err != nil {
		return nil, fmt.Errorf("read stock: %w", err)
	}
	return pools, nil
}

// open stores new pools, each with its first move.
func (im *importer) open(ctx context.Context, tx *db.Tx, pools []pool) error {
	slices.SortFunc(pools, func(a, b pool) int {
		if a.ItemID != b.ItemID {
			return int(a.ItemID - b.ItemID)
		}
		return strings.Compare(a.Variation, b.Variation)
	})
	rows := make([][]any, len(pools))
	for i, p := range pools {
		rows[i] = []any{p.ItemID, p.Variation, p.Quantity, im.now.UnixMilli()}
	}
	columns := []string{"item_id", "variation", "quantity", "counted_since"}
	var moves [][]any
	err := insertion{"stock", columns, rows, " RETURNING id, quantity"}.returning(ctx, tx, func(scan func(...any) error) error {
		var id, quantity int64
		if err := scan(&id, &quantity); err != nil {
			return err
		}
		moves = append(moves, []any{id, quantity, "import", im.now.UnixMilli()})
		return nil
	})
	if err != nil {
		return fmt.Errorf("open stock: %w", err)
	}
	if err := (insertion{"stock_moves", []string{"stock_id", "delta", "reason", "created_at"}, moves, ""}).exec(ctx, tx); err != nil {
		return fmt.Errorf("note stock: %w", err)
	}
	return nil
}

// recount brings a pool to what its record says. A pool that is counted no
// longer stays with its moves, and takes part again when it is given a number.
func (im *importer) recount(ctx context.Context, tx *db.Tx, p pool, counted *int) error {
	var since *int64 // nil: not counted
	if counted != nil {
		if err := im.move(ctx, tx, p, int64(*counted)); err != nil {
			return err
		}
		now := im.now.UnixMilli()
		since = &now
	}
	if p.Counted == (counted != nil) {
		return nil
	}
	if _, err := db.Exec(ctx, tx, `UPDATE stock SET counted_since = $1 WHERE id = $2`, since, p.ID); err != nil {
		return fmt.Errorf("count stock: %w", err)
	}
	return nil
}

// move brings a pool to a quantity. An order may take from it meanwhile: then
// the guard fails and what is left is looked at again.
func (im *importer) move(ctx context.Context, tx *db.Tx, p pool, quantity int64) error {
	for p.Quantity != quantity {
		n, err := db.Exec(ctx, tx, `UPDATE stock SET quantity = $1 WHERE id = $2 AND quantity = $3`, quantity, p.ID, p.Quantity)
		if err != nil {
			return fmt.Errorf("count stock: %w", err)
		}
		if n == 1 {
			_, err := db.Exec(ctx, tx, `INSERT INTO stock_moves (stock_id, delta, reason, created_at) VALUES ($1, $2, 'import', $3)`,
				p.ID, quantity-p.Quantity, im.now.UnixMilli())
			return err
		}
		if p, err = db.One[pool](ctx, tx, `SELECT `+poolColumns+` FROM stock WHERE id = $1`, p.ID); err != nil {
			return fmt.Errorf("read stock: %w", err)
		}
	}
	return nil
}
