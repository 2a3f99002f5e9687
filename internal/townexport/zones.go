package townexport

import (
	"context"
	"fmt"

	"hawker/internal/money"
	"hawker/internal/townfile"
	"hawker/internal/zone"
)

func (ex *exporter) modules(ctx context.Context) error {
	type row struct {
		ID                                           int64
		Slug, ModuleType, Name, Description, Picture string
		Position                                     int
		Active                                       bool
	}
	rows, err := many[row](ctx, ex, `SELECT id, slug, module_type, name, description, picture, position, active FROM modules`)
	for _, r := range rows {
		ex.town.Modules = append(ex.town.Modules, townfile.Module{
			Slug: r.Slug, ID: r.ID, Type: r.ModuleType, Name: r.Name, Description: r.Description,
			Picture: r.Picture, Active: r.Active, Position: r.Position,
		})
	}
	return err
}

func (ex *exporter) zones(ctx context.Context) error {
	type row struct {
		ID                            int64
		Slug, Name, Polygon, TimeZone string
		Active                        bool
	}
	rows, err := many[row](ctx, ex, `SELECT id, slug, name, polygon, time_zone, active FROM zones`)
	if err != nil {
		return err
	}
	tariffs, err := ex.tariffs(ctx)
	if err != nil {
		return err
	}
	for _, r := range rows {
		outline, err := zone.DecodeOutline(r.Polygon)
		if err != nil {
			return fmt.Errorf("export zone %q: %w", r.Slug, err)
		}
		ex.town.Zones = append(ex.town.Zones, townfile.Zone{
			Slug: r.Slug, Name: r.Name, TimeZone: r.TimeZone, Active: r.Active, Tariffs: tariffs[r.ID],
			Area: townfile.Geometry{Type: townfile.Polygon, Points: outline.Ring()},
		})
	}
	return nil
}

// tariffs returns the tariffs by zone, in the order of the modules.
func (ex *exporter) tariffs(ctx context.Context) (map[int64][]townfile.Tariff, error) {
	type row struct {
		ZoneID                              int64
		Module, SurgeType                   string
		PerKm, MinimumCharge, MaximumCharge money.Amount
		Surge                               int64
	}
	rows, err := many[row](ctx, ex, `
		SELECT t.zone_id, m.slug AS module, t.per_km, t.minimum_charge, t.maximum_charge, t.surge_type, t.surge
		FROM tariffs t JOIN modules m ON m.id = t.module_id ORDER BY t.zone_id, m.position, m.id`)
	byZone := map[int64][]townfile.Tariff{}
	for _, r := range rows {
		byZone[r.ZoneID] = append(byZone[r.ZoneID], townfile.Tariff{
			Module: r.Module, PerKm: ex.format.Amount(r.PerKm), Minimum: ex.format.Amount(r.MinimumCharge), Maximum: ex.format.Amount(r.MaximumCharge),
			Surge: townfile.Surge{Type: r.SurgeType, Value: ex.format.Value(r.SurgeType, r.Surge)},
		})
	}
	return byZone, err
}

func (ex *exporter) categories(ctx context.Context) error {
	type row struct {
		Slug, Module, Parent, Name, Picture string
		Featured, Archived                  bool
		Position                            int
	}
	rows, err := many[row](ctx, ex, `
		SELECT c.slug, m.slug AS module, COALESCE(p.slug, '') AS parent, c.name, c.picture, c.featured, c.position, c.archived
		FROM categories c JOIN modules m ON m.id = c.module_id LEFT JOIN categories p ON p.id = c.parent_id`)
	if err != nil {
		return err
	}
	formers, err := ex.formerSlugs(ctx, "category", "categories")
	for _, r := range rows {
		ex.town.Categories = append(ex.town.Categories, townfile.Category{
			Slug: r.Slug, FormerSlugs: formers[r.Slug], Module: r.Module, Parent: r.Parent, Name: r.Name, Picture: r.Picture,
			Featured: r.Featured, Position: r.Position, Archived: r.Archived,
		})
	}
	return err
}
