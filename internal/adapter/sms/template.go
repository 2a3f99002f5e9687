package sms

import (
	"encoding/json"
	"errors"
	"net/url"
	"strings"
)

const (
	phonePlace = "{phone}"
	textPlace  = "{text}"
)

// template is text with places, in pieces that escape differently.
type template []piece

type piece struct {
	text   string
	escape func(string) string
}

// fill puts phone and text in their places, each in one pass: a text that says
// {phone} stays one.
func (t template) fill(phone, text string) string {
	var b strings.Builder
	for _, p := range t {
		b.WriteString(strings.NewReplacer(phonePlace, p.escape(phone), textPlace, p.escape(text)).Replace(p.text))
	}
	return b.String()
}

// address reads the gateway's URL. Places are in its path and its query; a host
// with a place would let a text choose where the call goes.
func address(raw string) (template, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Fragment != "" {
		return nil, errors.New("the SMS address is not http(s)://host, with a path and a query if need be")
	}
	_, authority, _ := strings.Cut(raw, "//")
	authority, _, _ = strings.Cut(authority, "/")
	if authority, _, _ = strings.Cut(authority, "?"); strings.ContainsAny(authority, "{}") {
		return nil, errors.New("the SMS address has a place before its path")
	}
	path, query, _ := strings.Cut(raw, "?")
	t := template{{path, url.PathEscape}}
	if query != "" {
		t = append(t, piece{"?" + query, url.QueryEscape})
	}
	return t, nil
}

// body reads what is posted and says its content type; "" is a GET.
func body(raw, kind string) (template, string, error) {
	switch {
	case raw == "":
		return nil, "", nil
	case kind == "json":
		t := template{{raw, escapeJSON}}
		if !json.Valid([]byte(t.fill(`+1"\`, `"\`))) {
			return nil, "", errors.New("the SMS body is not JSON with its places inside of strings")
		}
		return t, "application/json", nil
	case kind == "form":
		return template{{raw, url.QueryEscape}}, "application/x-www-form-urlencoded", nil
	default:
		return nil, "", errors.New("the SMS content type is json or form")
	}
}

// escapeJSON is what stands between the quotes of a JSON string.
func escapeJSON(s string) string {
	quoted, err := json.Marshal(s)
	if err != nil {
		panic(err) // every string has a form
	}
	return string(quoted[1 : len(quoted)-1])
}
