package icu_test

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"hawker/internal/icu"
)

// web/build/icu.test.ts checks that the parser of the web reads the same file the same way.
func TestParse_I18N01_readsAsTheParserOfTheWeb(t *testing.T) {
	t.Parallel()
	var samples []struct {
		Text   string `json:"text"`
		Parsed any    `json:"parsed"`
	}
	readJSON(t, "testdata/messages.json", &samples)
	for _, s := range samples {
		m, err := icu.Parse(s.Text)
		if err != nil {
			t.Errorf("%q: %v", s.Text, err)
			continue
		}
		if got := decoded(t, m); !reflect.DeepEqual(got, s.Parsed) {
			t.Errorf("%q:\n got %v\nwant %v", s.Text, got, s.Parsed)
		}
	}
}

func TestParse_I18N01_readsEveryMessage(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"en", "ar"} {
		var messages map[string]string
		readJSON(t, "../../web/src/locales/"+language+".json", &messages)
		for id, text := range messages {
			if _, err := icu.Parse(text); err != nil {
				t.Errorf("%s of %s: %v", id, language, err)
			}
		}
	}
}

func TestParse_I18N01_refusesTheRest(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"{", "{}", "{ }", "{a", "{a b}", "{a,}", "{a, number", "{a, date}", "{a, number, percent}", "{a, selectordinal, other {x}}", "{a-b}",
		"{n, plural}", "{n, plural,}", "{n, plural, one {x}}", "{n, plural, other}", "{n, plural, other {x}", "{n, plural, other {x} other {y}}",
		"{n, plural, ohter {x} other {y}}", "{n, plural, other {x} more}", "{n, plural, other {x} =}", "{n, plural, =x {a} other {x}}", "{n, plural, =-1 {a} other {x}}",
		"{n, plural, =1234567890123456 {a} other {x}}", "{n, plural, offset:1 other {x}}", "{n, select, a {x}}",
		"<b>", "</b>", "<b>x</i>", "<b>x</b", "<b x>y</b>", "<b/ >", "<b>{n, plural, other {</b>}}", "{n, plural, other {<b>}</b>}",
		strings.Repeat("<b>", 12) + strings.Repeat("</b>", 12), strings.Repeat("{n, select, other {", 1e5),
	} {
		if m, err := icu.Parse(text); err == nil {
			t.Errorf("%.80q is read as %v", text, m)
		}
	}
}

func TestFormat_I18N01(t *testing.T) {
	t.Parallel()
	const items = "{n, plural, =0 {nothing} one {# item of {store}} other {# items of {store}}}"
	const polish = "{n, plural, one {# rzecz} few {# rzeczy} other {# rzeczy wielu}}"
	for _, tt := range []struct{ language, text, n, want string }{
		{"en", items, "0", "nothing"},
		{"en", items, "1", "1 item of {Nook}"},
		{"en", items, "12", "12 items of {Nook}"},
		{"en", items, "many", "many items of {Nook}"},
		{"pl", polish, "22", "22 rzeczy"},
		{"pl", polish, "5", "5 rzeczy wielu"},
		{"no language", polish, "5", "5 rzeczy wielu"},
		{"en", "{n, select, 3 {three} other {{n, number}}}", "3", "three"},
		{"en", "{n, select, 3 {three} other {{n, number}}}", "4", "4"},
		{"en", "<b>{n}</b> at '{'{missing}", "7", "7 at {{missing}"},
	} {
		m, err := icu.Parse(tt.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Format(tt.language, map[string]string{"n": tt.n, "store": "{Nook}"}); got != tt.want {
			t.Errorf("%s: %q with %s is %q, want %q", tt.language, tt.text, tt.n, got, tt.want)
		}
	}
}

// Whatever an owner writes, reading and formatting it never panics.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"{n, plural, =0 {} other {# <b>'{'</b>}}", "{x, select, a {b} other {c}}", "''{", "<a/>", "\xff{\xfe}"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := icu.Parse(text)
		if err != nil {
			return
		}
		m.Format("ar", map[string]string{"n": "3"})
		decoded(t, m)
	})
}

// decoded returns what a browser gets of a message.
func decoded(t *testing.T, m icu.Message) (got any) {
	t.Helper()
	body, err := json.Marshal(m)
	if err == nil {
		err = json.Unmarshal(body, &got)
	}
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func readJSON(t *testing.T, file string, into any) {
	t.Helper()
	body, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(body, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}
