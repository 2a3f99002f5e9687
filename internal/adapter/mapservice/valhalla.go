package mapservice

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"hawker/internal/geo"
	"hawker/internal/maps"
)

// valhalla finds routes with Valhalla.
type valhalla struct{ *client }

// NewValhalla returns routes of the Valhalla server at c.URL.
func NewValhalla(c Config) (maps.Router, error) {
	calls, err := newClient("Valhalla", c)
	if err != nil {
		return nil, err
	}
	return nearTown(newCachedRouter(&valhalla{calls}, c.Clock), c), nil
}

var costings = map[maps.Mode]string{maps.Driving: "auto", maps.Walking: "pedestrian", maps.Bicycling: "bicycle"}

type valhallaQuery struct {
	Locations      []valhallaPoint `json:"locations"`
	Costing        string          `json:"costing"`
	Units          string          `json:"units"`
	DirectionsType string          `json:"directions_type"`
}

type valhallaPoint struct {
	Lat          float64 `json:"lat"`
	Lon          float64 `json:"lon"`
	SearchCutoff int     `json:"search_cutoff"` // metres to the nearest road
}

type valhallaTrip struct {
	Trip *struct {
		Summary struct {
			Length *float64 `json:"length"` // kilometres
			Time   *float64 `json:"time"`   // seconds
		} `json:"summary"`
		Legs []struct {
			Shape string `json:"shape"`
		} `json:"legs"`
	} `json:"trip"`
	ErrorCode int `json:"error_code"`
}

// noValhallaRoute are the documented codes for: too far apart, not connected, no road is
// near, no path.
var noValhallaRoute = map[int]bool{154: true, 170: true, 171: true, 442: true}

// Route implements maps.Router.
func (v *valhalla) Route(ctx context.Context, from, to geo.Point, mode maps.Mode) (route maps.Route, err error) {
	query := valhallaQuery{
		Locations: []valhallaPoint{{from.Lat, from.Lng, snapMetres}, {to.Lat, to.Lng, snapMetres}},
		Costing:   costings[mode], Units: "kilometers", DirectionsType: "none",
	}
	err = v.call(ctx, request{path: "route", body: query, read: func(status int, body []byte) error {
		route, err = readValhalla(status, body, from, to)
		return err
	}})
	return route, err
}

func readValhalla(status int, body []byte, from, to geo.Point) (maps.Route, error) {
	var found valhallaTrip
	if err := json.Unmarshal(body, &found); err != nil {
		return maps.Route{}, fmt.Errorf("status %d without the documented JSON", status)
	}
	switch {
	case noValhallaRoute[found.ErrorCode]:
		return maps.Route{}, maps.ErrNoRoute
	case found.Trip == nil:
		return maps.Route{}, fmt.Errorf("status %d with the error %d", status, found.ErrorCode)
	case found.Trip.Summary.Length == nil || found.Trip.Summary.Time == nil:
		return maps.Route{}, errors.New("the route lacks its length or its time")
	}
	var road []geo.Point
	for _, leg := range found.Trip.Legs {
		points, err := decodePath(leg.Shape, 1e6)
		if err != nil {
			return maps.Route{}, err
		}
		road = append(road, points...)
	}
	return newRoute(from, to, *found.Trip.Summary.Length*1000, *found.Trip.Summary.Time, road)
}
