// Package locale translates the server's English sentences (ADR 0036), chooses the texts of
// a language, and knows in which direction languages are read.
package locale

import (
	"slices"
	"strings"
)

// rightToLeft has the documented languages, and yi (I18N-01, D9).
var rightToLeft = []string{"ar", "arc", "dv", "fa", "ha", "he", "khw", "ks", "ku", "ps", "ur", "yl", "yi"}

// IsRightToLeft reports whether a language is read from right to left.
func IsRightToLeft(language string) bool {
	base, _, _ := strings.Cut(language, "-")
	return slices.Contains(rightToLeft, base)
}

// latinComma has the languages that are read from the right and have no comma of their own.
var latinComma = []string{"he", "yi"}

// List joins words with the comma of a language.
func List(language string, words []string) string {
	comma := ", "
	if IsRightToLeft(language) && !slices.Contains(latinComma, Base(language)) {
		comma = "، "
	}
	return strings.Join(words, comma)
}

// rightMark makes the line that it begins one of right to left.
const rightMark = "\u200f"

// Lines returns a plain text as it is sent: in a language that is read from the right, every
// line begins with a mark. Otherwise a program that shows it would turn each line that begins
// with a number or a Latin name. Links stay bare.
func Lines(language, text string) string {
	if !IsRightToLeft(language) {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if line != "" && !strings.HasPrefix(line, "http") {
			lines[i] = rightMark + line
		}
	}
	return strings.Join(lines, "\n")
}
