// Package townexport exports the town from the database to a town folder.
//
// An export, imported by package towndb and exported again, is equal byte for byte. Package
// townfile is the text format of the folder.
package townexport

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"hawker/internal/db"
	"hawker/internal/setting"
	"hawker/internal/towndb"
	"hawker/internal/townfile"
	"hawker/internal/townmedia"
	"hawker/internal/townsetting"
)

// Write writes a consistent snapshot of the town to the folder dir, and its pictures to
// the folder media in it; without pictures (nil) it writes none.
func Write(ctx context.Context, d *db.DB, dir string, pictures townmedia.Pictures) error {
	var town *townfile.Town
	var index townmedia.Index
	ctx = db.Long(ctx)
	err := db.Snapshot(ctx, d, func(q *db.Tx) (err error) {
		if town, err = Read(ctx, q); err != nil {
			return err
		}
		index, err = townmedia.StoredIndex(ctx, q)
		return err
	})
	if err != nil {
		return fmt.Errorf("export town: %w", err)
	}
	if err := townfile.Write(dir, town); err != nil {
		return err
	}
	if pictures == nil {
		return nil
	}
	if err := townmedia.WriteFolder(ctx, filepath.Join(dir, townmedia.Folder), index, pictures); err != nil {
		return fmt.Errorf("export pictures: %w", err)
	}
	return nil
}

// Read reads the whole town.
func Read(ctx context.Context, q db.Q) (*townfile.Town, error) {
	settings, err := setting.Read(ctx, q)
	if err != nil {
		return nil, err
	}
	ex := &exporter{q: q, format: townfile.Formatter{Currency: settings.Currency.Money()}, town: new(townfile.Town)}
	ex.town.Settings = townsetting.Format(settings)
	steps := []func(context.Context) error{
		ex.modules, ex.zones, ex.categories, ex.stores, ex.items, ex.reviews,
		ex.campaigns, ex.flashSales, ex.banners, ex.coupons, ex.pages, ex.streets, ex.places, ex.providers, ex.vehicles, ex.vehicleReviews,
		ex.parcelCategories, ex.parcelInstructions, ex.translations,
	}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	ex.town.DropControls()
	if err := towndb.AddChangedFigures(ctx, q, ex.town); err != nil {
		return nil, err
	}
	return ex.town, nil
}

// exporter is the state of one export.
type exporter struct {
	q      db.Q
	format townfile.Formatter
	town   *townfile.Town
}

// many is db.Many for the export.
func many[T any](ctx context.Context, ex *exporter, query string) ([]T, error) {
	rows, err := db.Many[T](ctx, ex.q, query)
	if err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	return rows, nil
}

// moment formats Unix milliseconds.
func moment(ms int64) townfile.When {
	return townfile.When(time.UnixMilli(ms).UTC().Format(time.RFC3339Nano))
}
