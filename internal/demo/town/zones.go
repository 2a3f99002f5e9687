package town

import (
	"hawker/internal/geo"
	"hawker/internal/townfile"
)

// TimeZone is the clock of the whole island.
const TimeZone = "Indian/Maldives"

// zoneNames are in the order in which stores are assigned.
var zoneNames = []string{"old-town", "harbour", "hillside", "lagoon"}

// zones returns four zones. Three divide the island and overlap around the centre and
// along their borders. The Old Town is inside the harbour's zone (Z3).
func zones() []townfile.Zone {
	return []townfile.Zone{
		zone("harbour", "Harbour", sector(-165, -15, xy{0, 330}), "0.60", "1.90"),
		zone("hillside", "Hillside", sector(55, 215, polar(-45, 330)), "0.70", "2.20"),
		zone("lagoon", "Lagoon", sector(-60, 100, polar(200, 330)), "0.65", "1.90"),
		zone("old-town", "Old Town", []xy{{-640, -1480}, {640, -1480}, {640, 0}, {300, 150}, {-300, 150}, {-640, 0}}, "0.45", "0.90"),
	}
}

// sector returns a ring along the shore, from one angle to another, and back through
// apex, a position beyond the centre.
func sector(from, to int, apex xy) []xy {
	ring := []xy{apex}
	for degrees := from; degrees <= to; degrees += 3 {
		ring = append(ring, polar(float64(degrees), shoreRadius(float64(degrees))))
	}
	return ring
}

func zone(slug, name string, ring []xy, perKm, minimum townfile.Decimal) townfile.Zone {
	z := townfile.Zone{Slug: slug, Name: name, TimeZone: TimeZone, Area: areaOf(ring), Active: true}
	for _, m := range modules {
		if m.Type == "rental" {
			z.Tariffs = append(z.Tariffs, townfile.Tariff{Module: m.Slug, PerKm: "0.00", Minimum: "0.00", Maximum: "0.00"})
			continue
		}
		t := townfile.Tariff{Module: m.Slug, PerKm: perKm, Minimum: minimum, Maximum: "6.50"}
		switch {
		case m.Type == "pharmacy":
			t.Minimum = "0.90"
		case m.Type == "ecommerce":
			t.PerKm, t.Maximum = "0.90", "12.00"
		case m.Type == "parcel": // the categories say what a parcel costs
			t.PerKm, t.Minimum, t.Maximum = "0.00", "0.00", "0.00"
			if slug == "hillside" {
				t.Surge = townfile.Surge{Type: "percent", Value: "10"}
			}
		case m.Type == "grocery" && slug == "hillside":
			t.Surge = townfile.Surge{Type: "percent", Value: "10"} // delivery uphill is slower
		}
		z.Tariffs = append(z.Tariffs, t)
	}
	return z
}

// regions returns the zones as the import numbers them: from 1, in the order of their
// slugs.
func regions(zones []townfile.Zone) []geo.Region {
	var all []geo.Region
	for i, z := range zones {
		outline, err := geo.NewPolygon(z.Area.Points)
		must(err)
		all = append(all, geo.Region{ID: int64(i + 1), Outline: outline})
	}
	return all
}

var modules = []townfile.Module{
	{Slug: "food", ID: 10, Type: "food", Name: "Food", Description: "Hot meals from kitchens near you", Picture: "module/food", Active: true, Position: 1},
	{Slug: "grocery", ID: 11, Type: "grocery", Name: "Grocery", Description: "Fresh from market and farm", Picture: "module/grocery", Active: true, Position: 2},
	{Slug: "pharmacy", ID: 12, Type: "pharmacy", Name: "Pharmacy", Description: "Medicine and care, day and night", Picture: "module/pharmacy", Active: true, Position: 3},
	{Slug: "shops", ID: 13, Type: "ecommerce", Name: "Shops", Description: "Clothes, gadgets, books and more", Picture: "module/ecommerce", Active: true, Position: 4},
	{Slug: "parcel", ID: 14, Type: "parcel", Name: "Parcel", Description: "Send a parcel across town", Picture: "module/parcel", Active: true, Position: 5},
	{Slug: "rental", ID: 15, Type: "rental", Name: "Rental", Description: "Cars, scooters and bicycles by the hour", Picture: "module/rental", Active: true, Position: 6},
}

// moduleOf returns the module of a type.
func moduleOf(kind string) townfile.Module {
	for _, m := range modules {
		if m.Type == kind {
			return m
		}
	}
	panic("no module " + kind)
}
