package mapservice

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"hawker/internal/geo"
	"hawker/internal/maps"
)

// nominatimID begins the ids of its suggestions. W280940520 of OpenStreetMap follows.
const nominatimID = "nominatim:"

// publicNominatim is run by OpenStreetMap for everybody. Its policy allows one call a second,
// and forbids search while somebody types.
const publicNominatim = "nominatim.openstreetmap.org"

// nominatim finds places and addresses with Nominatim.
type nominatim struct {
	*client
	isPublic bool
}

// NewNominatim returns places of the Nominatim server at c.URL.
func NewNominatim(c Config) (maps.Places, error) {
	n, err := newNominatim(c)
	if err != nil {
		return nil, err
	}
	return newCachedPlaces(n, c.Clock), nil
}

func newNominatim(c Config) (*nominatim, error) {
	calls, err := newClient("Nominatim", c)
	if err != nil {
		return nil, err
	}
	n := &nominatim{client: calls, isPublic: strings.EqualFold(calls.base.Hostname(), publicNominatim)}
	if n.isPublic {
		n.pace = &pace{gap: time.Second}
	}
	return n, nil
}

// nominatimPlace is a place in the format jsonv2.
type nominatimPlace struct {
	OSMType     string `json:"osm_type"`
	OSMID       int64  `json:"osm_id"`
	Lat         string `json:"lat"`
	Lon         string `json:"lon"`
	Name        string `json:"name"`
	DisplayName string `json:"display_name"`
}

// search finds nothing on the public server, which forbids it: the town's own places remain.
func (n *nominatim) search(ctx context.Context, text, language string) ([]hit, error) {
	if n.isPublic {
		return nil, nil
	}
	query := n.query(language)
	query.Set("q", text)
	query.Set("limit", strconv.Itoa(maxResults))
	if box, ok := n.config.area(ctx); ok {
		query.Set("viewbox", fmt.Sprintf("%.5f,%.5f,%.5f,%.5f", box.West, box.North, box.East, box.South))
	}
	return n.find(ctx, "search", query)
}

var nominatimKey = regexp.MustCompile(`^[NWR][1-9][0-9]{0,18}$`)

func (n *nominatim) details(ctx context.Context, placeID, language string) (maps.Place, error) {
	id, ours := strings.CutPrefix(placeID, nominatimID)
	if !ours || !nominatimKey.MatchString(id) {
		return maps.Place{}, maps.ErrNoPlace
	}
	query := n.query(language)
	query.Set("osm_ids", id)
	hits, err := n.find(ctx, "lookup", query)
	if err != nil {
		return maps.Place{}, err
	}
	if len(hits) == 0 {
		return maps.Place{}, maps.ErrNoPlace
	}
	return hits[0].place, nil
}

func (n *nominatim) address(ctx context.Context, p geo.Point, language string) ([]string, error) {
	var found struct {
		DisplayName string `json:"display_name"`
		Error       string `json:"error"` // nothing is near
	}
	query := n.query(language)
	query.Set("lat", degrees(p.Lat))
	query.Set("lon", degrees(p.Lng))
	err := n.call(ctx, request{path: "reverse", query: query, read: func(status int, body []byte) error {
		if err := readJSON(&found)(status, body); err != nil {
			return err
		}
		if found.DisplayName == "" && found.Error == "" {
			return errors.New("the place has no name")
		}
		return nil
	}})
	if err != nil {
		return nil, err
	}
	return withoutEmpty(found.DisplayName), nil
}

func (n *nominatim) query(language string) url.Values {
	query := url.Values{"format": {"jsonv2"}}
	if language != "" {
		query.Set("accept-language", language)
	}
	return query
}

// find returns the valid places of a response.
func (n *nominatim) find(ctx context.Context, path string, query url.Values) (hits []hit, err error) {
	err = n.call(ctx, request{path: path, query: query, read: func(status int, body []byte) error {
		if status != http.StatusOK {
			return fmt.Errorf("status %d", status)
		}
		hits, err = readHits(body, func(p nominatimPlace) (hit, error) { return p.hit() })
		return err
	}})
	return hits, err
}

func (p nominatimPlace) hit() (hit, error) {
	lat, errLat := strconv.ParseFloat(p.Lat, 64)
	lng, errLng := strconv.ParseFloat(p.Lon, 64)
	point, err := geo.NewPoint(lat, lng)
	address := clean(p.DisplayName)
	if err := errors.Join(errLat, errLng, err); err != nil || address == "" || p.OSMType == "" || p.OSMID <= 0 {
		return hit{}, errors.New("a place lacks a name, an id or a position")
	}
	main, rest := splitAddress(address, clean(p.Name))
	id := fmt.Sprintf("%s%s%d", nominatimID, strings.ToUpper(p.OSMType[:1]), p.OSMID)
	return hit{maps.Suggestion{PlaceID: id, Main: main, Secondary: rest}, maps.Place{Address: address, Point: point}}, nil
}

// splitAddress returns the name and what follows it. An address without a name begins with
// the number of the house, to which the street belongs.
func splitAddress(address, name string) (main, rest string) {
	if name != "" {
		if rest, ok := strings.CutPrefix(address, name+", "); ok {
			return name, rest
		}
		return name, address
	}
	parts := strings.SplitN(address, ", ", 3)
	if len(parts) > 1 && parts[0] != "" && parts[0][0] >= '0' && parts[0][0] <= '9' {
		return parts[0] + " " + parts[1], strings.Join(parts[2:], "")
	}
	return parts[0], strings.Join(parts[1:], ", ")
}

// readHits reads a JSON list of places, at most maxResults. Invalid ones are skipped; if
// all are, the response is.
func readHits[T any](list json.RawMessage, toHit func(T) (hit, error)) ([]hit, error) {
	var all []json.RawMessage
	if err := decode(list, &all); err != nil {
		return nil, err
	}
	hits, last := []hit{}, error(nil)
	for _, text := range all[:min(len(all), maxResults)] {
		var place T
		if last = decode(text, &place); last != nil {
			continue
		}
		h, err := toHit(place)
		if last = err; err == nil {
			hits = append(hits, h)
		}
	}
	if len(hits) == 0 {
		return hits, last
	}
	return hits, nil
}

// withoutEmpty returns the clean text as a list, which is empty for no text.
func withoutEmpty(text string) []string {
	if text = clean(text); text == "" {
		return []string{}
	}
	return []string{text}
}

// degrees writes about a centimetre.
func degrees(d float64) string { return strconv.FormatFloat(d, 'f', 7, 64) }
