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

// AddChangedFigures adds to an exported town the figures that trading has changed since the
// last import.
func AddChangedFigures(ctx context.Context, q db.Q, t *townfile.Town) error {
	for _, add := range []func() error{
		func() error { return addChanged(ctx, q, &t.Export, storeTable, storeFigures, t.Stores) },
		func() error { return addChanged(ctx, q, &t.Export, itemTable, itemFigures, t.Items) },
		func() error { return addChanged(ctx, q, &t.Export, reviewTable, reviewFigures, t.Reviews) },
		func() error { return addChanged(ctx, q, &t.Export, campaignTable, campaignFigures, t.Campaigns) },
		func() error { return addChanged(ctx, q, &t.Export, providerTable, providerFigures, t.Providers) },
		func() error { return addChanged(ctx, q, &t.Export, vehicleTable, vehicleFigures, t.Vehicles) },
		func() error {
			return addChanged(ctx, q, &t.Export, vehicleReviewTable, vehicleReviewFigures, t.VehicleReviews)
		},
	} {
		if err := add(); err != nil {
			return fmt.Errorf("export: %w", err)
		}
	}
	return nil
}

func addChanged[T townfile.Record](ctx context.Context, q db.Q, to *townfile.Export, t table, of func(T) figures, records []T) error {
	type row struct{ Slug, Trade string }
	query := `SELECT t.slug, COALESCE(i.trade, '') AS trade FROM ` + t.name + ` t LEFT JOIN imported i ON i.kind = $1 AND i.id = t.id`
	if t.sale != "" {
		query += ` WHERE t.` + t.sale + ` IS NULL`
	}
	rows, err := db.Many[row](ctx, q, query, t.name)
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
		to.Add(t.file, changed)
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
