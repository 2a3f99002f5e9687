package main

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// CONTRIBUTING.md lists the files to change. When one of them moves, this test fails until
// the page has the new path.
func TestContributingPage_namesOnlyExistingPaths(t *testing.T) {
	t.Parallel()
	text := readFile(t, "CONTRIBUTING.md")
	for _, name := range missing(t, text) {
		t.Errorf("CONTRIBUTING.md names %s, which does not exist", name)
	}
	if paths := namedPaths(text); len(paths) < 30 {
		t.Errorf("only %d paths were found: %v", len(paths), paths)
	}
	if recipes := strings.Count(text, "\n### "); recipes != 9 {
		t.Errorf("%d recipes, want 9", recipes)
	}
	if !strings.Contains(readFile(t, "README.md"), "(CONTRIBUTING.md)") {
		t.Error("README.md does not link to CONTRIBUTING.md")
	}
}

// The table of docs/architecture.md says where things are.
func TestArchitecturePage_namesOnlyExistingPlaces(t *testing.T) {
	t.Parallel()
	_, table, found := strings.Cut(readFile(t, "docs/architecture.md"), "\n## Where is …?\n")
	table, _, _ = strings.Cut(table, "\n## ")
	if paths := namedPaths(table); !found || len(paths) < 20 {
		t.Errorf("only %d paths were found: %v", len(paths), paths)
	}
	for _, name := range missing(t, strings.ReplaceAll(table, "](sign-in.md)", "](docs/sign-in.md)")) {
		t.Errorf("docs/architecture.md names %s, which does not exist", name)
	}
}

func TestDecisions_areListedWithTheirTitles(t *testing.T) {
	t.Parallel()
	index := readFile(t, "docs/adr/README.md")
	files, err := filepath.Glob("../../docs/adr/0*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no decisions: %v", err)
	}
	for _, file := range files {
		name := filepath.Base(file)
		number := name[:4]
		first, _, _ := strings.Cut(readFile(t, "docs/adr/"+name), "\n")
		title, found := strings.CutPrefix(first, "# "+number+" ")
		row := "| [" + number + "](" + name + ") | " + title + " |\n"
		if !found || !strings.Contains(index, row) {
			t.Errorf("docs/adr/README.md lacks the row of %s: %q", name, row)
		}
	}
}

func TestMissing_findsWhatDoesNotExist(t *testing.T) {
	t.Parallel()
	const text = "Run `make nothing`, then `npm --prefix web run nothing`.\n\n" +
		"    scripts/nothing run ./internal/cart/     # a comment/with a slash\n" +
		"    npm --prefix web test -- src/nothing\n\n" +
		"1. `internal/nothing/<name>.go` and `internal/<concept>/nothing.go`, `NOTHING.md`, [a page](docs/nothing.md).\n" +
		"2. `internal/<concept>/repo.go`, `web/src/locales/<language>.json`, `docs/adr`, `README.md`, `make test`, `town.json`.\n"
	want := []string{
		"NOTHING.md", "docs/nothing.md", "internal/<concept>/nothing.go", "internal/nothing/<name>.go",
		"make nothing", "npm --prefix web run nothing", "scripts/nothing", "web/src/nothing",
	}
	if got := missing(t, text); !slices.Equal(got, want) {
		t.Errorf("missing: %q, want %q", got, want)
	}
}

// missing returns the paths, make targets and npm scripts of a Markdown page that
// the repository does not have.
func missing(t *testing.T, text string) []string {
	t.Helper()
	none := slices.Concat(missingPaths(t, text), missingTargets(t, text), missingScripts(t, text))
	slices.Sort(none)
	return slices.Compact(none)
}

var placeholder = regexp.MustCompile(`<[a-z]+>`)

func missingPaths(t *testing.T, text string) (none []string) {
	t.Helper()
	for _, name := range namedPaths(text) {
		found, err := filepath.Glob(filepath.Join(root, placeholder.ReplaceAllString(name, "*")))
		if err != nil {
			t.Fatal(err)
		}
		if len(found) == 0 {
			none = append(none, name)
		}
	}
	return none
}

var makeTarget = regexp.MustCompile(`^make ([\w-]+)`)

func missingTargets(t *testing.T, text string) (none []string) {
	t.Helper()
	makefile := readFile(t, "Makefile")
	for _, s := range snippets(text) {
		if m := makeTarget.FindStringSubmatch(s); m != nil && !strings.Contains(makefile, "\n"+m[1]+":") {
			none = append(none, m[0])
		}
	}
	return none
}

var npmScript = regexp.MustCompile(`npm --prefix (\S+) (?:run )?([\w:-]+)`)

func missingScripts(t *testing.T, text string) (none []string) {
	t.Helper()
	for _, s := range snippets(text) {
		m := npmScript.FindStringSubmatch(s)
		if m == nil {
			continue
		}
		var manifest struct{ Scripts map[string]string }
		if err := json.Unmarshal([]byte(readFile(t, m[1]+"/package.json")), &manifest); err != nil {
			t.Fatal(err)
		}
		if manifest.Scripts[m[2]] == "" {
			none = append(none, m[0])
		}
	}
	return none
}

var linkTarget = regexp.MustCompile(`\]\(([^)#]+)\)`)

// namedPaths returns the paths in links and snippets. npm resolves a path in the
// folder of its prefix.
func namedPaths(text string) (paths []string) {
	for _, m := range linkTarget.FindAllStringSubmatch(text, -1) {
		paths = append(paths, m[1])
	}
	for _, s := range snippets(text) {
		folder := ""
		if m := npmScript.FindStringSubmatch(s); m != nil {
			folder = m[1]
		}
		for _, word := range strings.Fields(s) {
			if strings.Contains(word, "/") || strings.HasSuffix(word, ".md") {
				paths = append(paths, path.Join(folder, word))
			}
		}
	}
	return paths
}

var (
	quoted    = regexp.MustCompile("`([^`\n]+)`")
	blockLine = regexp.MustCompile(`(?m)^    (.+?)(?:\s+#.*)?$`)
)

// snippets returns the inline code of a page, and the lines of its code blocks without
// comments.
func snippets(text string) (all []string) {
	for _, pattern := range []*regexp.Regexp{quoted, blockLine} {
		for _, m := range pattern.FindAllStringSubmatch(text, -1) {
			all = append(all, m[1])
		}
	}
	return all
}

// root is the repository's folder.
const root = "../.."

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
