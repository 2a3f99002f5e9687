package page

import (
	"bytes"
	"html"

	"hawker/internal/locale"
)

// notices are what the built pages say where their scripts do not run or did not come, so
// that nothing in the browser can translate it.
var notices = []string{
	"To order here, please allow JavaScript.",
	"Part of the page did not load. Its links work.",
	"To order, load it again.",
	"To work here, please allow JavaScript.",
	"The desk did not load.",
	"Load it again.",
}

// translateNotices returns a part of a built page with its notices in the language of the
// page. They stay English where that has none of our sentences.
func translateNotices(part []byte, prefs preferences) []byte {
	if locale.Spoken(prefs.language) == "" {
		return part
	}
	part = bytes.ReplaceAll(part, []byte(`lang="en"`), []byte(`lang="`+html.EscapeString(prefs.language)+`"`))
	part = bytes.ReplaceAll(part, []byte(`dir="ltr"`), []byte(`dir="`+prefs.direction+`"`))
	for _, english := range notices {
		part = bytes.ReplaceAll(part, []byte(english), []byte(html.EscapeString(locale.Sentence(prefs.language, english))))
	}
	return part
}
