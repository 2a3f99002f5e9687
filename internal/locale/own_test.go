package locale_test

import (
	"slices"
	"sync"
	"testing"

	"hawker/internal/locale"
)

// Languages that are added stay for all tests of the package: each has its own.
func TestAdd_I18N01_TRAP_D31_aTownAddsALanguage(t *testing.T) {
	t.Parallel()
	locale.Add("eo", locale.Catalogue{
		Sentences: map[string]string{"This text is too long.": "Ĉi tiu teksto estas tro longa.", "Too many tries. Please try again in %s.": "Tro da provoj. Bonvolu reprovi post %[1]w."},
		Words:     map[string]string{"%d minutes": "%[1]d minutoj"},
	})
	for _, tt := range []struct{ language, english, want string }{
		{"eo", "This text is too long.", "Ĉi tiu teksto estas tro longa."},
		{"eo-XX", "This text is too long.", "Ĉi tiu teksto estas tro longa."},
		{"eo", "Too many tries. Please try again in 5 minutes.", "Tro da provoj. Bonvolu reprovi post 5 minutoj."},
		{"eo", "This trip is paid already.", "This trip is paid already."}, // it has no such text
	} {
		if got := locale.Sentence(tt.language, tt.english); got != tt.want {
			t.Errorf("%s: %q became %q, want %q", tt.language, tt.english, got, tt.want)
		}
	}
	if got := locale.Spoken("eo"); got != "eo" {
		t.Errorf("the sentences of eo are in %q", got)
	}
	if got := locale.Reason("eo", "This text is too long."); got != "Ĉi tiu teksto estas tro longa." {
		t.Errorf("a reason is %q", got)
	}
	if got := locale.Word("eo", "7 minutes"); got != "7 minutoj" {
		t.Errorf("a word is %q", got)
	}
}

func TestAdd_I18N01_leavesShippedLanguagesAndEmptyOnesOut(t *testing.T) {
	t.Parallel()
	locale.Add("ar", locale.Catalogue{Sentences: map[string]string{"This text is too long.": "?"}})
	locale.Add("tlh", locale.Catalogue{})
	if got := locale.Sentence("ar", "This text is too long."); got != "هذا النص طويل جدًا." {
		t.Errorf("Arabic says %q", got)
	}
	if got := locale.Spoken("tlh"); got != "" {
		t.Errorf("the sentences of a language without any are in %q", got)
	}
	if got := locale.Shipped(); !slices.Equal(got, []string{"ar", "en"}) {
		t.Errorf("shipped are %q", got)
	}
}

func TestAdd_I18N01_whileOthersRead(t *testing.T) {
	t.Parallel()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 100 {
				locale.Add("vo", locale.Catalogue{Words: map[string]string{"Tea": "Tied"}})
				locale.Word("vo", "Tea")
			}
		})
	}
	all.Wait()
}

func TestEnglish_I18N01_hasNumberedValuesAndNoPluralsOfArabic(t *testing.T) {
	t.Parallel()
	all := locale.English()
	if got := all.Sentences["%s is closed now."]; got != "%[1]s is closed now." {
		t.Errorf("a sentence is %q", got)
	}
	if got := all.Words["%d minutes"]; got != "%[1]d minutes" {
		t.Errorf("a word is %q", got)
	}
	for english := range all.Words {
		if _, is := locale.General(english); is {
			t.Errorf("there is %q", english)
		}
	}
	for english, text := range all.Sentences {
		if err := locale.CheckText(english, text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestCheckText_I18N01(t *testing.T) {
	t.Parallel()
	const english = "%s costs %d"
	for text, fits := range map[string]bool{
		"%[2]d: %[1]s": true, "%[2]d: %[1]w, %[1]s": true, "%[1]s: %[2]d (100 %)": true,
		"": false, " ": false, "%s: %d": false, "%[1]s": false, "%[1]s %[2]d %[3]s": false, "%[1]d %[2]d": false, "%[1]s %[2]d\n": false,
	} {
		if err := locale.CheckText(english, text); (err == nil) != fits {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestIsTag_I18N01(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"fr": true, "pt-BR": true, "zh-Hant": true, "fil": true, "": false, "French": false, "FR": false, "fr_FR": false, "fr-FR-x": false, "../fr": false} {
		if locale.IsTag(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}
