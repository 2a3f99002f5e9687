package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"hawker/internal/townfile"
)

// docs/security.md names a test for each of the 70 lines of ASVS 5.0, level 1, or says why
// the line does not apply. The named tests must exist.
func TestSecurityPage_namesTestsThatExist(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	written := testNames(t)
	lines := regexp.MustCompile(`(?m)^\| (\d+\.\d+\.\d+) \|[^|]*\|([^|]*)\|([^|]*)\|$`).FindAllStringSubmatch(string(page), -1)
	if len(lines) != 70 {
		t.Errorf("%d lines of level 1, want 70", len(lines))
	}
	for _, line := range lines {
		id, how, proof := line[1], line[2], line[3]
		if strings.TrimSpace(proof) == "" && !strings.Contains(how, "does not apply") && !strings.Contains(how, "the proxy's") && !strings.Contains(how, "above") {
			t.Errorf("%s has neither a test nor a reason", id)
		}
		for _, quoted := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(proof, -1) {
			if name := quoted[1]; !strings.HasPrefix(name, "make ") && !strings.Contains(written, name) {
				t.Errorf("%s names a test that does not exist: %s", id, name)
			}
		}
		if unnamed := regexp.MustCompile(`\b[A-Z]{5,}\b`).FindString(regexp.MustCompile("`[^`]+`").ReplaceAllString(proof, "")); unnamed != "" {
			t.Errorf("%s: %s is not a test", id, unnamed)
		}
	}
}

// testNames returns the text of all test files.
func testNames(t *testing.T) string {
	t.Helper()
	return textOf(t, isTest, "..", "../../internal", "../../web/src", "../../e2e/tests")
}

// textOf returns the text of the files that are wanted, one after the other.
func textOf(t *testing.T, wanted func(path string) bool, roots ...string) string {
	t.Helper()
	var all strings.Builder
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !wanted(path) {
				return err
			}
			text, err := os.ReadFile(path)
			all.Write(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all.String()
}

func isTest(path string) bool {
	for _, end := range []string{"_test.go", ".test.ts", ".test.tsx", ".spec.ts"} {
		if strings.HasSuffix(path, end) {
			return true
		}
	}
	return false
}

func isCode(path string) bool { return filepath.Ext(path) == ".go" && !isTest(path) }

// "Limits" in docs/operate.md has a row for each constant of the code that limits the calls of a
// network address, with its number.
func TestLimitsInTheHandbook_nameEachLimitOfCalls(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/operate.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{ // how the row begins
		"calls": "calls of one address*", "guests": "new guests of", "pages": "pages of", "files": "pages of", "maps": "calls about the map of",
		"profiles": "saving a profile,", "images": "uploading an image,", "licences": "giving a driver's licence,", "conversions": "converting points,",
		"subscriptions": "switching the notifications of a device on,", "topUps": "payments into the wallet,", "newsletters": "the newsletter of",
		"unsubscribes": "unsubscribing from mails by their link,", "applications": "applications to join, of",
	}
	found := regexp.MustCompile(`(?m)^\s*(?:const )?(\w+)Per(Minute|Hour|Day)\s*=\s*(\d+)`).FindAllStringSubmatch(textOf(t, isCode, "../../internal/api", "../../internal/server"), -1)
	if len(found) < len(rows) {
		t.Errorf("only %d limits were found", len(found))
	}
	for _, limit := range found {
		of, window, number := limit[1], strings.ToLower(limit[2]), limit[3]
		begins, known := rows[of]
		if !known {
			t.Errorf("%sPer%s: add it to the limits in docs/operate.md, and here", of, limit[2])
			continue
		}
		_, row, _ := strings.Cut(string(page), "\n| "+begins)
		row, _, _ = strings.Cut(row, "\n")
		if !regexp.MustCompile(`\b`+number+`\b`).MatchString(row) || !regexp.MustCompile(`\ban? `+window+`\b`).MatchString(row) {
			t.Errorf("docs/operate.md does not say that %q is %s a %s", begins, number, window)
		}
	}
}

// docs/operate.md explains each key of the records and settings that have a table there.
func TestHandbook_namesEachKeyOfTheTables(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/operate.md")
	if err != nil {
		t.Fatal(err)
	}
	for heading, records := range map[string][]any{
		"## Storefront": {townfile.Storefront{}}, "## Checkout": {townfile.Checkout{}}, "## Delivery": {townfile.Tariff{}}, "## Accounts": {townfile.Login{}},
		"### Stores":                        {townfile.Store{}, townfile.Hours{}, townfile.Opening{}, townfile.Closure{}},
		"### Items":                         {townfile.Item{}, townfile.ChoiceOption{}, townfile.Variation{}, townfile.OptionGroup{}, townfile.Option{}, townfile.AddOn{}},
		"### Providers and vehicles":        {townfile.Provider{}, townfile.Vehicle{}},
		"### Modules, categories and pages": {townfile.Module{}, townfile.Category{}, townfile.Page{}},
		"## Parcels":                        {townfile.ParcelCategory{}, townfile.ParcelInstruction{}, townfile.Parcel{}},
		"## Your own catalogue":             {townfile.Zone{}},
		"### Banners":                       {townfile.Banner{}, townfile.Target{}},
		"### Reviews":                       {townfile.Review{}, townfile.VehicleReview{}},
		"### Business, currency, location and landing": {
			townfile.Business{}, townfile.SocialLink{}, townfile.Currency{}, townfile.Location{}, townfile.Landing{}, townfile.Highlight{}, townfile.AppLinks{},
		},
	} {
		_, section, _ := strings.Cut(string(page), "\n"+heading+"\n")
		section = regexp.MustCompile(`(?s)\n###? .*`).ReplaceAllString(section, "")
		for _, key := range keysOf(records) {
			if !strings.Contains(section, "`"+key+"`") && !strings.Contains(section, `"`+key+`":`) {
				t.Errorf("%s in docs/operate.md does not explain %s", heading, key)
			}
		}
	}
}

// docs/operate.md says which parts of the shop hawker init switches on.
func TestHandbook_saysWhatANewTownHasOn(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "castro")
	if _, err := initialize(t, folder); err != nil {
		t.Fatal(err)
	}
	fresh, err := townfile.Read(os.DirFS(folder))
	if err != nil {
		t.Fatal(err)
	}
	if want := (townfile.Storefront{CountryPicker: true}); fresh.Settings.Storefront != want {
		t.Errorf("a new town has %+v", fresh.Settings.Storefront)
	}
	page, err := os.ReadFile("../../docs/operate.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "In a new town `country_picker_status` is `true`, and no other.") {
		t.Error("docs/operate.md says something else")
	}
}

// docs/operate.md says what each tab of the desk is for.
func TestHandbook_namesEachTabOfTheDesk(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/operate.md")
	if err != nil {
		t.Fatal(err)
	}
	board, err := os.ReadFile("../../web/src/desk/board.tsx")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "\n## Staff\n")
	section, _, _ = strings.Cut(section, "\n## Rewards\n")
	keys := regexp.MustCompile(`key: '(\w+)' as const`).FindAllStringSubmatch(string(board), -1)
	if len(keys) < 6 {
		t.Fatalf("only %d tabs were found", len(keys))
	}
	for _, key := range keys {
		_, name, _ := strings.Cut(string(board), "'desk_board."+key[1]+"', defaultMessage: '")
		name, _, _ = strings.Cut(name, "'")
		if name == "" || !strings.Contains(section, name) {
			t.Errorf("docs/operate.md does not name the tab %q (%s)", name, key[1])
		}
	}
}

// keysOf returns the names of the fields in the town folder.
func keysOf(records []any) (keys []string) {
	for _, record := range records {
		for _, field := range reflect.VisibleFields(reflect.TypeOf(record)) {
			key, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			keys = append(keys, key)
		}
	}
	return keys
}

// Each command in docs/operate.md has only flags that it knows, as it stands there and run by
// the function of the shell that adds the settings of the service.
func TestHandbook_itsCommandsHaveOnlyTheirFlags(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/operate.md")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(page), "\\\n", "")
	function := regexp.MustCompile(`(?m)^ +sudo systemd-run .* /usr/local/bin/hawker "\$@"(.*)$`).FindStringSubmatch(text)
	if function == nil || !strings.Contains(function[0], " --setenv=HAWKER_DATA=/var/lib/hawker ") {
		t.Fatal("docs/operate.md has no function that runs commands with the data of the service")
	}
	commands := regexp.MustCompile(`(?m)^    (?:HAWKER_\S+ )?(?:(?:bin|old|new)/hawker|town|compose run --rm (?:--volume \S+ )?hawker-\d) ([a-z].*)$`).FindAllStringSubmatch(text, -1)
	if len(commands) < 35 {
		t.Errorf("only %d commands were found", len(commands))
	}
	for _, command := range commands {
		line, _, _ := strings.Cut(command[1], " #")
		line, _, _ = strings.Cut(line, " > ") // into a file
		refuseUnknown(t, line)
		line = regexp.MustCompile(` --data \S+`).ReplaceAllString(line, "")
		refuseUnknown(t, line+function[1])
	}
}

// refuseUnknown fails the test if a command does not know one of its words. Files that it names
// need not exist.
func refuseUnknown(t *testing.T, line string) {
	t.Helper()
	var words []string
	for _, word := range regexp.MustCompile(`(?:"[^"]*"|\S)+`).FindAllString(line, -1) {
		words = append(words, strings.ReplaceAll(word, `"`, ""))
	}
	parser, err := newParser(func(string) string { return "" }, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parse(parser, words); err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("hawker %s: %v", line, err)
	}
}
