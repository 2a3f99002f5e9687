package townfile

import (
	"fmt"
	"net/mail"
	"reflect"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/currency"
	"golang.org/x/text/language"

	"hawker/internal/geo"
)

// The rules of records that only make sense together, and of values whose form is right
// and that still cannot be meant.

// area is the outline of a zone. Valid is false if the zone's own record is refused.
type area struct {
	geo.Polygon
	valid bool
}

// outline returns the area of a polygon's corners, and why there is none.
func outline(g Geometry) (geo.Polygon, error) {
	p, err := geo.NewPolygon(g.Points)
	if err != nil {
		return p, err
	}
	if a, b, crosses := p.CrossesItself(); crosses {
		return p, fmt.Errorf("the side from corner %d crosses the side from corner %d: list the corners in their order around the area", a+1, b+1)
	}
	return p, nil
}

// inZone requires a point inside of the zone. A point that would be there with latitude
// and longitude exchanged is named as such.
func (c *checker) inZone(field string, p Point, zone string) {
	within, known := c.areas[zone]
	if !known || !within.valid || within.Contains(p) {
		return
	}
	if within.Contains(Point{Lat: p.Lng, Lng: p.Lat}) {
		c.add("%s %v, %v is in zone %q only with latitude and longitude exchanged", field, p.Lat, p.Lng, zone)
		return
	}
	c.add("%s %v, %v is outside of zone %q", field, p.Lat, p.Lng, zone)
}

// notExchanged refuses a point that is in no zone, but with latitude and longitude
// exchanged is in one.
func (c *checker) notExchanged(field string, p Point) {
	exchanged := Point{Lat: p.Lng, Lng: p.Lat}
	meant := ""
	for slug, within := range c.areas {
		if within.valid && within.Contains(p) {
			return
		}
		if within.valid && within.Contains(exchanged) {
			meant = slug
		}
	}
	if meant != "" {
		c.add("%s %v, %v is in zone %q only with latitude and longitude exchanged", field, p.Lat, p.Lng, meant)
	}
}

// categoryOf requires that a category belongs to a module.
func (c *checker) categoryOf(field, category, module string) {
	if of, known := c.categoryModules[category]; known && of != module {
		c.add("%s %q belongs to module %q, and not to %q", field, category, of, module)
	}
}

// rentalCategory requires that a category belongs to a rental module.
func (c *checker) rentalCategory(category string) {
	if of, known := c.categoryModules[category]; known && c.moduleTypes[of] != "" && c.moduleTypes[of] != "rental" {
		c.add("category %q belongs to module %q, which is not of type rental", category, of)
	}
}

// price requires that a price is stated, because a missing one would be free.
func (c *checker) price(field string, d Decimal) {
	if d == "" {
		c.add("%s is missing: write 0 for what is free", field)
	}
	c.amount(field, d)
}

// country requires a code of ISO 3166-1.
func (c *checker) country(code string) {
	if code == "" {
		return // reported as missing
	}
	region, err := language.ParseRegion(code)
	if err != nil || !region.IsCountry() || region.String() != code {
		c.add("country %q is not a code of two letters such as CL", code)
	}
}

// currencyCode requires a code of ISO 4217.
func (c *checker) currencyCode(code string) {
	if code == "" {
		return // reported as missing
	}
	if unit, err := currency.ParseISO(code); err != nil || unit.String() != code {
		c.add("currency code %q is not a code of three letters such as EUR", code)
	}
}

var phoneForm = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`)

// phone requires E.164; "": none.
func (c *checker) phone(p string) {
	if p != "" && !phoneForm.MatchString(p) {
		c.add("phone %q is not a number with its country's code such as +12025550100", p)
	}
}

// email requires an address; "": none.
func (c *checker) email(e string) {
	if address, err := mail.ParseAddress(e); e != "" && (err != nil || address.Address != e) {
		c.add("email %q is not an address such as hello@town.example", e)
	}
}

// texts refuses control characters in any text of a record. A database does not store
// NUL, so a backup could not be restored there.
func (c *checker) texts(record any) { c.textsOf("", reflect.ValueOf(record)) }

func (c *checker) textsOf(field string, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		if strings.IndexFunc(v.String(), isControl) >= 0 {
			c.add("%s %q has a control character", field, v.String())
		}
	case reflect.Pointer:
		if !v.IsNil() {
			c.textsOf(field, v.Elem())
		}
	case reflect.Slice:
		if kind := v.Type().Elem().Kind(); kind != reflect.String && kind != reflect.Struct {
			return
		}
		for i := range v.Len() {
			c.textsOf(field, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			c.textsOf(nameOf(v.Type().Field(i), field), v.Field(i))
		}
	}
}

// nameOf returns the name that a field has in the file.
func nameOf(f reflect.StructField, inside string) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	switch {
	case name == "":
		return inside
	case inside == "":
		return name
	}
	return inside + "." + name
}

// isControl reports whether a text must not contain the character. Lines and tabs are
// parts of texts.
func isControl(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' }

// DropControls removes the control characters that Check refuses. People paste them unseen
// into reviews and applications, and no import would accept the export.
func (t *Town) DropControls() { dropControls(reflect.ValueOf(t).Elem()) }

func dropControls(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		if v.CanSet() && strings.IndexFunc(v.String(), isControl) >= 0 {
			v.SetString(strings.Map(dropControl, v.String()))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			dropControls(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			dropControls(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			dropControls(v.Field(i))
		}
	}
}

func dropControl(r rune) rune {
	switch {
	case !isControl(r):
		return r
	case unicode.IsSpace(r):
		return ' '
	}
	return -1
}
