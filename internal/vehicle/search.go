package vehicle

import (
	"cmp"
	"context"
	"iter"
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
	prices := newPrices(f.Trip, s.clock.Now())
	first, total := firstOf(f.search(all.vehicles, prices, during), p.Number*p.Size, f.compare)
	page := Page{Total: total}
	for _, c := range pageOf(first, p) {
		v := Found{Vehicle: c.Vehicle}
		v.Price, v.By = prices.card(c.Vehicle)
		if free, known := during.free(c.Vehicle); known {
			v.Free = &free
		}
		page.Vehicles = append(page.Vehicles, v)
	}
	return page, nil
}

// firstOf returns the first count of all in order, and how many all are.
func firstOf[T any](all iter.Seq[T], count int, compare func(a, b T) int) (first []T, total int) {
	if count > mostInserted {
		first = slices.SortedFunc(all, compare)
		return first, len(first)
	}
	for one := range all {
		total++
		if len(first) == count && compare(one, first[count-1]) >= 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(first, one, compare)
		if first = slices.Insert(first, at, one); len(first) > count {
			first = first[:count]
		}
	}
	return first, total
}

// mostInserted is for how many firstOf is faster than sorting everything.
const mostInserted = 200

func pageOf[T any](all []T, p catalog.Paging) []T {
	from := min((p.Number-1)*p.Size, len(all))
	return all[from:min(from+p.Size, len(all))]
}

// candidate is a vehicle that a filter has found, with the price that the list shows.
type candidate struct {
	*Vehicle
	price money.Amount
}

// search yields the vehicles of the filter, in no order.
func (f *Filter) search(all []*Vehicle, prices prices, during availability) iter.Seq[candidate] {
	words := strings.Fields(catalog.Fold(f.Search))
	return func(yield func(candidate) bool) {
		for _, v := range all {
			if !f.has(v, words) {
				continue
			}
			shown, original := prices.of(v)
			if shown < f.MinPrice || f.MaxPrice > 0 && shown > f.MaxPrice || f.Discounted && shown == original {
				continue
			}
			if f.Available {
				if free, known := during.free(v); known && free == 0 {
					continue
				}
			}
			if !yield(candidate{v, shown}) {
				return
			}
		}
	}
}

// prices are what a list shows: of a trip, else 'Start From'.
type prices struct {
	trip   *pricing.Trip
	now    time.Time
	owners map[*Provider]pricing.StoreDiscount // in force now
}

func newPrices(trip *pricing.Trip, now time.Time) prices {
	return prices{trip, now, map[*Provider]pricing.StoreDiscount{}}
}

// of returns the price of a vehicle, and what it is without discount.
func (p prices) of(v *Vehicle) (shown, original money.Amount) {
	discount, known := p.owners[v.Owner]
	if !known {
		discount = v.Owner.DiscountAt(p.now)
		p.owners[v.Owner] = discount
	}
	if p.trip != nil {
		original = v.Rates().Of(*p.trip)
	} else {
		original, _ = v.Rates().From()
	}
	return pricing.DiscountedPrice(original, v.OwnDiscount(), discount), original
}

func (p prices) card(v *Vehicle) (pricing.Card, pricing.TripType) {
	if p.trip != nil {
		return v.Estimate(*p.trip, p.now), p.trip.Type
	}
	return v.Card(p.now)
}

func (f *Filter) has(v *Vehicle, words []string) bool {
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

func (f *Filter) compare(a, b candidate) int {
	switch f.Sort {
	case catalog.Rated:
		return cmp.Or(cmp.Compare(b.Tenths(), a.Tenths()), cmp.Compare(b.RatingCount, a.RatingCount), byTrips(a, b))
	case catalog.Newest:
		return cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), byTrips(a, b))
	case catalog.Cheapest:
		return cmp.Or(cmp.Compare(a.price, b.price), byTrips(a, b))
	case catalog.Dearest:
		return cmp.Or(cmp.Compare(b.price, a.price), byTrips(a, b))
	case catalog.Nearest:
		if f.From != nil {
			return cmp.Or(cmp.Compare(metres(*f.From, a), metres(*f.From, b)), byTrips(a, b))
		}
	}
	return byTrips(a, b)
}

func byTrips(a, b candidate) int {
	return cmp.Or(cmp.Compare(b.TripCount, a.TripCount), cmp.Compare(b.Tenths(), a.Tenths()), cmp.Compare(a.ID, b.ID))
}

func metres(from geo.Point, f candidate) float64 {
	return geo.Metres(from, geo.Point{Lat: f.Owner.Latitude, Lng: f.Owner.Longitude})
}
