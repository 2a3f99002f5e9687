// Package vehicletest adds vehicles and their providers to a small town, row by row, for
// tests that read or rent them.
package vehicletest

import (
	"context"
	"fmt"
	"testing"

	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
	"hawker/internal/vehicle"
)

// The module of vehicles and its two categories.
const (
	Rental     int64 = 12
	Cars, Vans int64 = 31, 32
)

// Fleet is a town with a rental module.
type Fleet struct {
	*catalogtest.Town
	t testing.TB
	d *db.DB
}

// New adds the module and its categories to a new town.
func New(t testing.TB, d *db.DB) Fleet { return In(t, d, catalogtest.New(t, d)) }

// In adds the module and its categories to a town.
func In(t testing.TB, d *db.DB, town *catalogtest.Town) Fleet {
	town.Insert("modules", catalogtest.Row{
		"id": Rental, "slug": "rental", "module_type": "rental", "name": "Rental", "description": "", "picture": "", "position": Rental, "active": true,
	})
	for _, zone := range []int64{catalogtest.Harbour, catalogtest.Hill} {
		town.Insert("tariffs", catalogtest.Row{
			"zone_id": zone, "module_id": Rental, "per_km": 0, "minimum_charge": 0, "maximum_charge": 0, "surge_type": "", "surge": 0,
		})
	}
	town.Category(catalog.Category{ID: Cars, ModuleID: Rental, Slug: "cars", Name: "Cars"})
	town.Category(catalog.Category{ID: Vans, ModuleID: Rental, Slug: "vans", Name: "Vans"})
	return Fleet{Town: town, t: t, d: d}
}

// Provider adds a provider of Harbour, with slug and name to match its id.
func (f Fleet) Provider(id int64, edit func(*vehicle.Provider)) vehicle.Provider {
	p := vehicle.Provider{
		ID: id, Slug: fmt.Sprint("provider-", id), ZoneID: catalogtest.Harbour, TimeZone: catalogtest.HarbourTimeZone, Name: fmt.Sprint("Provider ", id),
		PickupZoneIDs: db.JSON[[]int64]{V: []int64{catalogtest.Harbour}}, Latitude: -11.4, Longitude: 65.2,
	}
	if edit != nil {
		edit(&p)
	}
	f.Insert("providers", catalogtest.Row{
		"id": p.ID, "slug": p.Slug, "zone_id": p.ZoneID, "pickup_zone_ids": p.PickupZoneIDs, "name": p.Name, "description": p.Description,
		"logo": p.Logo, "cover": p.Cover, "address": p.Address, "phone": p.Phone, "latitude": p.Latitude, "longitude": p.Longitude,
		"discount": p.Discount, "tax_rate": p.TaxRate, "rating_sum": p.RatingSum, "rating_count": p.RatingCount, "trip_count": p.TripCount,
		"past_rating_sum": p.RatingSum, "past_rating_count": p.RatingCount, "past_trip_count": p.TripCount,
	})
	return p
}

// Vehicle adds one car of a provider at 10.00 an hour and 0.50 a kilometre.
func (f Fleet) Vehicle(id int64, of vehicle.Provider, edit func(*vehicle.Vehicle)) vehicle.Vehicle {
	v := vehicle.Vehicle{
		ID: id, Slug: fmt.Sprint("vehicle-", id), ProviderID: of.ID, CategoryID: Cars, Name: fmt.Sprint("Vehicle ", id), Brand: "Merle", Type: "Hatchback",
		Seats: 4, Transmission: "manual", Fuel: "Petrol", Pictures: db.JSON[[]string]{V: []string{}}, HourlyPrice: 1000, DistancePrice: 50,
		DiscountType: "percent", Units: 1, CreatedAt: catalogtest.Noon.UnixMilli(),
	}
	if edit != nil {
		edit(&v)
	}
	f.Write(v)
	return v
}

// Write writes vehicles, all in one revision. A known one is written again.
func (f Fleet) Write(vehicles ...vehicle.Vehicle) {
	f.t.Helper()
	err := db.InTx(context.Background(), f.d, func(tx *db.Tx) error {
		revision, err := catalog.NextRevision(context.Background(), tx)
		if err != nil {
			return err
		}
		columns := []string{
			"id", "slug", "provider_id", "category_id", "name", "description", "brand", "vehicle_type", "seats", "air_condition", "transmission", "fuel",
			"pictures", "hourly_price", "distance_price", "deposit", "licence_free", "discount_type", "discount", "units", "is_new", "rating_sum", "rating_count", "trip_count",
			"past_rating_sum", "past_rating_count", "past_trip_count", "created_at", "revision",
		}
		in := db.Insert{Table: "vehicles", Columns: columns, Suffix: db.OnConflict(columns, []string{"id"}, nil) + " RETURNING id"}
		for _, v := range vehicles {
			in.Rows = append(in.Rows, []any{
				v.ID, v.Slug, v.ProviderID, v.CategoryID, v.Name, v.Description, v.Brand, v.Type, v.Seats, v.AirCondition, v.Transmission, v.Fuel,
				v.Pictures, v.HourlyPrice, v.DistancePrice, v.Deposit, v.LicenceFree, v.DiscountType, v.Discount, v.Units, v.New, v.RatingSum, v.RatingCount, v.TripCount,
				v.RatingSum, v.RatingCount, v.TripCount, v.CreatedAt, revision,
			})
		}
		return in.Each(context.Background(), tx, func(scan func(...any) error) error {
			var id int64
			return scan(&id)
		})
	})
	if err != nil {
		f.t.Fatalf("write vehicles: %v", err)
	}
}
