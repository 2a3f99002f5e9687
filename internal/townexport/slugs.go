package townexport

import (
	"context"
	"fmt"
	"slices"

	"hawker/internal/db"
)

// slugs returns the slugs of a table by id.
func (ex *exporter) slugs(ctx context.Context, table string) (map[int64]string, error) {
	rows, err := many[struct {
		ID   int64
		Slug string
	}](ctx, ex, `SELECT id, slug FROM `+table)
	slugs := make(map[int64]string, len(rows))
	for _, r := range rows {
		slugs[r.ID] = r.Slug
	}
	return slugs, err
}

// slugsOf returns the slugs of ids; nil for none.
func slugsOf(slugs map[int64]string, ids []int64) []string {
	var of []string
	for _, id := range ids {
		of = append(of, slugs[id])
	}
	return of
}

// formerSlugs reads the former slugs of a type of records by the current slug. It
// omits those that another record has now.
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
