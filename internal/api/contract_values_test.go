package api

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// valid is a value that keeps all rules of a schema, as JSON. An object has all
// its fields.
func (c contract) valid(s *huma.Schema) string {
	s = c.schema(s)
	switch {
	case len(s.Enum) > 0:
		return literal(s.Enum[0])
	case s.Type == huma.TypeString && len(s.Examples) > 0:
		return literal(s.Examples[0])
	case s.Type == huma.TypeObject:
		return object(c.members(s))
	case s.Type == huma.TypeArray:
		return "[" + c.valid(s.Items) + "]"
	case s.Type == huma.TypeBoolean:
		return "true"
	case s.Type == huma.TypeInteger, s.Type == huma.TypeNumber:
		if s.Minimum != nil {
			return literal(*s.Minimum)
		}
		return "1"
	}
	minLength := 1
	if s.MinLength != nil {
		minLength = *s.MinLength
	}
	return literal(strings.Repeat("a", minLength))
}

// beyond is a value for each bound of a schema, over it.
func (c contract) beyond(s *huma.Schema) (values []string) {
	s = c.schema(s)
	if len(s.Enum) > 0 {
		return []string{`"none of these"`}
	}
	if s.MaxLength != nil {
		values = append(values, literal(strings.Repeat("a", *s.MaxLength+1)))
	}
	if s.MinLength != nil && *s.MinLength > 0 {
		values = append(values, `""`)
	}
	if s.Maximum != nil {
		values = append(values, strconv.FormatFloat(*s.Maximum+1, 'f', -1, 64))
	}
	if s.Minimum != nil {
		values = append(values, strconv.FormatFloat(*s.Minimum-1, 'f', -1, 64))
	}
	if s.MaxItems != nil {
		values = append(values, "["+strings.Repeat(c.valid(s.Items)+",", *s.MaxItems)+c.valid(s.Items)+"]")
	}
	return values
}

// member is a field of an object and its value as JSON.
type member struct{ name, value string }

func (c contract) members(s *huma.Schema) (all []member) {
	for _, name := range sortedNames(s.Properties) {
		value, special := parsedByCalls[name]
		if !special {
			value = c.valid(s.Properties[name])
		}
		all = append(all, member{name, value})
	}
	return all
}

// parsedByCalls are texts that the document bounds by length alone, and that the
// calls read more closely.
var parsedByCalls = map[string]string{"schedule_at": `"2026-01-31T12:00:00Z"`, "opens": `"09:00"`, "closes": `"17:00"`}

func sortedNames[V any](of map[string]V) []string {
	names := make([]string, 0, len(of))
	for name := range of {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func object(members []member) string {
	parts := make([]string, len(members))
	for i, m := range members {
		parts[i] = literal(m.name) + ":" + m.value
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func literal(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // only plain values come here
	}
	return string(text)
}
