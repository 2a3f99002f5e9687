package townsql

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

// Redate has a town that was imported before say again what its records say of
// today (D27): closures and discounts count from now, and what was new or was
// said some days ago, of what was there at loaded, moves on by shift. Nothing
// else is touched.
func Redate(ctx context.Context, d *db.DB, t *townfile.Town, now, loaded time.Time, shift time.Duration) error {
	ctx = db.Long(ctx)
	im := &importer{db: d, town: t, now: now.UTC().Truncate(time.Second), currency: money.Currency{Digits: t.Settings.Currency.Digits}}
	zones := map[string]string{}
	for _, z := range t.Zones {
		zones[z.Slug] = z.TimeZone
	}
	return db.InTx(ctx, d, func(tx *db.Tx) error {
		revision, err := catalog.NextRevision(ctx, tx)
		if err != nil {
			return err
		}
		for _, s := range t.Stores {
			if len(s.Hours.Closures) == 0 && s.Discount.Start == "" && s.Discount.End == "" {
				continue
			}
			var r reader
			zone := r.location(zones[s.Zone])
			schedule, discount := im.schedule(&r, s.Hours, zone), im.discount(&r, s.Discount, zone)
			if r.err != nil {
				return fmt.Errorf("store %q: %w", s.Slug, r.err)
			}
			if _, err := db.Exec(ctx, tx, `UPDATE stores SET schedule = $1, discount = $2 WHERE slug = $3`,
				db.JSON[hours.Schedule]{V: schedule}, db.JSON[catalog.Discount]{V: discount}, s.Slug); err != nil {
				return fmt.Errorf("store %q: %w", s.Slug, err)
			}
		}
		if err := forget(ctx, tx, "stores"); err != nil || shift == 0 {
			return err
		}
		if _, err := db.Exec(ctx, tx, `UPDATE items SET created_at = created_at + $1, revision = $3 WHERE created_at <= $2`, shift.Milliseconds(), loaded.UnixMilli(), revision); err != nil {
			return fmt.Errorf("move items on: %w", err)
		}
		for _, table := range []string{"stores", "reviews"} {
			if _, err := db.Exec(ctx, tx, `UPDATE `+table+` SET created_at = created_at + $1 WHERE created_at <= $2`, shift.Milliseconds(), loaded.UnixMilli()); err != nil {
				return fmt.Errorf("move %s on: %w", table, err)
			}
		}
		return forget(ctx, tx, "items", "reviews")
	})
}
