package catalog

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"hawker/internal/catalog/index"
)

// Fold brings words to the form in which they are stored and looked for: lower
// case, without accents or punctuation, one space between them. "Crème-Brûlée"
// is "creme brulee".
func Fold(text string) string { return strings.Join(words(text), " ") }

// SearchText is what search knows of a store or an item: the words of its name,
// which count most, then the others: brand, tagline, category, tags.
func SearchText(name string, others ...string) string {
	return Fold(name) + " " + index.NameEnd + " " + Fold(strings.Join(others, " "))
}

// spellings are letters of which a keyboard knows another form.
var spellings = strings.NewReplacer("ß", "ss", "ς", "σ", "ı", "i")

// words are the folded words of a text. A word holds letters and digits alone,
// so that no word can mean anything to a query language.
func words(text string) []string {
	folded := spellings.Replace(strings.ToLower(norm.NFKD.String(text)))
	bare := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsMark(r), r == '\'', r == '’': // an accent, or the apostrophe of "chef's"
			return -1
		case unicode.IsLetter(r), unicode.IsDigit(r):
			return r
		}
		return ' '
	}, folded)
	return strings.Fields(bare)
}
