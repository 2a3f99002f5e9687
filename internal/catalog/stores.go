package catalog

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"hawker/internal/catalog/index"
	"hawker/internal/geo"
)

// StoreFilter narrows a list of stores; filters combine. The zero value of a
// field does not narrow.
type StoreFilter struct {
	CategoryID     int64   // with items on this category or below it
	Among          []int64 // these alone; nil: all
	DeliveryOnly   bool
	TakeAwayOnly   bool
	OpenNow        bool // by OpenAt, as everywhere (H7)
	FreeDelivery   bool
	MaxMinutes     int64 // of delivery
	MinTenths      int64 // rating in tenths of a star, as shown
	Veg, NonVeg    bool
	DiscountedOnly bool // a discount of its own is in force
	Search         string
	Exact          bool // the search is not corrected
	Sort           Sort
	OpenFirst      bool       // closed stores last, in the same order among them
	From           *geo.Point // where distances are measured from
}

// StorePage is one page of a list of stores, with the directory that contains them.
type StorePage struct {
	Total      int
	Stores     []*Store
	Directory  *Directory
	Correction *Correction // nil: the search was not corrected
}

// Stores lists the stores of a scope. It reads the directory, so that a store is
// open in one list if it is in another.
func (s *Service) Stores(ctx context.Context, at Scope, f StoreFilter, p Paging) (StorePage, error) {
	v, err := s.view(ctx)
	if err != nil {
		return StorePage{}, err
	}
	now := s.clock.Now()
	stocked := v.storesWithCategory(f.CategoryID)
	search := v.searchForStores(at, f)
	parts, spelling := v.directory.storesIn(at, search, func(n uint32) bool { return stocked == nil || stocked[n] })
	for rank, part := range parts {
		parts[rank] = slices.DeleteFunc(part, func(store *Store) bool { return !f.allows(store) || !v.directory.allows(f, store, now) })
		if search != nil && f.byRelevance() {
			v.directory.sortByPoints(parts[rank], f.From, now)
		}
	}
	typed, all := slices.Concat(parts[:index.NameHasCorrectedWords]...), slices.Concat(parts[index.NameHasCorrectedWords:]...)
	f.sort(typed)
	f.sort(all)
	all = append(typed, all...)
	if f.OpenFirst {
		slices.SortStableFunc(all, func(a, b *Store) int {
			return openRank(v.directory.OpenAt(a, now).Open) - openRank(v.directory.OpenAt(b, now).Open)
		})
	}
	from := min((p.Number-1)*p.Size, len(all))
	return StorePage{
		Total: len(all), Stores: all[from:min(from+p.Size, len(all))], Directory: v.directory, Correction: newCorrection(spelling, len(typed), len(all)),
	}, nil
}

// searchForStores returns a search for stores; nil without one. Its words are not corrected
// if items have them: then they are not misspelled.
func (v *view) searchForStores(at Scope, f StoreFilter) *index.Search {
	if f.Search == "" {
		return nil
	}
	typed := parse(f.Search)
	return &index.Search{Typed: typed, Exact: f.Exact || v.itemsHave(at, typed)}
}

// itemsHave reports whether an item of a scope has the words as typed.
func (v *view) itemsHave(at Scope, typed []string) bool {
	modules := at.inZones()
	if modules == nil || len(typed) == 0 {
		return false
	}
	return v.items.Find(index.Query{Modules: modules, Within: []index.Bits{v.sold}, Search: index.Search{Typed: typed, Exact: true}}, 0, 0).Total > 0
}

// byRank are stores by where the words of a search stand in them; without a search all
// have the first rank.
type byRank [index.NotFound][]*Store

// storesIn returns the active stores that are in the scope of a search and have its words,
// popular ones first, and what was searched for if the search was corrected. The number of a store is its index in stores.all.
func (d *Directory) storesIn(at Scope, w *index.Search, inScope func(n uint32) bool) (parts byRank, spelling []string) {
	isHere := func(n uint32) bool {
		s := d.stores.all[n]
		return s.Active && s.ModuleID == at.ModuleID && slices.Contains(at.Zones, s.ZoneID) && inScope(n)
	}
	var ranks []uint8
	if w != nil {
		ranks, spelling = d.stores.text.Ranks(*w, isHere)
	}
	for _, n := range d.stores.popular[at.ModuleID] {
		rank := uint8(0)
		if ranks != nil {
			rank = ranks[n]
		}
		if rank < index.NotFound && isHere(n) {
			parts[rank] = append(parts[rank], d.stores.all[n])
		}
	}
	return parts, spelling
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
		(!f.Veg || s.Veg) && (!f.NonVeg || s.NonVeg) && (f.Among == nil || slices.Contains(f.Among, s.ID)) &&
		Tenths(s.RatingSum, s.RatingCount) >= f.MinTenths
}

// allows checks the conditions that depend on the town or on the time.
func (d *Directory) allows(f StoreFilter, s *Store, now time.Time) bool {
	return (!f.FreeDelivery || d.DeliversFree(s)) && (f.MaxMinutes == 0 || d.DeliversWithin(s, f.MaxMinutes)) &&
		(!f.OpenNow || d.OpenAt(s, now).Open) && (!f.DiscountedOnly || s.DiscountAt(now).Active)
}

func (f StoreFilter) byRelevance() bool { return f.Sort == "" || f.Sort == Relevance }

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
	return metresTo(s, *f.From)
}

// metresTo returns the distance of a store from a point in a straight line, in whole
// metres.
func metresTo(s *Store, from geo.Point) float64 {
	return math.Round(geo.Metres(from, geo.Point{Lat: s.Latitude, Lng: s.Longitude}))
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
	family := v.directory.Family(categoryID)
	selling := v.items.StoresWith(family)
	stocked := make([]bool, len(v.directory.stores.all))
	for n, store := range v.directory.stores.all {
		stocked[n] = selling[store.ID]
	}
	if family != nil { // unknown ids are not cached: anybody may send any number
		v.withCategory.Store(categoryID, stocked)
	}
	return stocked
}
