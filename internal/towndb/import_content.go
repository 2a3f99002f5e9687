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

var providerTable = table{name: "providers", file: townfile.ProvidersFile, columns: []string{"slug", "body"}}

// providers stores each provider as a JSON document. Relative days of its discount
// become dates.
func (im *importer) providers(ctx context.Context) (err error) {
	im.providerIDs, err = upsert(ctx, im, recordType[townfile.Provider]{table: providerTable, row: func(v townfile.Provider) ([]any, error) {
		var p parser
		zone := p.location(im.zonesBySlug[v.Zone].TimeZone)
		v.Discount.Start = townfile.Day(p.date(v.Discount.Start, im.now, zone))
		v.Discount.End = townfile.Day(p.date(v.Discount.End, im.now, zone))
		return []any{v.Slug, db.JSON[townfile.Provider]{V: v}}, p.err
	}}, im.town.Providers)
	return err
}

var vehicleTable = table{name: "vehicles", file: townfile.VehiclesFile, columns: []string{"slug", "provider_id", "body"}}

func (im *importer) vehicles(ctx context.Context) error {
	_, err := upsert(ctx, im, recordType[townfile.Vehicle]{table: vehicleTable, row: func(v townfile.Vehicle) ([]any, error) {
		var p parser
		v.Added = moment(p.when(v.Added, im.now))
		return []any{v.Slug, im.providerIDs[v.Provider], db.JSON[townfile.Vehicle]{V: v}}, p.err
	}}, im.town.Vehicles)
	return err
}
