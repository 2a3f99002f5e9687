package catalog

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/offer"
	"hawker/internal/stock"
)

// CountedStock is what a store has counted of an item of its own.
type CountedStock struct {
	StoreID, ItemID int64
	VariationID     int64  // 0: none
	CampaignID      int64  // 0: not the units of a campaign
	Units           *int64 // nil: no longer counted
	Expected        *int64 // how many the store saw before; nil: whatever is left
	ExpectUncounted bool   // the store saw that there was no limit
}

// SetStock writes what a store has counted. An item of another store is errs.NotFound; a
// number that is no longer the expected one is errs.Conflict. Afterwards call StockChanged
// of the service and of the response cache.
func (s *Service) SetStock(ctx context.Context, c CountedStock) error {
	err := db.InTx(ctx, s.db, func(tx *db.Tx) error { return CountStock(ctx, tx, c, s.clock.Now()) })
	if errors.Is(err, stock.ErrChanged) && c.ExpectUncounted {
		return errs.New(errs.Conflict, "Somebody counted meanwhile. Please look at the number again.").On("expected_uncounted")
	}
	if errors.Is(err, stock.ErrChanged) {
		return errs.New(errs.Conflict, "Somebody ordered meanwhile. Please look at the number again.").On("expected_stock")
	}
	return err
}

// CountStock is SetStock in the transaction of a caller. A variation or a campaign that is
// not sold any more is errs.Invalid, an unexpected number stock.ErrChanged.
func CountStock(ctx context.Context, tx *db.Tx, c CountedStock, at time.Time) error {
	pool, err := c.pool(ctx, tx)
	if err != nil {
		return err
	}
	return stock.Count(ctx, tx, []stock.Counted{{
		Pool: pool, Units: c.Units, ByStore: true, Expected: c.Expected, ExpectUncounted: c.ExpectUncounted,
	}}, at)
}

// pool returns what was counted, if it is of the store.
func (c CountedStock) pool(ctx context.Context, tx *db.Tx) (stock.Pool, error) {
	of, err := db.One[db.JSON[Options]](ctx, tx, `SELECT options FROM items WHERE id = $1 AND store_id = $2`, c.ItemID, c.StoreID)
	if errors.Is(err, db.ErrNotFound) {
		return stock.Pool{}, errs.New(errs.NotFound, "This item was not found.")
	}
	if err != nil {
		return stock.Pool{}, fmt.Errorf("read item: %w", err)
	}
	if c.CampaignID != 0 {
		return c.campaignPool(ctx, tx)
	}
	known := c.VariationID == 0 && len(of.V.Variations) == 0 ||
		slices.ContainsFunc(of.V.Variations, func(v Variation) bool { return v.ID == c.VariationID })
	if !known {
		return stock.Pool{}, errs.New(errs.Invalid, "Please choose a variation of this item.").On("variation_id")
	}
	return stock.PoolOf(c.ItemID, c.VariationID), nil
}

// campaignPool returns the pool of a campaign of the item. A campaign sells all variations
// from one pool.
func (c CountedStock) campaignPool(ctx context.Context, tx *db.Tx) (stock.Pool, error) {
	all, err := offer.ReadCampaignsOf(ctx, tx, []int64{c.ItemID})
	if err != nil {
		return stock.Pool{}, err
	}
	known := slices.ContainsFunc(all[c.ItemID], func(k *offer.Campaign) bool { return k.ID == c.CampaignID })
	if !known || c.VariationID != 0 {
		return stock.Pool{}, errs.New(errs.Invalid, "Please choose a campaign of this item, without a variation.").On("campaign_id")
	}
	return stock.CampaignPool(c.ItemID, c.CampaignID), nil
}
