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
// page. They stay English where that lacks one of them.
func translateNotices(part []byte, prefs preferences) []byte {
	translated := part
	for _, english := range notices {
		text := locale.Sentence(prefs.language, english)
		if text == english {
			return part
		}
		translated = bytes.ReplaceAll(translated, []byte(english), []byte(html.EscapeString(text)))
	}
	translated = bytes.ReplaceAll(translated, []byte(`lang="en"`), []byte(`lang="`+html.EscapeString(prefs.language)+`"`))
	return bytes.ReplaceAll(translated, []byte(`dir="ltr"`), []byte(`dir="`+prefs.direction+`"`))
}
