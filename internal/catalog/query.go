package catalog

import (
	"time"

	"hawker/internal/catalog/index"
)

// query returns a filter as a query of the index. It returns false when no item can
// match.
func (v *view) query(at Place, f ItemFilter, now time.Time) (index.Query, bool) {
	q := index.Query{
		Store: f.StoreID, Brand: f.Brand, MinPrice: int64(f.MinPrice), MaxPrice: int64(f.MaxPrice), MinTenths: f.MinTenths,
		Among: []index.Bits{v.sold}, Order: orders[f.Sort], Liked: v.town.families(f.Interests),
	}
	if f.StoreID == 0 {
		for _, zone := range at.Zones {
			q.Places = append(q.Places, index.Place{Module: at.ModuleID, Zone: zone})
		}
		if len(q.Places) == 0 {
			return q, false
		}
	}
	if f.CategoryID > 0 {
		q.Categories = v.town.family(f.CategoryID)
		if len(q.Categories) == 0 || f.StoreID == 0 && v.town.categories.byID[f.CategoryID].ModuleID != at.ModuleID {
			return q, false
		}
	}
	if f.Search != "" {
		if q.Words = parse(f.Search); len(q.Words) == 0 {
			return q, false
		}
	}
	f.addTraits(&q)
	if f.Discounted {
		q.Among = append(q.Among, v.discountedAt(now))
	}
	if f.AvailableNow {
		q.Among = append(q.Among, v.availableAt(now))
	}
	return q, true
}

func (f ItemFilter) addTraits(q *index.Query) {
	for _, trait := range []struct {
		wanted bool
		trait  index.Traits
	}{{f.Veg, index.Veg}, {f.Halal, index.Halal}, {f.Organic, index.Organic}} {
		if trait.wanted {
			q.With |= trait.trait
		}
	}
	if f.NonVeg {
		q.Without |= index.Veg
	}
}
