package towndb

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"hawker/internal/db"
	"hawker/internal/geo"
	"hawker/internal/townfile"
	"hawker/internal/zone"
)

var moduleTable = table{
	name: "modules", file: townfile.ModulesFile,
	columns: []string{"id", "slug", "module_type", "name", "description", "picture", "position", "active"},
	fixed:   []string{"id"},
	revised: true,
}

// modules keep the ids of their records, because clients know that food is 10.
func (im *importer) modules(ctx context.Context) (err error) {
	im.moduleIDs, err = upsert(ctx, im, recordType[townfile.Module]{table: moduleTable, row: func(m townfile.Module) ([]any, error) {
		return []any{m.ID, m.Slug, m.Type, m.Name, m.Description, m.Picture, m.Position, m.Active}, nil
	}, afterWrite: func(_ context.Context, _ *db.Tx, written []record[townfile.Module]) error {
		for _, r := range written {
			if r.id != r.value.ID {
				return fmt.Errorf("%s:%d: module %q has the id %d already and cannot have %d", townfile.ModulesFile, r.line, r.value.Slug, r.id, r.value.ID)
			}
		}
		return nil
	}}, im.town.Modules)
	return err
}

var zoneTable = table{
	name: "zones", file: townfile.ZonesFile,
	columns: []string{"slug", "name", "polygon", "area", "time_zone", "active"},
	parts:   &parts{table: "tariffs", parent: "zone_id", part: "module_id"},
	revised: true,
}

func (im *importer) zones(ctx context.Context) (err error) {
	im.zonesBySlug = map[string]townfile.Zone{}
	im.zoneIDs, err = upsert(ctx, im, recordType[townfile.Zone]{table: zoneTable, row: func(z townfile.Zone) ([]any, error) {
		im.zonesBySlug[z.Slug] = z
		outline, err := geo.NewPolygon(z.Area.Points)
		if err != nil {
			return nil, err
		}
		text, err := zone.EncodeOutline(outline)
		return []any{z.Slug, z.Name, text, outline.Area(), z.TimeZone, z.Active}, err
	}, nested: func(z townfile.Zone) any { return im.exportedTariffs(z.Tariffs) }, afterWrite: func(ctx context.Context, tx *db.Tx, written []record[townfile.Zone]) error {
		for _, r := range written {
			if err := im.tariffs(ctx, tx, r.id, r.value.Tariffs); err != nil {
				return fmt.Errorf("%s:%d: %w", townfile.ZonesFile, r.line, err)
			}
		}
		return nil
	}}, im.town.Zones)
	return err
}

// exportedTariffs returns tariffs as an export writes them: a folder that says the same in
// another way changes nothing.
func (im *importer) exportedTariffs(tariffs []townfile.Tariff) []townfile.Tariff {
	var p townfile.Parser // errors are those of writing the tariffs
	format := townfile.Formatter{Currency: im.currency}
	amount := func(d townfile.Decimal) townfile.Decimal { return format.Amount(p.Amount(im.currency, d)) }
	all := slices.Clone(tariffs)
	for i, t := range all {
		all[i].PerKm, all[i].Minimum, all[i].Maximum = amount(t.PerKm), amount(t.Minimum), amount(t.Maximum)
		all[i].Surge.Value = format.Value(t.Surge.Type, p.Value(im.currency, t.Surge.Type, t.Surge.Value))
	}
	position := make(map[string]int, len(im.town.Modules))
	for _, m := range im.town.Modules {
		position[m.Slug] = m.Position
	}
	slices.SortFunc(all, func(a, b townfile.Tariff) int {
		return cmp.Or(cmp.Compare(position[a.Module], position[b.Module]), cmp.Compare(im.moduleIDs[a.Module], im.moduleIDs[b.Module]))
	})
	return all
}

// tariffs replaces the tariffs of a zone: a module without one is not served there.
func (im *importer) tariffs(ctx context.Context, tx *db.Tx, zoneID int64, tariffs []townfile.Tariff) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM tariffs WHERE zone_id = $1`, zoneID); err != nil {
		return err
	}
	for _, t := range tariffs {
		var p townfile.Parser
		perKm, minimum, maximum := p.Amount(im.currency, t.PerKm), p.Amount(im.currency, t.Minimum), p.Amount(im.currency, t.Maximum)
		surge := p.Value(im.currency, t.Surge.Type, t.Surge.Value)
		if p.Err != nil {
			return p.Err
		}
		if _, err := db.Exec(ctx, tx, `
			INSERT INTO tariffs (zone_id, module_id, per_km, minimum_charge, maximum_charge, surge_type, surge)
			VALUES ($1, $2, $3, $4, $5, $6, $7)`, zoneID, im.moduleIDs[t.Module], perKm, minimum, maximum, t.Surge.Type, surge); err != nil {
			return fmt.Errorf("tariff of module %q: %w", t.Module, err)
		}
	}
	return nil
}

// categoryRef is what items need to know about their category.
type categoryRef struct {
	id, parent int64 // parent is 0 at the top
	names      []string
}

var categoryTable = table{
	name: "categories", file: townfile.CategoriesFile,
	columns: []string{"slug", "module_id", "parent_id", "name", "picture", "featured", "position", "archived"},
	revised: true,
}

// categories are written in two rounds: first the top level, then those that refer to
// it. There are at most two levels.
func (im *importer) categories(ctx context.Context) error {
	im.categoryRefs = map[string]categoryRef{}
	bySlug := map[string]townfile.Category{}
	for _, c := range im.town.Categories {
		bySlug[c.Slug] = c
	}
	for i, c := range im.town.Categories {
		if c.Parent != "" && bySlug[c.Parent].Parent != "" {
			return fmt.Errorf("%s:%d: category %q is more than two levels deep", townfile.CategoriesFile, i+1, c.Slug)
		}
	}
	slugs, all := im.categorySlugs(), map[string]int64{}
	if err := im.rename(ctx, slugs); err != nil {
		return err
	}
	for _, top := range []bool{true, false} {
		var round []townfile.Category
		for _, c := range im.town.Categories {
			if (c.Parent == "") == top {
				round = append(round, c)
			}
		}
		ids, err := upsert(ctx, im, recordType[townfile.Category]{table: categoryTable, row: func(c townfile.Category) ([]any, error) {
			return []any{c.Slug, im.moduleIDs[c.Module], reference(im.categoryRefs[c.Parent].id), c.Name, c.Picture, c.Featured, c.Position, c.Archived}, nil
		}}, round)
		if err != nil {
			return err
		}
		for _, c := range round {
			parent := im.categoryRefs[c.Parent]
			im.categoryRefs[c.Slug] = categoryRef{id: ids[c.Slug], parent: parent.id, names: append([]string{c.Name}, parent.names...)}
		}
		maps.Copy(all, ids)
	}
	return im.saveFormerSlugs(ctx, slugs, all)
}

// reference returns a nullable id: NULL for 0.
func reference(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}
