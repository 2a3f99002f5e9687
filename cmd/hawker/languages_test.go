package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/language"
	"hawker/internal/townfile"
)

// hawker runs a command that needs no data, and returns what it printed.
func hawker(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := run(t.Context(), args, func(string) string { return "" }, &out, nil)
	return out.String(), err
}

// writeLanguage writes a folder with a language, and returns its path.
func writeLanguage(t *testing.T, name, body string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(body), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// offerLanguages changes the languages of a town that is not running.
func offerLanguages(t *testing.T, r *running, tags ...string) {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "town")
	if out, err := r.command("export", folder); err != nil {
		t.Fatalf("export: %v\n%s", err, out)
	}
	// Only what town.json needs is imported: a whole town takes long.
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != townfile.SettingsFile && e.Name() != townfile.ModulesFile {
			if err := os.RemoveAll(filepath.Join(folder, e.Name())); err != nil {
				t.Fatal(err)
			}
		}
	}
	file := filepath.Join(folder, townfile.SettingsFile)
	body, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var settings map[string]any
	if err := json.Unmarshal(body, &settings); err != nil {
		t.Fatal(err)
	}
	settings["languages"] = tags
	body, _ = json.Marshal(settings)
	if err := os.WriteFile(file, body, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := r.command("import", folder); err != nil {
		t.Fatalf("import: %v\n%s", err, out)
	}
}

// read returns what the server responds to a browser in French.
func (r *running) read(path string) string {
	r.t.Helper()
	request, err := http.NewRequestWithContext(r.t.Context(), http.MethodGet, r.url+path, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	request.AddCookie(&http.Cookie{Name: "hk_scope", Value: "lang%3Dfr"})
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		r.t.Fatal(err)
	}
	defer answer.Body.Close()
	var body bytes.Buffer
	if _, err := body.ReadFrom(answer.Body); err != nil || answer.StatusCode != http.StatusOK {
		r.t.Fatalf("%s: %d, %v", path, answer.StatusCode, err)
	}
	return body.String()
}

func TestLanguages_I18N01_TRAP_D31_aTownAddsOneByAFile(t *testing.T) {
	t.Parallel()
	dir := writeLanguage(t, "fr.json", `{
		"messages": {"offer.campaigns": "Campagnes", "common.close": "Fermer"},
		"sentences": {"Confirm your subscription to %s": "Confirmez votre abonnement à %[1]s", "This item does not exist.": "Cet article n’existe pas."}}`)
	stopped := &running{t: t, data: demoData(t, db.SQLite)}
	offerLanguages(t, stopped, "fr", "en")
	r := startCommand(t, stopped.data, "demo", "--languages", dir)

	var config struct {
		Language []struct{ Key, Value string }
	}
	r.call("GET", "/config", nil, nil, &config)
	if len(config.Language) != 2 || config.Language[0].Key != "fr" || config.Language[0].Value != "français" {
		t.Errorf("offered are %v", config.Language)
	}

	page := r.read("/campaigns")
	file := regexp.MustCompile(`<meta name="hk-language-fr" content="([^"]+)">`).FindStringSubmatch(page)
	if file == nil || !strings.Contains(page, "<title>Campagnes ·") {
		t.Fatalf("got %.900s", page)
	}
	if messages := r.read(file[1]); !strings.Contains(messages, `"common.close":[{"type":0,"value":"Fermer"}]`) {
		t.Errorf("got %.300s", messages)
	}

	if _, body := r.try("GET", "/items/nothing-of-this-name", map[string]string{"X-localization": "fr"}, nil); !strings.Contains(string(body), "Cet article n’existe pas.") {
		t.Errorf("an error is %s", body)
	}
	r.call("POST", "/newsletter", map[string]string{"X-localization": "fr"}, map[string]any{"email": "lea@example.com"}, nil)
	for end := time.Now().Add(time.Minute); !strings.Contains(r.read("/demo/outbox"), "Confirmez votre abonnement à"); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("no mail is in French")
		}
	}
}

func TestLanguages_I18N01_aBrokenFileStopsTheStart(t *testing.T) {
	t.Parallel()
	broken, data := writeLanguage(t, "fr.json", `{"messages": {`), t.TempDir()
	if _, err := hawker(t, "serve", "--data", data, "--languages", broken); err == nil || !strings.Contains(err.Error(), filepath.Join(broken, "fr.json")) {
		t.Errorf("a broken file: %v", err)
	}
	if _, err := hawker(t, "serve", "--data", data, "--languages", filepath.Join(data, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
	if err := os.Rename(broken, filepath.Join(data, "languages")); err != nil {
		t.Fatal(err)
	}
	if _, err := hawker(t, "serve", "--data", data); err == nil || !strings.Contains(err.Error(), filepath.Join(data, "languages", "fr.json")) {
		t.Errorf("the folder in the data folder: %v", err)
	}
	if _, err := os.Stat(filepath.Join(data, "hawker.db")); err == nil {
		t.Error("the start has created a database")
	}
}

func TestLanguageCommand_I18N01_TRAP_D31(t *testing.T) {
	t.Parallel()
	printed, err := hawker(t, "language", "new", "fr")
	if err != nil {
		t.Fatal(err)
	}
	dir := writeLanguage(t, "fr.json", printed)
	file := filepath.Join(dir, "fr.json")
	if out, err := hawker(t, "language", "check", dir); err != nil || !strings.Contains(out, "0 unknown, 0 wrong") || !strings.Contains(out, `missing: message "common.close": in English: Close`) {
		t.Errorf("a new file: %v\n%.300s", err, out)
	}

	texts, err := language.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := texts.Messages["common.close"]; got != "TODO: Close" {
		t.Errorf("a new text is %q", got)
	}
	texts.Messages["common.close"], texts.Messages["gone"], texts.Sentences["%s is closed now."] = "Fermer", "Parti", "Fermé."
	var edited bytes.Buffer
	if err := texts.Write(&edited); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, edited.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := hawker(t, "language", "check", dir)
	if code := exitCode(0); !errors.As(err, &code) || code != 1 || !strings.Contains(out, `unknown: message "gone"`) || !strings.Contains(out, `wrong: sentence "%s is closed now."`) {
		t.Errorf("a wrong file: %v\n%.300s", err, out)
	}

	renewed, err := hawker(t, "language", "new", "fr", "--from", file)
	if err != nil || !strings.Contains(renewed, `"common.close": "Fermer"`) || !strings.Contains(renewed, `"common.cancel": "TODO: Cancel"`) || strings.Contains(renewed, "Parti") {
		t.Errorf("a renewed file: %v\n%.300s", err, renewed)
	}
	if _, err := hawker(t, "language", "new", "ar"); err == nil {
		t.Error("Arabic is a language of Hawker, and none that a town may add")
	}
}
