package call

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/errs"
	"hawker/internal/geo"
)

// Scope is zone, module, point and language of a call, from its headers (API-02). It
// decides what is listed. Prices and ownership never depend on it.
//
// Like every struct that inputs and views embed, it is exported: the HTTP library
// ignores the fields of unexported embedded types.
type Scope struct {
	ZoneHeader      string `header:"zoneid" doc:"Zone id, or a JSON list of zone ids, the winner first." example:"[2,1]"`
	ModuleHeader    string `header:"moduleId" doc:"Module id." example:"10"`
	LatitudeHeader  string `header:"latitude" doc:"Latitude of the stored current location, degrees." example:"-11.4"`
	LongitudeHeader string `header:"longitude" doc:"Longitude of the stored current location, degrees." example:"65.2"`
	Language        string `header:"X-localization" doc:"Language of the texts, BCP 47." example:"en"`
	SoftwareID      string `header:"X-Software-Id" doc:"Name of the client that makes the request."`

	scope
}

// scope has the parsed headers.
type scope struct {
	zoneIDs  []int64      // the winner first; empty: absent (D26)
	moduleID func() int64 // most calls do not need it
	point    *geo.Point   // nil: absent
}

// Resolve parses the headers; a malformed one is a 400 that names it. The HTTP
// library calls it before the handler.
func (s *Scope) Resolve(ctx huma.Context) []error {
	var wrong []error
	note := func(header string, err error) {
		if err != nil {
			wrong = append(wrong, errs.New(errs.Malformed, "The header %s %s.", header, err).On(header))
		}
	}
	var err error
	s.zoneIDs, err = readZoneIDs(s.ZoneHeader)
	note(zoneHeader, err)
	request := ctx.Context()
	s.moduleID = func() int64 { return defaultModule(request, s.zoneIDs) }
	if s.ModuleHeader != "" {
		id, err := readID(s.ModuleHeader)
		note(moduleHeader, err)
		s.moduleID = func() int64 { return id }
	}
	if s.LatitudeHeader != "" || s.LongitudeHeader != "" {
		lat, err := ReadDegrees(s.LatitudeHeader, 90)
		note("latitude", err)
		lng, err := ReadDegrees(s.LongitudeHeader, 180)
		note("longitude", err)
		s.point = &geo.Point{Lat: lat, Lng: lng}
	}
	if !languagePattern.MatchString(s.Language) {
		note("X-localization", errors.New("is not a language such as en or pt-BR"))
	}
	return wrong
}

// maxZones is more than overlap anywhere.
const maxZones = 50

var languagePattern = regexp.MustCompile(`^([A-Za-z]{1,8}([-_][A-Za-z0-9]{1,8}){0,5})?$`)

// readZoneIDs reads "7" or "[7,3]". Older clients send the numbers of a list as
// strings.
func readZoneIDs(header string) ([]int64, error) {
	header = strings.TrimSpace(header)
	if !strings.HasPrefix(header, "[") {
		if header == "" {
			return nil, nil
		}
		id, err := readID(header)
		return []int64{id}, err
	}
	var list []json.RawMessage
	if err := json.Unmarshal([]byte(header), &list); err != nil {
		return nil, errors.New("is neither a number nor a JSON list of numbers")
	}
	if len(list) > maxZones {
		return nil, fmt.Errorf("names more than %d zones", maxZones)
	}
	ids := make([]int64, len(list))
	for i, raw := range list {
		var err error
		if ids[i], err = readID(strings.Trim(string(raw), `"`)); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

func readID(text string) (int64, error) {
	id, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil || id < 1 {
		return 0, errors.New("is not a whole number from 1 up")
	}
	return id, nil
}

// ReadDegrees reads a number from -limit to limit. It refuses NaN as well, which
// compares false with everything.
func ReadDegrees(text string, limit float64) (float64, error) {
	degrees, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || !(math.Abs(degrees) <= limit) {
		return 0, fmt.Errorf("is not a number from -%v to %v", limit, limit)
	}
	return degrees, nil
}

// ModuleID returns the module in force: that of the header, or without one the default one
// of the zones (LOC-06).
func (s *Scope) ModuleID() int64 { return s.moduleID() }

// ZoneIDs returns the zones of the header, the winner first; none when it is absent.
func (s *Scope) ZoneIDs() []int64 { return s.zoneIDs }

// Point returns the current location, nil when the headers are absent.
func (s *Scope) Point() *geo.Point { return s.point }

// ScopeInput is the input of a call that takes nothing else.
type ScopeInput struct{ Scope }
