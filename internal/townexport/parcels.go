package townexport

import (
	"context"

	"hawker/internal/money"
	"hawker/internal/townfile"
)

func (ex *exporter) parcelCategories(ctx context.Context) error {
	type row struct {
		Slug, Module, Name, Description, Picture, MaximumWeight string

		BaseCharge, PerKm, MinimumCharge, FurtherCharge money.Amount
		MaximumQuantity, Position                       int
		Active                                          bool
	}
	rows, err := many[row](ctx, ex, `
		SELECT c.slug, m.slug AS module, c.name, c.description, c.picture, c.maximum_weight, c.base_charge, c.per_km, c.minimum_charge, c.further_charge,
			c.maximum_quantity, c.position, c.active
		FROM parcel_categories c JOIN modules m ON m.id = c.module_id`)
	for _, r := range rows {
		ex.town.ParcelCategories = append(ex.town.ParcelCategories, townfile.ParcelCategory{
			Slug: r.Slug, Module: r.Module, Name: r.Name, Description: r.Description, Picture: r.Picture, MaximumWeight: r.MaximumWeight,
			Base: ex.format.Amount(r.BaseCharge), PerKm: ex.format.AmountOrNone(r.PerKm), Minimum: ex.format.AmountOrNone(r.MinimumCharge), Further: ex.format.AmountOrNone(r.FurtherCharge),
			MaximumQuantity: r.MaximumQuantity, Position: r.Position, Active: r.Active,
		})
	}
	return err
}

func (ex *exporter) parcelInstructions(ctx context.Context) (err error) {
	ex.town.ParcelInstructions, err = many[townfile.ParcelInstruction](ctx, ex, `SELECT slug, text, position FROM parcel_instructions`)
	return err
}
