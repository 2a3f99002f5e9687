package mapservice

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"hawker/internal/geo"
	"hawker/internal/maps"
)

// modeHole is a part of an address that is replaced by the mode of travel.
const modeHole = "{mode}"

// osrmModes are usual names of the modes in addresses.
var osrmModes = map[maps.Mode]string{maps.Driving: "car", maps.Walking: "foot", maps.Bicycling: "bike"}

// osrm finds routes with OSRM. A server of OSRM has the roads of one mode only, whatever
// mode the address of a call names.
type osrm struct {
	clients map[maps.Mode]*client
}

// NewOSRM returns routes of the OSRM server at c.URL, which knows driving. If the address
// contains {mode}, there is a server for each mode, called car, foot and bike.
func NewOSRM(c Config) (maps.Router, error) {
	o := &osrm{clients: map[maps.Mode]*client{}}
	address := c.URL
	for mode, name := range osrmModes {
		if mode != maps.Driving && !strings.Contains(address, modeHole) {
			continue
		}
		c.URL = strings.ReplaceAll(address, modeHole, name)
		calls, err := newClient("OSRM", c)
		if err != nil {
			return nil, err
		}
		o.clients[mode] = calls
	}
	return nearTown(newCachedRouter(o, c.Clock), c), nil
}

// osrmRoutes is a response. Code is Ok, NoRoute, NoSegment (no road is near) or an error.
type osrmRoutes struct {
	Code   string `json:"code"`
	Routes []struct {
		Distance *float64 `json:"distance"` // metres
		Duration *float64 `json:"duration"` // seconds
		Geometry string   `json:"geometry"`
	} `json:"routes"`
}

// Route implements maps.Router.
func (o *osrm) Route(ctx context.Context, from, to geo.Point, mode maps.Mode) (route maps.Route, err error) {
	calls, known := o.clients[mode]
	if !known {
		return maps.Route{}, maps.ErrNoRoute
	}
	path := fmt.Sprintf("route/v1/driving/%s,%s;%s,%s", degrees(from.Lng), degrees(from.Lat), degrees(to.Lng), degrees(to.Lat))
	query := url.Values{"overview": {"full"}, "geometries": {"polyline6"}, "radiuses": {fmt.Sprintf("%d;%d", snapMetres, snapMetres)}}
	err = calls.call(ctx, request{path: path, query: query, read: func(status int, body []byte) error {
		route, err = readOSRM(status, body, from, to)
		return err
	}})
	return route, err
}

func readOSRM(status int, body []byte, from, to geo.Point) (maps.Route, error) {
	var found osrmRoutes
	if err := json.Unmarshal(body, &found); err != nil {
		return maps.Route{}, fmt.Errorf("status %d without the documented JSON", status)
	}
	switch {
	case found.Code == "NoRoute" || found.Code == "NoSegment":
		return maps.Route{}, maps.ErrNoRoute
	case found.Code != "Ok":
		return maps.Route{}, fmt.Errorf("status %d without a route", status)
	case len(found.Routes) == 0 || found.Routes[0].Distance == nil || found.Routes[0].Duration == nil:
		return maps.Route{}, errors.New("the route lacks its distance or its duration")
	}
	first := found.Routes[0]
	road, err := decodePath(first.Geometry, 1e6)
	if err != nil {
		return maps.Route{}, err
	}
	return newRoute(from, to, *first.Distance, *first.Duration, road)
}
