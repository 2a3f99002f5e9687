package towndb

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"hawker/internal/db"
	"hawker/internal/money"
	"hawker/internal/setting"
	"hawker/internal/townfile"
)

// Export writes a consistent snapshot of the town to the folder dir, and its pictures to
// the folder media in it; without pictures (nil) it writes none.
func Export(ctx context.Context, d *db.DB, dir string, pictures Pictures) error {
	var town *townfile.Town
	var index Index
	ctx = db.Long(ctx)
	err := db.Snapshot(ctx, d, func(q *db.Tx) (err error) {
		if town, err = Read(ctx, q); err != nil {
			return err
		}
		index, err = StoredIndex(ctx, q)
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
	if err := writePictures(ctx, filepath.Join(dir, MediaFolder), index, pictures); err != nil {
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
	ex := &exporter{q: q, currency: settings.Currency.Money(), town: new(townfile.Town)}
	ex.town.Settings = ex.formatSettings(settings)
	steps := []func(context.Context) error{
		ex.modules, ex.zones, ex.categories, ex.stores, ex.items, ex.reviews,
		ex.campaigns, ex.flashSales, ex.banners, ex.coupons, ex.pages, ex.streets, ex.places, ex.providers, ex.vehicles, ex.vehicleReviews,
		ex.parcelCategories, ex.parcelInstructions, ex.translations, ex.changes,
	}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return ex.town, nil
}

// exporter is the state of one export.
type exporter struct {
	q        db.Q
	currency money.Currency
	town     *townfile.Town
}

// many is db.Many for the export.
func many[T any](ctx context.Context, ex *exporter, query string) ([]T, error) {
	rows, err := db.Many[T](ctx, ex.q, query)
	if err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	return rows, nil
}

// amount formats an amount in major units, with all digits.
func (ex *exporter) amount(a money.Amount) townfile.Decimal {
	return townfile.Major(a, ex.currency.Digits)
}

// amountOrNone returns the same as amount, but "" for 0.
func (ex *exporter) amountOrNone(a money.Amount) townfile.Decimal {
	if a == 0 {
		return ""
	}
	return ex.amount(a)
}

// value formats the value of a rebate or surge. It returns "" without a kind.
func (ex *exporter) value(kind string, value int64) townfile.Decimal {
	switch kind {
	case "":
		return ""
	case "percent":
		return townfile.Decimal(money.Rate(value).String())
	}
	return ex.amount(money.Amount(value))
}

// moment formats Unix milliseconds.
func moment(ms int64) townfile.When {
	return townfile.When(time.UnixMilli(ms).UTC().Format(time.RFC3339Nano))
}
