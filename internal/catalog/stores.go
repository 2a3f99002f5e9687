package catalog

import (
	"cmp"
	"context"
	"math"
	"slices"

	"hawker/internal/catalog/index"
	"hawker/internal/geo"
)

// StoreFilter narrows a list of stores; filters combine. The zero value of a
// field does not narrow.
type StoreFilter struct {
	CategoryID     int64 // with items on this category or below it
	DeliveryOnly   bool
	TakeAwayOnly   bool
	OpenNow        bool // by OpenAt, as everywhere (H7)
	FreeDelivery   bool
	MinTenths      int64 // rating in tenths of a star, as shown
	Veg, NonVeg    bool
	DiscountedOnly bool // a discount of its own is in force
	Search         string
	Sort           Sort
	OpenFirst      bool       // closed stores last, in the same order among them
	From           *geo.Point // where distances are measured from
}

// StorePage is one page of a list of stores and the town they stand in.
type StorePage struct {
	Total  int
	Stores []*Store
	Town   *Town
}

// Stores lists the stores of a place. It reads the town in memory, so that a store is
// open in one list if it is in another.
func (s *Service) Stores(ctx context.Context, at Place, f StoreFilter, p Paging) (StorePage, error) {
	v, err := s.view(ctx)
	if err != nil {
		return StorePage{}, err
	}
	now := s.clock.Now()
	stocked := v.storesWithCategory(f.CategoryID)
	parts := v.town.storesIn(at, f.Search, func(n uint32, store *Store) bool {
		return (stocked == nil || stocked[n]) && f.allows(store) && (!f.FreeDelivery || v.town.DeliversFree(store)) &&
			(!f.OpenNow || v.town.OpenAt(store, now).Open) && (!f.DiscountedOnly || store.DiscountAt(now).Active)
	})
	all := slices.Concat(parts[:]...)
	f.sort(all)
	if f.OpenFirst {
		slices.SortStableFunc(all, func(a, b *Store) int {
			return openRank(v.town.OpenAt(a, now).Open) - openRank(v.town.OpenAt(b, now).Open)
		})
	}
	from := min((p.Number-1)*p.Size, len(all))
	return StorePage{Total: len(all), Stores: all[from:min(from+p.Size, len(all))], Town: v.town}, nil
}

// byPlace are stores by where the words of a search stand in them; without a search all
// are at the first place.
type byPlace [index.NotFound][]*Store

// storesIn returns the active stores of a place that match a search and are wanted,
// popular ones first. The number of a store is its index in stores.all.
func (t *Town) storesIn(at Place, search string, wanted func(n uint32, s *Store) bool) (parts byPlace) {
	var places []uint8
	if search != "" {
		places = t.stores.text.Places(parse(search))
	}
	for _, n := range t.stores.popular[at.ModuleID] {
		store, place := t.stores.all[n], uint8(0)
		if places != nil {
			place = places[n]
		}
		if place < index.NotFound && slices.Contains(at.Zones, store.ZoneID) && wanted(n, store) {
			parts[place] = append(parts[place], store)
		}
	}
	return parts
}

func openRank(open bool) int {
	if open {
		return 0
	}
	return 1
}

// allows checks the conditions that do not depend on the time.
func (f StoreFilter) allows(s *Store) bool {
	return (!f.DeliveryOnly || s.Delivery) && (!f.TakeAwayOnly || s.TakeAway) &&
		(!f.Veg || s.Veg) && (!f.NonVeg || s.NonVeg) &&
		Tenths(s.RatingSum, s.RatingCount) >= f.MinTenths
}

// sort sorts stores that are in order of relevance.
func (f StoreFilter) sort(all []*Store) {
	switch f.Sort {
	case Newest:
		slices.SortFunc(all, func(a, b *Store) int { return cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), byID(a, b)) })
	case Rated:
		slices.SortFunc(all, func(a, b *Store) int { return cmp.Or(byRating(a, b), byID(a, b)) })
	case Nearest:
		f.sortByDistance(all)
	case DeliveryTime:
		slices.SortFunc(all, func(a, b *Store) int {
			return cmp.Or(cmp.Compare(a.DeliveryTimeMin, b.DeliveryTimeMin), cmp.Compare(a.DeliveryTimeMax, b.DeliveryTimeMax), byPopularity(a, b))
		})
	case Popular:
		slices.SortFunc(all, byPopularity)
	}
}

// sortByDistance computes each distance once.
func (f StoreFilter) sortByDistance(all []*Store) {
	metres := make(map[*Store]float64, len(all))
	for _, s := range all {
		metres[s] = f.Metres(s)
	}
	slices.SortFunc(all, func(a, b *Store) int { return cmp.Or(cmp.Compare(metres[a], metres[b]), byID(a, b)) })
}

func byID(a, b *Store) int { return cmp.Compare(a.ID, b.ID) }

func byPopularity(a, b *Store) int {
	return cmp.Or(cmp.Compare(b.OrderCount, a.OrderCount), byRating(a, b), byID(a, b))
}

func byRating(a, b *Store) int {
	return cmp.Or(cmp.Compare(Tenths(b.RatingSum, b.RatingCount), Tenths(a.RatingSum, a.RatingCount)), cmp.Compare(b.RatingCount, a.RatingCount))
}

// Metres is the distance of the store in a straight line; 0 if no point was given.
func (f StoreFilter) Metres(s *Store) float64 {
	if f.From == nil {
		return 0
	}
	return math.Round(geo.Metres(*f.From, geo.Point{Lat: s.Latitude, Lng: s.Longitude}))
}

// storesWithCategory returns which stores, by number, have items in a category or below
// it; nil without a category. The result is cached with the view.
func (v *view) storesWithCategory(categoryID int64) []bool {
	if categoryID == 0 {
		return nil
	}
	if known, ok := v.withCategory.Load(categoryID); ok {
		return known.([]bool)
	}
	family := v.town.family(categoryID)
	selling := v.items.StoresWith(family)
	stocked := make([]bool, len(v.town.stores.all))
	for n, store := range v.town.stores.all {
		stocked[n] = selling[store.ID]
	}
	if family != nil { // unknown ids are not cached: anybody may send any number
		v.withCategory.Store(categoryID, stocked)
	}
	return stocked
}
