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

// SetStock writes what a store has counted of an item of its own, or of a variation
// (0: none); nil units: it is no longer counted. An item of another store is
// errs.NotFound. Afterwards call what StockChanged is called by.
func (s *Service) SetStock(ctx context.Context, storeID, itemID, variationID int64, units *int64) error {
	return db.InTx(ctx, s.db, func(tx *db.Tx) error {
		of, err := db.One[db.JSON[Options]](ctx, tx, `SELECT options FROM items WHERE id = $1 AND store_id = $2`, itemID, storeID)
		if errors.Is(err, db.ErrNotFound) {
			return errs.New(errs.NotFound, "This item was not found.")
		}
		if err != nil {
			return fmt.Errorf("read item: %w", err)
		}
		known := variationID == 0 && len(of.V.Variations) == 0 ||
			slices.ContainsFunc(of.V.Variations, func(v Variation) bool { return v.ID == variationID })
		if !known {
			return errs.New(errs.Invalid, "Please choose a variation of this item.").On("variation_id")
		}
		return stock.Count(ctx, tx, []stock.Counted{{Pool: stock.PoolOf(itemID, variationID), Units: units, ByStore: true}}, s.clock.Now())
	})
}
