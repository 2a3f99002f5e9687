package towndb

import (
	"context"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/townfile"
)

var providerTable = table{
	figureColumns: []string{"rating_sum", "rating_count", "trip_count", "past_rating_sum", "past_rating_count", "past_trip_count"}, revised: true,
	name: "providers", file: townfile.ProvidersFile,
	columns: []string{
		"slug", "zone_id", "pickup_zone_ids", "name", "description", "logo", "cover", "address", "phone", "latitude", "longitude",
		"discount", "tax_rate", "rating_sum", "rating_count", "trip_count", "past_rating_sum", "past_rating_count", "past_trip_count", "archived",
	},
}

func (im *importer) providers(ctx context.Context) (err error) {
	im.providerIDs, err = upsert(ctx, im, recordType[townfile.Provider]{table: providerTable, row: im.providerRow, figures: providerFigures}, im.town.Providers)
	return err
}

func providerFigures(o townfile.Provider) figures {
	return figures{RatingSum: o.Past.RatingSum, RatingCount: o.Past.RatingCount, Sold: o.Past.Sold}
}

func (im *importer) providerRow(o townfile.Provider) ([]any, error) {
	var p townfile.Parser
	zones := make([]int64, len(o.PickupZones))
	for n, slug := range o.PickupZones {
		zones[n] = im.zoneIDs[slug]
	}
	discount := im.discount(&p, o.Discount, p.Location(im.zonesBySlug[o.Zone].TimeZone))
	row := []any{
		o.Slug, im.zoneIDs[o.Zone], db.JSON[[]int64]{V: zones}, o.Name, o.Description, o.Logo, o.Cover, o.Address, o.Phone, o.Point.Lat, o.Point.Lng,
		db.JSON[catalog.Discount]{V: discount}, p.Rate(o.Tax), o.Past.RatingSum, o.Past.RatingCount, o.Past.Sold, o.Past.RatingSum, o.Past.RatingCount, o.Past.Sold, o.Archived,
	}
	return row, p.Err
}

var vehicleTable = table{
	figureColumns: []string{"rating_sum", "rating_count", "trip_count", "past_rating_sum", "past_rating_count", "past_trip_count"}, revised: true, stamped: true,
	name: "vehicles", file: townfile.VehiclesFile,
	columns: []string{
		"slug", "provider_id", "category_id", "name", "description", "brand", "vehicle_type", "seats", "air_condition", "transmission", "fuel",
		"pictures", "hourly_price", "distance_price", "deposit", "licence_free", "discount_type", "discount", "units", "is_new",
		"rating_sum", "rating_count", "trip_count", "past_rating_sum", "past_rating_count", "past_trip_count", "created_at", "archived", "revision",
	},
}

func (im *importer) vehicles(ctx context.Context) (err error) {
	im.vehicleIDs, err = upsert(ctx, im, recordType[townfile.Vehicle]{table: vehicleTable, row: im.vehicleRow, figures: vehicleFigures}, im.town.Vehicles)
	return err
}

func vehicleFigures(v townfile.Vehicle) figures {
	return figures{RatingSum: v.Past.RatingSum, RatingCount: v.Past.RatingCount, Sold: v.Past.Sold}
}

func (im *importer) vehicleRow(v townfile.Vehicle) ([]any, error) {
	var p townfile.Parser
	kind := v.Discount.Type
	if kind == "" {
		kind = "percent"
	}
	row := []any{
		v.Slug, im.providerIDs[v.Provider], im.categoryRefs[v.Category].id, v.Name, v.Description, v.Brand, v.Type, v.Seats, v.AirCondition, v.Transmission, v.Fuel,
		orNone(v.Pictures), p.Amount(im.currency, v.HourlyPrice), p.Amount(im.currency, v.DistancePrice), p.Amount(im.currency, v.Deposit), v.LicenceFree, kind, p.Value(im.currency, v.Discount.Type, v.Discount.Value),
		v.Count, v.New, v.Past.RatingSum, v.Past.RatingCount, v.Past.Sold, v.Past.RatingSum, v.Past.RatingCount, v.Past.Sold, p.When(v.Added, im.now), v.Archived, int64(0),
	}
	return row, p.Err
}

var vehicleReviewTable = table{
	name: "vehicle_reviews", file: townfile.VehicleReviewsFile, sale: "trip_id", desk: []deskColumn{{"reply", keepStored}},
	columns: []string{"slug", "vehicle_id", "provider_id", "author", "rating", "body", "reply", "created_at", "pictures"},
}

func (im *importer) vehicleReviews(ctx context.Context) error {
	reviews, err := notOwn(ctx, im, vehicleReviewTable, im.town.VehicleReviews)
	if err != nil {
		return err
	}
	owners := make(map[string]int64, len(im.town.Vehicles))
	for _, v := range im.town.Vehicles {
		owners[v.Slug] = im.providerIDs[v.Provider]
	}
	_, err = upsert(ctx, im, recordType[townfile.VehicleReview]{table: vehicleReviewTable, row: func(r townfile.VehicleReview) ([]any, error) {
		var p townfile.Parser
		row := []any{r.Slug, im.vehicleIDs[r.Vehicle], owners[r.Vehicle], r.Author, r.Rating, r.Text, r.Reply, p.When(r.At, im.now), orNone(r.Pictures)}
		return row, p.Err
	}, figures: vehicleReviewFigures}, reviews)
	return err
}

func vehicleReviewFigures(r townfile.VehicleReview) figures {
	return figures{Desk: map[string]string{"reply": hashOfJSON(r.Reply)}}
}
