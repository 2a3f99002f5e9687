package catalog

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/huandu/go-sqlbuilder"

	"hawker/internal/db"
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
// sorted, so that open or closed is one answer; a shelf or a search asks the
// database which stores it means, one statement each.
func (s *Service) Stores(ctx context.Context, at Place, f StoreFilter, p Paging) (StorePage, error) {
	town, err := s.Town(ctx)
	if err != nil {
		return StorePage{}, err
	}
	found, err := s.matchingStores(ctx, f.Search)
	if err != nil {
		return StorePage{}, fmt.Errorf("search stores: %w", err)
	}
	stocked, err := s.storesOnShelf(ctx, town, f.CategoryID)
	if err != nil {
		return StorePage{}, fmt.Errorf("list stores of a shelf: %w", err)
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

func (s *Service) matchingStores(ctx context.Context, typed string) (ranks, error) {
	if typed == "" {
		return nil, nil
	}
	found := ranks{}
	q := parse(typed)
	if q.empty() {
		return found, nil
	}
	type hit struct {
		ID    int64
		Place int
	}
	e, b := engineOf(s.db.Dialect), sqlbuilder.PostgreSQL.NewSelectBuilder()
	e.from(b, "stores", "s", e.expression(q.words))
	query, args := b.Select("s.id", b.As(q.rank(b, e, "s"), "place")).Build()
	hits, err := db.Many[hit](ctx, s.db.R, query, args...)
	for _, h := range hits {
		found[h.ID] = h.Place
	}
	return found, err
}

func (s *Service) storesOnShelf(ctx context.Context, town *Town, categoryID int64) (ranks, error) {
	if categoryID == 0 {
		return nil, nil
	}
	stocked := ranks{}
	family := town.family(categoryID)
	if len(family) == 0 {
		return stocked, nil
	}
	b := sqlbuilder.PostgreSQL.NewSelectBuilder().Select("i.store_id").Distinct().From("items i")
	query, args := b.Where("i.active", b.In("i.category_id", sqlbuilder.List(family))).Build()
	ids, err := db.Many[int64](ctx, s.db.R, query, args...)
	for _, id := range ids {
		stocked[id] = 0
	}
	return stocked, err
}
