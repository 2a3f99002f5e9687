package locale

import (
	"cmp"
	"embed"
	"encoding/json"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// catalogues has a file for each language that Hawker ships.
//
//go:embed sentences/*.json
var catalogues embed.FS

// Catalogue has the server's texts in a language. Its keys are our English sentences as the
// code has them, with %s and %d for their values. Its texts number the values, so that their
// order may differ: %[1]s and %[1]d are the value as it is, and %[1]w is a word or sentence
// of ours, which is translated too. Words are found only there.
type Catalogue struct {
	Sentences map[string]string `json:"sentences"`
	Words     map[string]string `json:"words"`
}

// Sentence returns one of our sentences in a language. It takes the finished English one, and
// finds out of which it was made: so everything but the last step before a reader is in
// English, as the log is. It returns a sentence that it does not know, or for whose language
// there is no catalogue, as it is.
func Sentence(language, english string) string {
	return bookFor(language).sentence(english)
}

// Reason returns the reason that somebody gave in a language, if they chose one of ours. What
// they typed stays, also where it is like one of our sentences with values.
func Reason(language, given string) string {
	if text, found := bookFor(language).sentences.exact[given]; found {
		return text
	}
	return given
}

// Word returns a word of ours, such as the title of a way to pay, in a language. It returns
// one that it does not know as it is.
func Word(language, english string) string {
	return bookFor(language).word(english)
}

// Spoken returns the language whose catalogue has our sentences in a language; "": there is
// none, so they are English.
func Spoken(language string) string {
	for _, spoken := range []string{language, Base(language)} {
		if _, found := findBook(spoken); found {
			return spoken
		}
	}
	return ""
}

// Base returns a language without its region. Pseudo-locales (XA, XB) are made of the texts
// that everybody reads, so they have none.
func Base(language string) string {
	before, region, _ := strings.Cut(language, "-")
	if region == "XA" || region == "XB" {
		return ""
	}
	return before
}

// book is a catalogue that is ready to be searched. A value of ours is a word or a sentence.
type book struct{ sentences, values part }

func newBook(c Catalogue) book {
	values := map[string]string{}
	maps.Copy(values, c.Sentences)
	maps.Copy(values, c.Words)
	return book{newPart(c.Sentences), newPart(values)}
}

// part is one part of a catalogue.
type part struct {
	exact    map[string]string
	patterns []pattern // those with most letters of their own first
}

// pattern finds the finished sentences of one with values.
type pattern struct {
	match   *regexp.Regexp
	values  []int // the number of the value of each group
	letters int
	text    string
}

// readBooks reads the catalogues that Hawker ships once. They are part of the program, and a
// test reads them.
var readBooks = sync.OnceValue(func() map[string]book {
	books := map[string]book{}
	files, _ := catalogues.ReadDir("sentences")
	for _, file := range files {
		language := strings.TrimSuffix(file.Name(), path.Ext(file.Name()))
		books[language] = newBook(readShipped(language))
	}
	return books
})

func readShipped(language string) (c Catalogue) {
	body, _ := catalogues.ReadFile("sentences/" + language + ".json")
	if err := json.Unmarshal(body, &c); err != nil {
		panic("read the sentences of " + language + ": " + err.Error())
	}
	return c
}

// bookFor returns the book that has our sentences in a language; an empty one if there is none.
func bookFor(language string) book {
	b, _ := findBook(Spoken(language))
	return b
}

// findBook returns the book of a language; an empty one if there is none.
func findBook(language string) (b book, found bool) {
	if b, found = readBooks()[language]; found {
		return b, true
	}
	added, found := own.Load(language)
	if !found {
		return book{}, false
	}
	return added.(book), true
}

func newPart(texts map[string]string) part {
	s := part{exact: map[string]string{}}
	for english, text := range texts {
		if english == verb.ReplaceAllString(english, "") {
			s.exact[english] = text
			continue
		}
		s.patterns = append(s.patterns, newPattern(english, text))
	}
	slices.SortFunc(s.patterns, func(a, b pattern) int {
		return cmp.Or(cmp.Compare(b.letters, a.letters), cmp.Compare(a.match.String(), b.match.String()))
	})
	return s
}

// verb is where a value stands, in English or in a translation.
var verb = regexp.MustCompile(`%(?:\[(\d+)\])?([sdw])`)

func newPattern(english, text string) pattern {
	p := pattern{text: text}
	var expression strings.Builder
	expression.WriteString("(?s)^")
	at := 0
	for n, v := range verb.FindAllStringSubmatchIndex(english, -1) {
		number := n + 1
		if v[2] >= 0 {
			number, _ = strconv.Atoi(english[v[2]:v[3]])
		}
		p.values = append(p.values, number)
		expression.WriteString(regexp.QuoteMeta(english[at:v[0]]))
		expression.WriteString(map[string]string{"s": "(.+?)", "d": `(-?\d+)`}[english[v[4]:v[5]]])
		p.letters += v[0] - at
		at = v[1]
	}
	expression.WriteString(regexp.QuoteMeta(english[at:]) + "$")
	p.letters += len(english) - at
	p.match = regexp.MustCompile(expression.String())
	return p
}

func (b book) sentence(english string) string {
	if text, found := b.find(b.sentences, english); found {
		return text
	}
	return english
}

// word translates a value that is of ours too.
func (b book) word(english string) string {
	if text, found := b.find(b.values, english); found {
		return text
	}
	return english
}

// find ends, because a value is shorter than what it is in.
func (b book) find(s part, english string) (text string, found bool) {
	if text, found = s.exact[english]; found {
		return text, true
	}
	for _, p := range s.patterns {
		if groups := p.match.FindStringSubmatch(english); groups != nil {
			return b.fill(p, groups[1:]), true
		}
	}
	return "", false
}

// fill puts the values into the translation of a sentence.
func (b book) fill(p pattern, groups []string) string {
	values := map[string]string{}
	for i, number := range p.values {
		values[strconv.Itoa(number)] = groups[i]
	}
	return verb.ReplaceAllStringFunc(p.text, func(found string) string {
		parts := verb.FindStringSubmatch(found)
		if parts[2] == "w" {
			return b.word(values[parts[1]])
		}
		return values[parts[1]]
	})
}
