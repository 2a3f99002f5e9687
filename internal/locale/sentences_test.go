package locale_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"hawker/internal/locale"
)

// catalogue is a file of sentences/.
type catalogue struct{ Sentences, Words map[string]string }

func readCatalogue(t *testing.T, language string) (c catalogue) {
	t.Helper()
	body, err := os.ReadFile("sentences/" + language + ".json")
	if err == nil {
		err = json.Unmarshal(body, &c)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCatalogueHasEverySentenceOfTheCode_I18N01(t *testing.T) {
	t.Parallel()
	code, arabic := readCode(t), readCatalogue(t, "ar")
	body, err := os.ReadFile("testdata/english.txt")
	if err != nil {
		t.Fatal(err)
	}
	english := map[string]bool{}
	for line := range strings.Lines(string(body)) {
		if !strings.HasPrefix(line, "#") {
			english[strings.TrimSpace(line)] = true
		}
	}
	for text, file := range code.sentences {
		if arabic.Sentences[text] == "" && arabic.Words[text] == "" && !english[strings.TrimSpace(text)] {
			t.Errorf("%s: sentences/ar.json has no %q; if nobody reads it but operators and developers, testdata/english.txt has it", file, text)
		}
		delete(english, strings.TrimSpace(text))
	}
	for text := range english {
		t.Errorf("testdata/english.txt: nothing says %q", text)
	}
	months := regexp.MustCompile(`^%d (January|February|March|April|May|June|July|August|September|October|November|December) %s$`)
	number := regexp.MustCompile(`^\d+`)
	for _, texts := range []map[string]string{arabic.Sentences, arabic.Words} {
		for text := range texts {
			general := number.ReplaceAllString(text, "%d") // a plural, such as that of "3 minutes"
			if !code.texts[text] && !code.texts[general] && !months.MatchString(text) {
				t.Errorf("sentences/ar.json: nothing says %q", text)
			}
		}
	}
}

// A member of staff who chooses a reason at the desk reads the sentence that the shopper will read.
func TestCatalogueSaysUsualReasonsAsTheDesk_I18N01(t *testing.T) {
	t.Parallel()
	english, arabic := usualReasons(t, "en"), usualReasons(t, "ar")
	if len(english) == 0 {
		t.Error("the desk has no usual reasons")
	}
	for id, text := range english {
		if got := locale.Sentence("ar", text); got != arabic[id] {
			t.Errorf("%q is %q, and at the desk %q", text, got, arabic[id])
		}
	}
}

// What the page and the server both say is shown once, because it is equal.
func TestCatalogueSaysSentencesAsTheWeb_I18N01_API05(t *testing.T) {
	t.Parallel()
	ours, arabic := readCatalogue(t, "ar"), webMessages(t, "ar")
	for id, text := range webMessages(t, "en") {
		if got, both := ours.Sentences[text]; both && got != arabic[id] {
			t.Errorf("%q is %q, and in the web as %s %q", text, got, id, arabic[id])
		}
	}
}

func TestCatalogueHasTheValuesOfEachSentence_I18N01(t *testing.T) {
	t.Parallel()
	arabic := readCatalogue(t, "ar")
	for _, texts := range []map[string]string{arabic.Sentences, arabic.Words} {
		for english, text := range texts {
			if want, got := values(english), values(text); !slices.Equal(got, want) {
				t.Errorf("%q has the values %v, and %q has %v", english, want, text, got)
			}
			if strings.TrimSpace(text) == "" || strings.HasSuffix(english, "\n") != strings.HasSuffix(text, "\n") {
				t.Errorf("%q is %q", english, text)
			}
			if bare := regexp.MustCompile(`%[^\[]`).FindString(text); bare != "" {
				t.Errorf("%q: number its values: %q", text, bare)
			}
		}
	}
}

// values returns the numbers and kinds of the values of a sentence.
func values(text string) []string {
	found := map[string]bool{}
	for n, v := range regexp.MustCompile(`%(\[\d+\])?([sdw])`).FindAllStringSubmatch(text, -1) {
		number := v[1]
		if number == "" {
			number = fmt.Sprintf("[%d]", n+1)
		}
		found[number+strings.ReplaceAll(v[2], "w", "s")] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// Each sentence is found again when it is finished, and not another one that looks like it.
func TestSentenceFindsEachSentence_I18N01(t *testing.T) {
	t.Parallel()
	verb := regexp.MustCompile(`%(?:\[(\d)\])?[sdw]`)
	finish := func(text string) string {
		n := 0
		return verb.ReplaceAllStringFunc(text, func(v string) string {
			number := verb.FindStringSubmatch(v)[1]
			if n++; number == "" {
				number = fmt.Sprint(n)
			}
			return strings.Repeat(number, 3)
		})
	}
	for english, text := range readCatalogue(t, "ar").Sentences {
		if got, want := locale.Sentence("ar", finish(english)), finish(text); got != want {
			t.Errorf("%q became %q, want %q", finish(english), got, want)
		}
	}
}

func TestSentence_I18N01(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ language, english, want string }{
		{"ar", "This text is too long.", "هذا النص طويل جدًا."},
		{"ar-EG", "This text is too long.", "هذا النص طويل جدًا."},
		{"en", "This text is too long.", "This text is too long."},
		{"fr", "This text is too long.", "This text is too long."},
		{"", "This text is too long.", "This text is too long."},
		{"ar-XB", "This text is too long.", "This text is too long."},
		{"ar", "Nobody has ever said this.", "Nobody has ever said this."},
		{"ar", "", ""},
		{"ar", "Sedan, red: only 2 available at this time.", "المتوفر من Sedan, red في هذا الوقت: 2."},
		{"ar", "The minimum order of Tea & Co. is $5.00. Please add items for $1.50 more.", "الحد الأدنى للطلب من Tea & Co. هو $5.00. يرجى إضافة أصناف بقيمة $1.50."},
		{"ar", "This trip is paid already.", "سبق دفع قيمة هذه الرحلة."},
		{"ar", "The code is not right. You have 2 tries left.", "الرمز غير صحيح. عدد المحاولات المتبقية: 2."},
		{"ar", "Too many tries. Please try again in 5 minutes.", "محاولات كثيرة جدًا. يرجى المحاولة مرة أخرى بعد 5 دقائق."},
		{"ar", "This coupon expired on 5 March 2026.", "انتهت صلاحية هذه القسيمة في 5 مارس 2026."},
		{"ar", "This coupon is only for Smash, Thai Box and 4 others.", "هذه القسيمة مخصصة لـ Smash, Thai Box وغيرها (4) فقط."},
		{"ar", "order is closed now.", "متجر order مغلق الآن."}, // a name is no word of ours
		{"ar", "%[1]s is closed now.", "متجر %[1]s مغلق الآن."},
	} {
		if got := locale.Sentence(tt.language, tt.english); got != tt.want {
			t.Errorf("%s: %q became %q, want %q", tt.language, tt.english, got, tt.want)
		}
	}
}

func TestReason_I18N01_isTranslatedOnlyIfItIsOurs(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ language, given, want string }{
		{"ar", "This text is too long.", "هذا النص طويل جدًا."},
		{"en", "This text is too long.", "This text is too long."},
		{"ar", "The kitchen is closed now.", "The kitchen is closed now."},
		{"ar", "Delivery is not offered in this area.", "Delivery is not offered in this area."},
	} {
		if got := locale.Reason(tt.language, tt.given); got != tt.want {
			t.Errorf("%s: %q became %q, want %q", tt.language, tt.given, got, tt.want)
		}
	}
}

// A long text is a value too, and somebody may send many.
func TestSentenceIsQuickWithLongTexts_I18N01(t *testing.T) {
	t.Parallel()
	began := time.Now()
	locale.Sentence("ar", strings.Repeat("This is only for ", 10_000))
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
}
