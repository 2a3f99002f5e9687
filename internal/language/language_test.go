package language_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hawker/internal/language"
	"hawker/internal/locale"
)

// english is a small catalogue, so that what a test file lacks can be counted.
var english = language.Texts{
	Messages: map[string]string{
		"cart": "Cart", "items": "{n, plural, one {# item} other {# items}} of {store}", "more": "<a>More</a>", "level": "{level, select, 1 {low} other {high}}",
	},
	Catalogue: locale.Catalogue{
		Sentences: map[string]string{"%s is closed now.": "%[1]s is closed now."}, Words: map[string]string{"%d minutes": "%[1]d minutes"},
	},
}

// write writes a folder of files, and returns its path.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, body := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func readOne(t *testing.T, body string) language.Own {
	t.Helper()
	all, err := language.Read(write(t, map[string]string{"pl.json": body}), english)
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	return all[0]
}

func TestRead_I18N01_TRAP_D31_takesTheLanguagesOfATown(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{
		"fr.json": `{"messages": {"cart": "Panier"}}`, "pt-BR.json": `{}`, "README.md": "Ours", ".hidden.json": "?", "fr.json~": "?",
	})
	all, err := language.Read(dir, english)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 2 || all[0].Tag != "fr" || all[1].Tag != "pt-BR" || all[0].Texts.Messages["cart"] != "Panier" {
		t.Errorf("read %+v", all)
	}
	if n := all[1].Count(language.Missing); n != 6 {
		t.Errorf("%d texts are missing in an empty file, want 6", n)
	}
	if _, err := language.Read(filepath.Join(dir, "nothing"), english); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an absent folder: %v", err)
	}
}

func TestRead_I18N01_refusesWhatAnOwnerMustCorrect(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, body, want string }{
		{"French.json", `{}`, `"French" is not the tag`},
		{"fr_FR.json", `{}`, "is not the tag"},
		{"ar.json", `{}`, "ships"},
		{"en.json", `{}`, "ships"},
		{"fr.json", "{\n\n\"messages\": {,}}", "line 3: invalid character"},
		{"fr.json", `{"message": {}}`, `unknown field "message"`},
		{"fr.json", `{"messages": {"cart": 1}}`, "cannot unmarshal number"},
		{"fr.json", `{} {}`, "more after its end"},
		{"fr.json", ``, "EOF"},
		{"fr.json", `{"messages": {"cart": "` + strings.Repeat("x", 4<<20) + `"}}`, "larger than 4 MiB"},
	} {
		dir := write(t, map[string]string{tt.name: tt.body})
		_, err := language.Read(dir, english)
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), filepath.Join(dir, tt.name)) {
			t.Errorf("%s with %.40q: %v, want %q", tt.name, tt.body, err, tt.want)
		}
	}
	many := map[string]string{}
	for n := range 51 {
		many[fmt.Sprintf("x%c%c.json", 'a'+n/26, 'a'+n%26)] = "{}"
	}
	if _, err := language.Read(write(t, many), english); err == nil || !strings.Contains(err.Error(), "51 languages") {
		t.Errorf("51 files: %v", err)
	}
}

func TestRead_I18N01_TRAP_D31_showsEnglishForWhatIsMissingOrWrong(t *testing.T) {
	t.Parallel()
	const items = `{n, plural, one {# rzecz} few {# rzeczy} many {# rzeczy} other {# rzeczy}} z {store}`
	for _, tt := range []struct {
		part, id, text string
		problem        language.Kind // "": none, and the text is shown
		detail         string
	}{
		{"messages", "cart", "Koszyk", "", ""},
		{"messages", "cart", "", language.Missing, "in English: Cart"},
		{"messages", "cart", "TODO: Cart", language.Missing, "in English: Cart"},
		{"messages", "card", "Koszyk", language.Unknown, "no such text"},
		{"messages", "cart", "Koszyk {", language.Wrong, "at character 9: a value has no name"},
		{"messages", "cart", "Koszyk {n}", language.Wrong, "adds {n}"},
		{"messages", "items", items, "", ""},
		{"messages", "items", "{n}: {store}", "", ""},
		{"messages", "items", "{n, plural, =1 {# rzecz} few {# rzeczy} other {# rzeczy}} z {store}", language.Missing, "the plural many"},
		{"messages", "items", "{n}", language.Wrong, "lacks {store}"},
		{"messages", "more", "<a>Więcej</a>", "", ""},
		{"messages", "more", "<b>Więcej</b>", language.Wrong, "lacks <a>, adds <b>"},
		{"messages", "level", "{level, select, 1 {mało} other {dużo}}", "", ""},
		{"messages", "level", "{level, select, 2 {mało} other {dużo}}", language.Wrong, "lacks {level: 1}, adds {level: 2}"},
		{"sentences", "%s is closed now.", "Teraz zamknięte: %[1]s.", "", ""},
		{"sentences", "%s is closed now.", "Teraz zamknięte.", language.Wrong, "%[1]s"},
		{"sentences", "Nobody says this.", "Nikt", language.Unknown, "no such text"},
		{"words", "%d minutes", "%[1]d minut", "", ""},
		{"words", "3 minutes", "3 minuty", "", ""},
		{"words", "3 hours", "3 godziny", language.Unknown, "no such text"},
	} {
		body, _ := json.Marshal(map[string]any{tt.part: map[string]string{tt.id: tt.text}})
		o := readOne(t, string(body))
		shown := map[string]map[string]string{"messages": o.Texts.Messages, "sentences": o.Texts.Sentences, "words": o.Texts.Words}[tt.part][tt.id]
		if want := tt.problem == "" || tt.text == "" || strings.HasPrefix(tt.detail, "the plural"); (shown == tt.text) != want {
			t.Errorf("%q is shown as %q", tt.text, shown)
		}
		found := ""
		for _, p := range o.Problems {
			if p.ID == tt.id && p.Kind == tt.problem {
				found = p.Detail
			}
		}
		if !strings.Contains(found, tt.detail) {
			t.Errorf("%s %q: %q is no problem as %q: %v", tt.part, tt.id, tt.text, tt.detail, o.Problems)
		}
		if tt.problem == "" && o.Count(language.Wrong)+o.Count(language.Unknown) > 0 {
			t.Errorf("%q has problems: %v", tt.text, o.Problems)
		}
	}
}

func TestCompile_I18N01_returnsWhatABrowserReads(t *testing.T) {
	t.Parallel()
	body, err := readOne(t, `{"messages": {"cart": "Koszyk", "more": "<a>Więcej</a>", "items": "?"}}`).Compile()
	const want = `{"cart":[{"type":0,"value":"Koszyk"}],"more":[{"children":[{"type":0,"value":"Więcej"}],"type":8,"value":"a"}]}`
	if err != nil || string(body) != want {
		t.Errorf("got %s, %v; want %s", body, err, want)
	}
}

func TestTemplate_I18N01_TRAP_D31_marksWhatIsNotTranslated(t *testing.T) {
	t.Parallel()
	translated := readOne(t, `{}`).Texts
	translated.Messages = map[string]string{"cart": "Koszyk", "more": "TODO: old", "gone": "?"}
	translated.Words = map[string]string{"3 minutes": "3 minuty"}
	all := language.Template(english, translated)
	for _, tt := range []struct{ got, want string }{
		{all.Messages["cart"], "Koszyk"}, {all.Messages["more"], "TODO: <a>More</a>"}, {all.Messages["gone"], ""},
		{all.Sentences["%s is closed now."], "TODO: %[1]s is closed now."}, {all.Words["3 minutes"], "3 minuty"},
	} {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
	var file bytes.Buffer
	if err := all.Write(&file); err != nil || !strings.Contains(file.String(), "\n    \"more\": \"TODO: <a>More</a>\"") {
		t.Errorf("%v: %s", err, file.String())
	}
	if o := readOne(t, file.String()); o.Count(language.Missing) != 5 || o.Count(language.Wrong)+o.Count(language.Unknown) > 0 {
		t.Errorf("the file has problems: %v", o.Problems)
	}
}

// What the page and the server say in Arabic is a language as a town would add it.
func TestRead_I18N01_hasNoProblemWithWhatHawkerShips(t *testing.T) {
	t.Parallel()
	texts := map[string]language.Texts{}
	for _, tag := range []string{"en", "ar"} {
		var one language.Texts
		for path, into := range map[string]any{"../../web/src/locales/" + tag + ".json": &one.Messages, "../locale/sentences/ar.json": &one.Catalogue} {
			body, err := os.ReadFile(path)
			if err == nil {
				err = json.Unmarshal(body, into)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		texts[tag] = one
	}
	var file bytes.Buffer
	if err := texts["ar"].Write(&file); err != nil {
		t.Fatal(err)
	}
	all, err := language.Read(write(t, map[string]string{"ar-EG.json": file.String()}), language.English(texts["en"].Messages))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all[0].Problems {
		t.Error(p)
	}
}
