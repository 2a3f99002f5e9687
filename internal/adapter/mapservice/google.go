package mapservice

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"hawker/internal/geo"
	"hawker/internal/maps"
)

// The addresses of Google. A stand-in has all three at one address.
const (
	googlePlacesURL  = "https://places.googleapis.com"
	googleGeocodeURL = "https://maps.googleapis.com"
	googleRoutesURL  = "https://routes.googleapis.com"
)

// googleID begins the ids of its suggestions. Google's own follows.
const googleID = "google:"

// maxGoogleID keeps ids within what the API accepts.
const maxGoogleID = 190

// googlePlaces finds places with Places API (New), and addresses with the Geocoding API.
// Google does not allow caching, so nothing is cached.
type googlePlaces struct {
	*client
	geocode *client
}

// NewGooglePlaces returns places of Google. It needs c.Key.
func NewGooglePlaces(c Config) (maps.Places, error) {
	address := c.URL
	c.URL = cmp.Or(address, googlePlacesURL)
	places, err := newClient("Google Places", c)
	if err != nil {
		return nil, err
	}
	c.URL = cmp.Or(address, googleGeocodeURL)
	geocode, err := newClient("Google Geocoding", c)
	if err != nil {
		return nil, err
	}
	return &googlePlaces{places, geocode}, nil
}

// googleHeader returns the key, and the fields that are wanted. Google charges by the fields.
func (c *client) googleHeader(fields string) http.Header {
	return http.Header{"X-Goog-Api-Key": {c.config.Key}, "X-Goog-Fieldmask": {fields}}
}

type googlePoint struct {
	Latitude  *float64 `json:"latitude"`
	Longitude *float64 `json:"longitude"`
}

func toGooglePoint(p geo.Point) googlePoint { return googlePoint{&p.Lat, &p.Lng} }

type googleRectangle struct {
	Rectangle struct {
		Low  googlePoint `json:"low"`
		High googlePoint `json:"high"`
	} `json:"rectangle"`
}

type googleText struct {
	Input        string           `json:"input"`
	LanguageCode string           `json:"languageCode,omitempty"`
	LocationBias *googleRectangle `json:"locationBias,omitempty"`
}

type googleSuggestions struct {
	Suggestions []struct {
		PlacePrediction struct {
			PlaceID          string `json:"placeId"`
			StructuredFormat struct {
				MainText      struct{ Text string } `json:"mainText"`
				SecondaryText struct{ Text string } `json:"secondaryText"`
			} `json:"structuredFormat"`
		} `json:"placePrediction"`
	} `json:"suggestions"`
}

// Autocomplete implements maps.Places.
func (g *googlePlaces) Autocomplete(ctx context.Context, text, language string) ([]maps.Suggestion, error) {
	query := googleText{Input: text, LanguageCode: language}
	if box, ok := g.config.area(ctx); ok {
		query.LocationBias = &googleRectangle{}
		query.LocationBias.Rectangle.Low = toGooglePoint(geo.Point{Lat: box.South, Lng: box.West})
		query.LocationBias.Rectangle.High = toGooglePoint(geo.Point{Lat: box.North, Lng: box.East})
	}
	var found googleSuggestions
	err := g.call(ctx, request{
		path: "v1/places:autocomplete", body: query, read: readJSON(&found),
		header: g.googleHeader("suggestions.placePrediction.placeId,suggestions.placePrediction.structuredFormat"),
	})
	if err != nil {
		return nil, err
	}
	list := []maps.Suggestion{}
	for _, s := range found.Suggestions[:min(len(found.Suggestions), maxResults)] {
		of := s.PlacePrediction
		main := clean(of.StructuredFormat.MainText.Text)
		if main == "" || len(of.PlaceID) > maxGoogleID || !googleKey.MatchString(of.PlaceID) {
			continue
		}
		list = append(list, maps.Suggestion{PlaceID: googleID + of.PlaceID, Main: main, Secondary: clean(of.StructuredFormat.SecondaryText.Text)})
	}
	return list, nil
}

var googleKey = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// Details implements maps.Places.
func (g *googlePlaces) Details(ctx context.Context, placeID, language string) (maps.Place, error) {
	id, ours := strings.CutPrefix(placeID, googleID)
	if !ours || !googleKey.MatchString(id) {
		return maps.Place{}, maps.ErrNoPlace
	}
	query := url.Values{}
	if language != "" {
		query.Set("languageCode", language)
	}
	var place maps.Place
	err := g.call(ctx, request{
		path: "v1/places/" + id, query: query, header: g.googleHeader("formattedAddress,location"),
		read: func(status int, body []byte) (err error) {
			place, err = readGooglePlace(status, body)
			return err
		},
	})
	return place, err
}

func readGooglePlace(status int, body []byte) (maps.Place, error) {
	// An invalid id is a bad request, as an invalid key is.
	isBadID := status == http.StatusBadRequest && !bytes.Contains(body, []byte("API_KEY"))
	if status == http.StatusNotFound || isBadID {
		return maps.Place{}, maps.ErrNoPlace
	}
	var found struct {
		FormattedAddress string      `json:"formattedAddress"`
		Location         googlePoint `json:"location"`
	}
	if err := readJSON(&found)(status, body); err != nil {
		return maps.Place{}, err
	}
	address, at := clean(found.FormattedAddress), found.Location
	if address == "" || at.Latitude == nil || at.Longitude == nil {
		return maps.Place{}, errors.New("the place lacks its address or its position")
	}
	point, err := geo.NewPoint(*at.Latitude, *at.Longitude)
	return maps.Place{Address: address, Point: point}, err
}

// Address implements maps.Places. The key is in the address of the call: this API wants it
// there. Errors of the client do not contain addresses.
func (g *googlePlaces) Address(ctx context.Context, p geo.Point, language string) ([]string, error) {
	query := url.Values{"latlng": {degrees(p.Lat) + "," + degrees(p.Lng)}, "key": {g.config.Key}}
	if language != "" {
		query.Set("language", language)
	}
	var found struct {
		Status  string `json:"status"`
		Results []struct {
			FormattedAddress string `json:"formatted_address"`
		} `json:"results"`
	}
	err := g.geocode.call(ctx, request{path: "maps/api/geocode/json", query: query, read: func(status int, body []byte) error {
		if err := readJSON(&found)(status, body); err != nil {
			return err
		}
		if found.Status != "OK" && found.Status != "ZERO_RESULTS" {
			return fmt.Errorf("status %.40q", found.Status)
		}
		return nil
	}})
	if err != nil {
		return nil, err
	}
	names := []string{}
	for _, result := range found.Results[:min(len(found.Results), maxResults)] {
		names = append(names, withoutEmpty(result.FormattedAddress)...)
	}
	return names, nil
}

// googleRoutes finds routes with the Routes API.
type googleRoutes struct{ *client }

// NewGoogleRoutes returns routes of Google. It needs c.Key.
func NewGoogleRoutes(c Config) (maps.Router, error) {
	c.URL = cmp.Or(c.URL, googleRoutesURL)
	calls, err := newClient("Google Routes", c)
	if err != nil {
		return nil, err
	}
	return nearTown(&googleRoutes{calls}, c), nil
}

var googleModes = map[maps.Mode]string{maps.Driving: "DRIVE", maps.Walking: "WALK", maps.Bicycling: "BICYCLE"}

type googleWaypoint struct {
	Location struct {
		LatLng googlePoint `json:"latLng"`
	} `json:"location"`
}

type googleRouteQuery struct {
	Origin      googleWaypoint `json:"origin"`
	Destination googleWaypoint `json:"destination"`
	TravelMode  string         `json:"travelMode"`
}

type googleRouteList struct {
	Routes []struct {
		DistanceMeters *float64 `json:"distanceMeters"` // absent for 0
		Duration       *string  `json:"duration"`       // 165s
		Polyline       struct {
			EncodedPolyline string `json:"encodedPolyline"`
		} `json:"polyline"`
	} `json:"routes"`
}

// Route implements maps.Router.
func (g *googleRoutes) Route(ctx context.Context, from, to geo.Point, mode maps.Mode) (route maps.Route, err error) {
	query := googleRouteQuery{TravelMode: googleModes[mode]}
	query.Origin.Location.LatLng, query.Destination.Location.LatLng = toGooglePoint(from), toGooglePoint(to)
	err = g.call(ctx, request{
		path: "directions/v2:computeRoutes", body: query,
		header: g.googleHeader("routes.distanceMeters,routes.duration,routes.polyline.encodedPolyline"),
		read: func(status int, body []byte) error {
			route, err = readGoogleRoute(status, body, from, to)
			return err
		},
	})
	return route, err
}

func readGoogleRoute(status int, body []byte, from, to geo.Point) (maps.Route, error) {
	var found googleRouteList
	if err := readJSON(&found)(status, body); err != nil {
		return maps.Route{}, err
	}
	if len(found.Routes) == 0 {
		var fields map[string]json.RawMessage
		if err := decode(body, &fields); err != nil || len(fields) > 0 {
			return maps.Route{}, errors.New("the response has no routes")
		}
		return maps.Route{}, maps.ErrNoRoute // {}
	}
	first := found.Routes[0]
	if first.Duration == nil {
		return maps.Route{}, errors.New("the route lacks its duration")
	}
	duration, err := time.ParseDuration(*first.Duration)
	if err != nil || first.DistanceMeters == nil && duration > 0 {
		return maps.Route{}, errors.New("the route lacks its distance or its duration")
	}
	road, err := decodePath(first.Polyline.EncodedPolyline, 1e5)
	if err != nil {
		return maps.Route{}, err
	}
	return newRoute(from, to, *cmp.Or(first.DistanceMeters, new(float64)), duration.Seconds(), road)
}
