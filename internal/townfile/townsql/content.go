package townsql

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
	_, err := upsert(ctx, im, kind[townfile.Banner]{table: bannerTable, row: func(b townfile.Banner) ([]any, error) {
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
	_, err := upsert(ctx, im, kind[townfile.Page]{table: pageTable, row: func(p townfile.Page) ([]any, error) {
		return []any{p.Slug, p.Title, p.Body}, nil
	}}, im.town.Pages)
	return err
}

var streetTable = table{name: "streets", file: townfile.StreetsFile, columns: []string{"slug", "name", "class", "geometry"}}

func (im *importer) streets(ctx context.Context) error {
	_, err := upsert(ctx, im, kind[townfile.Feature]{table: streetTable, row: func(f townfile.Feature) ([]any, error) {
		shape, err := json.Marshal(f.Geometry)
		return []any{f.Slug, f.Name, f.Class, string(shape)}, err
	}}, im.town.Streets)
	return err
}

var placeTable = table{name: "places", file: townfile.PlacesFile, columns: []string{"slug", "name", "secondary", "kind", "latitude", "longitude"}}

func (im *importer) places(ctx context.Context) error {
	_, err := upsert(ctx, im, kind[townfile.Place]{table: placeTable, row: func(p townfile.Place) ([]any, error) {
		return []any{p.Slug, p.Name, p.Secondary, p.Kind, p.Point.Lat, p.Point.Lng}, nil
	}}, im.town.Places)
	return err
}

var providerTable = table{name: "providers", file: townfile.ProvidersFile, columns: []string{"slug", "body"}}

// providers are kept whole, with their offsets made dates: they count from now.
func (im *importer) providers(ctx context.Context) (err error) {
	im.providerIDs, err = upsert(ctx, im, kind[townfile.Provider]{table: providerTable, row: func(p townfile.Provider) ([]any, error) {
		var r reader
		zone := r.location(im.zonesBySlug[p.Zone].TimeZone)
		p.Discount.Start = townfile.Day(r.on(p.Discount.Start, im.now, zone))
		p.Discount.End = townfile.Day(r.on(p.Discount.End, im.now, zone))
		return []any{p.Slug, db.JSON[townfile.Provider]{V: p}}, r.err
	}}, im.town.Providers)
	return err
}

var vehicleTable = table{name: "vehicles", file: townfile.VehiclesFile, columns: []string{"slug", "provider_id", "body"}}

func (im *importer) vehicles(ctx context.Context) error {
	_, err := upsert(ctx, im, kind[townfile.Vehicle]{table: vehicleTable, row: func(v townfile.Vehicle) ([]any, error) {
		var r reader
		v.Added = moment(r.at(v.Added, im.now))
		return []any{v.Slug, im.providerIDs[v.Provider], db.JSON[townfile.Vehicle]{V: v}}, r.err
	}}, im.town.Vehicles)
	return err
}
