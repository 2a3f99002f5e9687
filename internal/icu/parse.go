package icu

import (
	"fmt"
	"strings"
	"unicode"
)

const (
	maxDepth  = 10 // of plurals, selects and tags in each other
	maxDigits = 15 // of the n in =n: JavaScript counts no further
)

// Parse reads a message. It refuses what the catalogue does not use, such as dates, styles of
// numbers and offsets. What it accepts it reads as the parser of the web does.
func Parse(text string) (Message, error) {
	p := &parser{text: []rune(text)}
	return p.message(scope{})
}

type parser struct {
	text []rune
	at   int
}

// scope says what a message is in.
type scope struct {
	depth    int
	inPlural bool // directly, so that # is its number
	inTag    bool
}

// message reads until the end of the text, or of what the message is in.
func (p *parser) message(s scope) (Message, error) {
	if s.depth > maxDepth {
		return nil, p.fail("it is nested too deep")
	}
	m := Message{}
	for !p.atEnd() {
		var e Element
		var err error
		switch c := p.text[p.at]; {
		case c == '{':
			e, err = p.argument(s)
		case c == '}' && s.depth > 0:
			return m, nil
		case c == '#' && s.inPlural:
			e = Element{Kind: Pound}
			p.at++
		case c == '<' && p.next() == '/':
			if s.inTag {
				return m, nil
			}
			return nil, p.fail("it closes a tag that is not open")
		case c == '<' && isLetter(p.next()):
			e, err = p.tag(s)
		default:
			e = p.literal(s)
		}
		if err != nil {
			return nil, err
		}
		m = append(m, e)
	}
	return m, nil
}

// literal reads plain text.
func (p *parser) literal(s scope) Element {
	var b strings.Builder
	for !p.atEnd() {
		c := p.text[p.at]
		if c == '{' || c == '}' && s.depth > 0 || c == '#' && s.inPlural || c == '<' && (p.next() == '/' || isLetter(p.next())) {
			break
		}
		if c == '\'' {
			p.quote(&b, s)
			continue
		}
		b.WriteRune(c)
		p.at++
	}
	return Element{Kind: Literal, Value: b.String()}
}

// quote reads an apostrophe. Two are one, and one before a sign of the syntax quotes what
// follows until the next. Any other is itself.
func (p *parser) quote(b *strings.Builder, s scope) {
	next := p.next()
	p.at++
	if next == '\'' {
		p.at++
	}
	if !strings.ContainsRune("{}<>", next) && (next != '#' || !s.inPlural) {
		b.WriteRune('\'')
		return
	}
	for ; !p.atEnd(); p.at++ {
		if p.text[p.at] == '\'' {
			p.at++
			if p.atEnd() || p.text[p.at] != '\'' {
				return
			}
		}
		b.WriteRune(p.text[p.at])
	}
}

// argument reads what is in curly brackets.
func (p *parser) argument(s scope) (Element, error) {
	p.at++
	p.skipSpace()
	name := p.identifier()
	if name == "" {
		return Element{}, p.fail("a value has no name")
	}
	p.skipSpace()
	if p.take('}') {
		return Element{Kind: Argument, Value: name}, nil
	}
	if !p.take(',') {
		return Element{}, p.fail("the value %s is not closed", name)
	}
	p.skipSpace()
	e, kind := Element{Value: name}, p.identifier()
	p.skipSpace()
	switch kind {
	case "number":
		e.Kind = Number
	case "plural":
		e.Kind = Plural
	case "select":
		e.Kind = Select
	default:
		return Element{}, p.fail("the kind of %s is not number, plural or select", name)
	}
	if kind != "number" {
		var err error
		if e.Options, err = p.options(e, s); err != nil {
			return Element{}, err
		}
	}
	if !p.take('}') {
		return Element{}, p.fail("the value %s is not closed", name)
	}
	return e, nil
}

// options reads the options of a plural or a select.
func (p *parser) options(e Element, s scope) (map[string]Message, error) {
	options := map[string]Message{}
	if !p.take(',') {
		return nil, p.fail("%s has no options", e.Value)
	}
	for {
		p.skipSpace()
		name := p.selector(e.Kind)
		if name == "" {
			break
		}
		p.skipSpace()
		if _, twice := options[name]; twice || !p.take('{') {
			return nil, p.fail("the option %s of %s has no text, or is there twice", name, e.Value)
		}
		m, err := p.message(scope{depth: s.depth + 1, inPlural: e.Kind == Plural, inTag: s.inTag})
		if err != nil {
			return nil, err
		}
		if !p.take('}') {
			return nil, p.fail("the option %s of %s is not closed", name, e.Value)
		}
		options[name] = m
	}
	if _, found := options["other"]; !found {
		return nil, p.fail("%s has no option other", e.Value)
	}
	return options, nil
}

// selector reads the name of an option, "" if there is none. A plural has forms and =n.
func (p *parser) selector(kind Kind) string {
	start := p.at
	if kind == Plural && p.take('=') {
		for !p.atEnd() && p.text[p.at] >= '0' && p.text[p.at] <= '9' {
			p.at++
		}
		if digits := p.at - start - 1; digits >= 1 && digits <= maxDigits {
			return string(p.text[start:p.at])
		}
	} else if name := p.identifier(); kind == Select || forms[name] > 0 || name == "other" {
		return name
	}
	p.at = start
	return ""
}

// tag reads a tag with its contents. The parser of the web takes an empty one as text.
func (p *parser) tag(s scope) (Element, error) {
	p.at++
	name := p.tagName()
	p.skipSpace()
	if p.take('/') {
		if p.take('>') {
			return Element{Kind: Literal, Value: "<" + name + "/>"}, nil
		}
		return Element{}, p.fail("the tag %s is malformed", name)
	}
	if !p.take('>') {
		return Element{}, p.fail("the tag %s is malformed", name)
	}
	children, err := p.message(scope{depth: s.depth + 1, inPlural: s.inPlural, inTag: true})
	if err != nil {
		return Element{}, err
	}
	if !p.take('<') || !p.take('/') || p.tagName() != name {
		return Element{}, p.fail("the tag %s is not closed", name)
	}
	p.skipSpace()
	if !p.take('>') {
		return Element{}, p.fail("the tag %s is not closed", name)
	}
	return Element{Kind: Tag, Value: name, Children: children}, nil
}

func (p *parser) tagName() string {
	start := p.at
	for !p.atEnd() && (isLetter(p.text[p.at]) || strings.ContainsRune("0123456789-._", p.text[p.at])) {
		p.at++
	}
	return string(p.text[start:p.at])
}

func (p *parser) identifier() string {
	start := p.at
	for !p.atEnd() && !unicode.Is(unicode.White_Space, p.text[p.at]) && !unicode.Is(unicode.Pattern_Syntax, p.text[p.at]) {
		p.at++
	}
	return string(p.text[start:p.at])
}

func (p *parser) skipSpace() {
	for !p.atEnd() && unicode.Is(unicode.Pattern_White_Space, p.text[p.at]) {
		p.at++
	}
}

func (p *parser) atEnd() bool { return p.at >= len(p.text) }

// next returns the character after the current one, 0 if there is none.
func (p *parser) next() rune {
	if p.at+1 >= len(p.text) {
		return 0
	}
	return p.text[p.at+1]
}

// take reads a character if it is the next one.
func (p *parser) take(c rune) bool {
	if p.atEnd() || p.text[p.at] != c {
		return false
	}
	p.at++
	return true
}

func (p *parser) fail(what string, of ...any) error {
	return fmt.Errorf("at character %d: %s", p.at+1, fmt.Sprintf(what, of...))
}

func isLetter(c rune) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
