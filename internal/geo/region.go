package geo

import (
	"cmp"
	"slices"
)

// Region is a polygon with an id, such as a delivery zone.
type Region struct {
	ID      int64
	Outline Polygon
}

// Containing returns the ids of all regions that contain p, the winner first:
// the smallest area wins, then the lowest id (Z3, D22). Nil means that p is
// outside all of them.
func Containing(p Point, regions []Region) []int64 {
	var found []Region
	for _, r := range regions {
		if r.Outline.Contains(p) {
			found = append(found, r)
		}
	}
	slices.SortFunc(found, func(a, b Region) int {
		return cmp.Or(cmp.Compare(a.Outline.Area(), b.Outline.Area()), cmp.Compare(a.ID, b.ID))
	})
	var ids []int64
	for _, r := range found {
		ids = append(ids, r.ID)
	}
	return ids
}
