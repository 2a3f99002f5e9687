package vehicle

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/geo"
	"hawker/internal/money"
	"hawker/internal/pricing"
)

// Filter says which vehicles a list has; filters combine. Zero values do not filter.
type Filter struct {
	Zones        []int64 // only vehicles that can be picked up in one of them
	Categories   []int64
	ProviderID   int64
	Brands       []string
	Types        []string
	Fuels        []string
	Transmission string
	MinSeats     int64
	AirCondition bool
	MinPrice     money.Amount // what the list shows: of the trip, or 'Start From'
	MaxPrice     money.Amount
	MinTenths    int64 // of a star
	Discounted   bool
	Search       string
	Trip         *pricing.Trip // only vehicles that are rented that way
	Period       *Period       // says how many are free then
	Available    bool          // only vehicles of which at least one is free in the period
	From         *geo.Point    // for catalog.Nearest
	Sort         catalog.Sort  // Popular, Rated, Newest, Cheapest, Dearest or Nearest; else by trips, then by rating
}

// Found is a vehicle of a list, with the price that the list shows.
type Found struct {
	*Vehicle
	Price pricing.Card
	By    pricing.TripType // of the price, if there is no trip
	Free  *int64           // units in the period; nil: there is none
}

// Page is a part of a list, and how many the whole list has.
type Page struct {
	Vehicles []Found
	Total    int
}

// Search returns a page of the vehicles.
func (s *Service) Search(ctx context.Context, f Filter, p catalog.Paging) (Page, error) {
	all, err := s.now.Get(ctx)
	if err != nil {
		return Page{}, err
	}
	during, err := s.availability(ctx, f)
	if err != nil {
		return Page{}, err
	}
	found := f.search(all.vehicles, s.clock.Now(), during)
	slices.SortFunc(found, f.compare)
	page := Page{Vehicles: pageOf(found, p), Total: len(found)}
	for n, v := range page.Vehicles {
		page.Vehicles[n].Free = during.free(v.Vehicle)
	}
	return page, nil
}

func pageOf[T any](all []T, p catalog.Paging) []T {
	from := min((p.Number-1)*p.Size, len(all))
	return all[from:min(from+p.Size, len(all))]
}

// search returns the vehicles of the filter, in no order.
func (f Filter) search(all []*Vehicle, now time.Time, during availability) []Found {
	words := strings.Fields(catalog.Fold(f.Search))
	var found []Found
	for _, v := range all {
		if !f.has(v, words) {
			continue
		}
		priced := f.price(v, now)
		if shown := priced.Price.Price; shown < f.MinPrice || f.MaxPrice > 0 && shown > f.MaxPrice || f.Discounted && priced.Price.Badge == nil {
			continue
		}
		if free := during.free(v); f.Available && free != nil && *free == 0 {
			continue
		}
		found = append(found, priced)
	}
	return found
}

// price is what the list shows of a vehicle: what the trip costs, else 'Start From'.
func (f Filter) price(v *Vehicle, now time.Time) Found {
	if f.Trip != nil {
		return Found{Vehicle: v, Price: v.Estimate(*f.Trip, now), By: f.Trip.Type}
	}
	card, by := v.Card(now)
	return Found{Vehicle: v, Price: card, By: by}
}

func (f Filter) has(v *Vehicle, words []string) bool {
	switch {
	case f.Zones != nil && !meets(f.Zones, v.Owner.PickupZoneIDs.V),
		f.Categories != nil && !slices.Contains(f.Categories, v.CategoryID),
		f.ProviderID != 0 && f.ProviderID != v.ProviderID,
		len(f.Brands) > 0 && !slices.Contains(f.Brands, v.Brand),
		len(f.Types) > 0 && !slices.Contains(f.Types, v.Type),
		len(f.Fuels) > 0 && !slices.Contains(f.Fuels, v.Fuel),
		f.Transmission != "" && f.Transmission != v.Transmission,
		v.Seats < f.MinSeats,
		f.AirCondition && !v.AirCondition,
		v.Tenths() < f.MinTenths,
		f.Trip != nil && !v.Rates().Offers(f.Trip.Type):
		return false
	}
	for _, word := range words {
		if !strings.Contains(v.words, " "+word) {
			return false
		}
	}
	return true
}

func meets(a, b []int64) bool {
	return slices.ContainsFunc(a, func(id int64) bool { return slices.Contains(b, id) })
}

func (f Filter) compare(a, b Found) int {
	switch f.Sort {
	case catalog.Rated:
		return cmp.Or(cmp.Compare(b.Tenths(), a.Tenths()), cmp.Compare(b.RatingCount, a.RatingCount), byTrips(a, b))
	case catalog.Newest:
		return cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), byTrips(a, b))
	case catalog.Cheapest:
		return cmp.Or(cmp.Compare(a.Price.Price, b.Price.Price), byTrips(a, b))
	case catalog.Dearest:
		return cmp.Or(cmp.Compare(b.Price.Price, a.Price.Price), byTrips(a, b))
	case catalog.Nearest:
		if f.From != nil {
			return cmp.Or(cmp.Compare(metres(*f.From, a), metres(*f.From, b)), byTrips(a, b))
		}
	}
	return byTrips(a, b)
}

func byTrips(a, b Found) int {
	return cmp.Or(cmp.Compare(b.TripCount, a.TripCount), cmp.Compare(b.Tenths(), a.Tenths()), cmp.Compare(a.ID, b.ID))
}

func metres(from geo.Point, f Found) float64 {
	return geo.Metres(from, geo.Point{Lat: f.Owner.Latitude, Lng: f.Owner.Longitude})
}
