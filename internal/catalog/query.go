package catalog

import (
	"time"

	"hawker/internal/catalog/index"
)

// query returns a filter as a query of the index. It returns false when no item can
// match.
func (v *view) query(at Scope, f ItemFilter, now time.Time) (index.Query, bool) {
	q := index.Query{
		Store: f.StoreID, Brand: f.Brand, MinPrice: int64(f.MinPrice), MaxPrice: int64(f.MaxPrice), MinTenths: f.MinTenths,
		Within: []index.Bits{v.sold}, Order: orders[f.Sort], Liked: v.directory.families(f.Interests),
	}
	if f.StoreID == 0 {
		if q.Modules = at.inZones(); q.Modules == nil {
			return q, false
		}
	}
	if f.CategoryID > 0 {
		q.Categories = v.directory.Family(f.CategoryID)
		if len(q.Categories) == 0 || f.StoreID == 0 && v.directory.categories.byID[f.CategoryID].ModuleID != at.ModuleID {
			return q, false
		}
	}
	if f.Search != "" {
		if q.Search = (index.Search{Typed: parse(f.Search), Exact: f.Exact}); len(q.Typed) == 0 {
			return q, false
		}
	}
	f.addTraits(&q)
	v.addSets(&q, f, now)
	switch q.Order {
	case index.ByRelevance:
		if len(q.Typed) > 0 {
			q.Boosts = v.boosts(f.From, now)
		}
	case index.ByStores:
		if f.StoreID == 0 { // one store is as near as itself
			q.Stores = v.storeGroups(at, f)
		}
	}
	return q, true
}

// inZones returns a scope as the index has it; nil if it is in no zone.
func (s Scope) inZones() (modules []index.ModuleInZone) {
	for _, zone := range s.Zones {
		modules = append(modules, index.ModuleInZone{Module: s.ModuleID, Zone: zone})
	}
	return modules
}

// addSets adds the filters that depend on stores or on the time.
func (v *view) addSets(q *index.Query, f ItemFilter, now time.Time) {
	if f.Discounted {
		q.Among = append(q.Among, v.discountedAt(now))
	}
	if f.AvailableNow {
		q.Among = append(q.Among, v.availableAt(now))
	}
	if f.OpenNow {
		q.Among = append(q.Among, v.openAt(now))
	}
	if f.FreeDelivery {
		q.Among = append(q.Among, v.deliveredFree(now))
	}
	if f.MaxMinutes > 0 {
		q.Among = append(q.Among, v.deliveredWithin(f.MaxMinutes))
	}
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
