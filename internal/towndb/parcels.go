package towndb

import (
	"context"

	"hawker/internal/money"
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
		var p townfile.Parser
		amount := func(d townfile.Decimal) money.Amount { return p.Amount(im.currency, d) }
		row := []any{
			k.Slug, im.moduleIDs[k.Module], k.Name, k.Description, k.Picture, k.MaximumWeight, amount(k.Base), amount(k.PerKm), amount(k.Minimum), amount(k.Further),
			k.MaximumQuantity, k.Position, k.Active,
		}
		return row, p.Err
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
