package towndb

import (
	"context"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/stock"
	"hawker/internal/townfile"
)

// redateOffers lets campaigns and flash sales begin again: their days count from now,
// and they offer as many units as at first.
func (im *importer) redateOffers(ctx context.Context, tx *db.Tx) error {
	for _, k := range im.town.Campaigns {
		if err := im.redateCampaign(ctx, tx, k); err != nil {
			return fmt.Errorf("campaign %q: %w", k.Slug, err)
		}
	}
	for _, s := range im.town.FlashSales {
		if err := im.redateFlashSale(ctx, tx, s); err != nil {
			return fmt.Errorf("flash sale %q: %w", s.Slug, err)
		}
	}
	return clearHashes(ctx, tx, "campaigns", "flash_sales")
}

func (im *importer) redateCampaign(ctx context.Context, tx *db.Tx, k townfile.Campaign) error {
	var p townfile.Parser
	zone := p.Location(im.offerZone(k.Zones, k.Module))
	first, last := p.Date(k.FirstDay, im.now, zone), p.Date(k.LastDay, im.now, zone)
	if p.Err != nil {
		return p.Err
	}
	stored, err := db.Many[struct{ ID, ItemID int64 }](ctx, tx, `
		UPDATE campaigns SET first_day = $1, last_day = $2 WHERE slug = $3 RETURNING id, COALESCE(item_id, 0) AS item_id`, first, last, k.Slug)
	if err != nil || len(stored) == 0 || stored[0].ItemID == 0 || k.Stock == nil {
		return err
	}
	counted := stock.Counted{Pool: stock.CampaignPool(stored[0].ItemID, stored[0].ID), Units: new(int64(*k.Stock))}
	return stock.Count(ctx, tx, []stock.Counted{counted}, im.now)
}

func (im *importer) redateFlashSale(ctx context.Context, tx *db.Tx, s townfile.FlashSale) error {
	var p townfile.Parser
	zone := p.Location(im.offerZone(s.Zones, s.Module))
	begins, ends := p.Clock(s.Begins, im.now, zone), p.Clock(s.Ends, im.now, zone)
	if p.Err != nil {
		return p.Err
	}
	if _, err := db.Exec(ctx, tx, `UPDATE flash_sales SET begins = $1, ends = $2 WHERE slug = $3`, begins, ends, s.Slug); err != nil {
		return err
	}
	for _, i := range s.Items {
		if _, err := db.Exec(ctx, tx, `
			UPDATE flash_sale_items SET units = sold + $1
			WHERE flash_sale_id = (SELECT id FROM flash_sales WHERE slug = $2) AND item_id = (SELECT id FROM items WHERE slug = $3)`,
			i.Units, s.Slug, i.Item); err != nil {
			return err
		}
	}
	return nil
}
