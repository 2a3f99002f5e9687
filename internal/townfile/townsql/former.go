package townsql

import (
	"context"
	"fmt"
	"slices"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/townfile"
)

// renaming is a kind of thing whose slugs are part of addresses: one that was
// changed still leads there (L2).
type renaming struct {
	kind, table, file string
	formers           map[string][]string // former slugs by the slug of now
}

// categoryNames, storeNames and itemNames are the renamings of a town.
func (im *importer) categoryNames() renaming {
	r := renaming{kind: "category", table: "categories", file: townfile.CategoriesFile, formers: map[string][]string{}}
	for _, c := range im.town.Categories {
		r.note(c.Slug, c.FormerSlugs)
	}
	return r
}

func (im *importer) storeNames() renaming {
	r := renaming{kind: "store", table: "stores", file: townfile.StoresFile, formers: map[string][]string{}}
	for _, s := range im.town.Stores {
		r.note(s.Slug, s.FormerSlugs)
	}
	return r
}

func (im *importer) itemNames() renaming {
	r := renaming{kind: "item", table: "items", file: townfile.ItemsFile, formers: map[string][]string{}}
	for _, i := range im.town.Items {
		r.note(i.Slug, i.FormerSlugs)
	}
	return r
}

func (r renaming) note(slug string, former []string) {
	if len(former) > 0 {
		r.formers[slug] = former
	}
}

// rename gives what is stored under a former slug its slug of now, so that the
// record meets it instead of adding another. It comes before the records.
func (im *importer) rename(ctx context.Context, r renaming) error {
	stale, err := r.stale(ctx, im.db.R)
	if err != nil || len(stale) == 0 {
		return err
	}
	return db.InTx(ctx, im.db, func(tx *db.Tx) error {
		for slug, formers := range stale {
			for _, former := range formers {
				if _, err := db.Exec(ctx, tx, `UPDATE `+r.table+` SET slug = $1 WHERE slug = $2 AND NOT EXISTS (SELECT 1 FROM `+r.table+` WHERE slug = $1)`, slug, former); err != nil {
					return fmt.Errorf("%s: rename %q: %w", r.file, former, err)
				}
			}
		}
		_, err := catalog.NextRevision(ctx, tx) // the records that follow stamp their items
		return err
	})
}

// stale are the former slugs under which something is stored still, by the slug
// of now.
func (r renaming) stale(ctx context.Context, q db.Q) (map[string][]string, error) {
	now, all := map[string]string{}, []string{}
	for slug, formers := range r.formers {
		for _, former := range formers {
			now[former], all = slug, append(all, former)
		}
	}
	stale := map[string][]string{}
	for some := range slices.Chunk(all, 500) {
		list, args := db.List(some)
		stored, err := db.Many[string](ctx, q, `SELECT slug FROM `+r.table+` WHERE slug IN `+list, args...)
		if err != nil {
			return nil, fmt.Errorf("%s: look for former slugs: %w", r.file, err)
		}
		for _, former := range stored {
			stale[now[former]] = append(stale[now[former]], former)
		}
	}
	return stale, nil
}

// remember keeps the former slugs. Those of earlier imports stay: an address
// that was given away once should lead there for good.
func (im *importer) remember(ctx context.Context, r renaming, ids map[string]int64) error {
	if len(r.formers) == 0 {
		return nil
	}
	stored, err := db.Many[struct {
		Slug string
		ID   int64
	}](ctx, im.db.R, `SELECT slug, id FROM former_slugs WHERE kind = $1`, r.kind)
	if err != nil {
		return fmt.Errorf("read former slugs: %w", err)
	}
	leads := map[string]int64{}
	for _, f := range stored {
		leads[f.Slug] = f.ID
	}
	fresh := map[string]int64{}
	for slug, formers := range r.formers {
		for _, former := range formers {
			if leads[former] != ids[slug] {
				fresh[former] = ids[slug]
			}
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	return db.InTx(ctx, im.db, func(tx *db.Tx) error {
		for former, id := range fresh {
			if _, err := db.Exec(ctx, tx, `INSERT INTO former_slugs (kind, slug, id) VALUES ($1, $2, $3) ON CONFLICT (kind, slug) DO UPDATE SET id = excluded.id`, r.kind, former, id); err != nil {
				return fmt.Errorf("%s: remember %q: %w", r.file, former, err)
			}
		}
		_, err := catalog.NextRevision(ctx, tx)
		return err
	})
}

// formerSlugs are those that lead to each thing of a kind, by its slug: not those
// that are another's own by now.
func (ex *exporter) formerSlugs(ctx context.Context, kind, table string) (map[string][]string, error) {
	type row struct{ Slug, Former string }
	rows, err := db.Many[row](ctx, ex.q, `
		SELECT t.slug, f.slug AS former FROM former_slugs f JOIN `+table+` t ON t.id = f.id
		WHERE f.kind = $1 AND NOT EXISTS (SELECT 1 FROM `+table+` o WHERE o.slug = f.slug)`, kind)
	if err != nil {
		return nil, fmt.Errorf("read former slugs: %w", err)
	}
	formers := map[string][]string{}
	for _, r := range rows {
		formers[r.Slug] = append(formers[r.Slug], r.Former)
	}
	for _, list := range formers {
		slices.Sort(list)
	}
	return formers, nil
}
