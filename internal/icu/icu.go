// Package icu reads and formats messages in the syntax of ICU, as far as the message
// catalogue uses it: values, numbers, plurals, selects, tags and quotes.
package icu

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// Kind says what an element is. The numbers are those of @formatjs/icu-messageformat-parser.
type Kind int

// The kinds of elements.
const (
	Literal Kind = iota
	Argument
	Number
	_ // date
	_ // time
	Select
	Plural
	Pound // the number of the plural that it is in
	Tag
)

// Message is a parsed message.
type Message []Element

// Element is a part of a message.
type Element struct {
	Kind     Kind
	Value    string             // the text of a literal, else the name of the value or tag
	Options  map[string]Message // of a plural or a select
	Children Message            // of a tag
}

// option has the form that the browser reads.
type option struct {
	Value Message `json:"value"`
}

// MarshalJSON returns what the parser of the web returns, so that a browser needs none.
func (e Element) MarshalJSON() ([]byte, error) {
	fields := map[string]any{"type": e.Kind}
	if e.Kind != Pound {
		fields["value"] = e.Value
	}
	switch e.Kind {
	case Number:
		fields["style"] = nil
	case Tag:
		fields["children"] = e.Children
	case Plural:
		fields["offset"], fields["pluralType"] = 0, "cardinal"
	}
	if e.Options != nil {
		options := map[string]option{}
		for name, value := range e.Options {
			options[name] = option{value}
		}
		fields["options"] = options
	}
	return json.Marshal(fields)
}

// Format returns a message as plain text. The language chooses the forms of plurals. A value
// that is not given stays as it is written, and of a tag only its contents remain.
func (m Message) Format(tag string, values map[string]string) string {
	var b strings.Builder
	m.write(&b, language.Make(tag), values, "")
	return b.String()
}

// write writes a message. number is that of the plural around it.
func (m Message) write(b *strings.Builder, tag language.Tag, values map[string]string, number string) {
	for _, e := range m {
		value, given := values[e.Value]
		switch e.Kind {
		case Literal:
			b.WriteString(e.Value)
		case Pound:
			b.WriteString(number)
		case Tag:
			e.Children.write(b, tag, values, number)
		case Select:
			e.choose(value).write(b, tag, values, "")
		case Plural:
			e.choose("="+value, form(tag, value)).write(b, tag, values, value)
		case Argument, Number:
			if !given {
				value = "{" + e.Value + "}"
			}
			b.WriteString(value)
		}
	}
}

// choose returns the first of these options that there is, or the one for all others.
func (e Element) choose(names ...string) Message {
	for _, name := range names {
		if m, found := e.Options[name]; found {
			return m
		}
	}
	return e.Options["other"]
}

// forms are the names of the forms of plurals.
var forms = map[string]plural.Form{
	"zero": plural.Zero, "one": plural.One, "two": plural.Two, "few": plural.Few, "many": plural.Many, "other": plural.Other,
}

// form returns the name of the form that a whole number needs.
func form(tag language.Tag, number string) string {
	n, err := strconv.Atoi(number)
	if err != nil {
		return "other"
	}
	needed := plural.Cardinal.MatchPlural(tag, n, 0, 0, 0, 0)
	for name, f := range forms {
		if f == needed {
			return name
		}
	}
	return "other"
}

// Walk calls a function for each element, also for those in others.
func (m Message) Walk(visit func(Element)) {
	for _, e := range m {
		visit(e)
		e.Children.Walk(visit)
		for _, option := range e.Options {
			option.Walk(visit)
		}
	}
}

// exact has the options that are as good as a form.
var exact = map[string]string{"zero": "=0", "one": "=1", "two": "=2"}

// MissingForms returns the forms of whole numbers in a language that a plural of the message
// lacks. The form for all others is shown in their place.
func (m Message) MissingForms(tag string) []string {
	missing := map[string]bool{}
	m.Walk(func(e Element) {
		if e.Kind != Plural {
			return
		}
		for _, name := range formsOf(tag) {
			_, has := e.Options[name]
			_, hasExact := e.Options[exact[name]]
			if !has && !hasExact {
				missing[name] = true
			}
		}
	})
	return slices.Sorted(maps.Keys(missing))
}

// formsOf returns the forms that whole numbers have in a language. Their rules look at the
// last two digits.
func formsOf(tag string) []string {
	found := map[string]bool{}
	for n := range 200 {
		found[form(language.Make(tag), strconv.Itoa(n))] = true
	}
	return slices.Sorted(maps.Keys(found))
}
