package public

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/geo"
	"hawker/internal/maps"
)

type autocompleteInput struct {
	call.Scope
	SearchText string `query:"search_text" required:"true" maxLength:"200"`
}

type autocompleteOutput struct {
	Body struct {
		Suggestions []placeSuggestion `json:"suggestions"`
	}
}

type placeSuggestion struct {
	PlacePrediction placePrediction `json:"placePrediction"`
}

type placePrediction struct {
	PlaceID          string           `json:"placeId"`
	StructuredFormat structuredFormat `json:"structuredFormat"`
}

type structuredFormat struct {
	MainText      textView `json:"mainText"`
	SecondaryText textView `json:"secondaryText"`
}

type textView struct {
	Text string `json:"text"`
}

type placeDetailsInput struct {
	call.Scope
	PlaceID string `query:"placeid" required:"true" maxLength:"200"`
}

type placeDetailsOutput struct {
	Body struct {
		FormattedAddress string       `json:"formattedAddress"`
		Location         locationView `json:"location"`
	}
}

type locationView struct {
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

type geocodeInput struct {
	call.Scope
	PointInput
}

type geocodeOutput struct {
	Body struct {
		Results []geocodeResult `json:"results"`
	}
}

type geocodeResult struct {
	FormattedAddress string `json:"formatted_address"`
}

type routeInput struct {
	call.Scope
	OriginLat      float64 `query:"origin_lat" required:"true" minimum:"-90" maximum:"90"`
	OriginLng      float64 `query:"origin_lng" required:"true" minimum:"-180" maximum:"180"`
	DestinationLat float64 `query:"destination_lat" required:"true" minimum:"-90" maximum:"90"`
	DestinationLng float64 `query:"destination_lng" required:"true" minimum:"-180" maximum:"180"`
	Mode           string  `query:"mode" enum:"driving,walking,bicycling" default:"driving"`
}

type distanceOutput struct {
	Body struct {
		DistanceMeters int64   `json:"distanceMeters"`
		DistanceKm     float64 `json:"distance_km" doc:"Kilometres with three decimals (MAP-02)."`
		Duration       string  `json:"duration" doc:"Seconds, as a text that ends in s." example:"420s"`
		Source         string  `json:"source" enum:"route,straight" doc:"straight: no route was found, so it is the distance as the crow flies."`
	}
}

type directionsOutput struct {
	Body struct {
		DistanceMeters int64            `json:"distanceMeters"`
		Duration       string           `json:"duration"`
		Path           []view.PointView `json:"path"`
	}
}

// mapFeaturesOutput is the town's map as GeoJSON.
type mapFeaturesOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         mapFeatures
}

type mapFeatures struct {
	Type     string       `json:"type" enum:"FeatureCollection"`
	Features []mapFeature `json:"features"`
}

type mapFeature struct {
	Type       string        `json:"type" enum:"Feature"`
	Properties mapProperties `json:"properties"`
	Geometry   geoJSON       `json:"geometry"`
}

type mapProperties struct {
	Name  string `json:"name"`
	Class string `json:"class"`
}

// mapsPerMinute is more than a person causes who types and drags the map.
const mapsPerMinute = 240

// registerMaps has the calls of the map. Their number is limited, because each may
// cost money at the maps provider.
func (h *Handlers) registerMaps(a huma.API) {
	limits := h.Limits.PerMinute(a, mapsPerMinute)
	read := func(id, path string) huma.Operation {
		return huma.Operation{OperationID: id, Method: http.MethodGet, Path: "/maps" + path, Middlewares: limits}
	}
	huma.Register(a, read("autocompletePlaces", "/place-autocomplete"), h.autocompletePlaces)
	huma.Register(a, read("getPlaceDetails", "/place-details"), h.getPlaceDetails)
	huma.Register(a, read("geocode", "/geocode"), h.geocode)
	huma.Register(a, read("getDistance", "/distance"), h.getDistance)
	huma.Register(a, read("getDirections", "/directions"), h.getDirections)
	huma.Register(a, read("getMapFeatures", "/features"), h.getMapFeatures)
}

// autocompletePlaces suggests places for a text (LOC-05).
func (h *Handlers) autocompletePlaces(ctx context.Context, in *autocompleteInput) (*autocompleteOutput, error) {
	found, err := h.Maps.Autocomplete(ctx, in.SearchText, in.Language)
	if err != nil {
		return nil, err
	}
	out := new(autocompleteOutput)
	out.Body.Suggestions = make([]placeSuggestion, len(found))
	for i, f := range found {
		out.Body.Suggestions[i] = placeSuggestion{placePrediction{
			PlaceID:          f.PlaceID,
			StructuredFormat: structuredFormat{MainText: textView{f.Main}, SecondaryText: textView{f.Secondary}},
		}}
	}
	return out, nil
}

// getPlaceDetails returns where a suggested place is (LOC-05).
func (h *Handlers) getPlaceDetails(ctx context.Context, in *placeDetailsInput) (*placeDetailsOutput, error) {
	place, err := h.Maps.Details(ctx, in.PlaceID, in.Language)
	if err != nil {
		return nil, err
	}
	out := new(placeDetailsOutput)
	out.Body.FormattedAddress = place.Address
	out.Body.Location = locationView{Latitude: place.Point.Lat, Longitude: place.Point.Lng}
	return out, nil
}

// geocode returns the addresses of a point (LOC-05).
func (h *Handlers) geocode(ctx context.Context, in *geocodeInput) (*geocodeOutput, error) {
	p, err := in.point()
	if err != nil {
		return nil, err
	}
	names, err := h.Maps.Address(ctx, p, in.Language)
	if err != nil {
		return nil, err
	}
	out := new(geocodeOutput)
	out.Body.Results = make([]geocodeResult, len(names))
	for i, name := range names {
		out.Body.Results[i] = geocodeResult{FormattedAddress: name}
	}
	return out, nil
}

// getDistance returns the distance by road, or in a straight line where there is no
// route (MAP-02).
func (h *Handlers) getDistance(ctx context.Context, in *routeInput) (*distanceOutput, error) {
	from, to, err := in.points()
	if err != nil {
		return nil, err
	}
	d := h.Maps.Distance(ctx, from, to, maps.Mode(in.Mode))
	out := new(distanceOutput)
	out.Body.DistanceMeters = d.Metres
	out.Body.DistanceKm = float64(d.Metres) / 1000
	out.Body.Duration = seconds(d.Duration)
	out.Body.Source = d.Source()
	return out, nil
}

// getDirections returns the route in one mode; a client tries the modes one after
// another (MAP-02).
func (h *Handlers) getDirections(ctx context.Context, in *routeInput) (*directionsOutput, error) {
	from, to, err := in.points()
	if err != nil {
		return nil, err
	}
	route, err := h.Maps.Directions(ctx, from, to, maps.Mode(in.Mode))
	if err != nil {
		return nil, err
	}
	out := new(directionsOutput)
	out.Body.DistanceMeters = int64(math.Round(route.Metres))
	out.Body.Duration = seconds(route.Duration)
	out.Body.Path = view.Path(route.Path)
	return out, nil
}

func (in *routeInput) points() (from, to geo.Point, err error) {
	if from, err = readPoint(in.OriginLat, in.OriginLng, "origin_lat", "origin_lng"); err != nil {
		return from, to, err
	}
	to, err = readPoint(in.DestinationLat, in.DestinationLng, "destination_lat", "destination_lng")
	return from, to, err
}

// seconds returns a duration as documented: "420s".
func seconds(d time.Duration) string { return fmt.Sprintf("%.0fs", d.Seconds()) }

// getMapFeatures returns the town's map, which only an import changes.
func (h *Handlers) getMapFeatures(ctx context.Context, _ *call.ScopeInput) (*mapFeaturesOutput, error) {
	features, err := h.Maps.Features(ctx)
	if err != nil {
		return nil, err
	}
	out := &mapFeaturesOutput{CacheControl: "public, max-age=300"}
	out.Body.Type = "FeatureCollection"
	out.Body.Features = make([]mapFeature, len(features))
	for i, f := range features {
		out.Body.Features[i] = mapFeature{Type: "Feature", Properties: mapProperties{Name: f.Name, Class: f.Class}, Geometry: geoJSON(f.Geometry)}
	}
	return out, nil
}

// geoJSON is a geometry as it is stored, already encoded.
type geoJSON string

// MarshalJSON writes the geometry itself, not a string.
func (g geoJSON) MarshalJSON() ([]byte, error) { return []byte(g), nil }

// Schema describes the geometry in the document.
func (geoJSON) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, Description: "GeoJSON geometry.", AdditionalProperties: true}
}
