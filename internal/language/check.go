package language

import (
	"errors"
	"fmt"
	"strings"

	"hawker/internal/icu"
	"hawker/internal/locale"
)

// Kind says what a problem is.
type Kind string

// The kinds of problems. A text that is unknown or wrong is not shown.
const (
	Missing Kind = "missing"
	Unknown Kind = "unknown"
	Wrong   Kind = "wrong"
)

// Problem is one text of a language that is not as it should be.
type Problem struct {
	Kind     Kind
	Part, ID string
	Detail   string
}

func (p Problem) String() string {
	return fmt.Sprintf("%s: %s %q: %s", p.Kind, p.Part, p.ID, p.Detail)
}

// Count returns how many problems of a kind the language has.
func (o Own) Count(k Kind) (n int) {
	for _, p := range o.Problems {
		if p.Kind == k {
			n++
		}
	}
	return n
}

// check keeps the texts that can be shown, and notes the problems.
func (o *Own) check(english, given Texts) {
	o.Texts = Texts{o.keep("message", english.Messages, given.Messages, o.checkMessage), locale.Catalogue{
		Sentences: o.keep("sentence", english.Sentences, given.Sentences, o.checkText),
		Words:     o.keep("word", english.Words, given.Words, o.checkText),
	}}
}

// checker returns what is wrong with a translation, or which plurals it lacks.
type checker func(english, text string) (lacks []string, err error)

func (o *Own) keep(part string, english, given map[string]string, check checker) map[string]string {
	kept := map[string]string{}
	note := func(k Kind, id, detail string) { o.Problems = append(o.Problems, Problem{k, part, id, detail}) }
	for _, id := range sortedIDs(english) {
		if !isTranslated(given[id]) {
			note(Missing, id, "in English: "+english[id])
		}
	}
	for _, id := range sortedIDs(given) {
		text, known := find(english, id)
		if !known {
			note(Unknown, id, "Hawker has no such text")
			continue
		}
		if !isTranslated(given[id]) {
			continue
		}
		lacks, err := check(text, given[id])
		if err != nil {
			note(Wrong, id, err.Error())
			continue
		}
		if len(lacks) > 0 {
			note(Missing, id, "the plural "+strings.Join(lacks, ", "))
		}
		kept[id] = given[id]
	}
	return kept
}

func (*Own) checkText(english, text string) ([]string, error) {
	return nil, locale.CheckText(english, text)
}

// checkMessage requires the values and tags of the English message.
func (o *Own) checkMessage(english, text string) (lacks []string, err error) {
	original, err := icu.Parse(english)
	if err != nil {
		return nil, err
	}
	message, err := icu.Parse(text)
	if err != nil {
		return nil, err
	}
	wanted, has := needsOf(original), needsOf(message)
	var wrong []string
	for _, name := range sortedIDs(wanted) {
		if !has[name] {
			wrong = append(wrong, "lacks "+name)
		}
	}
	for _, name := range sortedIDs(has) {
		if !wanted[name] {
			wrong = append(wrong, "adds "+name)
		}
	}
	if wrong != nil {
		return nil, errors.New(strings.Join(wrong, ", "))
	}
	return message.MissingForms(o.Tag), nil
}

// needsOf returns what a message needs to be shown: its values, its tags, and the options of
// its selects.
func needsOf(m icu.Message) map[string]bool {
	found := map[string]bool{}
	m.Walk(func(e icu.Element) {
		switch e.Kind {
		case icu.Literal, icu.Pound:
			return
		case icu.Tag:
			found["<"+e.Value+">"] = true
			return
		case icu.Select:
			for option := range e.Options {
				found["{"+e.Value+": "+option+"}"] = true
			}
		}
		found["{"+e.Value+"}"] = true
	})
	return found
}
