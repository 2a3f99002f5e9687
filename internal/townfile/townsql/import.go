package townsql

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

// Options say how a town is read in.
type Options struct {
	Now time.Time // from which "-6h" and "+3d" count
	// Pictures are the town's, where they are served from; those that are not
	// among them stay as they are.
	Pictures Index
}

// Import puts a checked town (townfile.Read, Town.Check) into the database, a
// few thousand records a transaction so that a shop may stay open meanwhile. It
// is complete when it answers nil; after an error, run it again. An error about
// a record names its file and line.
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
		im.banners, im.pages, im.streets, im.places, im.providers, im.vehicles,
		func(ctx context.Context) error { return im.pictures(ctx, o.Pictures) },
		im.finish,
	}
	defer func() { _ = im.analyses.Wait() }() // finish has returned its error, unless another was first
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return fmt.Errorf("import town: %w", err)
		}
	}
	return nil
}

// importer is one import under way. Later records find earlier ones by slug.
type importer struct {
	db       *db.DB
	town     *townfile.Town
	now      time.Time
	currency money.Currency

	moduleIDs   map[string]int64
	zoneIDs     map[string]int64
	zonesBySlug map[string]townfile.Zone
	shelves     map[string]shelf
	shops       map[string]shop
	itemIDs     map[string]int64
	providerIDs map[string]int64

	analyses errgroup.Group // under way, beside what is written
}

// settings go first: they refuse a currency that stored prices do not fit.
func (im *importer) settings(ctx context.Context) error {
	s, err := im.readSettings()
	if err != nil {
		return fmt.Errorf("%s: %w", townfile.SettingsFile, err)
	}
	return db.InTx(ctx, im.db, func(tx *db.Tx) error { return setting.Write(ctx, tx, s, im.now) })
}

// analyze has PostgreSQL count what is new in tables, while later ones are written.
// Until it has, it takes a full table for an empty one and reads all of it for
// each list. After a few records it need not: it counts those by itself.
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

// finish says that the import is complete, and brings PostgreSQL's counter of
// modules past the ids we chose: SQLite does that by itself.
func (im *importer) finish(ctx context.Context) error {
	if err := im.analyses.Wait(); err != nil {
		return err
	}
	return db.InTx(ctx, im.db, func(tx *db.Tx) error {
		if tx.Dialect == db.Postgres {
			if _, err := db.One[int64](ctx, tx, `SELECT setval(pg_get_serial_sequence('modules', 'id'), GREATEST(MAX(id), 1)) FROM modules`); err != nil {
				return fmt.Errorf("count modules: %w", err)
			}
		}
		return setting.MarkImport(ctx, tx, im.now)
	})
}
