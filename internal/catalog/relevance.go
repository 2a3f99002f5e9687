package catalog

import (
	"cmp"
	"math"
	"slices"
	"sync"
	"time"

	"hawker/internal/catalog/index"
	"hawker/internal/geo"
)

// A search is in order of relevance: first of where the words stand (see the ranks of
// package index), then of points, then of popularity, then of ids. ADR 0011 explains it.
//
// What can be ordered now has openPoints, more than all others together. Each distance
// that is not exceeded gives a point, and so does each number of units sold in 30 days,
// or of orders of a store, that is reached. Distances are measured from the middle of the
// shopper's area, in whole metres, so equal inputs give equal points on every engine.
const openPoints = 8

var (
	nearMetres   = []float64{2000, 5000}
	popularItem  = []uint32{10, 30, 100} // units sold
	popularStore = []int64{30, 100, 300} // orders
)

// AreaOf returns the middle of the area that a point is in, a square of a hundredth of a
// degree. Relevance depends on the area only, so that neighbours share a response.
func AreaOf(p geo.Point) geo.Point {
	return geo.Point{Lat: math.Round(p.Lat*100) / 100, Lng: math.Round(p.Lng*100) / 100}
}

// boosts returns the points of items.
func (v *view) boosts(from *geo.Point, now time.Time) []index.Boost {
	boosts := []index.Boost{{Items: v.availableAt(now), Points: openPoints}}
	for _, items := range v.popular() {
		boosts = append(boosts, index.Boost{Items: items, Points: 1})
	}
	if from != nil {
		for _, items := range v.nearbyItems(*from) {
			boosts = append(boosts, index.Boost{Items: items, Points: 1})
		}
	}
	return boosts
}

// popularItems returns the items of each popularity. They are found when first needed.
func popularItems(items *index.Snapshot) func() []index.Bits {
	return sync.OnceValue(func() (sets []index.Bits) {
		for _, sold := range popularItem {
			sets = append(sets, items.SoldAtLeast(sold))
		}
		return sets
	})
}

// nearbyItems are the items within each of nearMetres.
type nearbyItems struct{ sets []index.Bits }

func (n *nearbyItems) bytes() (bytes int) {
	for _, set := range n.sets {
		bytes += 8 * len(set)
	}
	return bytes
}

// nearbyItems returns the items within each of nearMetres. Results are cached by area.
func (v *view) nearbyItems(from geo.Point) []index.Bits {
	area := AreaOf(from)
	known, ok := v.nearby.Get(area)
	if !ok {
		known = &nearbyItems{}
		points := make(map[*Store]int, len(v.directory.stores.all))
		for _, s := range v.directory.stores.all {
			points[s] = pointsForDistance(area, s)
		}
		for n := range nearMetres {
			known.sets = append(known.sets, v.itemsOf(func(s *Store) bool { return points[s] > n }))
		}
		v.nearby.Put(area, known)
	}
	return known.sets
}

func pointsForDistance(area geo.Point, s *Store) (points int) {
	metres := metresTo(s, area)
	for _, maxMetres := range nearMetres {
		if metres <= maxMetres {
			points++
		}
	}
	return points
}

// points returns the points of a store.
func (d *Directory) points(s *Store, from *geo.Point, now time.Time) (points int) {
	if d.OpenAt(s, now).Open {
		points = openPoints
	}
	for _, minOrders := range popularStore {
		if s.OrderCount >= minOrders {
			points++
		}
	}
	if from != nil {
		points += pointsForDistance(AreaOf(*from), s)
	}
	return points
}

// sortByPoints sorts stores of one rank, which are in order of popularity.
func (d *Directory) sortByPoints(stores []*Store, from *geo.Point, now time.Time) {
	points := make(map[*Store]int, len(stores))
	for _, s := range stores {
		points[s] = d.points(s, from, now)
	}
	slices.SortStableFunc(stores, func(a, b *Store) int { return cmp.Compare(points[b], points[a]) })
}

// storeGroups returns the stores of a scope by distance or by delivery time. Those in one
// group are equal.
func (v *view) storeGroups(at Scope, f ItemFilter) (groups [][]int64) {
	type entry struct{ first, second, id int64 }
	var entries []entry
	for _, n := range v.directory.stores.popular[at.ModuleID] {
		s := v.directory.stores.all[n]
		if !slices.Contains(at.Zones, s.ZoneID) {
			continue
		}
		e := entry{s.DeliveryTimeMin, s.DeliveryTimeMax, s.ID}
		if f.Sort == Nearest {
			e.first, e.second = int64(StoreFilter{From: f.From}.Metres(s)), 0
		}
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.second, b.second), cmp.Compare(a.id, b.id))
	})
	ids := make([]int64, len(entries))
	from := 0
	for n, e := range entries {
		ids[n] = e.id
		if n+1 == len(entries) || e.first != entries[n+1].first || e.second != entries[n+1].second {
			groups = append(groups, ids[from:n+1])
			from = n + 1
		}
	}
	return groups
}
