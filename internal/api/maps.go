package api

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/geo"
	"hawker/internal/maps"
)

// mapsPerMinute is more than somebody who types and drags asks for.
const mapsPerMinute = 240

// registerMaps is the map's calls: each may cost the provider money, so they are
// throttled and limited in time.
func (s *Server) registerMaps(a huma.API) {
	limits := s.throttled(a, mapsPerMinute)
	read := func(id, path string) huma.Operation {
		return huma.Operation{OperationID: id, Method: http.MethodGet, Path: "/maps" + path, Middlewares: limits}
	}
	huma.Register(a, read("autocompletePlaces", "/place-autocomplete"), s.autocompletePlaces)
	huma.Register(a, read("getPlaceDetails", "/place-details"), s.getPlaceDetails)
	huma.Register(a, read("geocode", "/geocode"), s.geocode)
	huma.Register(a, read("getDistance", "/distance"), s.getDistance)
	huma.Register(a, read("getDirections", "/directions"), s.getDirections)
	huma.Register(a, read("getMapFeatures", "/features"), s.getMapFeatures)
}

// autocompletePlaces answers what the typed words may mean (LOC-05).
func (s *Server) autocompletePlaces(ctx context.Context, in *autocompleteInput) (*autocompleteOutput, error) {
	found, err := s.Maps.Autocomplete(ctx, in.SearchText)
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

// getPlaceDetails answers where a suggested place is (LOC-05).
func (s *Server) getPlaceDetails(ctx context.Context, in *placeDetailsInput) (*placeDetailsOutput, error) {
	place, err := s.Maps.Details(ctx, in.PlaceID)
	if err != nil {
		return nil, err
	}
	out := new(placeDetailsOutput)
	out.Body.FormattedAddress = place.Address
	out.Body.Location = locationView{Latitude: place.Point.Lat, Longitude: place.Point.Lng}
	return out, nil
}

// geocode answers what a point is called (LOC-05).
func (s *Server) geocode(ctx context.Context, in *geocodeInput) (*geocodeOutput, error) {
	p, err := in.point()
	if err != nil {
		return nil, err
	}
	names, err := s.Maps.Address(ctx, p)
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

// getDistance answers how far it is, in any case (MAP-02).
func (s *Server) getDistance(ctx context.Context, in *routeInput) (*distanceOutput, error) {
	from, to, err := in.ends()
	if err != nil {
		return nil, err
	}
	d := s.Maps.Distance(ctx, from, to, maps.Mode(in.Mode))
	out := new(distanceOutput)
	out.Body.DistanceMeters = d.Metres
	out.Body.DistanceKm = float64(d.Metres) / 1000
	out.Body.Duration = seconds(d.Duration)
	out.Body.Source = d.Source()
	return out, nil
}

// getDirections answers the way in one mode; a client tries the modes in turn
// (MAP-02).
func (s *Server) getDirections(ctx context.Context, in *routeInput) (*directionsOutput, error) {
	from, to, err := in.ends()
	if err != nil {
		return nil, err
	}
	route, err := s.Maps.Directions(ctx, from, to, maps.Mode(in.Mode))
	if err != nil {
		return nil, err
	}
	out := new(directionsOutput)
	out.Body.DistanceMeters = int64(math.Round(route.Metres))
	out.Body.Duration = seconds(route.Duration)
	out.Body.Path = viewPath(route.Path)
	return out, nil
}

// ends are the two points of the way.
func (in *routeInput) ends() (from, to geo.Point, err error) {
	if from, err = pointOf(in.OriginLat, in.OriginLng, "origin_lat", "origin_lng"); err != nil {
		return from, to, err
	}
	to, err = pointOf(in.DestinationLat, in.DestinationLng, "destination_lat", "destination_lng")
	return from, to, err
}

// seconds is a duration as the documents write it: "420s".
func seconds(d time.Duration) string { return fmt.Sprintf("%.0fs", d.Seconds()) }

// getMapFeatures answers the town's own map, which changes with an import only.
func (s *Server) getMapFeatures(ctx context.Context, _ *scopeInput) (*mapFeaturesOutput, error) {
	features, err := s.Maps.Features(ctx)
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

// geoJSON is a geometry as it is stored: to take it apart would only be to put
// it together again.
type geoJSON string

// MarshalJSON writes the geometry itself, not a string.
func (g geoJSON) MarshalJSON() ([]byte, error) { return []byte(g), nil }

// Schema describes the geometry in the document.
func (geoJSON) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, Description: "GeoJSON geometry.", AdditionalProperties: true}
}
