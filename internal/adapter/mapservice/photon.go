package mapservice

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"hawker/internal/geo"
	"hawker/internal/maps"
)

// photonID begins the ids of its suggestions: photon:W123:-11.40000,65.20000. Photon cannot
// be asked for an id, so it contains the position.
const photonID = "photon:"

// photon finds places and addresses with Photon.
type photon struct {
	*client
	mu          sync.Mutex
	unsupported []string // languages that this server does not have
}

// maxUnsupported bounds the list of languages that a server does not have.
const maxUnsupported = 100

// NewPhoton returns places of the Photon server at c.URL.
func NewPhoton(c Config) (maps.Places, error) {
	calls, err := newClient("Photon", c)
	if err != nil {
		return nil, err
	}
	return newCachedPlaces(&photon{client: calls}, c.Clock), nil
}

type photonPlace struct {
	Geometry struct {
		Coordinates []float64 `json:"coordinates"` // longitude, latitude
	} `json:"geometry"`
	Properties struct {
		OSMType     string `json:"osm_type"` // N, W or R
		OSMID       int64  `json:"osm_id"`
		Name        string `json:"name"`
		HouseNumber string `json:"housenumber"`
		Street      string `json:"street"`
		District    string `json:"district"`
		City        string `json:"city"`
		State       string `json:"state"`
		Country     string `json:"country"`
	} `json:"properties"`
}

func (p *photon) search(ctx context.Context, text, language string) ([]hit, error) {
	query := url.Values{"q": {text}, "limit": {strconv.Itoa(maxResults)}}
	if box, ok := p.config.area(ctx); ok {
		middle := box.Middle()
		query.Set("lat", degrees(middle.Lat))
		query.Set("lon", degrees(middle.Lng))
	}
	return p.find(ctx, "api", query, language)
}

// details finds the place again by its position. Usually the place is cached.
func (p *photon) details(ctx context.Context, placeID, language string) (maps.Place, error) {
	point, ok := readPhotonID(placeID)
	if !ok {
		return maps.Place{}, maps.ErrNoPlace
	}
	hits, err := p.around(ctx, point, language)
	if err != nil {
		return maps.Place{}, err
	}
	if len(hits) == 0 {
		return maps.Place{}, maps.ErrNoPlace
	}
	at := max(0, slices.IndexFunc(hits, func(h hit) bool { return h.PlaceID == placeID }))
	return maps.Place{Address: hits[at].place.Address, Point: point}, nil
}

func readPhotonID(placeID string) (geo.Point, bool) {
	rest, ours := strings.CutPrefix(placeID, photonID)
	_, position, _ := strings.Cut(rest, ":")
	north, east, both := strings.Cut(position, ",")
	lat, errLat := strconv.ParseFloat(north, 64)
	lng, errLng := strconv.ParseFloat(east, 64)
	point, err := geo.NewPoint(lat, lng)
	return point, ours && both && errLat == nil && errLng == nil && err == nil
}

func (p *photon) address(ctx context.Context, point geo.Point, language string) ([]string, error) {
	hits, err := p.around(ctx, point, language)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(hits))
	for i, h := range hits {
		names[i] = h.place.Address
	}
	return names, nil
}

func (p *photon) around(ctx context.Context, point geo.Point, language string) ([]hit, error) {
	return p.find(ctx, "reverse", url.Values{"lat": {degrees(point.Lat)}, "lon": {degrees(point.Lng)}, "limit": {"3"}}, language)
}

// errLanguage means that the server does not have the language.
var errLanguage = errors.New("the language is not supported")

// find returns the valid places of a response. Servers have few languages, and refuse
// others: then the names are those of the place itself.
func (p *photon) find(ctx context.Context, path string, query url.Values, language string) ([]hit, error) {
	language, _, _ = strings.Cut(strings.ToLower(language), "-")
	hits, err := p.findIn(ctx, path, query, p.supported(language))
	if errors.Is(err, errLanguage) {
		return p.findIn(ctx, path, query, "default")
	}
	return hits, err
}

func (p *photon) findIn(ctx context.Context, path string, query url.Values, language string) (hits []hit, err error) {
	query.Set("lang", language)
	refused := false
	err = p.call(ctx, request{path: path, query: query, read: func(status int, body []byte) error {
		if refused = status == http.StatusBadRequest && bytes.Contains(bytes.ToLower(body), []byte("language")); refused {
			return nil
		}
		var found struct {
			Features json.RawMessage `json:"features"`
		}
		if err := readJSON(&found)(status, body); err != nil {
			return err
		}
		hits, err = readHits(found.Features, func(p photonPlace) (hit, error) { return p.hit() })
		return err
	}})
	if refused {
		p.note(language)
		return nil, errLanguage
	}
	return hits, err
}

// supported returns the language, or "default" for none and for one that was refused before.
func (p *photon) supported(language string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if language == "" || slices.Contains(p.unsupported, language) {
		return "default"
	}
	return language
}

func (p *photon) note(language string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.unsupported) < maxUnsupported && !slices.Contains(p.unsupported, language) {
		p.unsupported = append(p.unsupported, language)
	}
}

func (p photonPlace) hit() (hit, error) {
	if len(p.Geometry.Coordinates) < 2 {
		return hit{}, errors.New("a place lacks its position")
	}
	point, err := geo.NewPoint(p.Geometry.Coordinates[1], p.Geometry.Coordinates[0])
	if err != nil {
		return hit{}, errors.New("a place is not on earth")
	}
	all := p.parts()
	if len(all) == 0 {
		return hit{}, errors.New("a place lacks its name")
	}
	id := fmt.Sprintf("%s%.1s%d:%.5f,%.5f", photonID, clean(p.Properties.OSMType), p.Properties.OSMID, point.Lat, point.Lng)
	return hit{
		maps.Suggestion{PlaceID: id, Main: all[0], Secondary: strings.Join(all[1:], ", ")},
		maps.Place{Address: strings.Join(all, ", "), Point: point},
	}, nil
}

// parts are the parts of the address, without those that are empty or repeated.
func (p photonPlace) parts() []string {
	of := p.Properties
	var parts []string
	for _, part := range []string{of.Name, strings.TrimSpace(of.HouseNumber + " " + of.Street), of.District, of.City, of.State, of.Country} {
		if part = clean(part); part != "" && !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	return parts
}
