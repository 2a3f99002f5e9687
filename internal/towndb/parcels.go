package towndb

import (
	"context"

	"hawker/internal/money"
	"hawker/internal/setting"
	"hawker/internal/townfile"
)

var parcelCategoryTable = table{
	name: "parcel_categories", file: townfile.ParcelCategoriesFile,
	columns: []string{
		"slug", "module_id", "name", "description", "picture", "maximum_weight", "base_charge", "per_km", "minimum_charge", "further_charge",
		"maximum_quantity", "position", "active",
	},
}

func (im *importer) parcelCategories(ctx context.Context) error {
	_, err := upsert(ctx, im, recordType[townfile.ParcelCategory]{table: parcelCategoryTable, row: func(k townfile.ParcelCategory) ([]any, error) {
		var p parser
		amount := func(d townfile.Decimal) money.Amount { return p.amount(im.currency, d) }
		row := []any{
			k.Slug, im.moduleIDs[k.Module], k.Name, k.Description, k.Picture, k.MaximumWeight, amount(k.Base), amount(k.PerKm), amount(k.Minimum), amount(k.Further),
			k.MaximumQuantity, k.Position, k.Active,
		}
		return row, p.err
	}}, im.town.ParcelCategories)
	return err
}

var parcelInstructionTable = table{name: "parcel_instructions", file: townfile.ParcelInstructionsFile, columns: []string{"slug", "text", "position"}}

func (im *importer) parcelInstructions(ctx context.Context) error {
	_, err := upsert(ctx, im, recordType[townfile.ParcelInstruction]{table: parcelInstructionTable, row: func(i townfile.ParcelInstruction) ([]any, error) {
		return []any{i.Slug, i.Text, i.Position}, nil
	}}, im.town.ParcelInstructions)
	return err
}

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
			Base: ex.amount(r.BaseCharge), PerKm: ex.amountOrNone(r.PerKm), Minimum: ex.amountOrNone(r.MinimumCharge), Further: ex.amountOrNone(r.FurtherCharge),
			MaximumQuantity: r.MaximumQuantity, Position: r.Position, Active: r.Active,
		})
	}
	return err
}

func (ex *exporter) parcelInstructions(ctx context.Context) (err error) {
	ex.town.ParcelInstructions, err = many[townfile.ParcelInstruction](ctx, ex, `SELECT slug, text, position FROM parcel_instructions`)
	return err
}

// parseParcel returns the rules of parcels, with defaults for missing ones.
func parseParcel(p *parser, in townfile.Parcel) setting.Parcel {
	rules := setting.Defaults().Parcel
	rules.TaxRate = p.rate(in.Tax)
	take(&rules.PickupMinutes, in.PickupMinutes)
	return rules
}

func formatParcel(s setting.Parcel) townfile.Parcel {
	return townfile.Parcel{Tax: rateOrNone(s.TaxRate), PickupMinutes: &s.PickupMinutes}
}
