package towndb

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/setting"
	"hawker/internal/townfile"
)

// An exported folder has the stock, ratings and sales of its moment. They differ from those
// of the last import, but nobody has stated them. So an export also writes these figures
// beside the records, and the next import of that folder compares with them. Later ones
// compare with that import. Records that no import has written, such as stores that
// joined, have theirs there too.

// changes adds the figures that differ from those of the last import.
func (ex *exporter) changes(ctx context.Context) error {
	for _, add := range []func() error{
		func() error { return exportFigures(ctx, ex, storeTable, storeFigures, ex.town.Stores) },
		func() error { return exportFigures(ctx, ex, itemTable, itemFigures, ex.town.Items) },
		func() error { return exportFigures(ctx, ex, reviewTable, reviewFigures, ex.town.Reviews) },
		func() error { return exportFigures(ctx, ex, campaignTable, campaignFigures, ex.town.Campaigns) },
		func() error { return exportFigures(ctx, ex, providerTable, providerFigures, ex.town.Providers) },
		func() error { return exportFigures(ctx, ex, vehicleTable, vehicleFigures, ex.town.Vehicles) },
		func() error {
			return exportFigures(ctx, ex, vehicleReviewTable, vehicleReviewFigures, ex.town.VehicleReviews)
		},
	} {
		if err := add(); err != nil {
			return fmt.Errorf("export: %w", err)
		}
	}
	return nil
}

func exportFigures[T townfile.Record](ctx context.Context, ex *exporter, t table, of func(T) figures, records []T) error {
	type row struct{ Slug, Trade string }
	query := `SELECT t.slug, COALESCE(i.trade, '') AS trade FROM ` + t.name + ` t LEFT JOIN imported i ON i.kind = $1 AND i.id = t.id`
	if t.sale != "" {
		query += ` WHERE t.` + t.sale + ` IS NULL`
	}
	rows, err := db.Many[row](ctx, ex.q, query, t.name)
	if err != nil {
		return fmt.Errorf("read what was imported of %s: %w", t.name, err)
	}
	imported := make(map[string]string, len(rows))
	for _, r := range rows {
		imported[r.Slug] = r.Trade
	}
	changed := map[string]json.RawMessage{}
	for _, r := range records {
		now, err := json.Marshal(of(r))
		if err != nil {
			return err
		}
		if last, importable := imported[townfile.SlugOf(r)]; importable && last != string(now) {
			changed[townfile.SlugOf(r)] = now
		}
	}
	if len(changed) > 0 {
		ex.town.Export.Add(t.file, changed)
	}
	return nil
}

// readExport reads the figures of the export that the files are from, unless they have been
// imported already.
func (im *importer) readExport(ctx context.Context) error {
	e := im.town.Export
	known, err := setting.HasImported(ctx, im.tx, e.ID())
	if known || err != nil {
		return err
	}
	im.exported = make(map[string]map[string]*figures, len(e.Changed))
	for file, changed := range e.Changed {
		im.exported[file] = make(map[string]*figures, len(changed))
		for slug, text := range changed {
			f := new(figures)
			if err := json.Unmarshal(text, f); err != nil {
				return fmt.Errorf("%s: %s of %s: %w", townfile.ExportFile, slug, file, err)
			}
			im.exported[file][slug] = f
		}
	}
	return nil
}

// hashOfJSON returns a short hash of a value of a file.
func hashOfJSON(v any) string {
	text, _ := json.Marshal(v) // it was read from JSON
	sum := sha256.Sum256(text)
	return base64.RawStdEncoding.EncodeToString(sum[:9])
}
