package public

import (
	"context"
	"math"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/catalog"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/pricing"
	"hawker/internal/translation"
	"hawker/internal/tripcart"
	"hawker/internal/vehicle"
)

func (h *Handlers) registerVehicles(a huma.API) {
	call.Get(a, "listRentalBanners", "/rental/banners", h.listBanners)
	call.Get(a, "listRentalCategories", "/rental/categories", h.listRentalCategories)
	call.Get(a, "listRentalBrands", "/rental/brands", h.listRentalBrands)
	call.Get(a, "listVehicles", "/rental/vehicles", h.listVehicles)
	call.Get(a, "listTopRatedVehicles", "/rental/vehicles/top-rated", h.listTopRatedVehicles)
	call.Get(a, "getVehicle", "/rental/vehicles/{id}", h.getVehicle)
	call.Get(a, "getVehicleAvailability", "/rental/vehicles/{id}/availability", h.getVehicleAvailability)
}

// TripInput is the trip that prices are shown for.
type TripInput struct {
	TripType       string  `query:"trip_type" enum:"hourly,distance_wise,distance" doc:"Only vehicles that are rented this way, with an estimate of the trip."`
	EstimatedHours float64 `query:"estimated_hours" minimum:"0" maximum:"8760" doc:"Length of an hourly trip; rounded up to whole hours, at least 1 (D2)."`
	Distance       float64 `query:"distance" minimum:"0" maximum:"40000" doc:"Length of a trip by distance, in kilometres. Without it vehicles have no estimate, and prices are those of start_from."`
	Duration       float64 `query:"duration" minimum:"0" maximum:"31536000" doc:"Time that the route of a trip by distance takes, in seconds. The trip lasts at least an hour. It does not change the price."`
	PickupTime     string  `query:"pickup_time" maxLength:"40" doc:"When the trip begins, in the time zone of each provider; empty or in the past: now. With pickup_time or trip_type, the response says how many vehicles are free then." example:"2026-01-31 3:30 PM"`
}

// trip returns nil if no type was named.
func (in TripInput) trip() *pricing.Trip {
	switch in.TripType {
	case "":
		return nil
	case string(pricing.Hourly):
		return &pricing.Trip{Type: pricing.Hourly, Hours: max(int64(math.Ceil(in.EstimatedHours)), 1)}
	}
	return &pricing.Trip{Type: pricing.ByDistance, Metres: int64(math.Round(in.Distance * 1000))}
}

// period returns when the trip is, or nil if the request names neither a trip nor a time.
func (in TripInput) period() (*vehicle.Period, error) {
	if in.TripType == "" && in.PickupTime == "" {
		return nil, nil
	}
	p := vehicle.Period{Length: max(time.Duration(math.Ceil(in.EstimatedHours)), 1) * time.Hour}
	if trip := in.trip(); trip != nil && trip.Type == pricing.ByDistance {
		p.Length = max(time.Duration(math.Ceil(in.Duration))*time.Second, time.Hour)
	}
	var err error
	if in.PickupTime != "" {
		p.Pickup, err = tripcart.ReadPickupTime(in.PickupTime, time.UTC)
	}
	return &p, err
}

// VehicleFilter narrows a list of vehicles; filters combine.
type VehicleFilter struct {
	TripInput
	CategoryID   int64    `query:"category_id" minimum:"0" doc:"0: all categories."`
	ProviderID   int64    `query:"provider_id" minimum:"0"`
	Brands       []string `query:"brands" maxItems:"20" doc:"Brands; a vehicle matches if it has one of them."`
	Types        []string `query:"types" maxItems:"20" doc:"Types; a vehicle matches if it has one of them." example:"SUV"`
	Fuels        []string `query:"fuels" maxItems:"20" doc:"Fuels; a vehicle matches if it has one of them."`
	Transmission string   `query:"transmission" enum:"automatic,manual"`
	MinSeats     int64    `query:"min_seats" minimum:"0" maximum:"100"`
	AirCondition bool     `query:"air_condition"`
	MinPrice     float64  `query:"min_price" minimum:"0" doc:"Major units, for the trip. Without a trip, for an hour or a kilometre."`
	MaxPrice     float64  `query:"max_price" minimum:"0" doc:"Major units; 0: no limit."`
	MinRating    float64  `query:"min_rating" minimum:"0" maximum:"5"`
	Discounted   bool     `query:"discounted"`
	Available    bool     `query:"available" doc:"Only models with at least one free vehicle in the time of the trip."`
	Search       string   `query:"search" maxLength:"100"`
	Sort         string   `query:"sort" enum:"popular,newest,rating,price_asc,price_desc,distance" doc:"Default: popular. distance is the distance to the provider, from the pickup if one is given."`
	PickupInput
}

// PickupInput is where a trip begins. Texts, because a missing one is not 0.
type PickupInput struct {
	PickupLat string `query:"pickup_lat" maxLength:"30" doc:"Degrees; only with pickup_lng. Only vehicles that can be picked up in the zones of this point, whatever the header zoneid says." example:"-11.4"`
	PickupLng string `query:"pickup_lng" maxLength:"30" doc:"Degrees; only with pickup_lat." example:"65.2"`
}

// point returns nil if the request has no pickup.
func (in PickupInput) point() (*geo.Point, error) {
	if in.PickupLat == "" && in.PickupLng == "" {
		return nil, nil
	}
	lat, wrongLat := call.ReadDegrees(in.PickupLat, 90)
	lng, wrongLng := call.ReadDegrees(in.PickupLng, 180)
	switch {
	case wrongLat != nil:
		return nil, errs.New(errs.Invalid, "A pickup needs a latitude from -90 to 90.").On("pickup_lat")
	case wrongLng != nil:
		return nil, errs.New(errs.Invalid, "A pickup needs a longitude from -180 to 180.").On("pickup_lng")
	}
	return &geo.Point{Lat: lat, Lng: lng}, nil
}

type vehiclesInput struct {
	call.Scope
	call.Page
	VehicleFilter
}

type vehiclesOutput struct {
	Body struct {
		call.Paged
		Vehicles []view.VehicleView `json:"vehicles"`
		Choices  vehicleChoicesView `json:"choices" doc:"The possible values of the filters, among the vehicles of this trip, category and provider."`
	}
}

type vehicleChoicesView struct {
	Brands        []choiceView `json:"brands"`
	Types         []choiceView `json:"types"`
	Fuels         []choiceView `json:"fuels"`
	Transmissions []choiceView `json:"transmissions"`
	Seats         []int64      `json:"seats"`
	MinPrice      float64      `json:"min_price" doc:"Major units."`
	MaxPrice      float64      `json:"max_price" doc:"Major units."`
}

type choiceView struct {
	Value string `json:"value" doc:"The value for the filter, the same in every language."`
	Name  string `json:"name,omitempty" doc:"The name to show. Types and fuels are in the language of the request."`
	Count int    `json:"count" doc:"Number of vehicles that have it."`
}

type vehicleInput struct {
	ByID
	TripInput
}

type vehicleOutput struct{ Body view.VehicleView }

func (h *Handlers) listVehicles(ctx context.Context, in *vehiclesInput) (*vehiclesOutput, error) {
	f, err := h.readVehicleFilter(ctx, &in.Scope, in.VehicleFilter)
	if err != nil {
		return nil, err
	}
	return h.vehicleList(ctx, in.Page, f)
}

// listTopRatedVehicles lists the best rated first, whatever the request's order.
func (h *Handlers) listTopRatedVehicles(ctx context.Context, in *vehiclesInput) (*vehiclesOutput, error) {
	in.Sort = string(catalog.Rated)
	return h.listVehicles(ctx, in)
}

func (h *Handlers) vehicleList(ctx context.Context, p call.Page, f vehicle.Filter) (*vehiclesOutput, error) {
	page, err := h.Vehicles.Search(ctx, f, p.Paging())
	if err != nil {
		return nil, err
	}
	choices, err := h.Vehicles.Choices(ctx, vehicle.Filter{Zones: f.Zones, ModuleID: f.ModuleID, Categories: f.Categories, ProviderID: f.ProviderID, Trip: f.Trip})
	if err != nil {
		return nil, err
	}
	b, err := view.CurrentBuilder(ctx, h.Settings, h.Catalog)
	if err != nil {
		return nil, err
	}
	out := &vehiclesOutput{}
	out.Body.Paged, out.Body.Vehicles = p.Of(page.Total), make([]view.VehicleView, len(page.Vehicles))
	for n, v := range page.Vehicles {
		out.Body.Vehicles[n] = b.Vehicle(v.Vehicle, f.Trip)
		out.Body.Vehicles[n].AvailableUnits = v.Free
	}
	out.Body.Choices = vehicleChoicesView{
		Brands: viewChoices(choices.Brands), Types: nameChoices(ctx, choices.Types), Fuels: nameChoices(ctx, choices.Fuels), Transmissions: viewChoices(choices.Transmissions),
		Seats: append([]int64{}, choices.Seats...), MinPrice: b.Money.ToMajor(choices.MinPrice), MaxPrice: b.Money.ToMajor(choices.MaxPrice),
	}
	return out, nil
}

func viewChoices(choices []vehicle.Choice) []choiceView {
	views := make([]choiceView, len(choices))
	for n, c := range choices {
		views[n] = choiceView{Value: c.Value, Count: c.Count}
	}
	return views
}

// nameChoices returns the views of choices that the vehicles translate.
func nameChoices(ctx context.Context, choices []vehicle.Choice) []choiceView {
	views := viewChoices(choices)
	for n, c := range choices {
		views[n].Name = c.In(translation.Language(ctx))
	}
	return views
}

// getVehicle returns a vehicle by id or slug, of any zone, with the estimate of a trip and
// how many are free then, if the request names one.
func (h *Handlers) getVehicle(ctx context.Context, in *vehicleInput) (*vehicleOutput, error) {
	v, err := h.Vehicles.Vehicle(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	period, err := in.period()
	if err != nil {
		return nil, err
	}
	b, err := view.CurrentBuilder(ctx, h.Settings, h.Catalog)
	if err != nil {
		return nil, err
	}
	out := &vehicleOutput{Body: b.Vehicle(v, in.trip())}
	if period != nil {
		free, err := h.Vehicles.Free(ctx, v, *period)
		if err != nil {
			return nil, err
		}
		out.Body.AvailableUnits = &free
	}
	return out, nil
}

// rentalFilter returns the filter of the zones and the module in force (LOC-13). A module
// without vehicles, such as the usual one, filters nothing: pages of rental are opened from
// everywhere.
func (h *Handlers) rentalFilter(ctx context.Context, at *call.Scope) (vehicle.Filter, error) {
	zones, err := h.zoneIDsInForce(ctx, at)
	if err != nil {
		return vehicle.Filter{}, err
	}
	directory, err := h.Catalog.Directory(ctx)
	f := vehicle.Filter{Zones: zones, From: at.Point()}
	switch {
	case err != nil:
		return f, err
	case directory.IsRental(at.ModuleID()):
		f.ModuleID = at.ModuleID()
	case !directory.HasRental():
		f.Zones = []int64{} // nothing is rented
	}
	return f, nil
}

func (h *Handlers) readVehicleFilter(ctx context.Context, at *call.Scope, in VehicleFilter) (vehicle.Filter, error) {
	f, err := h.rentalFilter(ctx, at)
	if err != nil {
		return f, err
	}
	if err := h.movePickup(ctx, &f, in.PickupInput); err != nil {
		return f, err
	}
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return vehicle.Filter{}, err
	}
	f.ProviderID, f.Brands, f.Types, f.Fuels, f.Transmission = in.ProviderID, in.Brands, in.Types, in.Fuels, in.Transmission
	f.MinSeats, f.AirCondition, f.Discounted, f.Search = in.MinSeats, in.AirCondition, in.Discounted, in.Search
	f.Trip, f.Available, f.Sort = in.trip(), in.Available, catalog.Sort(in.Sort)
	if f.Period, err = in.period(); err != nil {
		return f, err
	}
	b, wrong := readBounds(settings.Currency.Money(), in.MinPrice, in.MaxPrice, in.MinRating)
	f.MinPrice, f.MaxPrice, f.MinTenths = b.minPrice, b.maxPrice, b.minTenths
	if err := checkDistances(f.Sort, f.From); err != nil {
		wrong.Add(errs.From(err))
	}
	if in.CategoryID > 0 {
		if f.Categories, err = h.categoryFamily(ctx, in.CategoryID); err != nil {
			return f, err
		}
	}
	return f, wrong.Err()
}

// movePickup lets a filter look for vehicles where the trip begins, if that is given
// (RNT-01): in the zones of the pickup, and the nearest from there.
func (h *Handlers) movePickup(ctx context.Context, f *vehicle.Filter, in PickupInput) error {
	pickup, err := in.point()
	if err != nil || pickup == nil {
		return err
	}
	zones, err := h.Zones.Lookup(ctx, *pickup)
	f.Zones, f.From = zoneIDs(zones), pickup
	return err
}

// categoryFamily returns a category and those below it; none of an unknown one.
func (h *Handlers) categoryFamily(ctx context.Context, id int64) ([]int64, error) {
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	return append([]int64{}, directory.Family(id)...), nil
}
