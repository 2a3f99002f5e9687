package vehicle

import (
	"context"
	"iter"
	"slices"

	"hawker/internal/booking"
	"hawker/internal/catalog"
	"hawker/internal/geo"
	"hawker/internal/money"
	"hawker/internal/pricing"
)

// Filter says which vehicles a list has; filters combine. Zero values do not filter.
type Filter struct {
	Zones        []int64 // only vehicles that can be picked up in one of them
	ModuleID     int64   // only its vehicles
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
	var calendar *booking.Calendar
	if f.Period != nil {
		if calendar, err = s.bookings.Calendar(ctx); err != nil {
			return Page{}, err
		}
	}
	of := newSearch(all, f, s.clock.Now(), calendar)
	first, total := firstOf(of.candidates(), p.Number*p.Size, of.compare)
	page := Page{Total: total}
	for _, c := range pageOf(first, p) {
		page.Vehicles = append(page.Vehicles, of.found(c))
	}
	return page, nil
}

// firstOf returns the first count of all in order, and how many all are.
func firstOf[T any](all iter.Seq[T], count int, compare func(a, b T) int) (first []T, total int) {
	if count > maxInserted {
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

// maxInserted is for how many firstOf is faster than sorting everything.
const maxInserted = 200

func pageOf[T any](all []T, p catalog.Paging) []T {
	from := min((p.Number-1)*p.Size, len(all))
	return all[from:min(from+p.Size, len(all))]
}
