package locale

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// own has the books of the town's own languages.
var own sync.Map

// Add adds a language of the town's own (ADR 0043). The program calls it at its start, before
// it serves. A language that Hawker ships stays as it is, and one without texts is not added.
// Texts that CheckText refuses must not be in the catalogue.
func Add(language string, c Catalogue) {
	if len(c.Sentences)+len(c.Words) > 0 {
		own.Store(language, newBook(c))
	}
}

// Shipped returns the languages that Hawker has texts in.
func Shipped() []string { return append(slices.Sorted(maps.Keys(readBooks())), "en") }

var tag = regexp.MustCompile(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$`)

// IsTag reports whether a text is the tag of a language, such as en or pt-BR.
func IsTag(text string) bool { return tag.MatchString(text) }

// English returns every text that a language can have, in English, with numbered values.
func English() Catalogue {
	all := readShipped("ar") // a test finds every sentence of the code there
	for _, texts := range []map[string]string{all.Sentences, all.Words} {
		maps.DeleteFunc(texts, func(english, _ string) bool {
			general, found := General(english)
			return found && texts[general] != ""
		})
		for english := range texts {
			texts[english] = numberValues(english)
		}
	}
	return all
}

var firstNumber = regexp.MustCompile(`^[0-9]+ `)

// General returns the key of which a key is a plural: that of "3 minutes" is "%d minutes".
func General(english string) (general string, found bool) {
	general = firstNumber.ReplaceAllString(english, "%d ")
	return general, general != english
}

// numberValues turns the values of an English text, such as %s, into %[1]s and so on.
func numberValues(english string) string {
	n := 0
	return verb.ReplaceAllStringFunc(english, func(found string) string {
		n++
		if v := verb.FindStringSubmatch(found); v[1] == "" {
			return fmt.Sprintf("%%[%d]%s", n, v[2])
		}
		return found
	})
}

// CheckText returns what is wrong with a translation of an English text, if anything is.
func CheckText(english, text string) error {
	if strings.TrimSpace(text) == "" {
		return errors.New("it is empty")
	}
	if wanted, has := values(numberValues(english)), values(text); wanted != has {
		return fmt.Errorf("it has the values (%s) and not (%s)", has, wanted)
	}
	if strings.HasSuffix(english, "\n") != strings.HasSuffix(text, "\n") {
		return errors.New("its last line ends in another way")
	}
	return nil
}

// values returns the values of a text in order. One that is translated is as good as one that
// is not.
func values(text string) string {
	found := verb.FindAllString(text, -1)
	for i, v := range found {
		found[i] = strings.ReplaceAll(v, "]w", "]s")
	}
	slices.Sort(found)
	return strings.Join(slices.Compact(found), ", ")
}
