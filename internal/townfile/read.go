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
	"runtime"

	"golang.org/x/sync/errgroup"
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

// recordsPerBlock is how many lines are decoded in one go.
const recordsPerBlock = 500

// block is some lines of a file and the records that they become.
type block[T any] struct {
	first   int // the number of its first line
	lines   [][]byte
	records []T
	err     error
}

// readAll reads a file with all processors: decoding takes longer than all else.
// The error is that of the first bad line.
func readAll[T record](fsys fs.FS, name string, into *[]T) error {
	var blocks []*block[T]
	var decoding errgroup.Group
	decoding.SetLimit(runtime.GOMAXPROCS(0))
	decode := func(b *block[T]) { decoding.Go(func() error { return b.decode(name) }) }
	var current *block[T]
	number := 0
	var unread error
	for line, err := range lines(fsys, name) {
		if err != nil {
			unread = err
			break
		}
		if number++; current == nil {
			current = &block[T]{first: number}
			blocks = append(blocks, current)
		}
		if current.lines = append(current.lines, bytes.Clone(line)); len(current.lines) == recordsPerBlock {
			decode(current)
			current = nil
		}
	}
	if current != nil {
		decode(current)
	}
	_ = decoding.Wait() // blocks have their own errors, and the first in the file counts
	for _, b := range blocks {
		if b.err != nil {
			return b.err
		}
		*into = append(*into, b.records...)
	}
	return unread
}

func (b *block[T]) decode(name string) error {
	b.records = make([]T, len(b.lines))
	for n, line := range b.lines {
		if err := strict(line, &b.records[n]); err != nil {
			b.err = fmt.Errorf("%s:%d: %w", name, b.first+n, err)
			break
		}
	}
	b.lines = nil
	return b.err
}

// lines reads one file line by line. It ends after the first error. A missing
// file has no lines.
func lines(fsys fs.FS, name string) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		f, err := fsys.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			return
		}
		if err != nil {
			yield(nil, fmt.Errorf("read town: %w", err))
			return
		}
		defer f.Close()

		scanner := bufio.NewScanner(f)
		scanner.Buffer(make([]byte, 64<<10), maxLine)
		number := 0
		for scanner.Scan() {
			if number++; !yield(scanner.Bytes(), nil) {
				return
			}
		}
		if err := scanner.Err(); err != nil {
			yield(nil, fmt.Errorf("%s:%d: %w", name, number+1, err))
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
