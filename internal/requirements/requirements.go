// Package requirements writes docs/requirements.md: what each id that the
// code, the tests and the docs cite stands for, and which tests prove it.
//
// The ids and their sentences are kept by hand in docs/requirements.txt. The
// tests are those whose names carry an id. An id that is cited and not listed
// is an error, and so is one that is listed and proven by no test.
package requirements

import (
	"errors"
	"fmt"
	"io/fs"
)

const (
	// Source is the list that is kept by hand.
	Source = "docs/requirements.txt"
	// Page is what Generate returns, as a file.
	Page = "docs/requirements.md"
)

// Generate returns the page. Its error names every id that is cited and not
// listed, with the place, and every id that is listed and not proven.
func Generate(repository fs.FS) ([]byte, error) {
	text, err := fs.ReadFile(repository, Source)
	if err != nil {
		return nil, fmt.Errorf("read the list of ids: %w", err)
	}
	areas, err := parse(string(text))
	if err != nil {
		return nil, err
	}
	found, err := scan(repository)
	if err != nil {
		return nil, err
	}
	if err := check(areas, found); err != nil {
		return nil, err
	}
	return render(areas, found.tests), nil
}

// check compares what is listed with what is cited and proven.
func check(areas []area, found *findings) error {
	listed := make(map[string]bool)
	var problems []error
	for _, a := range areas {
		for _, e := range a.entries {
			listed[e.id] = true
			if len(found.tests[e.id]) == 0 {
				problems = append(problems, fmt.Errorf("%s:%d: %s is listed, and no test names it", Source, e.line, e.id))
			}
		}
	}
	for _, c := range found.citations {
		if !listed[c.id] {
			problems = append(problems, fmt.Errorf("%s:%d: %s is not listed in %s", c.file, c.line, c.id, Source))
		}
	}
	return errors.Join(problems...)
}
