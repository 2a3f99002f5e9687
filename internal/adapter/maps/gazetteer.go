package maps

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hawker/internal/catalog"
	"hawker/internal/geo"
	"hawker/internal/maps"
)

// place is an entry of the gazetteer.
type place struct {
	Slug      string
	Name      string
	Secondary string
	Kind      string
	Latitude  float64
	Longitude float64

	name, where []string // folded words
}

func (p place) point() geo.Point { return geo.Point{Lat: p.Latitude, Lng: p.Longitude} }

func (p place) address() string {
	if p.Secondary == "" {
		return p.Name
	}
	return p.Name + ", " + p.Secondary
}

func wordsOf(text string) []string { return strings.Fields(catalog.Fold(text)) }

func (a *atlas) addPlaces(places []place) {
	a.bySlug = make(map[string]place, len(places))
	for _, p := range places {
		p.name, p.where = wordsOf(p.Name), wordsOf(p.Secondary)
		a.places = append(a.places, p)
		a.bySlug[p.Slug] = p
		if p.Kind == "quarter" {
			a.quarters = append(a.quarters, p)
		}
	}
}

// Limits of a search, so that no text takes long.
const (
	maxSuggestions = 8
	maxWords       = 8
)

// Prefixes of the ids of suggestions. An address is a street and a number.
const (
	placeID   = "place:"
	addressID = "address:"
)

// Autocomplete finds addresses and places. Every typed word must be the beginning of one
// of their words. Accents and case do not matter.
func (t *Town) Autocomplete(ctx context.Context, text, _ string) ([]maps.Suggestion, error) {
	a, err := t.current(ctx)
	if err != nil {
		return nil, err
	}
	typed := wordsOf(text)
	typed = typed[:min(len(typed), maxWords)]
	found := append(a.addresses(typed), a.named(typed)...)
	return found[:min(len(found), maxSuggestions)], nil
}

// addresses returns the houses for a text such as "12 harbour" or "harbour road 12".
func (a *atlas) addresses(typed []string) []maps.Suggestion {
	found := []maps.Suggestion{}
	number, rest := houseNumber(typed)
	if number == 0 || len(rest) == 0 {
		return found
	}
	for _, s := range a.streets {
		if missing(rest, s.words) > 0 {
			continue
		}
		house, exists := s.house(number)
		if !exists {
			continue
		}
		suggestion := maps.Suggestion{PlaceID: fmt.Sprintf("%s%s:%d", addressID, s.slug, number), Main: fmt.Sprintf("%d %s", number, s.name)}
		if quarter, ok := closestOf(a.quarters, house); ok {
			suggestion.Secondary = quarter.Name
		}
		if found = append(found, suggestion); len(found) == maxSuggestions {
			break
		}
	}
	return found
}

// houseNumber splits a typed address into the number, at its beginning or end, and the rest.
func houseNumber(typed []string) (number int, rest []string) {
	if len(typed) == 0 {
		return 0, nil
	}
	if n, err := strconv.ParseUint(typed[0], 10, 16); err == nil {
		return int(n), typed[1:]
	}
	last := len(typed) - 1
	n, err := strconv.ParseUint(typed[last], 10, 16)
	if err != nil {
		return 0, nil
	}
	return int(n), typed[:last]
}

// named returns the places with these words in their name, before those that need the words
// of their location as well.
func (a *atlas) named(typed []string) []maps.Suggestion {
	type hit struct {
		place place
		rank  int
	}
	var hits []hit
	for _, p := range a.places {
		inName := missing(typed, p.name)
		if inName == len(typed) || missing(typed, slices.Concat(p.name, p.where)) > 0 {
			continue
		}
		h := hit{place: p, rank: 2 * inName}
		if len(p.name) == 0 || !strings.HasPrefix(p.name[0], typed[0]) {
			h.rank++
		}
		hits = append(hits, h)
	}
	slices.SortFunc(hits, func(x, y hit) int {
		return cmp.Or(cmp.Compare(x.rank, y.rank), cmp.Compare(len(x.place.name), len(y.place.name)),
			cmp.Compare(x.place.Name, y.place.Name), cmp.Compare(x.place.Slug, y.place.Slug))
	})
	found := []maps.Suggestion{}
	for _, h := range hits[:min(len(hits), maxSuggestions)] {
		found = append(found, maps.Suggestion{PlaceID: placeID + h.place.Slug, Main: h.place.Name, Secondary: h.place.Secondary})
	}
	return found
}

// missing counts the typed words with which no word begins.
func missing(typed, words []string) int {
	n := 0
	for _, t := range typed {
		if !slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, t) }) {
			n++
		}
	}
	return n
}

// Details returns the place of a suggestion.
func (t *Town) Details(ctx context.Context, id, _ string) (maps.Place, error) {
	a, err := t.current(ctx)
	if err != nil {
		return maps.Place{}, err
	}
	if slug, ok := strings.CutPrefix(id, placeID); ok {
		if p, known := a.bySlug[slug]; known {
			return maps.Place{Address: p.address(), Point: p.point()}, nil
		}
	}
	if address, ok := strings.CutPrefix(id, addressID); ok {
		if found, known := a.houseByID(address); known {
			return found, nil
		}
	}
	return maps.Place{}, maps.ErrNoPlace
}

func (a *atlas) houseByID(id string) (maps.Place, bool) {
	slug, digits, _ := strings.Cut(id, ":")
	number, err := strconv.ParseUint(digits, 10, 16)
	at := slices.IndexFunc(a.streets, func(s *street) bool { return s.slug == slug })
	if err != nil || at < 0 {
		return maps.Place{}, false
	}
	house, exists := a.streets[at].house(int(number))
	if !exists {
		return maps.Place{}, false
	}
	return maps.Place{Address: a.inDistrict(fmt.Sprintf("%d %s", number, a.streets[at].name), house), Point: house}, true
}
