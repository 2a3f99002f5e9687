package towndb

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"hawker/internal/db"
	"hawker/internal/money"
	"hawker/internal/setting"
	"hawker/internal/townfile"
	"hawker/internal/townmedia"
	"hawker/internal/townsetting"
	"hawker/internal/translation"
)

// Options are the options of an import.
type Options struct {
	Now      time.Time       // relative times such as "-6h" and "+3d" count from it
	Pictures townmedia.Index // pictures with other keys stay as they are
	Check    bool            // writes nothing
	Prune    bool            // archives what is no longer in the files
	SetStock bool            // every stock in the files is set, also an unchanged one
}

// errChecked rolls the transaction of a check back.
var errChecked = errors.New("checked")

// Import writes a checked town (townfile.Read, Town.Check) to the database, all of it or
// nothing, and returns what it changed. An error about a record names its file and line.
func Import(ctx context.Context, d *db.DB, t *townfile.Town, o Options) (Changes, error) {
	ctx = db.Long(ctx)
	var changes Changes
	err := db.InTx(ctx, d, func(tx *db.Tx) error {
		im := &importer{
			tx: tx, town: t, how: o, seen: map[string]map[string]bool{},
			now:      o.Now.UTC().Truncate(time.Second),
			currency: money.Currency{Digits: t.Settings.Currency.Digits},
		}
		if err := im.run(ctx); err != nil {
			return err
		}
		if changes = im.changes; o.Check {
			return errChecked
		}
		return nil
	})
	if err != nil && !errors.Is(err, errChecked) {
		return Changes{}, fmt.Errorf("import town: %w", err)
	}
	return changes, nil
}

func (im *importer) run(ctx context.Context) error {
	steps := []func(context.Context) error{
		im.begin, im.readExport, im.collectTranslations, im.settings, im.modules, im.zones, im.categories, im.stores, im.items, im.reviews,
		im.campaigns, im.flashSales, im.banners, im.coupons, im.pages, im.streets, im.places, im.providers, im.vehicles, im.vehicleReviews,
		im.parcelCategories, im.parcelInstructions, im.translations,
		func(ctx context.Context) error { return im.pictures(ctx, im.how.Pictures) },
		im.findPicturesWithoutFile,
		im.retire, im.finish, im.revise,
	}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// importer is the state of one import, with the ids of written records by slug.
type importer struct {
	tx       *db.Tx
	town     *townfile.Town
	how      Options
	changes  Changes
	seen     map[string]map[string]bool // the slugs of the files, by table
	now      time.Time
	currency money.Currency
	exported map[string]map[string]*figures // of the export that the files are from, by file and slug
	earlier  int64                          // imports before this one
	undo     undoKeeper
	same     []sameRow // rows of the export that differ in nothing
	revised  bool      // it has changed the catalogue
	texts    map[translation.Key][]translation.Texts
	// changedTranslations are the records whose translations differ from the last import.
	changedTranslations map[translation.Key]bool

	moduleIDs    map[string]int64
	zoneIDs      map[string]int64
	zonesBySlug  map[string]townfile.Zone
	categoryRefs map[string]categoryRef
	storeRefs    map[string]storeRef
	itemIDs      map[string]int64
	providerIDs  map[string]int64
	vehicleIDs   map[string]int64
}

// begin lets one import run at a time, because each replaces what can be undone.
func (im *importer) begin(ctx context.Context) (err error) {
	if err := lockImports(ctx, im.tx); err != nil {
		return err
	}
	im.earlier, err = setting.Imports(ctx, im.tx)
	im.undo = undoKeeper{tx: im.tx, on: im.earlier > 0 && !im.how.Check}
	return err
}

// lockImports makes another import or undo wait until the transaction ends.
func lockImports(ctx context.Context, tx *db.Tx) error { return db.Lock(ctx, tx, "import") }

// settings are written first, because a currency that does not fit the stored prices
// must stop the import.
func (im *importer) settings(ctx context.Context) error {
	s, err := townsetting.Parse(im.town.Settings, im.now)
	if err != nil {
		return fmt.Errorf("%s: %w", townfile.SettingsFile, err)
	}
	before, err := setting.Read(ctx, im.tx)
	if err != nil {
		return err
	}
	if err := setting.Write(ctx, im.tx, s, im.now); err != nil {
		return err
	}
	after, err := setting.Read(ctx, im.tx)
	if err != nil || reflect.DeepEqual(before, after) {
		return err
	}
	im.changes.of(townfile.SettingsFile).Changed = []string{"settings"}
	if before.Checkout.FreeDeliveryForAll != after.Checkout.FreeDeliveryForAll { // the catalogue says which stores deliver for free
		im.revised = true
	}
	return im.undo.keepSettings(ctx, before, after)
}

// analyze makes PostgreSQL update its statistics of tables. Without statistics it plans
// as if a table were empty, and scans it for each list. After few records it does
// nothing, because autovacuum suffices.
func (im *importer) analyze(ctx context.Context, written int, tables ...string) error {
	if im.tx.Dialect != db.Postgres || written < recordsPerBatch/4 {
		return nil
	}
	if _, err := db.Exec(ctx, im.tx, `ANALYZE `+strings.Join(tables, ", ")); err != nil {
		return fmt.Errorf("gather statistics: %w", err)
	}
	return nil
}

// finish counts the import, unless it changed nothing. On PostgreSQL it sets the sequence
// of module ids, so that new modules get unused ones. SQLite does so by itself.
func (im *importer) finish(ctx context.Context) error {
	if im.earlier > 0 && !im.changes.Any() {
		return nil
	}
	if err := im.saveSame(ctx); err != nil {
		return err
	}
	if err := im.undo.finish(ctx, im.town.Export.ID()); err != nil {
		return err
	}
	im.changes.Undoable = im.undo.on
	if im.tx.Dialect == db.Postgres {
		if _, err := db.One[int64](ctx, im.tx, `SELECT setval(pg_get_serial_sequence('modules', 'id'), GREATEST(MAX(id), 1)) FROM modules`); err != nil {
			return fmt.Errorf("set the sequence of modules: %w", err)
		}
	}
	return setting.MarkImport(ctx, im.tx, im.now, im.town.Export.ID())
}

// revise makes other instances read what the import has changed.
func (im *importer) revise(ctx context.Context) error {
	if !im.revised {
		return nil
	}
	return revise(ctx, im.tx)
}
