package towndb

import (
	"context"
	"fmt"
	"slices"

	"hawker/internal/db"
	"hawker/internal/townfile"
)

// slugChanges are the former slugs of one type of records. Slugs are part of URLs, and
// a URL with a former slug still opens its record (L2).
type slugChanges struct {
	kind, table, file string
	former            map[string][]string // former slugs by the current one
}

func (im *importer) categorySlugs() slugChanges {
	c := slugChanges{kind: "category", table: "categories", file: townfile.CategoriesFile, former: map[string][]string{}}
	for _, category := range im.town.Categories {
		c.add(category.Slug, category.FormerSlugs)
	}
	return c
}

func (im *importer) storeSlugs() slugChanges {
	c := slugChanges{kind: "store", table: "stores", file: townfile.StoresFile, former: map[string][]string{}}
	for _, store := range im.town.Stores {
		c.add(store.Slug, store.FormerSlugs)
	}
	return c
}

func (im *importer) itemSlugs() slugChanges {
	c := slugChanges{kind: "item", table: "items", file: townfile.ItemsFile, former: map[string][]string{}}
	for _, item := range im.town.Items {
		c.add(item.Slug, item.FormerSlugs)
	}
	return c
}

func (c slugChanges) add(slug string, former []string) {
	if len(former) > 0 {
		c.former[slug] = former
	}
}

// rename gives rows with a former slug the current one. It runs before the records are
// written, which would otherwise be inserted as new.
func (im *importer) rename(ctx context.Context, c slugChanges) error {
	outdated, err := c.outdated(ctx, im.tx)
	if err != nil || len(outdated) == 0 {
		return err
	}
	for slug, formers := range outdated {
		for _, former := range formers {
			renamed, err := db.Exec(ctx, im.tx, `UPDATE `+c.table+` SET slug = $1 WHERE slug = $2 AND NOT EXISTS (SELECT 1 FROM `+c.table+` WHERE slug = $1)`, slug, former)
			if err == nil && renamed > 0 {
				im.undo.keepRename(c.table, former, slug)
				err = renameTranslations(ctx, im.tx, c.kind, former, slug)
			}
			if err != nil {
				return fmt.Errorf("%s: rename %q: %w", c.file, former, err)
			}
		}
	}
	im.revised = true // items get their revision when their records are written
	return nil
}

// outdated returns the former slugs that rows still have, by the current slug.
func (c slugChanges) outdated(ctx context.Context, q db.Q) (map[string][]string, error) {
	present, all := map[string]string{}, []string{}
	for slug, formers := range c.former {
		for _, former := range formers {
			present[former], all = slug, append(all, former)
		}
	}
	outdated := map[string][]string{}
	for some := range slices.Chunk(all, 500) {
		list, args := db.InList(some)
		stored, err := db.Many[string](ctx, q, `SELECT slug FROM `+c.table+` WHERE slug IN `+list, args...)
		if err != nil {
			return nil, fmt.Errorf("%s: look for former slugs: %w", c.file, err)
		}
		for _, former := range stored {
			outdated[present[former]] = append(outdated[present[former]], former)
		}
	}
	return outdated, nil
}

// saveFormerSlugs stores the former slugs. Those of earlier imports stay, so that old
// URLs work for ever.
func (im *importer) saveFormerSlugs(ctx context.Context, c slugChanges, ids map[string]int64) error {
	if len(c.former) == 0 {
		return nil
	}
	rows, err := db.Many[struct {
		Slug string
		ID   int64
	}](ctx, im.tx, `SELECT slug, id FROM former_slugs WHERE kind = $1`, c.kind)
	if err != nil {
		return fmt.Errorf("read former slugs: %w", err)
	}
	stored := map[string]int64{}
	for _, r := range rows {
		stored[r.Slug] = r.ID
	}
	added := map[string]int64{}
	for slug, formers := range c.former {
		for _, former := range formers {
			if stored[former] != ids[slug] {
				added[former] = ids[slug]
			}
		}
	}
	if len(added) == 0 {
		return nil
	}
	for former, id := range added {
		im.undo.keepFormerSlug(c.kind, former, stored[former])
		if err := insertFormerSlug(ctx, im.tx, c.kind, former, id); err != nil {
			return fmt.Errorf("%s: save the former slug %q: %w", c.file, former, err)
		}
	}
	im.revised = true
	return nil
}

func insertFormerSlug(ctx context.Context, tx *db.Tx, kind, slug string, id int64) error {
	_, err := db.Exec(ctx, tx, `INSERT INTO former_slugs (kind, slug, id) VALUES ($1, $2, $3) ON CONFLICT (kind, slug) DO UPDATE SET id = excluded.id`, kind, slug, id)
	return err
}
