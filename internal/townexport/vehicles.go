package townexport

import (
	"context"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/money"
	"hawker/internal/townfile"
)

func (ex *exporter) providers(ctx context.Context) error {
	zones, err := ex.slugs(ctx, "zones")
	if err != nil {
		return err
	}
	type row struct {
		Slug, Name, Description, Logo, Cover, Address, Phone string
		ZoneID                                               int64
		PickupZones                                          db.JSON[[]int64] `db:"pickup_zone_ids"`
		Latitude, Longitude                                  float64
		Discount                                             db.JSON[catalog.Discount]
		TaxRate                                              money.Rate
		RatingSum, RatingCount, TripCount                    int
		Archived                                             bool
	}
	rows, err := many[row](ctx, ex, `
		SELECT slug, name, description, logo, cover, address, phone, zone_id, pickup_zone_ids, latitude, longitude, discount, tax_rate,
			rating_sum, rating_count, trip_count, archived FROM providers`)
	for _, r := range rows {
		pickup := make([]string, len(r.PickupZones.V))
		for n, id := range r.PickupZones.V {
			pickup[n] = zones[id]
		}
		ex.town.Providers = append(ex.town.Providers, townfile.Provider{
			Slug: r.Slug, Zone: zones[r.ZoneID], PickupZones: pickup, Name: r.Name, Description: r.Description, Logo: r.Logo, Cover: r.Cover,
			Address: r.Address, Phone: r.Phone, Point: townfile.Point{Lat: r.Latitude, Lng: r.Longitude},
			Archived: r.Archived,
			Tax:      ex.format.RateOrNone(r.TaxRate), Discount: ex.storeDiscount(r.Discount.V),
			Past: townfile.Past{Sold: r.TripCount, RatingCount: r.RatingCount, RatingSum: r.RatingSum},
		})
	}
	return err
}

func (ex *exporter) vehicles(ctx context.Context) error {
	type row struct {
		Slug, Provider, Category, Name, Description, Brand, VehicleType, Transmission, Fuel string

		Pictures                            db.JSON[[]string]
		HourlyPrice, DistancePrice, Deposit money.Amount
		DiscountType                        string
		Discount                            int64
		Seats, Units                        int
		AirCondition, IsNew, LicenceFree    bool
		Archived                            bool
		RatingSum, RatingCount, TripCount   int
		CreatedAt                           int64
	}
	rows, err := many[row](ctx, ex, `
		SELECT v.slug, p.slug AS provider, c.slug AS category, v.name, v.description, v.brand, v.vehicle_type, v.seats, v.air_condition, v.transmission,
			v.fuel, v.pictures, v.hourly_price, v.distance_price, v.deposit, v.licence_free, v.discount_type, v.discount, v.units, v.is_new, v.rating_sum, v.rating_count,
			v.trip_count, v.created_at, v.archived
		FROM vehicles v JOIN providers p ON p.id = v.provider_id JOIN categories c ON c.id = v.category_id`)
	for _, r := range rows {
		v := townfile.Vehicle{
			Slug: r.Slug, Provider: r.Provider, Category: r.Category, Brand: r.Brand, Name: r.Name, Description: r.Description, Pictures: r.Pictures.V,
			Type: r.VehicleType, Seats: r.Seats, AirCondition: r.AirCondition, Transmission: r.Transmission, Fuel: r.Fuel,
			HourlyPrice: ex.format.AmountOrNone(r.HourlyPrice), DistancePrice: ex.format.AmountOrNone(r.DistancePrice), Deposit: ex.format.AmountOrNone(r.Deposit), LicenceFree: r.LicenceFree, Count: r.Units, New: r.IsNew, Archived: r.Archived,
			Past:  townfile.Past{Sold: r.TripCount, RatingCount: r.RatingCount, RatingSum: r.RatingSum},
			Added: moment(r.CreatedAt),
		}
		if r.Discount > 0 {
			v.Discount = townfile.Rebate{Type: r.DiscountType, Value: ex.format.Value(r.DiscountType, r.Discount)}
		}
		ex.town.Vehicles = append(ex.town.Vehicles, v)
	}
	return err
}

// vehicleReviews exports those that everybody may read, without the images that shoppers
// have uploaded.
func (ex *exporter) vehicleReviews(ctx context.Context) error {
	type row struct {
		Slug, Vehicle, Author string
		Rating                int
		Body, Reply           string
		Pictures              db.JSON[[]string]
		CreatedAt             int64
	}
	rows, err := many[row](ctx, ex, `
		SELECT r.slug, v.slug AS vehicle, r.author, r.rating, r.body, r.reply, r.pictures, r.created_at
		FROM vehicle_reviews r JOIN vehicles v ON v.id = r.vehicle_id WHERE r.hidden_at IS NULL`)
	for _, r := range rows {
		ex.town.VehicleReviews = append(ex.town.VehicleReviews, townfile.VehicleReview{
			Slug: r.Slug, Vehicle: r.Vehicle, Author: r.Author, Rating: r.Rating, Text: r.Body, Reply: r.Reply, Pictures: r.Pictures.V, At: moment(r.CreatedAt),
		})
	}
	return err
}
