package requirements

import (
	"fmt"
	"regexp"
	"strings"
)

// area is a heading of the list, with the ids below it.
type area struct {
	name    string
	entries []entry
}

// entry is one id and what it stands for.
type entry struct {
	id   string
	text string
	line int // in Source
}

var listedLine = regexp.MustCompile(`^((?:I18N|[A-Z]{2,4})-\d{2}|[A-Z][1-9]\d?)[ \t]+(\S.*)$`)

// parse reads the list: "# Area" begins an area, every other line is an id and
// a sentence. Each id stands once.
func parse(text string) ([]area, error) {
	var areas []area
	lineOf := make(map[string]int)
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "# "); ok {
			areas = append(areas, area{name: name})
			continue
		}
		if line == "" {
			continue
		}
		m := listedLine.FindStringSubmatch(line)
		if m == nil || len(areas) == 0 {
			return nil, fmt.Errorf("%s:%d: want an area (# Cart) or an id and a sentence, got %q", Source, i+1, line)
		}
		if first := lineOf[m[1]]; first != 0 {
			return nil, fmt.Errorf("%s:%d: %s is listed in line %d already", Source, i+1, m[1], first)
		}
		lineOf[m[1]] = i + 1
		last := &areas[len(areas)-1]
		last.entries = append(last.entries, entry{id: m[1], text: m[2], line: i + 1})
	}
	return areas, nil
}
