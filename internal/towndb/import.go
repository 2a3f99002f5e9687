package towndb

import (
	"context"
	"fmt"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"hawker/internal/db"
	"hawker/internal/money"
	"hawker/internal/setting"
	"hawker/internal/townfile"
)

// Options are the options of an import.
type Options struct {
	Now      time.Time // relative times such as "-6h" and "+3d" count from it
	Pictures Index     // pictures with other keys stay as they are
}

// Import writes a checked town (townfile.Read, Town.Check) to the database. Each
// transaction has a few thousand records, so that shoppers can order meanwhile. After
// an error the import is incomplete: run it again. An error about a record names its
// file and line.
func Import(ctx context.Context, d *db.DB, t *townfile.Town, o Options) error {
	ctx = db.Long(ctx)
	im := &importer{
		db:       d,
		town:     t,
		now:      o.Now.UTC().Truncate(time.Second),
		currency: money.Currency{Digits: t.Settings.Currency.Digits},
	}
	steps := []func(context.Context) error{
		im.settings, im.modules, im.zones, im.categories, im.stores, im.items, im.reviews,
		im.campaigns, im.flashSales, im.banners, im.coupons, im.pages, im.streets, im.places, im.providers, im.vehicles, im.vehicleReviews,
		im.parcelCategories, im.parcelInstructions,
		func(ctx context.Context) error { return im.pictures(ctx, o.Pictures) },
		im.finish,
	}
	defer func() { _ = im.analyses.Wait() }() // finish returns its error, unless there was another one before
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return fmt.Errorf("import town: %w", err)
		}
	}
	return nil
}

// importer is the state of one import, with the ids of written records by slug.
type importer struct {
	db       *db.DB
	town     *townfile.Town
	now      time.Time
	currency money.Currency

	moduleIDs    map[string]int64
	zoneIDs      map[string]int64
	zonesBySlug  map[string]townfile.Zone
	categoryRefs map[string]categoryRef
	storeRefs    map[string]storeRef
	itemIDs      map[string]int64
	providerIDs  map[string]int64
	vehicleIDs   map[string]int64

	analyses errgroup.Group // run while records are written
}

// settings are written first, because a currency that does not fit the stored prices
// must stop the import.
func (im *importer) settings(ctx context.Context) error {
	s, err := im.parseSettings()
	if err != nil {
		return fmt.Errorf("%s: %w", townfile.SettingsFile, err)
	}
	return db.InTx(ctx, im.db, func(tx *db.Tx) error { return setting.Write(ctx, tx, s, im.now) })
}

// analyze makes PostgreSQL update its statistics of tables, while later tables are
// written. Without statistics it plans as if a table were empty, and scans it for each
// list. After few records it does nothing, because autovacuum suffices.
func (im *importer) analyze(ctx context.Context, written int, tables ...string) {
	if im.db.Dialect != db.Postgres || written < recordsPerTx/4 {
		return
	}
	im.analyses.Go(func() error {
		return db.InTx(ctx, im.db, func(tx *db.Tx) error {
			if _, err := db.Exec(ctx, tx, `ANALYZE `+strings.Join(tables, ", ")); err != nil {
				return fmt.Errorf("gather statistics: %w", err)
			}
			return nil
		})
	})
}

// finish marks the import as complete. On PostgreSQL it sets the sequence of module
// ids, so that new modules get unused ones. SQLite does so by itself.
func (im *importer) finish(ctx context.Context) error {
	if err := im.analyses.Wait(); err != nil {
		return err
	}
	return db.InTx(ctx, im.db, func(tx *db.Tx) error {
		if tx.Dialect == db.Postgres {
			if _, err := db.One[int64](ctx, tx, `SELECT setval(pg_get_serial_sequence('modules', 'id'), GREATEST(MAX(id), 1)) FROM modules`); err != nil {
				return fmt.Errorf("set the sequence of modules: %w", err)
			}
		}
		return setting.MarkImport(ctx, tx, im.now)
	})
}
