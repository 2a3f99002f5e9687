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

// Scope is what every call says about where and how it shops (API-02). Header
// names are matched in any letter case. It steers what is listed; neither price
// nor ownership is ever taken from it.
//
// It is exported, as is every other struct that inputs and views embed, because
// the HTTP library passes over the fields of embedded types that are not.
type Scope struct {
	ZoneHeader      string `header:"zoneid" doc:"Zone id, or a JSON list of zone ids, the winner first." example:"[2,1]"`
	ModuleHeader    string `header:"moduleId" doc:"Module id." example:"10"`
	LatitudeHeader  string `header:"latitude" doc:"Latitude of the stored current location, degrees." example:"-11.4"`
	LongitudeHeader string `header:"longitude" doc:"Longitude of the stored current location, degrees." example:"65.2"`
	Language        string `header:"X-localization" doc:"BCP 47 language of texts." example:"en"`
	SoftwareID      string `header:"X-Software-Id" doc:"Which client asks."`

	scope
}

// scope is what the headers say, read.
type scope struct {
	zoneIDs  []int64    // the winner first; empty: none was said (D26)
	moduleID int64      // 0: none was said
	point    *geo.Point // nil: none was said
}

// Resolve reads the headers; a malformed one is a 400 that names it. It runs
// before the handler does.
func (s *Scope) Resolve(huma.Context) []error {
	var wrong []error
	note := func(header string, err error) {
		if err != nil {
			wrong = append(wrong, errs.New(errs.Malformed, "The header %s %s.", header, err).On(header))
		}
	}
	var err error
	s.zoneIDs, err = readZoneIDs(s.ZoneHeader)
	note("zoneid", err)
	if s.ModuleHeader != "" {
		s.moduleID, err = readID(s.ModuleHeader)
		note("moduleId", err)
	}
	if s.LatitudeHeader != "" || s.LongitudeHeader != "" {
		lat, err := ReadDegrees(s.LatitudeHeader, 90)
		note("latitude", err)
		lng, err := ReadDegrees(s.LongitudeHeader, 180)
		note("longitude", err)
		s.point = &geo.Point{Lat: lat, Lng: lng}
	}
	if !languageForm.MatchString(s.Language) {
		note("X-localization", errors.New("is not a language such as en or pt-BR"))
	}
	return wrong
}

// mostZones is how many zones a header may name: more overlap nowhere.
const mostZones = 50

var languageForm = regexp.MustCompile(`^([A-Za-z]{1,8}([-_][A-Za-z0-9]{1,8}){0,5})?$`)

// readZoneIDs reads "7" or "[7,3]"; older clients send the numbers of a list as
// texts.
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
	if len(list) > mostZones {
		return nil, fmt.Errorf("names more than %d zones", mostZones)
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

// ReadDegrees reads a number from -most to most. It refuses NaN as well, which
// compares false with everything.
func ReadDegrees(text string, most float64) (float64, error) {
	degrees, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || !(math.Abs(degrees) <= most) {
		return 0, fmt.Errorf("is not a number from -%v to %v", most, most)
	}
	return degrees, nil
}

// defaultModule is the module of a shopper who has chosen none (LOC-06).
const defaultModule = 10

// ModuleID returns the module in force.
func (s *Scope) ModuleID() int64 {
	if s.moduleID == 0 {
		return defaultModule
	}
	return s.moduleID
}

// ZoneIDs returns the zones of the header, the winner first; none when it is absent.
func (s *Scope) ZoneIDs() []int64 { return s.zoneIDs }

// Point returns the current location, nil when the headers are absent.
func (s *Scope) Point() *geo.Point { return s.point }

// ScopeInput is the input of a call that takes nothing else.
type ScopeInput struct{ Scope }
