package towndb

import (
	"context"
	"fmt"
	"slices"

	"hawker/internal/db"
	"hawker/internal/stock"
	"hawker/internal/townfile"
)

var campaignTable = table{
	name: "campaigns", file: townfile.CampaignsFile, revised: true,
	columns: []string{
		"slug", "kind", "module_id", "title", "description", "picture", "zone_ids", "store_ids", "item_id", "price", "maximum",
		"first_day", "last_day", "daily_from", "daily_to", "position", "active",
	},
}

func (im *importer) campaigns(ctx context.Context) error {
	_, err := upsert(ctx, im, recordType[townfile.Campaign]{
		table: campaignTable, row: im.campaignRow, figures: campaignFigures, afterWrite: im.countCampaigns,
	}, im.town.Campaigns)
	return err
}

func (im *importer) campaignRow(k townfile.Campaign) ([]any, error) {
	var p townfile.Parser
	zone := p.Location(im.offerZone(k.Zones, k.Module))
	row := []any{
		k.Slug, k.Type, im.moduleIDs[k.Module], k.Title, k.Description, k.Picture, idsOf(im.zoneIDs, k.Zones), im.storeIDs(k.Stores),
		reference(im.itemIDs[k.Item]), p.Amount(im.currency, k.Price), k.MaxPerOrder,
		p.Date(k.FirstDay, im.now, zone), p.Date(k.LastDay, im.now, zone), k.DailyFrom, k.DailyTo, k.Position, k.Active,
	}
	return row, p.Err
}

// campaignFigures are the stock of the campaign, by its item: a campaign that gets
// another item has another pool.
func campaignFigures(k townfile.Campaign) figures {
	if k.Item == "" {
		return figures{}
	}
	return figures{Stock: map[string]*int{k.Item: k.Stock}}
}

// countCampaigns brings the pools of campaigns to what their records say, where a
// record says something else than at the last import.
func (im *importer) countCampaigns(ctx context.Context, _ *db.Tx, written []record[townfile.Campaign]) error {
	var counted []stock.Counted
	for _, r := range written {
		for item, units := range r.figures.changedStock(r.before) {
			c := stock.Counted{Pool: stock.CampaignPool(im.itemIDs[item], r.id)}
			if units != nil {
				c.Units = new(int64(*units))
			}
			counted = append(counted, c)
		}
	}
	return im.setStock(ctx, counted)
}

var flashSaleTable = table{
	name: "flash_sales", file: townfile.FlashSalesFile, others: []string{"flash_sale_items"}, revised: true,
	parts:   &parts{table: "flash_sale_items", parent: "flash_sale_id", part: "item_id", sold: true},
	columns: []string{"slug", "module_id", "title", "zone_ids", "begins", "ends", "active"},
}

func (im *importer) flashSales(ctx context.Context) error {
	_, err := upsert(ctx, im, recordType[townfile.FlashSale]{
		table: flashSaleTable, row: im.flashSaleRow, nested: im.exportedFlashItems, afterWrite: im.flashItems,
	}, im.town.FlashSales)
	return err
}

// exportedFlashItems returns the items of a flash sale as an export writes them.
func (im *importer) exportedFlashItems(s townfile.FlashSale) any {
	var p townfile.Parser // errors are those of writing the items
	format := townfile.Formatter{Currency: im.currency}
	items := slices.Clone(s.Items)
	for i, item := range items {
		d := item.Discount
		items[i].Discount.Value = format.Value(d.Type, p.Value(im.currency, d.Type, d.Value))
	}
	return items
}

func (im *importer) flashSaleRow(s townfile.FlashSale) ([]any, error) {
	var p townfile.Parser
	zone := p.Location(im.offerZone(s.Zones, s.Module))
	row := []any{
		s.Slug, im.moduleIDs[s.Module], s.Title, idsOf(im.zoneIDs, s.Zones),
		p.Clock(s.Begins, im.now, zone), p.Clock(s.Ends, im.now, zone), s.Active,
	}
	return row, p.Err
}

// flashItems writes the items of flash sales. What was sold stays. An item that is no
// longer in its sale is made inactive, because orders refer to it.
func (im *importer) flashItems(ctx context.Context, tx *db.Tx, written []record[townfile.FlashSale]) error {
	for _, r := range written {
		if _, err := db.Exec(ctx, tx, `UPDATE flash_sale_items SET active = FALSE WHERE flash_sale_id = $1`, r.id); err != nil {
			return err
		}
		for position, i := range r.value.Items {
			var p townfile.Parser
			value := p.Value(im.currency, i.Discount.Type, i.Discount.Value)
			if p.Err != nil {
				return fmt.Errorf("%s:%d: %w", townfile.FlashSalesFile, r.line, p.Err)
			}
			if _, err := db.Exec(ctx, tx, `
				INSERT INTO flash_sale_items (flash_sale_id, item_id, discount_type, discount, units, position, active)
				VALUES ($1, $2, $3, $4, $5, $6, TRUE)
				ON CONFLICT (flash_sale_id, item_id) DO UPDATE SET discount_type = excluded.discount_type, discount = excluded.discount,
					units = CASE WHEN flash_sale_items.sold > excluded.units THEN flash_sale_items.sold ELSE excluded.units END,
					position = excluded.position, active = TRUE`,
				r.id, im.itemIDs[i.Item], i.Discount.Type, value, i.Units, position+1); err != nil {
				return fmt.Errorf("%s:%d: item %q: %w", townfile.FlashSalesFile, r.line, i.Item, err)
			}
		}
	}
	return nil
}

// offerZone is the time zone in which days that count from loading become dates: that
// of the first zone, else of any zone that has the module.
func (im *importer) offerZone(zones []string, module string) string {
	if len(zones) > 0 {
		return im.zonesBySlug[zones[0]].TimeZone
	}
	for _, z := range im.town.Zones {
		if slices.ContainsFunc(z.Tariffs, func(t townfile.Tariff) bool { return t.Module == module }) {
			return z.TimeZone
		}
	}
	return im.town.Settings.Location.TimeZone
}

func (im *importer) storeIDs(slugs []string) db.JSON[[]int64] {
	ids := make([]int64, len(slugs))
	for n, slug := range slugs {
		ids[n] = im.storeRefs[slug].id
	}
	return db.JSON[[]int64]{V: ids}
}
