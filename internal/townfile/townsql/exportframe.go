package townsql

import (
	"context"
	"encoding/json"
	"fmt"

	"hawker/internal/content"
	"hawker/internal/db"
	"hawker/internal/money"
	"hawker/internal/townfile"
	"hawker/internal/zone"
)

// many reads rows of one table.
func many[T any](ctx context.Context, ex *exporter, query string) ([]T, error) {
	rows, err := db.Many[T](ctx, ex.q, query)
	if err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	return rows, nil
}

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

// tariffs are by zone, each zone's in the order of module slugs.
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
			Module: r.Module, PerKm: ex.amount(r.PerKm), Minimum: ex.amount(r.MinimumCharge), Maximum: ex.amount(r.MaximumCharge),
			Surge: townfile.Surge{Type: r.SurgeType, Value: ex.value(r.SurgeType, r.Surge)},
		})
	}
	return byZone, err
}

func (ex *exporter) categories(ctx context.Context) error {
	type row struct {
		Slug, Module, Parent, Name, Picture string
		Featured                            bool
		Position                            int
	}
	rows, err := many[row](ctx, ex, `
		SELECT c.slug, m.slug AS module, COALESCE(p.slug, '') AS parent, c.name, c.picture, c.featured, c.position
		FROM categories c JOIN modules m ON m.id = c.module_id LEFT JOIN categories p ON p.id = c.parent_id`)
	if err != nil {
		return err
	}
	formers, err := ex.formerSlugs(ctx, "category", "categories")
	for _, r := range rows {
		ex.town.Categories = append(ex.town.Categories, townfile.Category{
			Slug: r.Slug, FormerSlugs: formers[r.Slug], Module: r.Module, Parent: r.Parent, Name: r.Name, Picture: r.Picture,
			Featured: r.Featured, Position: r.Position,
		})
	}
	return err
}

func (ex *exporter) banners(ctx context.Context) error {
	type row struct {
		Slug, Module, Zone string
		Position           int
		Body               db.JSON[content.Body]
	}
	rows, err := many[row](ctx, ex, `
		SELECT b.slug, m.slug AS module, COALESCE(z.slug, '') AS zone, b.position, b.body
		FROM banners b JOIN modules m ON m.id = b.module_id LEFT JOIN zones z ON z.id = b.zone_id`)
	for _, r := range rows {
		b := r.Body.V
		ex.town.Banners = append(ex.town.Banners, townfile.Banner{
			Slug: r.Slug, Module: r.Module, Zone: r.Zone, Position: r.Position,
			Style: b.Style, Kicker: b.Kicker, Title: b.Title, Text: b.Text, Button: b.Button, Target: townfile.Target(b.Target),
			SecondLabel: b.SecondLabel, Second: townfile.Target(b.Second), Picture: b.Picture,
		})
	}
	return err
}

func (ex *exporter) pages(ctx context.Context) (err error) {
	ex.town.Pages, err = many[townfile.Page](ctx, ex, `SELECT slug, title, body FROM pages`)
	return err
}

func (ex *exporter) streets(ctx context.Context) error {
	type row struct{ Slug, Name, Class, Geometry string }
	rows, err := many[row](ctx, ex, `SELECT slug, name, class, geometry FROM streets`)
	if err != nil {
		return err
	}
	for _, r := range rows {
		f := townfile.Feature{Slug: r.Slug, Name: r.Name, Class: r.Class}
		if err := json.Unmarshal([]byte(r.Geometry), &f.Geometry); err != nil {
			return fmt.Errorf("export street %q: %w", r.Slug, err)
		}
		ex.town.Streets = append(ex.town.Streets, f)
	}
	return nil
}

func (ex *exporter) places(ctx context.Context) error {
	type row struct {
		Slug, Name, Secondary, Kind string
		Latitude, Longitude         float64
	}
	rows, err := many[row](ctx, ex, `SELECT slug, name, secondary, kind, latitude, longitude FROM places`)
	for _, r := range rows {
		ex.town.Places = append(ex.town.Places, townfile.Place{
			Slug: r.Slug, Name: r.Name, Secondary: r.Secondary, Kind: r.Kind, Point: townfile.Point{Lat: r.Latitude, Lng: r.Longitude},
		})
	}
	return err
}

func (ex *exporter) providers(ctx context.Context) error {
	rows, err := many[db.JSON[townfile.Provider]](ctx, ex, `SELECT body FROM providers`)
	for _, r := range rows {
		ex.town.Providers = append(ex.town.Providers, r.V)
	}
	return err
}

func (ex *exporter) vehicles(ctx context.Context) error {
	rows, err := many[db.JSON[townfile.Vehicle]](ctx, ex, `SELECT body FROM vehicles`)
	for _, r := range rows {
		ex.town.Vehicles = append(ex.town.Vehicles, r.V)
	}
	return err
}
