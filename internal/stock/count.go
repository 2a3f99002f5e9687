package stock

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"hawker/internal/db"
)

// Counted is the counted number of units in a pool.
type Counted struct {
	Pool
	Units   *int64 // nil: no longer counted
	NewItem bool   // the item has just been inserted, so its pools are not looked up
	ByStore bool   // its store has counted, and no town folder says so

	// Expected is how many units were left when somebody counted; nil: whatever is left. If
	// an order has changed the number since, it is ErrChanged.
	Expected *int64

	// ExpectUncounted means that the pool was not counted when somebody counted. If it has
	// been counted since, it is ErrChanged.
	ExpectUncounted bool
}

// ErrChanged is returned when a pool has not the expected number of units, or is counted
// unexpectedly.
var ErrChanged = errors.New("the stock has changed")

// reason is what the move of the difference says.
func (c Counted) reason() string {
	if c.ByStore {
		return "count"
	}
	return "import"
}

// itemsPerStatement is the limit of items whose pools one statement reads.
const itemsPerStatement = 500

// pool is a row of stock.
type pool struct {
	ID int64
	Pool
	Quantity int64
	Counted  bool
}

const poolColumns = `id, item_id, variation, quantity, counted_since IS NOT NULL AS counted`

// Count sets pools to the counted numbers, and creates those that do not exist. It writes
// the difference as a move. If an order takes from a pool at the same time, both changes
// are kept.
func Count(ctx context.Context, tx *db.Tx, counted []Counted, at time.Time) error {
	stored, err := poolsOf(ctx, tx, counted)
	if err != nil {
		return err
	}
	var opened []Counted
	for _, c := range counted {
		p, known := stored[c.Pool]
		if c.Expected != nil && (!p.Counted || p.Quantity != *c.Expected) || c.ExpectUncounted && p.Counted {
			return ErrChanged
		}
		switch {
		case known:
			if err := p.count(ctx, tx, c, at); err != nil {
				return err
			}
		case c.Units != nil:
			opened = append(opened, c)
		}
	}
	meanwhile, err := open(ctx, tx, opened, at)
	if err != nil || len(meanwhile) == 0 {
		return err
	}
	return Count(ctx, tx, meanwhile, at)
}

// poolsOf reads the pools of all items that are not new.
func poolsOf(ctx context.Context, tx *db.Tx, counted []Counted) (map[Pool]pool, error) {
	var items []int64
	for _, c := range counted {
		if !c.NewItem {
			items = append(items, c.ItemID)
		}
	}
	slices.Sort(items)
	stored := map[Pool]pool{}
	for some := range slices.Chunk(slices.Compact(items), itemsPerStatement) {
		ids, args := db.InList(some)
		pools, err := db.Many[pool](ctx, tx, `SELECT `+poolColumns+` FROM stock WHERE item_id IN `+ids, args...)
		if err != nil {
			return nil, fmt.Errorf("read stock: %w", err)
		}
		for _, p := range pools {
			stored[p.Pool] = p
		}
	}
	return stored, nil
}

// count sets the pool to a number. A pool that is no longer counted keeps its row and its
// moves, and is used again when it is counted again.
func (p pool) count(ctx context.Context, tx *db.Tx, c Counted, at time.Time) error {
	var since *int64 // nil: not counted
	if c.Units != nil {
		if err := p.set(ctx, tx, c, at); err != nil {
			return err
		}
		now := at.UnixMilli()
		since = &now
	}
	if p.Counted == (c.Units != nil) {
		return nil
	}
	n, err := db.Exec(ctx, tx, `UPDATE stock SET counted_since = $1 WHERE id = $2 AND (counted_since IS NULL OR NOT $3)`, since, p.ID, c.ExpectUncounted)
	if err != nil {
		return fmt.Errorf("count stock: %w", err)
	}
	if n == 0 && c.ExpectUncounted {
		return ErrChanged
	}
	return nil
}

// set changes the quantity. If an order has changed it meanwhile, it reads it again and
// retries.
func (p pool) set(ctx context.Context, tx *db.Tx, c Counted, at time.Time) error {
	quantity := *c.Units
	for p.Quantity != quantity {
		n, err := db.Exec(ctx, tx, `UPDATE stock SET quantity = $1 WHERE id = $2 AND quantity = $3`, quantity, p.ID, p.Quantity)
		if err != nil {
			return fmt.Errorf("count stock: %w", err)
		}
		if n == 0 && c.Expected != nil {
			return ErrChanged
		}
		if n == 1 {
			_, err := db.Exec(ctx, tx, `INSERT INTO stock_moves (stock_id, delta, reason, created_at) VALUES ($1, $2, $3, $4)`,
				p.ID, quantity-p.Quantity, c.reason(), at.UnixMilli())
			return err
		}
		if p, err = db.One[pool](ctx, tx, `SELECT `+poolColumns+` FROM stock WHERE id = $1`, p.ID); err != nil {
			return fmt.Errorf("read stock: %w", err)
		}
	}
	return nil
}

// open inserts new pools, each with its first move. It returns those that another
// transaction has inserted meanwhile.
func open(ctx context.Context, tx *db.Tx, counted []Counted, at time.Time) (meanwhile []Counted, err error) {
	slices.SortFunc(counted, func(a, b Counted) int { return a.compare(b.Pool) })
	now := at.UnixMilli()
	rows := make([][]any, len(counted))
	reasons := map[Pool]string{}
	for i, c := range counted {
		reasons[c.Pool] = c.reason()
		rows[i] = []any{c.ItemID, c.Variation, *c.Units, now}
	}
	var moves [][]any
	pools := db.Insert{
		Table: "stock", Columns: []string{"item_id", "variation", "quantity", "counted_since"}, Rows: rows,
		Suffix: " ON CONFLICT (item_id, variation) DO NOTHING RETURNING id, quantity, item_id, variation",
	}
	err = pools.Each(ctx, tx, func(scan func(...any) error) error {
		var id, quantity int64
		var p Pool
		if err := scan(&id, &quantity, &p.ItemID, &p.Variation); err != nil {
			return err
		}
		moves = append(moves, []any{id, quantity, reasons[p], now})
		delete(reasons, p)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("open stock: %w", err)
	}
	first := db.Insert{Table: "stock_moves", Columns: []string{"stock_id", "delta", "reason", "created_at"}, Rows: moves}
	if err := first.Exec(ctx, tx); err != nil {
		return nil, fmt.Errorf("insert stock moves: %w", err)
	}
	for _, c := range counted {
		if _, missing := reasons[c.Pool]; missing {
			meanwhile = append(meanwhile, c)
		}
	}
	return meanwhile, nil
}
