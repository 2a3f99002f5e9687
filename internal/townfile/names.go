package townfile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// checkNames returns an error if an object in valid JSON has a name twice, or one that is
// not in lower case. The decoder takes both, and the last of them wins in silence.
func checkNames(text []byte) error {
	var s nameScanner
	for at := 0; at < len(text); at++ {
		switch text[at] {
		case '{', '[':
			s.open(text[at] == '{')
		case '}', ']':
			s.close()
		case ',':
			s.isName = s.isObject()
		case '"':
			end := at + stringLength(text[at:])
			if s.isName {
				if err := s.add(text[at:end]); err != nil {
					return err
				}
			}
			at = end - 1
		}
	}
	return nil
}

// nameScanner keeps the names of each object that it is inside.
type nameScanner struct {
	names  [][]byte
	levels []level
	isName bool // the next text is a name
}

type level struct {
	isObject bool
	first    int // index of its first name in names
}

func (s *nameScanner) isObject() bool {
	return len(s.levels) > 0 && s.levels[len(s.levels)-1].isObject
}

func (s *nameScanner) open(isObject bool) {
	s.levels, s.isName = append(s.levels, level{isObject, len(s.names)}), isObject
}

func (s *nameScanner) close() {
	last := len(s.levels) - 1
	s.names, s.levels, s.isName = s.names[:s.levels[last].first], s.levels[:last], false
}

// add checks a name, which is in quotes.
func (s *nameScanner) add(quoted []byte) error {
	name := quoted[1 : len(quoted)-1]
	if bytes.IndexByte(name, '\\') >= 0 {
		var plain string
		if err := json.Unmarshal(quoted, &plain); err != nil {
			return err
		}
		name = []byte(plain)
	}
	if bytes.ContainsFunc(name, func(r rune) bool { return r >= 'A' && r <= 'Z' || r > '~' }) {
		return fmt.Errorf("field %q is unknown: names are in lower case", name)
	}
	first := s.levels[len(s.levels)-1].first
	if slices.ContainsFunc(s.names[first:], func(known []byte) bool { return bytes.Equal(known, name) }) {
		return fmt.Errorf("field %q is given twice", name)
	}
	s.names, s.isName = append(s.names, name), false
	return nil
}

// stringLength returns how long the string is with which a text begins, with its quotes.
func stringLength(text []byte) int {
	for at := 1; at < len(text); at++ {
		switch text[at] {
		case '\\':
			at++
		case '"':
			return at + 1
		}
	}
	return len(text)
}
