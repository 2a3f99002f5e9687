package page_test

import (
	"context"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"hawker/internal/page"
)

// Where no script runs, the server has to say it in the language of the page.
func TestNotices_I18N01_areInTheLanguageOfThePage(t *testing.T) {
	t.Parallel()
	built := fstest.MapFS{}
	for _, name := range []string{"index.html", "desk.html"} {
		body, err := os.ReadFile("../../web/" + name)
		if err != nil {
			t.Fatal(err)
		}
		built[name] = &fstest.MapFile{Data: body}
	}
	h, err := page.New(page.Config{
		Assets: built, API: http.NotFoundHandler(), Text: messages(t),
		Languages: func(context.Context) []string { return []string{"en", "ar"} },
	})
	if err != nil {
		t.Fatal(err)
	}
	element := regexp.MustCompile(`(?s)<p\s[^>]*>.*?</p>`)
	words, tags := regexp.MustCompile(`[A-Za-z]{2,}`), regexp.MustCompile(`(?s)<[^>]*>|JavaScript`)
	for path, sentence := range map[string]string{"/track-order": "To order, load it again.", "/desk": "Load it again."} {
		english, arabic := answerOf(t, h, path, ""), element.FindAllString(answerOf(t, h, path, "lang%3Dar"), -1)
		if !strings.Contains(english, sentence) || strings.Count(english, `lang="en"`) != 3 {
			t.Errorf("%s in English: %s", path, english)
		}
		if len(arabic) != 2 {
			t.Errorf("%s has %d notices", path, len(arabic))
		}
		for _, notice := range arabic {
			if !strings.Contains(notice, `lang="ar"`) || !strings.Contains(notice, `dir="rtl"`) || words.MatchString(tags.ReplaceAllString(notice, "")) {
				t.Errorf("%s in Arabic: %s", path, notice)
			}
		}
	}
}
