package townexport

import (
	"context"
	"encoding/json"
	"fmt"

	"hawker/internal/content"
	"hawker/internal/db"
	"hawker/internal/townfile"
)

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
