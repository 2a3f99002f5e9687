package public

import (
	"context"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/catalog"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/translation"
	"hawker/internal/zone"

	"github.com/danielgtaylor/huma/v2"
)

func (h *Handlers) registerZones(a huma.API) {
	call.Get(a, "listZones", "/zones", h.listZones)
	call.Get(a, "lookupZone", "/zones/lookup", h.lookupZone)
}

// zonesInForce returns the active zones that the call is about, the winner first
// (LOC-13): those of its header, or without one those of the default location (D26).
// It leaves out deleted zones, and then may return none.
func (h *Handlers) zonesInForce(ctx context.Context, in *call.Scope) ([]zone.Zone, error) {
	return h.zonesOf(ctx, in.ZoneIDs())
}

func (h *Handlers) zonesOf(ctx context.Context, ids []int64) ([]zone.Zone, error) {
	if len(ids) > 0 {
		return h.Zones.ActiveOf(ctx, ids)
	}
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	return h.Zones.Lookup(ctx, settings.Location.Default)
}

func (h *Handlers) zoneIDsInForce(ctx context.Context, in *call.Scope) ([]int64, error) {
	zones, err := h.zonesInForce(ctx, in)
	return zoneIDs(zones), err
}

func zoneIDs(zones []zone.Zone) []int64 {
	ids := make([]int64, len(zones))
	for i, z := range zones {
		ids[i] = z.ID
	}
	return ids
}

// zoneView is an area with one tariff and one time zone.
type zoneView struct {
	ID          int64            `json:"id"`
	Slug        string           `json:"slug"`
	Name        string           `json:"name"`
	TimeZone    string           `json:"time_zone" doc:"IANA name of the time zone for all times of the zone (D12)."`
	Coordinates []view.PointView `json:"coordinates" doc:"The zone's border, a closed ring."`
}

// listScope returns the zones and the module that a list is about.
func (h *Handlers) listScope(ctx context.Context, in *call.Scope) (catalog.Scope, error) {
	zones, err := h.zoneIDsInForce(ctx, in)
	return catalog.Scope{Zones: zones, ModuleID: in.ModuleID()}, err
}

type zonesOutput struct {
	Body struct {
		call.Paged
		Zones []zoneView `json:"zones"`
	}
}

// PointInput is a point on the map, in degrees.
type PointInput struct {
	Lat float64 `query:"lat" required:"true" minimum:"-90" maximum:"90"`
	Lng float64 `query:"lng" required:"true" minimum:"-180" maximum:"180"`
}

type lookupZoneInput struct {
	call.Scope
	PointInput
}

type lookupZoneOutput struct {
	Body struct {
		ZoneID  int64      `json:"zone_id" doc:"The zone in force at the point, if several contain it (Z3); 0: no zone contains it."`
		ZoneIDs []int64    `json:"zone_ids" doc:"Every zone that contains the point, the winner first (LOC-04)."`
		Zones   []zoneView `json:"zones"`
	}
}

func (h *Handlers) listZones(ctx context.Context, in *call.ShortListInput) (*zonesOutput, error) {
	zones, err := h.Zones.All(ctx)
	if err != nil {
		return nil, err
	}
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	out := new(zonesOutput)
	out.Body.Paged, out.Body.Zones = call.PageOf(call.Page(in.ShortPage), viewZones(directory.Texts(ctx), zones))
	return out, nil
}

// lookupZone returns the zones of a point, the winner first (LOC-04). A point outside
// all zones is no error: it returns zone_id 0 and empty lists (Z2).
func (h *Handlers) lookupZone(ctx context.Context, in *lookupZoneInput) (*lookupZoneOutput, error) {
	p, err := in.point()
	if err != nil {
		return nil, err
	}
	zones, err := h.Zones.Lookup(ctx, p)
	if err != nil {
		return nil, err
	}
	directory, err := h.Catalog.Directory(ctx)
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
	out.Body.Zones = viewZones(directory.Texts(ctx), zones)
	return out, nil
}

func (in PointInput) point() (geo.Point, error) { return readPoint(in.Lat, in.Lng, "lat", "lng") }

// readPoint refuses NaN, which passes the validation of the HTTP library. The error
// names each wrong field.
func readPoint(lat, lng float64, latField, lngField string) (geo.Point, error) {
	var wrong errs.List
	check := func(lat, lng float64, field string) {
		if _, err := geo.NewPoint(lat, lng); err != nil {
			wrong.Add(errs.New(errs.Malformed, "This is not a position on earth.").On(field).Because(err))
		}
	}
	check(lat, 0, latField)
	check(0, lng, lngField)
	return geo.Point{Lat: lat, Lng: lng}, wrong.Err()
}

func viewZones(texts translation.Reader, zones []zone.Zone) []zoneView {
	views := make([]zoneView, len(zones))
	for i, z := range zones {
		views[i] = zoneView{ID: z.ID, Slug: z.Slug, Name: texts.Name(translation.Zone, z.Slug, z.Name), TimeZone: z.TimeZone, Coordinates: closedRing(z.Outline)}
	}
	return views
}

// closedRing returns the ring with its first point repeated at the end.
func closedRing(g geo.Polygon) []view.PointView {
	ring := g.Ring()
	if len(ring) > 0 {
		ring = append(ring, ring[0])
	}
	return view.Path(ring)
}
