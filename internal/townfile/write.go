package townfile

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// Write writes the town into the folder dir, which it creates if it is missing. The
// same town gives the same bytes, because every file is sorted by slug. A file without
// records is written empty, so that it replaces the one of an earlier export.
func Write(dir string, t *Town) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("write town: %w", err)
	}
	return errors.Join(
		writeSettings(filepath.Join(dir, SettingsFile), t.Settings),
		writeLines(filepath.Join(dir, ModulesFile), t.Modules),
		writeLines(filepath.Join(dir, ZonesFile), t.Zones),
		writeLines(filepath.Join(dir, CategoriesFile), t.Categories),
		writeLines(filepath.Join(dir, StoresFile), t.Stores),
		writeLines(filepath.Join(dir, ItemsFile), t.Items),
		writeLines(filepath.Join(dir, ReviewsFile), t.Reviews),
		writeLines(filepath.Join(dir, CampaignsFile), t.Campaigns),
		writeLines(filepath.Join(dir, FlashSalesFile), t.FlashSales),
		writeLines(filepath.Join(dir, BannersFile), t.Banners),
		writeLines(filepath.Join(dir, CouponsFile), t.Coupons),
		writeLines(filepath.Join(dir, PagesFile), t.Pages),
		writeLines(filepath.Join(dir, StreetsFile), t.Streets),
		writeLines(filepath.Join(dir, PlacesFile), t.Places),
		writeLines(filepath.Join(dir, ProvidersFile), t.Providers),
		writeLines(filepath.Join(dir, VehiclesFile), t.Vehicles),
		writeLines(filepath.Join(dir, VehicleReviewsFile), t.VehicleReviews),
		writeLines(filepath.Join(dir, ParcelCategoriesFile), t.ParcelCategories),
		writeLines(filepath.Join(dir, ParcelInstructionsFile), t.ParcelInstructions),
		writeLines(filepath.Join(dir, TranslationsFile), t.Translations),
		writeFile(filepath.Join(dir, ExportFile), func(e *json.Encoder) error { return e.Encode(t.Export) }),
	)
}

// writeSettings indents, because people edit town.json by hand.
func writeSettings(path string, s Settings) error {
	return writeFile(path, func(e *json.Encoder) error {
		e.SetIndent("", "  ")
		return e.Encode(s)
	})
}

func writeLines[T record](path string, records []T) error {
	order := make([]int, len(records))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(records[a].key(), records[b].key()) })
	return writeFile(path, func(e *json.Encoder) error {
		for _, i := range order {
			if err := e.Encode(records[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

func writeFile(path string, fill func(*json.Encoder) error) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("write town: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()

	w := bufio.NewWriterSize(f, 64<<10)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false) // write "Fish & chips" unchanged
	if err := fill(e); err != nil {
		return fmt.Errorf("write %s: %w", filepath.Base(path), err)
	}
	return w.Flush()
}
