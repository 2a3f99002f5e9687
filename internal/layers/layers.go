// Package layers checks that imports between the packages of this repository point
// down, as the table of docs/architecture.md says.
package layers

import (
	"cmp"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

const (
	page   = "docs/architecture.md"
	module = "hawker/"
)

// Check returns what is wrong with the imports of the repository: a sentence for
// each arrow that points up, and for each package that is in no layer.
func Check(repo fs.FS) ([]string, error) {
	text, err := fs.ReadFile(repo, page)
	if err != nil {
		return nil, err
	}
	house, err := readTable(string(text))
	if err != nil {
		return nil, err
	}
	imports, err := readImports(repo)
	if err != nil {
		return nil, err
	}
	var wrong []string
	for _, i := range imports {
		if sentence := house.check(i); sentence != "" {
			wrong = append(wrong, fmt.Sprintf("%s: %s", i.file, sentence))
		}
	}
	return append(wrong, house.missing(repo)...), nil
}

// house is the table: which layer each package is in, and what a layer may import.
type house struct {
	layerOf map[string]string   // by the first folder below internal
	allowed map[string][]string // layers, by layer
}

var row = regexp.MustCompile("(?m)^\\| (\\w+) \\| `([a-z ]+)`[^|]*\\| ([a-z, ]+) \\|$")

func readTable(text string) (house, error) {
	h := house{layerOf: map[string]string{}, allowed: map[string][]string{}}
	for _, match := range row.FindAllStringSubmatch(text, -1) {
		layer := match[1]
		h.allowed[layer] = strings.Split(match[3], ", ")
		for _, name := range strings.Fields(match[2]) {
			if other, twice := h.layerOf[name]; twice {
				return h, fmt.Errorf("%s: %s is in %s and in %s", page, name, other, layer)
			}
			h.layerOf[name] = layer
		}
	}
	if len(h.allowed) == 0 {
		return h, fmt.Errorf("%s has no table of layers", page)
	}
	return h, nil
}

// imported is one import of a package of this repository by another.
type imported struct {
	file     string
	from, to string // folders
}

// check returns what is wrong with an import, or nothing. cmd joins everything, and
// what only tests use may import what tests may.
func (h house) check(i imported) string {
	from, to := h.layerOf[room(i.from)], h.layerOf[room(i.to)]
	switch {
	case isTestSupport(i.to) && !isTestSupport(i.from):
		return fmt.Sprintf("only tests import %s", i.to)
	case strings.HasPrefix(i.from, "cmd/"), isTestSupport(i.from), room(i.from) == room(i.to):
		return ""
	case from == "" || to == "":
		return "" // told once, by missing
	case !slices.Contains(h.allowed[from], to):
		return fmt.Sprintf("%s is in %s, and may not import %s of %s", i.from, from, i.to, to)
	}
	return ""
}

// missing returns a sentence for each package that is in no layer, and for each that
// is in one and does not exist.
func (h house) missing(repo fs.FS) []string {
	entries, _ := fs.ReadDir(repo, "internal")
	var wrong []string
	there := map[string]bool{}
	for _, e := range entries {
		there[e.Name()] = true
		if e.IsDir() && h.layerOf[e.Name()] == "" {
			wrong = append(wrong, fmt.Sprintf("internal/%s is in no layer of %s", e.Name(), page))
		}
	}
	for name := range h.layerOf {
		if !there[name] {
			wrong = append(wrong, fmt.Sprintf("%s names internal/%s, which does not exist", page, name))
		}
	}
	slices.Sort(wrong)
	return wrong
}

// room is the first folder below internal: what is inside belongs to its layer.
func room(folder string) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(folder, "internal/"), "/")
	return first
}

// isTestSupport reports whether a package helps tests, such as dbtest.
func isTestSupport(folder string) bool {
	return slices.ContainsFunc(strings.Split(folder, "/"), func(part string) bool { return strings.HasSuffix(part, "test") })
}

// readImports reads what the files of internal and cmd import, tests aside.
func readImports(repo fs.FS) ([]imported, error) {
	var all []imported
	for _, root := range []string{"internal", "cmd"} {
		err := fs.WalkDir(repo, root, func(file string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
				return err
			}
			found, err := importsOf(repo, file)
			all = append(all, found...)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(all, func(a, b imported) int { return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.to, b.to)) })
	return all, nil
}

func importsOf(repo fs.FS, file string) ([]imported, error) {
	text, err := fs.ReadFile(repo, file)
	if err != nil {
		return nil, err
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), file, text, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	var all []imported
	for _, spec := range parsed.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		if to, ours := strings.CutPrefix(name, module); ours && strings.HasPrefix(to, "internal/") {
			all = append(all, imported{file: file, from: path.Dir(file), to: to})
		}
	}
	return all, nil
}
