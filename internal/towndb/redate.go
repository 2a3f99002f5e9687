package towndb

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/hours"
	"hawker/internal/money"
	"hawker/internal/townfile"
)

// Redate moves the dates of a town that was imported earlier (D27). Relative days of
// closures, discounts, coupons, cashback
// offers and wallet bonuses count from now. Stores, items and reviews that were created
// until loaded move by shift. Nothing else changes.
func Redate(ctx context.Context, d *db.DB, t *townfile.Town, now, loaded time.Time, shift time.Duration) error {
	ctx = db.Long(ctx)
	im := &importer{town: t, now: now.UTC().Truncate(time.Second), currency: money.Currency{Digits: t.Settings.Currency.Digits}}
	im.zonesBySlug = map[string]townfile.Zone{}
	for _, z := range t.Zones {
		im.zonesBySlug[z.Slug] = z
	}
	return db.InTx(ctx, d, func(tx *db.Tx) error {
		for _, step := range []func(context.Context, *db.Tx) error{im.redateStores, im.redateProviders, im.redateCoupons, im.redateOffers, im.redateSettings} {
			if err := step(ctx, tx); err != nil {
				return err
			}
		}
		if err := clearHashes(ctx, tx, "stores", "providers"); err != nil {
			return err
		}
		if shift != 0 {
			if err := moveCreated(ctx, tx, loaded, shift); err != nil {
				return err
			}
		}
		return revise(ctx, tx)
	})
}

// moveCreated moves by shift when stores, items, vehicles and reviews were created.
func moveCreated(ctx context.Context, tx *db.Tx, loaded time.Time, shift time.Duration) error {
	for _, table := range []string{"items", "vehicles"} {
		if _, err := db.Exec(ctx, tx, `UPDATE `+table+` SET created_at = created_at + $1, revision = $3 WHERE created_at <= $2`, shift.Milliseconds(), loaded.UnixMilli(), pending); err != nil {
			return fmt.Errorf("redate %s: %w", table, err)
		}
	}
	for _, table := range []string{"stores", "reviews", "vehicle_reviews"} {
		if _, err := db.Exec(ctx, tx, `UPDATE `+table+` SET created_at = created_at + $1 WHERE created_at <= $2`, shift.Milliseconds(), loaded.UnixMilli()); err != nil {
			return fmt.Errorf("redate %s: %w", table, err)
		}
	}
	return clearHashes(ctx, tx, "items", "vehicles", "reviews", "vehicle_reviews")
}

// redateStores lets the days of closures and discounts count from now.
func (im *importer) redateStores(ctx context.Context, tx *db.Tx) error {
	for _, s := range im.town.Stores {
		if len(s.Hours.Closures) == 0 && s.Discount.Start == "" && s.Discount.End == "" {
			continue
		}
		var p townfile.Parser
		zone := p.Location(im.zonesBySlug[s.Zone].TimeZone)
		schedule, discount := im.schedule(&p, s.Hours, zone), im.discount(&p, s.Discount, zone)
		if p.Err != nil {
			return fmt.Errorf("store %q: %w", s.Slug, p.Err)
		}
		if _, err := db.Exec(ctx, tx, `UPDATE stores SET schedule = $1, discount = $2 WHERE slug = $3`,
			db.JSON[hours.Schedule]{V: schedule}, db.JSON[catalog.Discount]{V: discount}, s.Slug); err != nil {
			return fmt.Errorf("store %q: %w", s.Slug, err)
		}
	}
	return nil
}

// redateProviders lets the days of discounts count from now.
func (im *importer) redateProviders(ctx context.Context, tx *db.Tx) error {
	for _, o := range im.town.Providers {
		var p townfile.Parser
		discount := im.discount(&p, o.Discount, p.Location(im.zonesBySlug[o.Zone].TimeZone))
		if p.Err != nil {
			return fmt.Errorf("provider %q: %w", o.Slug, p.Err)
		}
		if _, err := db.Exec(ctx, tx, `UPDATE providers SET discount = $1 WHERE slug = $2`, db.JSON[catalog.Discount]{V: discount}, o.Slug); err != nil {
			return fmt.Errorf("provider %q: %w", o.Slug, err)
		}
	}
	return nil
}
