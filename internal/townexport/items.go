package townexport

import (
	"context"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/money"
	"hawker/internal/stock"
	"hawker/internal/townfile"
)

// itemRow is a row of items with the slugs it refers to.
type itemRow struct {
	ID                                                            int64
	Slug, Store, Category, Name, Description, Brand, UnitType     string
	Pictures                                                      db.JSON[[]string]
	Zoom                                                          bool
	Price                                                         money.Amount
	DiscountType                                                  string
	Discount                                                      int64
	Options                                                       db.JSON[catalog.Options]
	MaximumQuantity                                               int
	AvailableFrom, AvailableTo                                    string
	ScheduleOrder, Veg, Halal, Organic, Recommended, Prescription bool
	Tags, Nutritions, Allergies, GenericNames                     db.JSON[[]string]
	RatingSum, RatingCount, SoldCount                             int
	Active                                                        bool
	CreatedAt                                                     int64
}

func (ex *exporter) items(ctx context.Context) error {
	levels, err := stock.All(ctx, ex.q)
	if err != nil {
		return err
	}
	formers, err := ex.formerSlugs(ctx, "item", "items")
	if err != nil {
		return err
	}
	rows, err := many[itemRow](ctx, ex, `
		SELECT i.id, i.slug, s.slug AS store, c.slug AS category, i.name, i.description, i.brand, i.unit_type, i.pictures,
			i.zoom, i.price, i.discount_type, i.discount, i.options, i.maximum_quantity, i.available_from, i.available_to,
			i.schedule_order, i.veg, i.halal, i.organic, i.recommended, i.prescription, i.tags, i.nutritions, i.allergies,
			i.generic_names, i.rating_sum, i.rating_count, i.sold_count, i.active, i.created_at
		FROM items i JOIN stores s ON s.id = i.store_id JOIN categories c ON c.id = i.category_id`)
	for _, r := range rows {
		item := ex.item(r, levels[r.ID])
		item.FormerSlugs = formers[r.Slug]
		ex.town.Items = append(ex.town.Items, item)
	}
	return err
}

func (ex *exporter) item(r itemRow, left stock.Levels) townfile.Item {
	i := townfile.Item{
		Slug: r.Slug, Store: r.Store, Category: r.Category, Name: r.Name, Description: r.Description,
		Price: ex.format.Amount(r.Price), Pictures: r.Pictures.V, Zoom: r.Zoom, Stock: number(left.Left(0)),
		UnitType: r.UnitType, Brand: r.Brand,
		MaxCartQuantity: r.MaximumQuantity, AvailableFrom: r.AvailableFrom, AvailableTo: r.AvailableTo,
		ScheduleOrder: r.ScheduleOrder, Prescription: r.Prescription, Veg: r.Veg, Halal: r.Halal, Organic: r.Organic,
		Recommended: r.Recommended, Active: r.Active,
		Tags: r.Tags.V, Nutritions: r.Nutritions.V, Allergies: r.Allergies.V, GenericName: r.GenericNames.V,
		Past:  townfile.Past{Sold: r.SoldCount, RatingCount: r.RatingCount, RatingSum: r.RatingSum},
		Added: moment(r.CreatedAt),
	}
	if r.Discount > 0 {
		i.Discount = townfile.Rebate{Type: r.DiscountType, Value: ex.format.Value(r.DiscountType, r.Discount)}
	}
	ex.choices(&i, r.Options.V, left)
	return i
}

// choices sets the options of the item.
func (ex *exporter) choices(i *townfile.Item, o catalog.Options, left stock.Levels) {
	for _, axis := range o.Axes {
		i.ChoiceOptions = append(i.ChoiceOptions, townfile.ChoiceOption(axis))
	}
	for _, v := range o.Variations {
		i.Variations = append(i.Variations, townfile.Variation{ID: v.ID, Type: v.Type, Price: ex.format.Amount(v.Price), Stock: number(left.Left(v.ID))})
	}
	for _, g := range o.Groups {
		group := townfile.OptionGroup{ID: g.ID, Name: g.Name, Type: string(g.Kind), Required: g.Required, Min: g.Min, Max: g.Max}
		for _, v := range g.Values {
			group.Values = append(group.Values, townfile.Option{ID: v.ID, Label: v.Label, Price: ex.format.Amount(v.Price)})
		}
		i.FoodVariations = append(i.FoodVariations, group)
	}
	for _, a := range o.AddOns {
		i.AddOns = append(i.AddOns, townfile.AddOn{ID: a.ID, Name: a.Name, Price: ex.format.Amount(a.Price)})
	}
}

func number(n *int64) *int {
	if n == nil {
		return nil
	}
	i := int(*n)
	return &i
}
