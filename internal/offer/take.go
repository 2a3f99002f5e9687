package offer

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"hawker/internal/db"
)

// ErrTaken says that others have taken the units of a flash sale meanwhile.
var ErrTaken = errors.New("the units of the flash sale are taken")

// Taken are the units that an order takes, by offer.
type Taken struct {
	Flash     map[int64]int64 // by the id of the FlashItem
	Campaigns map[int64]int64 // by the id of the campaign
}

// Take takes units for an order. After ErrTaken the transaction must be rolled back.
//
// One statement compares and adds, as in package stock. Rows are taken in the order of
// their ids, so that two orders cannot deadlock.
func Take(ctx context.Context, tx *db.Tx, t Taken) error {
	for _, id := range slices.Sorted(maps.Keys(t.Flash)) {
		n, err := db.Exec(ctx, tx, `UPDATE flash_sale_items SET sold = sold + $2 WHERE id = $1 AND sold + $2 <= units`, id, t.Flash[id])
		if err != nil {
			return fmt.Errorf("take units of a flash sale: %w", err)
		}
		if n == 0 {
			return ErrTaken
		}
	}
	for _, id := range slices.Sorted(maps.Keys(t.Campaigns)) {
		// Its stock has the limit; this counts what the campaign sold.
		if _, err := db.Exec(ctx, tx, `UPDATE campaigns SET sold = sold + $2 WHERE id = $1`, id, t.Campaigns[id]); err != nil {
			return fmt.Errorf("count the units of a campaign: %w", err)
		}
	}
	return nil
}

// Return puts back the units that an order has taken. The caller makes sure that an
// order is returned once.
func Return(ctx context.Context, tx *db.Tx, t Taken) error {
	for _, id := range slices.Sorted(maps.Keys(t.Flash)) {
		if _, err := db.Exec(ctx, tx, `UPDATE flash_sale_items SET sold = sold - $2 WHERE id = $1`, id, t.Flash[id]); err != nil {
			return fmt.Errorf("return units of a flash sale: %w", err)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(t.Campaigns)) {
		if _, err := db.Exec(ctx, tx, `UPDATE campaigns SET sold = sold - $2 WHERE id = $1`, id, t.Campaigns[id]); err != nil {
			return fmt.Errorf("return units of a campaign: %w", err)
		}
	}
	return nil
}
