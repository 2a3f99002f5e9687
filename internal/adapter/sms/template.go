package sms

import (
	"encoding/json"
	"errors"
	"net/url"
	"strings"
)

const (
	phoneMark = "{phone}"
	textMark  = "{text}"
)

// template is text with {phone} and {text}, split into pieces that escape differently.
type template []piece

type piece struct {
	text   string
	escape func(string) string
}

// fill replaces {phone} and {text} in one pass: {phone} inside the text is not replaced.
func (t template) fill(phone, text string) string {
	var b strings.Builder
	for _, p := range t {
		b.WriteString(strings.NewReplacer(phoneMark, p.escape(phone), textMark, p.escape(text)).Replace(p.text))
	}
	return b.String()
}

// address parses the gateway's URL. {phone} and {text} may only be in its path and query: in
// the host they would decide where the call is sent.
func address(raw string) (template, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Fragment != "" {
		return nil, errors.New("the SMS address is not http(s)://host, with an optional path and query")
	}
	_, authority, _ := strings.Cut(raw, "//")
	authority, _, _ = strings.Cut(authority, "/")
	if authority, _, _ = strings.Cut(authority, "?"); strings.ContainsAny(authority, "{}") {
		return nil, errors.New("the SMS address has {phone} or {text} before its path")
	}
	path, query, _ := strings.Cut(raw, "?")
	t := template{{path, url.PathEscape}}
	if query != "" {
		t = append(t, piece{"?" + query, url.QueryEscape})
	}
	return t, nil
}

// body parses the body and returns its content type; "" means GET.
func body(raw, kind string) (template, string, error) {
	switch {
	case raw == "":
		return nil, "", nil
	case kind == "json":
		t := template{{raw, escapeJSON}}
		if !json.Valid([]byte(t.fill(`+1"\`, `"\`))) {
			return nil, "", errors.New("the SMS body is not JSON with {phone} and {text} inside strings")
		}
		return t, "application/json", nil
	case kind == "form":
		return template{{raw, url.QueryEscape}}, "application/x-www-form-urlencoded", nil
	default:
		return nil, "", errors.New("the SMS content type must be json or form")
	}
}

// escapeJSON returns the text as it is written between the quotes of a JSON string.
func escapeJSON(s string) string {
	quoted, err := json.Marshal(s)
	if err != nil {
		panic(err) // every string can be marshaled
	}
	return string(quoted[1 : len(quoted)-1])
}
