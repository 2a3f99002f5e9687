package catalog

import (
	"cmp"
	"context"
	"math"
	"slices"

	"hawker/internal/geo"
)

// StoreFilter narrows a list of stores; filters combine. The zero value of a
// field does not narrow.
type StoreFilter struct {
	CategoryID     int64 // with items on this shelf or below it
	DeliveryOnly   bool
	TakeAwayOnly   bool
	OpenNow        bool // by OpenAt, as everywhere (H7)
	FreeDelivery   bool
	MinTenths      int64 // rating in tenths of a star, as shown
	Veg, NonVeg    bool
	DiscountedOnly bool // a discount of its own is in force
	Search         string
	Sort           Sort
	From           *geo.Point // where distances are measured from
}

// StorePage is one page of a list of stores and the town they stand in.
type StorePage struct {
	Total  int
	Stores []*Store
	Town   *Town
}

// Stores lists the stores of a place. The town's picture is filtered and
// sorted, so that open or closed is one answer.
func (s *Service) Stores(ctx context.Context, at Place, f StoreFilter, p Paging) (StorePage, error) {
	v, err := s.view(ctx)
	if err != nil {
		return StorePage{}, err
	}
	town, found, stocked := v.town, ranks(nil), v.storesOnShelf(f.CategoryID)
	if f.Search != "" {
		found = town.matchingStores(parse(f.Search))
	}
	now := s.clock.Now()
	all := slices.DeleteFunc(town.candidates(at, 0), func(store *Store) bool {
		return !found.holds(store.ID) || !stocked.holds(store.ID) || !f.allows(store) ||
			f.OpenNow && !town.OpenAt(store, now).Open || f.DiscountedOnly && !store.DiscountAt(now).Active
	})
	slices.SortStableFunc(all, f.order(found))
	from := min((p.Number-1)*p.Size, len(all))
	return StorePage{Total: len(all), Stores: all[from:min(from+p.Size, len(all))], Town: town}, nil
}

// candidates are the active stores that a list may be about, in order of id:
// those of the place, or the one store asked for.
func (t *Town) candidates(at Place, storeID int64) []*Store {
	if storeID > 0 {
		if store := t.stores.byID[storeID]; store != nil && store.Active {
			return []*Store{store}
		}
		return nil
	}
	var here []*Store
	for _, store := range t.stores.byModule[at.ModuleID] {
		if slices.Contains(at.Zones, store.ZoneID) {
			here = append(here, store)
		}
	}
	return here
}

// allows checks what does not depend on the time.
func (f StoreFilter) allows(s *Store) bool {
	return (!f.DeliveryOnly || s.Delivery) && (!f.TakeAwayOnly || s.TakeAway) &&
		(!f.FreeDelivery || s.FreeDelivery) && (!f.Veg || s.Veg) && (!f.NonVeg || s.NonVeg) &&
		Tenths(s.RatingSum, s.RatingCount) >= f.MinTenths
}

// order compares two stores for sorting; equal ones keep the order of their ids.
func (f StoreFilter) order(found ranks) func(a, b *Store) int {
	switch f.Sort {
	case Newest:
		return func(a, b *Store) int { return cmp.Compare(b.CreatedAt, a.CreatedAt) }
	case Rated:
		return byRating
	case Nearest:
		return func(a, b *Store) int { return cmp.Compare(f.Metres(a), f.Metres(b)) }
	case DeliveryTime:
		return func(a, b *Store) int {
			return cmp.Or(cmp.Compare(a.DeliveryTimeMin, b.DeliveryTimeMin), cmp.Compare(a.DeliveryTimeMax, b.DeliveryTimeMax), byPopularity(a, b))
		}
	case Popular:
		return byPopularity
	default: // relevance: without a search all stand at one place
		return func(a, b *Store) int { return cmp.Or(cmp.Compare(found[a.ID], found[b.ID]), byPopularity(a, b)) }
	}
}

func byPopularity(a, b *Store) int {
	return cmp.Or(cmp.Compare(b.OrderCount, a.OrderCount), byRating(a, b))
}

func byRating(a, b *Store) int {
	return cmp.Or(cmp.Compare(Tenths(b.RatingSum, b.RatingCount), Tenths(a.RatingSum, a.RatingCount)), cmp.Compare(b.RatingCount, a.RatingCount))
}

// Metres is how far the store is from where distances are measured, in a
// straight line; 0 without such a place.
func (f StoreFilter) Metres(s *Store) float64 {
	if f.From == nil {
		return 0
	}
	return math.Round(geo.Metres(*f.From, geo.Point{Lat: s.Latitude, Lng: s.Longitude}))
}

// ranks are the stores that were asked for, by id, with their place in a
// search. Nil means that nothing was asked: it holds every store.
type ranks map[int64]int

func (r ranks) holds(id int64) bool {
	_, ok := r[id]
	return r == nil || ok
}

// matchingStores are the stores that have the words.
func (t *Town) matchingStores(words []string) ranks {
	found := ranks{}
	for n, place := range t.stores.text.Places(words) {
		found[t.stores.all[n].ID] = place
	}
	return found
}

// storesOnShelf are the stores with items on a shelf or below it.
func (v *view) storesOnShelf(categoryID int64) ranks {
	if categoryID == 0 {
		return nil
	}
	stocked := ranks{}
	for id := range v.items.StoresWith(v.town.family(categoryID)) {
		stocked[id] = 0
	}
	return stocked
}
