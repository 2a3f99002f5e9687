package cart

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/money"
	"hawker/internal/options"
)

// lineRow is a row of cart_lines, with its cart.
type lineRow struct {
	ID        int64
	CartID    int64
	StoreID   int64
	ItemID    int64
	LineKey   string
	Quantity  int64
	Choice    db.JSON[options.Choice]
	UnitPrice money.Amount
	Note      string
}

// cartRow is a row of carts.
type cartRow struct {
	ID      int64
	StoreID int64
}

// lockOrCreate finds or creates the shopper's cart of the module and locks its row
// until the transaction ends: changes of a cart, and its order, come one after the
// other.
func lockOrCreate(ctx context.Context, tx *db.Tx, shopperID, moduleID, storeID int64, at time.Time) (cartRow, error) {
	h, err := db.One[cartRow](ctx, tx, `
		INSERT INTO carts (shopper_id, module_id, store_id, updated_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (shopper_id, module_id) DO UPDATE SET updated_at = excluded.updated_at
		RETURNING id, store_id`, shopperID, moduleID, storeID, at.UnixMilli())
	if err != nil {
		return cartRow{}, fmt.Errorf("lock cart: %w", err)
	}
	return h, nil
}

// Lock locks the shopper's cart of the module until the transaction ends, and returns
// its id; 0: there is none.
func Lock(ctx context.Context, tx *db.Tx, shopperID, moduleID int64, at time.Time) (int64, error) {
	id, err := db.One[int64](ctx, tx, `
		UPDATE carts SET updated_at = $3 WHERE shopper_id = $1 AND module_id = $2 RETURNING id`,
		shopperID, moduleID, at.UnixMilli())
	if errors.Is(err, db.ErrNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("lock cart: %w", err)
	}
	return id, nil
}

// Empty deletes all lines of a cart that the caller has locked.
func Empty(ctx context.Context, tx *db.Tx, cartID int64) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM cart_lines WHERE cart_id = $1`, cartID); err != nil {
		return fmt.Errorf("empty cart: %w", err)
	}
	return nil
}

func readLines(ctx context.Context, q db.Q, shopperID, moduleID int64) ([]lineRow, error) {
	lines, err := db.Many[lineRow](ctx, q, `
		SELECT l.id, c.id AS cart_id, c.store_id, l.item_id, l.line_key, l.quantity, l.choice, l.unit_price, l.note
		FROM carts c JOIN cart_lines l ON l.cart_id = c.id
		WHERE c.shopper_id = $1 AND c.module_id = $2 ORDER BY l.id`, shopperID, moduleID)
	if err != nil {
		return nil, fmt.Errorf("read cart: %w", err)
	}
	return lines, nil
}

// saveLine inserts a line, or updates it if it has an id.
func saveLine(ctx context.Context, tx *db.Tx, cartID int64, l Line, at time.Time) error {
	choice := db.JSON[options.Choice]{V: l.Choice}
	var err error
	if l.ID == 0 {
		_, err = db.Exec(ctx, tx, `
			INSERT INTO cart_lines (cart_id, item_id, line_key, choice, quantity, unit_price, created_at, note)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			cartID, l.Item.ID, l.key, choice, l.Quantity, l.AddedPrice, at.UnixMilli(), l.Note)
	} else {
		_, err = db.Exec(ctx, tx, `
			UPDATE cart_lines SET line_key = $2, choice = $3, quantity = $4, unit_price = $5, note = $6 WHERE id = $1`,
			l.ID, l.key, choice, l.Quantity, l.AddedPrice, l.Note)
	}
	if err != nil {
		return fmt.Errorf("save line: %w", err)
	}
	return nil
}

func setQuantity(ctx context.Context, tx *db.Tx, lineID, quantity int64) error {
	if _, err := db.Exec(ctx, tx, `UPDATE cart_lines SET quantity = $2 WHERE id = $1`, lineID, quantity); err != nil {
		return fmt.Errorf("set the quantity of a line: %w", err)
	}
	return nil
}

// deleteLine deletes a line of the cart, and reports whether it existed.
func deleteLine(ctx context.Context, tx *db.Tx, cartID, lineID int64) (bool, error) {
	n, err := db.Exec(ctx, tx, `DELETE FROM cart_lines WHERE cart_id = $1 AND id = $2`, cartID, lineID)
	if err != nil {
		return false, fmt.Errorf("delete line: %w", err)
	}
	return n > 0, nil
}

func deleteItem(ctx context.Context, tx *db.Tx, cartID, itemID int64) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM cart_lines WHERE cart_id = $1 AND item_id = $2`, cartID, itemID); err != nil {
		return fmt.Errorf("delete lines of an item: %w", err)
	}
	return nil
}

func moveToStore(ctx context.Context, tx *db.Tx, cartID, storeID int64) error {
	if _, err := db.Exec(ctx, tx, `UPDATE carts SET store_id = $2 WHERE id = $1`, cartID, storeID); err != nil {
		return fmt.Errorf("move cart to store: %w", err)
	}
	return nil
}

// items reads items, sold or not: Active tells which. It reads only what carts and
// orders need.
func items(ctx context.Context, q db.Q, ids []int64) (map[int64]catalog.Item, error) {
	list, args := db.InList(ids)
	found, err := db.Many[catalog.Item](ctx, q, `
		SELECT id, slug, store_id, module_id, zone_id, name, pictures, price, discount_type, discount, options,
			maximum_quantity, available_from, available_to, schedule_order, active, prescription
		FROM items WHERE id IN `+list, args...)
	if err != nil {
		return nil, fmt.Errorf("read items: %w", err)
	}
	byID := make(map[int64]catalog.Item, len(found))
	for _, i := range found {
		byID[i.ID] = i
	}
	return byID, nil
}
