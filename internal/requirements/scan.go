package requirements

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// findings is what was read in the files of the repository.
type findings struct {
	citations []citation
	tests     map[string][]test // by id
}

// citation is an id in a line of a file.
type citation struct {
	id, file string
	line     int
}

// test is a test that names an id.
type test struct {
	file, name string
}

// Files of these kinds are read; a script has no extension.
var kinds = []string{"", ".css", ".go", ".html", ".js", ".md", ".mjs", ".sh", ".sql", ".ts", ".tsx", ".yaml", ".yml"}

// skipped are folders and files that are built, generated, or kept by a running
// server, and this package: its tests use ids that do not exist.
var skipped = []string{
	Page, Source, "LICENSE", "THIRD_PARTY", "bin", "data", "look",
	"internal/demo/media", "internal/requirements", "web/public/third-party.txt",
	"web/src/lib/api", "web/src/route-tree.gen.ts",
}

// skippedNames are skipped in every folder.
var skippedNames = []string{"node_modules", "dist", "testdata", "test-results", "playwright-report", "coverage"}

func scan(repository fs.FS) (*findings, error) {
	found := &findings{tests: make(map[string][]test)}
	err := fs.WalkDir(repository, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if isSkipped(name) {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() || !slices.Contains(kinds, path.Ext(name)) {
			return nil
		}
		text, err := fs.ReadFile(repository, name)
		if err != nil {
			return err
		}
		found.read(name, string(text))
		return nil
	})
	return found, err
}

func isSkipped(name string) bool {
	base := path.Base(name)
	hidden := name != "." && strings.HasPrefix(base, ".") && path.Ext(name) != ".yaml"
	return hidden || slices.Contains(skipped, name) || slices.Contains(skippedNames, base)
}

func (f *findings) read(file, text string) {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		for _, id := range inLine(line) {
			f.citations = append(f.citations, citation{id: id, file: file, line: i + 1})
		}
	}
	switch {
	case strings.HasSuffix(file, "_test.go"):
		f.readGoTests(file, lines)
	case webTest.MatchString(file):
		f.readWebTests(file, lines)
	}
}

// A title begins with an id and a blank: of a test, of a describe, or of a case in a table.
const titleStart = `(?:TRAP_[A-Z]|(?:I18N|[A-Z]{2,4})-|[A-Z])\d{1,2} `

var (
	goTest   = regexp.MustCompile(`^func ((?:Test|Fuzz|Benchmark)\w*)\(`)
	goTitle  = regexp.MustCompile(`"(` + titleStart + `[^"%]*)"`) // one with % is the text of a failure
	webTest  = regexp.MustCompile(`\.(test|spec)\.(ts|tsx|mjs)$`)
	webTitle = regexp.MustCompile(`'(` + titleStart + `(?:[^'\\]|\\.)*)'|"(` + titleStart + `[^"]*)"|` + "`(" + titleStart + "[^`]*)`")
)

// readGoTests reads the names of test functions and of the cases in their tables.
func (f *findings) readGoTests(file string, lines []string) {
	function := ""
	for _, line := range lines {
		if m := goTest.FindStringSubmatch(line); m != nil {
			function = m[1]
			f.addTest(test{file, function}, inName(function))
		}
		for _, m := range goTitle.FindAllStringSubmatch(line, -1) {
			f.addTest(test{file, function + "/" + m[1]}, inLine(m[1]))
		}
	}
}

func (f *findings) readWebTests(file string, lines []string) {
	for _, line := range lines {
		for _, m := range webTitle.FindAllStringSubmatch(line, -1) {
			title := m[1] + m[2] + m[3]
			f.addTest(test{file, title}, inLine(title))
		}
	}
}

// addTest notes a test under each id that it names.
func (f *findings) addTest(t test, ids []string) {
	for _, id := range ids {
		if !slices.Contains(f.tests[id], t) {
			f.tests[id] = append(f.tests[id], t)
		}
	}
}
