package towndb

import (
	"context"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/options"
	"hawker/internal/pricing"
	"hawker/internal/townfile"
	"hawker/internal/translation"
)

var itemTable = table{
	figureColumns: []string{"rating_sum", "rating_count", "sold_count", "past_rating_sum", "past_rating_count"}, revised: true, stamped: true,
	name: "items", file: townfile.ItemsFile, others: []string{"stock", "stock_moves", "imported"},
	columns: []string{
		"slug", "store_id", "module_id", "zone_id", "category_id", "category_ids", "name", "description", "brand", "unit_type",
		"pictures", "zoom", "price", "discount_type", "discount", "sale_price", "options", "maximum_quantity",
		"available_from", "available_to", "schedule_order", "veg", "halal", "organic", "recommended", "prescription",
		"tags", "nutritions", "allergies", "generic_names", "rating_sum", "rating_count", "sold_count", "active", "search_text",
		"created_at", "past_rating_sum", "past_rating_count", "revision",
	},
}

func (im *importer) items(ctx context.Context) (err error) {
	slugs := im.itemSlugs()
	if err := im.rename(ctx, slugs); err != nil {
		return err
	}
	im.itemIDs, err = upsert(ctx, im, recordType[townfile.Item]{table: itemTable, row: im.itemRow, figures: itemFigures, nested: im.itemTexts, renested: im.hasChangedTranslations, afterWrite: im.countStock}, im.town.Items)
	if err != nil {
		return err
	}
	return im.saveFormerSlugs(ctx, slugs, im.itemIDs)
}

// itemTexts are the translations of an item. One that changes is a change of the item, so
// that its copies in memory are read again.
func (im *importer) itemTexts(i townfile.Item) any {
	if texts := im.translated(translation.Item, i.Slug); len(texts) > 0 {
		return texts
	}
	return nil
}

// hasChangedTranslations reports whether the translations of an item differ from the last import.
func (im *importer) hasChangedTranslations(i townfile.Item) bool {
	return im.changedTranslations[translation.Key{Kind: translation.Item, Record: i.Slug}]
}

func itemFigures(i townfile.Item) figures {
	return figures{RatingSum: i.Past.RatingSum, RatingCount: i.Past.RatingCount, Sold: i.Past.Sold, Stock: countedOf(i)}
}

func (im *importer) itemRow(i townfile.Item) ([]any, error) {
	var p townfile.Parser
	store, category := im.storeRefs[i.Store], im.categoryRefs[i.Category]
	price := p.Amount(im.currency, i.Price)
	discount := pricing.Discount{Kind: pricing.Kind(i.Discount.Type), Value: p.Value(im.currency, i.Discount.Type, i.Discount.Value)}
	if discount.Kind == "" {
		discount.Kind = pricing.Percent
	}
	row := []any{
		i.Slug, store.id, store.moduleID, store.zoneID, category.id, db.JSON[[]int64]{V: category.path()}, i.Name, i.Description, i.Brand, i.UnitType,
		orNone(i.Pictures), i.Zoom, price, discount.Kind, discount.Value, pricing.ItemPrice(price, discount, pricing.StoreDiscount{}).Price,
		db.JSON[catalog.Options]{V: im.options(&p, i)}, i.MaxCartQuantity,
		i.AvailableFrom, i.AvailableTo, i.ScheduleOrder, i.Veg, i.Halal, i.Organic, i.Recommended, i.Prescription,
		orNone(i.Tags), orNone(i.Nutritions), orNone(i.Allergies), orNone(i.GenericName), i.Past.RatingSum, i.Past.RatingCount, i.Past.Sold,
		i.Active, im.searchText(i, category, store),
		p.When(i.Added, im.now), i.Past.RatingSum, i.Past.RatingCount, 0,
	}
	return row, p.Err
}

// path returns the ids of the category and of its parent.
func (c categoryRef) path() []int64 {
	if c.parent == 0 {
		return []int64{c.id}
	}
	return []int64{c.id, c.parent}
}

func (im *importer) searchText(i townfile.Item, c categoryRef, store storeRef) string {
	others := append([]string{i.Brand, store.name}, c.names...)
	names := im.names(translation.Item, i.Slug, i.Name)
	return catalog.SearchTextOf(names, append(others, i.Tags...)...)
}

func (im *importer) options(p *townfile.Parser, i townfile.Item) catalog.Options {
	var o catalog.Options
	for _, axis := range i.ChoiceOptions {
		o.Axes = append(o.Axes, catalog.Axis(axis))
	}
	for _, v := range i.Variations {
		o.Variations = append(o.Variations, catalog.Variation{ID: v.ID, Type: v.Type, Price: p.Amount(im.currency, v.Price)})
	}
	for _, g := range i.FoodVariations {
		group := catalog.Group{ID: g.ID, Name: g.Name, Kind: options.Kind(g.Type), Min: g.Min, Max: g.Max, Required: g.Required}
		for _, v := range g.Values {
			group.Values = append(group.Values, catalog.Value{ID: v.ID, Label: v.Label, Price: p.Amount(im.currency, v.Price)})
		}
		o.Groups = append(o.Groups, group)
	}
	for _, a := range i.AddOns {
		o.AddOns = append(o.AddOns, catalog.AddOn{ID: a.ID, Name: a.Name, Price: p.Amount(im.currency, a.Price)})
	}
	return o
}
