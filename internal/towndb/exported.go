package towndb

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

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

// sameRow is a row of an exported record that nobody has edited. The import leaves the row
// alone. Only if it changes others, it stores what the file says, for the next import.
type sameRow struct {
	undo     undoRow
	imported importedRow
}

// withoutSame returns the records whose rows the import changes, and remembers the others.
func (k recordType[T]) withoutSame(im *importer, records []record[T], stored map[string]rowBefore) []record[T] {
	var others []record[T]
	for _, r := range records {
		slug := k.slug(r.row)
		before := stored[slug]
		if !r.exported || !k.isSame(r, before, im.undo.renamed[k.name][slug]) {
			others = append(others, r)
			continue
		}
		im.same = append(im.same, sameRow{
			undo:     undoRow{kind: k.name, id: r.stored.id, slug: slug, was: was{Imported: before.imported}},
			imported: importedRow{Hash: r.hash, Trade: string(r.figuresJSON)},
		})
	}
	return others
}

// isSame reports whether a record has the figures of its export, and all else as it is
// stored.
func (k recordType[T]) isSame(r record[T], before rowBefore, formerSlug string) bool {
	if k.renested != nil && k.renested(r.value) {
		return false
	}
	w := k.changed(r, before, nil, formerSlug)
	return len(w.Columns) == 0 && !r.ratingsChanged() && !r.soldChanged() &&
		len(r.figures.changedStock(r.before)) == 0 && maps.Equal(r.figures.Desk, r.before.Desk)
}

// saveSame stores what the files say of rows that the import has left alone. Later imports
// compare with it, and an undo takes it back.
func (im *importer) saveSame(ctx context.Context) error {
	for some := range slices.Chunk(im.same, recordsPerBatch) {
		rows, undo := make([][]any, len(some)), make([]undoRow, len(some))
		for i, s := range some {
			rows[i], undo[i] = []any{s.undo.kind, s.undo.id, s.imported.Hash, s.imported.Trade}, s.undo
		}
		if err := saveImported(ctx, im.tx, rows); err != nil {
			return err
		}
		if err := im.undo.save(ctx, undo); err != nil {
			return err
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
