package townsql

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"hawker/internal/db"
	"hawker/internal/money"
	"hawker/internal/picture"
	"hawker/internal/setting"
	"hawker/internal/townfile"
)

// Export writes the town as it is at one moment into the folder dir, and its
// pictures into the folder media below it; pictures may be nil for none.
func Export(ctx context.Context, d *db.DB, dir string, pictures Pictures) error {
	var town *townfile.Town
	var index Index
	ctx = db.Long(ctx)
	err := db.Snapshot(ctx, d, func(q *db.Tx) (err error) {
		if town, err = Read(ctx, q); err != nil {
			return err
		}
		index, err = exportIndex(ctx, q)
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
	if err := writePictures(filepath.Join(dir, MediaFolder), index, pictures); err != nil {
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
	ex.town.Settings = ex.writeSettings(settings)
	steps := []func(context.Context) error{
		ex.modules, ex.zones, ex.categories, ex.stores, ex.items, ex.reviews,
		ex.banners, ex.pages, ex.streets, ex.places, ex.providers, ex.vehicles,
	}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return ex.town, nil
}

// exporter is one export under way.
type exporter struct {
	q        db.Q
	currency money.Currency
	town     *townfile.Town
}

// amount is in major units, with all digits.
func (ex *exporter) amount(a money.Amount) townfile.Decimal {
	return townfile.Major(a, ex.currency.Digits)
}

// amountOrNone leaves out 0.
func (ex *exporter) amountOrNone(a money.Amount) townfile.Decimal {
	if a == 0 {
		return ""
	}
	return ex.amount(a)
}

// value is the value of a rebate or surge; no kind, no value.
func (ex *exporter) value(kind string, value int64) townfile.Decimal {
	switch kind {
	case "":
		return ""
	case "percent":
		return townfile.Decimal(money.Rate(value).String())
	}
	return ex.amount(money.Amount(value))
}

// moment is the time of Unix milliseconds.
func moment(ms int64) townfile.When {
	return townfile.When(time.UnixMilli(ms).UTC().Format(time.RFC3339Nano))
}

func exportIndex(ctx context.Context, q db.Q) (Index, error) {
	type row struct {
		Key, Hash string
		Zoom      bool
		Kind      picture.Kind
	}
	rows, err := db.Many[row](ctx, q, `SELECT key, hash, zoom, kind FROM media`)
	if err != nil {
		return nil, fmt.Errorf("read pictures: %w", err)
	}
	index := make(Index, len(rows))
	for _, r := range rows {
		index[r.Key] = Picture{Hash: r.Hash, Zoom: r.Zoom, Kind: r.Kind}
	}
	return index, nil
}

// writePictures copies every form that there is of the pictures, and says in
// the index which there are.
func writePictures(dir string, index Index, pictures Pictures) error {
	for _, key := range slices.Sorted(maps.Keys(index)) {
		for _, form := range picture.Forms {
			name := fileOf(key, form, index[key].Kind)
			if err := copyPicture(filepath.Join(dir, filepath.FromSlash(name)), name, pictures); err != nil {
				return err
			}
		}
	}
	text, err := json.MarshalIndent(index, "", " ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, indexFile), append(text, '\n'), 0o644)
}

func copyPicture(to, name string, pictures Pictures) (err error) {
	from, err := pictures.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer from.Close()
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	f, err := os.Create(to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	_, err = io.Copy(f, from)
	return err
}
