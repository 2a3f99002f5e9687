package view

import (
	"cmp"
	"hawker/internal/catalog"
	"hawker/internal/pricing"
	"hawker/internal/translation"
	"hawker/internal/vehicle"
)

// VehicleView is a vehicle, in lists and on its own (RNT-14).
type VehicleView struct {
	ID                int64               `json:"id"`
	Slug              string              `json:"slug"`
	Name              string              `json:"name"`
	Brand             string              `json:"brand"`
	Description       string              `json:"description"`
	CategoryID        int64               `json:"category_id"`
	ModuleID          int64               `json:"module_id"`
	ModuleType        string              `json:"module_type"`
	ThumbnailFullURL  string              `json:"thumbnail_full_url"`
	ImagesFullURL     []string            `json:"images_full_url"`
	NewTag            int                 `json:"new_tag" enum:"0,1" doc:"1: it has the badge New Arrival."`
	Provider          VehicleProviderView `json:"provider"`
	SeatingCapacity   int64               `json:"seating_capacity"`
	Type              string              `json:"type" example:"SUV" doc:"In the language of the request, as fuel_type is. The filters take the values of choices."`
	AirCondition      int                 `json:"air_condition" enum:"0,1"`
	TransmissionType  string              `json:"transmission_type" enum:"automatic,manual"`
	FuelType          string              `json:"fuel_type"`
	TripHourly        int                 `json:"trip_hourly" enum:"0,1" doc:"1: rented by the hour."`
	TripDistance      int                 `json:"trip_distance" enum:"0,1" doc:"1: rented by distance."`
	HourlyPrice       float64             `json:"hourly_price" doc:"Major units; 0: not rented by the hour."`
	DistancePrice     float64             `json:"distance_price" doc:"The price of a kilometre, major units; 0: not rented by distance."`
	Deposit           float64             `json:"deposit" doc:"The deposit for one vehicle, major units; given back after the return. 0: none."`
	DriverLicence     bool                `json:"driver_licence" doc:"The driver must give a driver's licence, which the provider checks."`
	DiscountPrice     float64             `json:"discount_price" doc:"The vehicle's own discount, percent or major units; 0: none."`
	DiscountType      string              `json:"discount_type" enum:"percent,amount"`
	TotalVehicleCount int64               `json:"total_vehicle_count" doc:"How many vehicles of this model the provider has."`
	TotalVehicles     int64               `json:"total_vehicles" doc:"The total_vehicle_count under its other documented name."`
	TotalReviews      int64               `json:"total_reviews"`
	AvgRating         float64             `json:"avg_rating"`
	AvailableUnits    *int64              `json:"available_units,omitempty" doc:"How many are free in the time of the requested trip (RNT-02); absent without a trip. There may be fewer by the time of the booking."`
	StartFrom         vehiclePriceView    `json:"start_from" doc:"The lower of the two prices, of an hour or a kilometre (RNT-02). A discount in percent is taken off it. A discount of an amount is not, because a trip gets it once, whatever its length."`
	Estimate          *vehiclePriceView   `json:"estimate,omitempty" doc:"The price of the requested trip with one vehicle, before tax. Absent: a trip by distance without its distance."`
}

// VehicleProviderView is what a vehicle says of its provider (RNT-14).
type VehicleProviderView struct {
	ID        int64                 `json:"id"`
	Slug      string                `json:"slug"`
	Name      string                `json:"name"`
	Address   string                `json:"address" doc:"Where the vehicle is picked up."`
	Latitude  float64               `json:"latitude" doc:"Latitude of that place."`
	Longitude float64               `json:"longitude"`
	TimeZone  string                `json:"time_zone" doc:"IANA name of the time zone of the provider's zone. Pickup times are in it (D12)."`
	Discount  *providerDiscountView `json:"discount,omitempty" doc:"Present while the discount is in force."`
}

type providerDiscountView struct {
	StoreDiscountView
	EndDate string `json:"end_date" doc:"The last day, in the provider's time zone. The discount ends at end_time of this day, or with the day if end_time is empty. Empty: it has no end." example:"2026-12-31"`
	EndTime string `json:"end_time" doc:"HH:mm; empty: the end of the day."`
}

// vehiclePriceView is a price, and what it was without a discount.
type vehiclePriceView struct {
	Price             float64 `json:"price" doc:"Major units, after the larger discount."`
	OriginalPrice     float64 `json:"original_price" doc:"Major units, without discount."`
	Unit              string  `json:"unit" enum:"hourly,distance_wise" doc:"What the price is for."`
	BadgeDiscount     float64 `json:"badge_discount" doc:"The number on the discount badge: percent or major units; 0: no badge (PRC-02)."`
	BadgeDiscountType string  `json:"badge_discount_type" enum:"percent,amount"`
}

// Vehicle returns the view of a vehicle. trip is the trip of the search, or nil.
func (b Builder) Vehicle(v *vehicle.Vehicle, trip *pricing.Trip) VehicleView {
	rates, own := v.Rates(), v.OwnDiscount()
	card, by := v.Card(b.Now)
	images, texts := PictureURLs(b.Directory, v.Pictures.V), b.Texts.Of(translation.Vehicle, v.Slug)
	out := VehicleView{
		ID: v.ID, Slug: v.Slug, Name: cmp.Or(texts.Name, v.Name), Brand: v.Brand, Description: cmp.Or(texts.Description, v.Description), CategoryID: v.CategoryID,
		ModuleID: v.ModuleID, ModuleType: b.Directory.Module(v.ModuleID).Type,
		ImagesFullURL: images, NewTag: Flag(v.New), Provider: b.vehicleProvider(v.Owner),
		SeatingCapacity: v.Seats, Type: texts.Word(v.Type), AirCondition: Flag(v.AirCondition), TransmissionType: v.Transmission, FuelType: texts.Word(v.Fuel),
		TripHourly: Flag(rates.Offers(pricing.Hourly)), TripDistance: Flag(rates.Offers(pricing.ByDistance)),
		HourlyPrice: b.Money.ToMajor(v.HourlyPrice), DistancePrice: b.Money.ToMajor(v.DistancePrice),
		DiscountPrice: b.DiscountValue(own), DiscountType: discountType(own.Kind), TotalVehicleCount: v.Units, TotalVehicles: v.Units,
		TotalReviews: v.RatingCount, AvgRating: catalog.Stars(v.RatingSum, v.RatingCount), StartFrom: b.vehiclePrice(card, by),
	}
	if b.Deposits {
		out.Deposit = b.Money.ToMajor(v.Deposit)
	}
	out.DriverLicence = b.DriverLicences && !v.LicenceFree
	if len(images) > 0 {
		out.ThumbnailFullURL = images[0]
	}
	if trip != nil && trip.HasPrice() && rates.Offers(trip.Type) {
		estimate := b.vehiclePrice(v.Estimate(*trip, b.Now), trip.Type)
		out.Estimate = &estimate
	}
	return out
}

func (b Builder) vehiclePrice(c pricing.Card, by pricing.TripType) vehiclePriceView {
	v := vehiclePriceView{
		Price: b.Money.ToMajor(c.Price), OriginalPrice: b.Money.ToMajor(c.Original), Unit: string(by),
	}
	v.BadgeDiscount, v.BadgeDiscountType = b.Badge(c.Badge)
	return v
}

func (b Builder) vehicleProvider(p *vehicle.Provider) VehicleProviderView {
	return VehicleProviderView{
		ID: p.ID, Slug: p.Slug, Name: b.providerName(p), Address: p.Address, Latitude: p.Latitude, Longitude: p.Longitude, TimeZone: p.TimeZone, Discount: b.providerDiscount(p),
	}
}

func (b Builder) providerName(p *vehicle.Provider) string {
	return b.Texts.Name(translation.Provider, p.Slug, p.Name)
}

func (b Builder) providerDiscount(p *vehicle.Provider) *providerDiscountView {
	d := p.DiscountAt(b.Now)
	if !d.Active {
		return nil
	}
	day, at := p.Discount.V.Ends()
	return &providerDiscountView{StoreDiscountView: b.storeDiscount(d), EndDate: day, EndTime: at}
}

// ProviderView is an owner of vehicles (RNT-14).
type ProviderView struct {
	ID            int64                 `json:"id"`
	Slug          string                `json:"slug"`
	Name          string                `json:"name"`
	Description   string                `json:"description"`
	LogoFullURL   string                `json:"logo_full_url"`
	CoverFullURL  string                `json:"cover_photo_full_url"`
	AvgRating     float64               `json:"avg_rating"`
	RatingCount   int64                 `json:"rating_count"`
	TripCount     int64                 `json:"trip_count"`
	Address       string                `json:"address"`
	Phone         string                `json:"phone"`
	Latitude      float64               `json:"latitude"`
	Longitude     float64               `json:"longitude"`
	ZoneID        int64                 `json:"zone_id"`
	TimeZone      string                `json:"time_zone"`
	PickupZoneID  int64                 `json:"pickup_zone_id" doc:"The first of pickup_zone_ids; 0: none."`
	PickupZoneIDs []int64               `json:"pickup_zone_ids" doc:"The zones where its vehicles can be picked up."`
	Discount      *providerDiscountView `json:"discount,omitempty" doc:"Present while the discount is in force."`
}

// Provider returns the view of a provider.
func (b Builder) Provider(p *vehicle.Provider) ProviderView {
	v := ProviderView{
		ID: p.ID, Slug: p.Slug, Name: b.providerName(p), Description: cmp.Or(b.Texts.Of(translation.Provider, p.Slug).Description, p.Description),
		LogoFullURL: PictureURL(b.Directory, p.Logo), CoverFullURL: PictureURL(b.Directory, p.Cover),
		AvgRating: catalog.Stars(p.RatingSum, p.RatingCount), RatingCount: p.RatingCount, TripCount: p.TripCount,
		Address: p.Address, Phone: p.Phone, Latitude: p.Latitude, Longitude: p.Longitude, ZoneID: p.ZoneID, TimeZone: p.TimeZone,
		PickupZoneIDs: []int64{}, Discount: b.providerDiscount(p),
	}
	if zones := p.PickupZoneIDs.V; len(zones) > 0 {
		v.PickupZoneID, v.PickupZoneIDs = zones[0], zones
	}
	return v
}
