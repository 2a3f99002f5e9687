package townfile

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
)

// SettingsFile holds the settings; every other record is a line of the file
// its kind has in the list below.
const SettingsFile = "town.json"

// Names of the files of JSON lines.
const (
	ModulesFile    = "modules.jsonl"
	ZonesFile      = "zones.jsonl"
	CategoriesFile = "categories.jsonl"
	StoresFile     = "stores.jsonl"
	ItemsFile      = "items.jsonl"
	ReviewsFile    = "reviews.jsonl"
	BannersFile    = "banners.jsonl"
	PagesFile      = "pages.jsonl"
	StreetsFile    = "streets.jsonl"
	PlacesFile     = "places.jsonl"
	ProvidersFile  = "providers.jsonl"
	VehiclesFile   = "vehicles.jsonl"
)

// maxLine bounds one record, so that a file that is no JSON lines at all
// cannot fill the memory.
const maxLine = 4 << 20

// Read reads a whole town and checks it. Only town.json must exist; a missing
// file is an empty one. Every error names the file and, where there is one,
// the line.
func Read(fsys fs.FS) (*Town, error) {
	t := new(Town)
	if err := readSettings(fsys, &t.Settings); err != nil {
		return nil, err
	}
	err := errors.Join(
		readAll(fsys, ModulesFile, &t.Modules),
		readAll(fsys, ZonesFile, &t.Zones),
		readAll(fsys, CategoriesFile, &t.Categories),
		readAll(fsys, StoresFile, &t.Stores),
		readAll(fsys, ItemsFile, &t.Items),
		readAll(fsys, ReviewsFile, &t.Reviews),
		readAll(fsys, BannersFile, &t.Banners),
		readAll(fsys, PagesFile, &t.Pages),
		readAll(fsys, StreetsFile, &t.Streets),
		readAll(fsys, PlacesFile, &t.Places),
		readAll(fsys, ProvidersFile, &t.Providers),
		readAll(fsys, VehiclesFile, &t.Vehicles),
	)
	if err != nil {
		return nil, err
	}
	if err := t.Check(); err != nil {
		return nil, err
	}
	return t, nil
}

func readSettings(fsys fs.FS, s *Settings) error {
	text, err := fs.ReadFile(fsys, SettingsFile)
	if err != nil {
		return fmt.Errorf("read town: %w", err)
	}
	if err := strict(text, s); err != nil {
		return fmt.Errorf("%s: %w", SettingsFile, err)
	}
	return nil
}

// readAll stops at the file's first bad line: what follows is seldom better.
func readAll[T record](fsys fs.FS, name string, into *[]T) error {
	for record, err := range Lines[T](fsys, name) {
		if err != nil {
			return err
		}
		*into = append(*into, record)
	}
	return nil
}

// Lines reads one file record by record, so that a large one need not fit in
// memory. It ends after the first error. A missing file has no records.
func Lines[T any](fsys fs.FS, name string) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		f, err := fsys.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			return
		}
		if err != nil {
			yield(none, fmt.Errorf("read town: %w", err))
			return
		}
		defer f.Close()

		scanner := bufio.NewScanner(f)
		scanner.Buffer(make([]byte, 64<<10), maxLine)
		line := 0
		for scanner.Scan() {
			line++
			var record T
			if err := strict(scanner.Bytes(), &record); err != nil {
				yield(none, fmt.Errorf("%s:%d: %w", name, line, err))
				return
			}
			if !yield(record, nil) {
				return
			}
		}
		if err := scanner.Err(); err != nil {
			yield(none, fmt.Errorf("%s:%d: %w", name, line+1, err))
		}
	}
}

// strict decodes exactly one value: an unknown field is a spelling mistake
// that would otherwise be lost in silence.
func strict(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		if errors.Is(err, io.EOF) {
			return errors.New("no record here")
		}
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the record")
	}
	return nil
}
