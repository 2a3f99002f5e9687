package towndb

import (
	"context"
	"encoding/json"

	"hawker/internal/content"
	"hawker/internal/db"
	"hawker/internal/townfile"
)

var bannerTable = table{
	name: "banners", file: townfile.BannersFile,
	columns: []string{"slug", "module_id", "zone_id", "position", "body"},
}

func (im *importer) banners(ctx context.Context) error {
	_, err := upsert(ctx, im, recordType[townfile.Banner]{table: bannerTable, row: func(b townfile.Banner) ([]any, error) {
		body := content.Body{
			Style: b.Style, Kicker: b.Kicker, Title: b.Title, Text: b.Text, Button: b.Button, Target: content.Target(b.Target),
			SecondLabel: b.SecondLabel, Second: content.Target(b.Second), Picture: b.Picture,
		}
		return []any{b.Slug, im.moduleIDs[b.Module], reference(im.zoneIDs[b.Zone]), b.Position, db.JSON[content.Body]{V: body}}, nil
	}}, im.town.Banners)
	return err
}

var pageTable = table{name: "pages", file: townfile.PagesFile, columns: []string{"slug", "title", "body"}, noID: true}

func (im *importer) pages(ctx context.Context) error {
	_, err := upsert(ctx, im, recordType[townfile.Page]{table: pageTable, row: func(p townfile.Page) ([]any, error) {
		return []any{p.Slug, p.Title, p.Body}, nil
	}}, im.town.Pages)
	return err
}

var streetTable = table{name: "streets", file: townfile.StreetsFile, columns: []string{"slug", "name", "class", "geometry"}}

func (im *importer) streets(ctx context.Context) error {
	_, err := upsert(ctx, im, recordType[townfile.Feature]{table: streetTable, row: func(f townfile.Feature) ([]any, error) {
		shape, err := json.Marshal(f.Geometry)
		return []any{f.Slug, f.Name, f.Class, string(shape)}, err
	}}, im.town.Streets)
	return err
}

var placeTable = table{name: "places", file: townfile.PlacesFile, columns: []string{"slug", "name", "secondary", "kind", "latitude", "longitude"}}

func (im *importer) places(ctx context.Context) error {
	_, err := upsert(ctx, im, recordType[townfile.Place]{table: placeTable, row: func(p townfile.Place) ([]any, error) {
		return []any{p.Slug, p.Name, p.Secondary, p.Kind, p.Point.Lat, p.Point.Lng}, nil
	}}, im.town.Places)
	return err
}
