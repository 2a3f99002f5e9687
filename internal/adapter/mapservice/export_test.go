package mapservice

import (
	"net/http"
	"time"

	"hawker/internal/geo"
)

// Limits of the package.
const (
	MaxCalls    = maxCalls
	MaxFailures = maxFailures
	Pause       = pause
	MaxResults  = maxResults
	MaxText     = maxText
)

// DecodePath reads an encoded polyline of six digits.
func DecodePath(text string) ([]geo.Point, error) { return decodePath(text, 1e6) }

// clientsOf returns the clients of a service.
func clientsOf(service any) []*client {
	switch s := service.(type) {
	case *cachedPlaces:
		return clientsOf(s.geocoder)
	case *cachedRouter:
		return clientsOf(s.Router)
	case *nearRouter:
		return clientsOf(s.Router)
	case *nominatim:
		return []*client{s.client}
	case *photon:
		return []*client{s.client}
	case *googlePlaces:
		return []*client{s.client, s.geocode}
	case *googleRoutes:
		return []*client{s.client}
	case *valhalla:
		return []*client{s.client}
	case *osrm:
		var all []*client
		for _, c := range s.clients {
			all = append(all, c)
		}
		return all
	}
	panic("unknown service")
}

// Limit shortens the time limit of a service for a test.
func Limit(service any, limit time.Duration) {
	for _, c := range clientsOf(service) {
		c.limit = limit
	}
}

// Through sends the calls of a service to a test's transport.
func Through(service any, road http.RoundTripper) {
	for _, c := range clientsOf(service) {
		c.http = &http.Client{Transport: road}
	}
}
