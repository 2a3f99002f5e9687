package stripe

import (
	"slices"
	"strings"
)

// locales are the languages of Stripe's page.
var locales = []string{
	"bg", "cs", "da", "de", "el", "en", "en-GB", "es", "es-419", "et", "fi", "fil", "fr", "fr-CA", "hr", "hu", "id", "it", "ja", "ko",
	"lt", "lv", "ms", "mt", "nb", "nl", "pl", "pt", "pt-BR", "ro", "ru", "sk", "sl", "sv", "th", "tr", "vi", "zh", "zh-HK", "zh-TW",
}

// locale returns the language of the page. Where Stripe does not have it, the page uses the
// one of the browser.
func locale(language string) string {
	base, _, _ := strings.Cut(language, "-")
	for _, l := range []string{language, base} {
		if slices.Contains(locales, l) {
			return l
		}
	}
	return "auto"
}
