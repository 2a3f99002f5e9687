package catalog

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"hawker/internal/catalog/index"
)

// Fold returns words in the form in which they are stored and searched: lower case,
// without accents or punctuation, one space between them. "Crème-Brûlée" is "creme
// brulee", and "قهوة ٢" is "قهوه 2".
func Fold(text string) string { return strings.Join(words(text), " ") }

// SearchText is the text in which a store or an item is found: the words of its name,
// which count most, then brand, tagline, category and tags.
func SearchText(name string, others ...string) string {
	return SearchTextOf([]string{name}, others...)
}

// SearchTextOf is SearchText of what has a name in several languages. The first is that of
// the records.
func SearchTextOf(names []string, others ...string) string {
	text := Fold(names[0])
	if more := Fold(strings.Join(names[1:], " ")); more != "" {
		text += " " + index.NameInOthers + " " + more
	}
	return text + " " + index.NameEnd + " " + Fold(strings.Join(others, " "))
}

// spellings are letters that keyboards write in another form. In Arabic that is common: the
// last letter of a word, the letters of Persian keyboards, and the stroke that stretches a word.
var spellings = strings.NewReplacer("ß", "ss", "ς", "σ", "ı", "i",
	"ى", "ي", "ی", "ي", "ة", "ه", "ک", "ك", "ٱ", "ا", "ـ", "")

// words returns the folded words of a text. They have only letters and digits, so that
// no word means anything in a query language.
func words(text string) []string {
	folded := spellings.Replace(strings.ToLower(norm.NFKD.String(text)))
	bare := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsMark(r), r == '\'', r == '’': // an accent, or the apostrophe of "chef's"
			return -1
		case '٠' <= r && r <= '٩':
			return r - '٠' + '0'
		case '۰' <= r && r <= '۹': // of Persian keyboards
			return r - '۰' + '0'
		case unicode.IsLetter(r), unicode.IsDigit(r):
			return r
		}
		return ' '
	}, folded)
	return strings.Fields(bare)
}
