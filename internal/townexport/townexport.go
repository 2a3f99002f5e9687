// Package townexport exports the town from the database to a town folder.
//
// An export, imported by package towndb and exported again, is equal byte for byte. Package
// townfile is the text format of the folder.
package townexport

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"hawker/internal/db"
	"hawker/internal/setting"
	"hawker/internal/towndb"
	"hawker/internal/townfile"
	"hawker/internal/townmedia"
	"hawker/internal/townsetting"
)

// Options are the options of an export.
type Options struct {
	Pictures  townmedia.Pictures // are written to the folder media; nil: none are
	Overwrite bool               // replaces edits of the folder that have not been imported
	Now       time.Time          // relative times in an edited folder count from it
}

// Write writes a consistent snapshot of the town to the folder dir. After an error the folder
// is as before, or the next export completes it.
func Write(ctx context.Context, d *db.DB, dir string, o Options) error {
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
	f, err := openFolder(dir, o.Overwrite)
	if err != nil {
		return fmt.Errorf("export town: %w", err)
	}
	err = f.stage(ctx, town, index, o.Pictures)
	if err == nil && !o.Overwrite {
		err = f.checkEdits(ctx, d, o.Now)
	}
	if err == nil {
		err = f.commit()
	}
	if err != nil {
		return errors.Join(err, os.RemoveAll(f.staging))
	}
	return f.move()
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
