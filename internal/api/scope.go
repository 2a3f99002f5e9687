package api

import (
	"context"
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
	"hawker/internal/zone"
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
		lat, err := readDegrees(s.LatitudeHeader, 90)
		note("latitude", err)
		lng, err := readDegrees(s.LongitudeHeader, 180)
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

// readDegrees refuses NaN as well, which compares false with everything.
func readDegrees(text string, most float64) (float64, error) {
	degrees, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || !(math.Abs(degrees) <= most) {
		return 0, fmt.Errorf("is not a number from -%v to %v", most, most)
	}
	return degrees, nil
}

// defaultModule is the module of a shopper who has chosen none (LOC-06).
const defaultModule = 10

// module is the module in force.
func (s *Scope) module() int64 {
	if s.moduleID == 0 {
		return defaultModule
	}
	return s.moduleID
}

// zonesInForce answers the active zones that the call is about, the winner
// first (LOC-13): those of its header, or without one those of the default
// location (D26). A zone that is gone is left out; when all are, nothing is
// offered there.
func (s *Server) zonesInForce(ctx context.Context, in *Scope) ([]zone.Zone, error) {
	if len(in.zoneIDs) > 0 {
		return s.Zones.Known(ctx, in.zoneIDs)
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	return s.Zones.Lookup(ctx, settings.Location.Default)
}

// zoneIDsInForce answers the ids of zonesInForce.
func (s *Server) zoneIDsInForce(ctx context.Context, in *Scope) ([]int64, error) {
	zones, err := s.zonesInForce(ctx, in)
	ids := make([]int64, len(zones))
	for i, z := range zones {
		ids[i] = z.ID
	}
	return ids, err
}

// Page is the paging of every list (API-06).
type Page struct {
	Limit  int `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"Page size."`
	Offset int `query:"offset" minimum:"1" maximum:"100000" default:"1" doc:"Page number, from 1."`
}

// Paged is the frame of every list's answer.
type Paged struct {
	TotalSize int `json:"total_size" doc:"How many there are in all."`
	Limit     int `json:"limit" doc:"Page size in force."`
	Offset    int `json:"offset" doc:"Page number in force, from 1."`
}

// message is the answer of a call that only did something.
type message struct {
	Message string `json:"message" doc:"Success sentence, shown as a toast (API-07)."`
}
