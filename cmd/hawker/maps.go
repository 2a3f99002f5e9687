package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	mapsadapter "hawker/internal/adapter/maps"
	"hawker/internal/adapter/mapservice"
	"hawker/internal/clock"
	"hawker/internal/geo"
	"hawker/internal/maps"
	"hawker/internal/setting"
	"hawker/internal/zone"
)

// mapFlags set up map services of others. Without them the town uses its own streets and
// places.
type mapFlags struct {
	MapsPlaces    string `name:"maps-places" group:"Maps" default:"none" enum:"none,nominatim,photon,google" help:"Service for place search and addresses: nominatim, photon or google."`
	MapsPlacesURL secret `name:"maps-places-url" group:"Maps" placeholder:"https://…" help:"Address of the same service; for google, only in tests."`
	MapsRoutes    string `name:"maps-routes" group:"Maps" default:"none" enum:"none,osrm,valhalla,google" help:"Service for distances and routes by road: osrm, valhalla or google."`
	MapsRoutesURL secret `name:"maps-routes-url" group:"Maps" placeholder:"https://…" help:"Address of the same service; for google, only in tests."`
	MapsGoogleKey secret `name:"maps-google-key" group:"Maps" help:"Key of Google Maps Platform. Only the server uses it."`
}

// checkMaps returns all contradictions.
func (f mapFlags) checkMaps() error {
	wrong := []error{
		f.checkService("maps-places", f.MapsPlaces, f.MapsPlacesURL),
		f.checkService("maps-routes", f.MapsRoutes, f.MapsRoutesURL),
	}
	if f.MapsGoogleKey != "" && f.MapsPlaces != "google" && f.MapsRoutes != "google" {
		wrong = append(wrong, errors.New("--maps-google-key needs --maps-places google or --maps-routes google"))
	}
	_, err := f.services(mapservice.Config{Clock: clock.System})
	return errors.Join(append(wrong, err)...)
}

func (f mapFlags) checkService(flag, service string, address secret) error {
	switch {
	case service == "none" && address != "":
		return fmt.Errorf("--%s-url needs --%s", flag, flag)
	case service == "google" && f.MapsGoogleKey == "":
		return fmt.Errorf("--%s google needs --maps-google-key", flag)
	case service != "none" && service != "google" && address == "":
		return fmt.Errorf("--%s %s needs --%s-url", flag, service, flag)
	}
	return nil
}

var (
	placeServices = map[string]func(mapservice.Config) (maps.Places, error){
		"nominatim": mapservice.NewNominatim, "photon": mapservice.NewPhoton, "google": mapservice.NewGooglePlaces,
	}
	routeServices = map[string]func(mapservice.Config) (maps.Router, error){
		"osrm": mapservice.NewOSRM, "valhalla": mapservice.NewValhalla, "google": mapservice.NewGoogleRoutes,
	}
)

// services sets up the services. It makes no call.
func (f mapFlags) services(c mapservice.Config) (o maps.Outside, err error) {
	c.Key = string(f.MapsGoogleKey)
	var wrong []error
	if open, ok := placeServices[f.MapsPlaces]; ok && (f.MapsPlacesURL != "" || f.MapsPlaces == "google") {
		c.URL = string(f.MapsPlacesURL)
		if o.Places, err = open(c); err != nil {
			wrong = append(wrong, fmt.Errorf("--maps-places-url %w", err))
		}
	}
	if open, ok := routeServices[f.MapsRoutes]; ok && (f.MapsRoutesURL != "" || f.MapsRoutes == "google") {
		c.URL = string(f.MapsRoutesURL)
		if o.Router, err = open(c); err != nil {
			wrong = append(wrong, fmt.Errorf("--maps-routes-url %w", err))
		}
	}
	return o, errors.Join(wrong...)
}

// newMaps returns the map of the town, with the services that are set up.
func (a *app) newMaps(now clock.Clock, zones *zone.Service) (*maps.Service, error) {
	outside, err := a.flags.services(mapservice.Config{
		Clock: now,
		Agent: func(ctx context.Context) string { return userAgent(ctx, a.settings, a.flags.PublicURL) },
		Area:  func(ctx context.Context) (geo.Box, bool) { return townArea(ctx, zones) },
	})
	if err != nil {
		return nil, err
	}
	return maps.New(maps.WithOutside(mapsadapter.NewTown(a.db, now), outside), now), nil
}

// userAgent names the town to the operators of map services: Hawker (Port Saffron;
// https://shop.example).
func userAgent(ctx context.Context, settings *setting.Service, publicURL string) string {
	var town []string
	if s, err := settings.Get(ctx); err == nil && s.Business.Name != "" {
		town = append(town, s.Business.Name)
	}
	if publicURL != "" {
		town = append(town, publicURL)
	}
	agent := "Hawker"
	if len(town) > 0 {
		agent += " (" + strings.Join(town, "; ") + ")"
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 127 {
			return ' ' // a header must not contain it
		}
		return r
	}, agent)
}

// townArea returns the box around all zones.
func townArea(ctx context.Context, zones *zone.Service) (geo.Box, bool) {
	all, err := zones.All(ctx)
	if err != nil {
		return geo.Box{}, false
	}
	var corners []geo.Point
	for _, z := range all {
		corners = append(corners, z.Outline.Ring()...)
	}
	return geo.BoxAround(corners)
}
