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
	"maps"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"
)

// SettingsFile contains the settings. The files below contain one record in each
// line.
const SettingsFile = "town.json"

// Names of the files of JSON lines.
const (
	ModulesFile    = "modules.jsonl"
	ZonesFile      = "zones.jsonl"
	CategoriesFile = "categories.jsonl"
	StoresFile     = "stores.jsonl"
	ItemsFile      = "items.jsonl"
	ReviewsFile    = "reviews.jsonl"
	CampaignsFile  = "campaigns.jsonl"
	FlashSalesFile = "flash_sales.jsonl"
	BannersFile    = "banners.jsonl"
	PagesFile      = "pages.jsonl"
	StreetsFile    = "streets.jsonl"
	PlacesFile     = "places.jsonl"
	ProvidersFile  = "providers.jsonl"
	VehiclesFile   = "vehicles.jsonl"

	VehicleReviewsFile = "vehicle_reviews.jsonl"

	ParcelCategoriesFile   = "parcel_categories.jsonl"
	ParcelInstructionsFile = "parcel_instructions.jsonl"

	TranslationsFile = "translations.jsonl"
)

// maxLine is the limit of one record, so that a file without line ends cannot fill
// the memory.
const maxLine = 4 << 20

// Read reads a whole town and checks it. Only town.json must exist. Any other missing
// file counts as empty. Every error names the file and, if there is one, the line.
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
		readAll(fsys, CampaignsFile, &t.Campaigns),
		readAll(fsys, FlashSalesFile, &t.FlashSales),
		readAll(fsys, BannersFile, &t.Banners),
		readAll(fsys, CouponsFile, &t.Coupons),
		readAll(fsys, PagesFile, &t.Pages),
		readAll(fsys, StreetsFile, &t.Streets),
		readAll(fsys, PlacesFile, &t.Places),
		readAll(fsys, ProvidersFile, &t.Providers),
		readAll(fsys, VehiclesFile, &t.Vehicles),
		readAll(fsys, VehicleReviewsFile, &t.VehicleReviews),
		readAll(fsys, ParcelCategoriesFile, &t.ParcelCategories),
		readAll(fsys, ParcelInstructionsFile, &t.ParcelInstructions),
		readAll(fsys, TranslationsFile, &t.Translations),
		readExport(fsys, &t.Export),
	)
	if err != nil {
		return nil, err
	}
	if err := readAreas(fsys, t.Zones); err != nil {
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
	text = bytes.TrimPrefix(text, byteOrderMark)
	if line := lineNotUTF8(text); line > 0 {
		return fmt.Errorf("%s:%d: %w", SettingsFile, line, errNotUTF8)
	}
	if err := strict(text, s); err != nil {
		return fmt.Errorf("%s: %w", SettingsFile, blame[Settings](text, err))
	}
	return nil
}

// byteOrderMark is what some editors write at the beginning of a file.
var byteOrderMark = []byte("\xef\xbb\xbf")

// errNotUTF8 is returned for a text that the decoder would change: it replaces each byte that
// is not UTF-8.
var errNotUTF8 = errors.New("the text is not UTF-8: save the file as UTF-8")

// lineNotUTF8 returns the number of the first line that is not UTF-8, and 0 if there is none.
func lineNotUTF8(text []byte) int {
	number := 0
	for line := range bytes.Lines(text) {
		if number++; !utf8.Valid(line) {
			return number
		}
	}
	return 0
}

// recordsPerBlock is how many lines one goroutine decodes at a time.
const recordsPerBlock = 500

// block is some lines of a file, and their records.
type block[T any] struct {
	first   int // the number of its first line
	lines   [][]byte
	records []T
	err     error
}

// readAll reads a file and decodes it on all processors, because decoding is slow. It
// returns the error of the first bad line.
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
	_ = decoding.Wait() // each block has its error, and the first one in the file counts
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
		if !utf8.Valid(line) {
			b.err = fmt.Errorf("%s:%d: %w", name, b.first+n, errNotUTF8)
			break
		}
		if err := strict(line, &b.records[n]); err != nil {
			b.err = fmt.Errorf("%s:%d: %w", name, b.first+n, blame[T](line, err))
			break
		}
	}
	b.lines = nil
	return b.err
}

// lines reads a file line by line, until the first error. A missing file has no lines.
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

		text := bufio.NewReader(f)
		if first, _ := text.Peek(len(byteOrderMark)); bytes.Equal(first, byteOrderMark) {
			_, _ = text.Discard(len(byteOrderMark))
		}
		scanner := bufio.NewScanner(text)
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

// blame adds the field to an error of decoding a record, of which not all name it.
func blame[T any](text []byte, err error) error {
	var fields map[string]json.RawMessage
	if json.Unmarshal(text, &fields) != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		alone, err := json.Marshal(map[string]json.RawMessage{name: fields[name]})
		if err == nil {
			err = strict(alone, new(T))
		}
		switch {
		case err == nil:
		case strings.Contains(err.Error(), name):
			return err
		default:
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return err
}

// strict decodes exactly one value. It returns an error for an unknown field, which
// is usually a spelling mistake, and for one that is given twice.
func strict(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		if errors.Is(err, io.EOF) {
			return errors.New("the line is empty")
		}
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is text after the record")
	}
	return checkNames(text)
}
