package api

import (
	"context"

	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/zone"
)

// listZones answers every zone that is delivered in.
func (s *Server) listZones(ctx context.Context, _ *scopeInput) (*zonesOutput, error) {
	zones, err := s.Zones.All(ctx)
	if err != nil {
		return nil, err
	}
	out := new(zonesOutput)
	out.Body.Zones = viewZones(zones)
	return out, nil
}

// lookupZone answers the zones of a point, the winner first (LOC-04). A point
// outside all of them is an answer, not an error: zone_id 0 and empty lists, so
// that a page says so before anybody has chosen anything (Z2).
func (s *Server) lookupZone(ctx context.Context, in *lookupZoneInput) (*lookupZoneOutput, error) {
	p, err := in.point()
	if err != nil {
		return nil, err
	}
	zones, err := s.Zones.Lookup(ctx, p)
	if err != nil {
		return nil, err
	}
	out := new(lookupZoneOutput)
	out.Body.ZoneIDs = []int64{}
	if len(zones) > 0 {
		out.Body.ZoneID = zones[0].ID
	}
	for _, z := range zones {
		out.Body.ZoneIDs = append(out.Body.ZoneIDs, z.ID)
	}
	out.Body.Zones = viewZones(zones)
	return out, nil
}

// point is the place asked about.
func (in PointInput) point() (geo.Point, error) { return pointOf(in.Lat, in.Lng, "lat", "lng") }

// pointOf refuses NaN, which passes every comparison of the library's, and names
// each field that has it.
func pointOf(lat, lng float64, latField, lngField string) (geo.Point, error) {
	var wrong errs.List
	check := func(lat, lng float64, field string) {
		if _, err := geo.NewPoint(lat, lng); err != nil {
			wrong.Add(errs.New(errs.Malformed, "This is no place on earth.").On(field).Because(err))
		}
	}
	check(lat, 0, latField)
	check(0, lng, lngField)
	return geo.Point{Lat: lat, Lng: lng}, wrong.Err()
}

func viewZones(zones []zone.Zone) []zoneView {
	views := make([]zoneView, len(zones))
	for i, z := range zones {
		views[i] = zoneView{ID: z.ID, Slug: z.Slug, Name: z.Name, TimeZone: z.TimeZone, Coordinates: closedRing(z.Outline)}
	}
	return views
}

// closedRing ends where it begins, as maps draw it.
func closedRing(g geo.Polygon) []pointView {
	ring := g.Ring()
	if len(ring) > 0 {
		ring = append(ring, ring[0])
	}
	return viewPath(ring)
}

func viewPath(points []geo.Point) []pointView {
	views := make([]pointView, len(points))
	for i, p := range points {
		views[i] = pointView(p)
	}
	return views
}
