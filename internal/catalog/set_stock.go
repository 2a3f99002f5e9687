package catalog

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/stock"
)

// CountedStock is what a store has counted of an item of its own.
type CountedStock struct {
	StoreID, ItemID int64
	VariationID     int64  // 0: none
	Units           *int64 // nil: no longer counted
	Expected        *int64 // how many the store saw before; nil: whatever is left
}

// SetStock writes what a store has counted. An item of another store is errs.NotFound; a
// number that is no longer the expected one is errs.Conflict. Afterwards call StockChanged
// of the service and of the response cache.
func (s *Service) SetStock(ctx context.Context, c CountedStock) error {
	err := db.InTx(ctx, s.db, func(tx *db.Tx) error {
		of, err := db.One[db.JSON[Options]](ctx, tx, `SELECT options FROM items WHERE id = $1 AND store_id = $2`, c.ItemID, c.StoreID)
		if errors.Is(err, db.ErrNotFound) {
			return errs.New(errs.NotFound, "This item was not found.")
		}
		if err != nil {
			return fmt.Errorf("read item: %w", err)
		}
		known := c.VariationID == 0 && len(of.V.Variations) == 0 ||
			slices.ContainsFunc(of.V.Variations, func(v Variation) bool { return v.ID == c.VariationID })
		if !known {
			return errs.New(errs.Invalid, "Please choose a variation of this item.").On("variation_id")
		}
		return stock.Count(ctx, tx, []stock.Counted{{
			Pool: stock.PoolOf(c.ItemID, c.VariationID), Units: c.Units, ByStore: true, Expected: c.Expected,
		}}, s.clock.Now())
	})
	if errors.Is(err, stock.ErrChanged) {
		return errs.New(errs.Conflict, "Somebody ordered meanwhile. Please look at the number again.").On("expected_stock")
	}
	return err
}
