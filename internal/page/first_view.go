package page

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"html/template"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"hawker/internal/money"
)

// firstViewsName is what the storefront's build drew: by route, the files the
// page needs and what it looks like before any script runs (ADR 0007).
const firstViewsName = "first-views.json"

// firstView is a page as the storefront's own components draw it, with holes
// where a town's own words stand.
type firstView struct {
	links []byte
	// drawn has a template a language and visitor: "en new food guest", "en placed other".
	drawn map[string]*template.Template
}

// readFirstViews reads what the build drew, by route pattern. Without a build
// there is none, and pages start empty.
func readFirstViews(assets fs.FS) (map[string]firstView, error) {
	text, err := fs.ReadFile(assets, firstViewsName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var built map[string]struct {
		Scripts, Styles []string
		Drawn           map[string]string
	}
	if err := json.Unmarshal(text, &built); err != nil {
		return nil, fmt.Errorf("%s: %w", firstViewsName, err)
	}
	views := make(map[string]firstView, len(built))
	for pattern, one := range built {
		view := firstView{links: linksTo(one.Styles, one.Scripts), drawn: map[string]*template.Template{}}
		for name, text := range one.Drawn {
			if view.drawn[name], err = template.New(name).Parse(text); err != nil {
				return nil, fmt.Errorf("%s of %s: %w", name, pattern, err)
			}
		}
		views[pattern] = view
	}
	return views, nil
}

// linksTo has a browser fetch a route's files with the page's own, not after the
// script that would ask for them. Scripts come when the page has been painted:
// web/public/boot.js fetches what is rel="start".
func linksTo(styles, scripts []string) []byte {
	var b bytes.Buffer
	for _, file := range styles {
		fmt.Fprintf(&b, `<link rel="stylesheet" crossorigin href="%s">`, html.EscapeString(file))
	}
	for _, file := range scripts {
		fmt.Fprintf(&b, `<link rel="start" crossorigin href="%s">`, html.EscapeString(file))
	}
	return b.Bytes()
}

// draw fills the view for this visitor with the page's own answers. Whom nothing
// was drawn for gets nothing: the script draws all of it. Its links work without
// a script; while one is on its way, web/public/boot.js keeps the view inert.
func (v firstView) draw(l look, f frame, answers []answer) []byte {
	drawn := v.drawn[l.language+" "+visitor(l, f)]
	if drawn == nil {
		return nil
	}
	var b bytes.Buffer
	b.WriteString(`<div data-drawn>`)
	if err := drawn.Execute(&b, &filling{currency: f.Config.currency(), answers: answers, read: map[string]any{}}); err != nil {
		return nil
	}
	b.WriteString(`</div>`)
	return b.Bytes()
}

// visitor says what a view looks different by: whether a place is known, what is
// shopped for, and where there are accounts whether somebody is signed in.
// Parcel and rental have another frame, and no view.
func visitor(l look, f frame) string {
	name := "placed"
	if l.zones == "" {
		name = "new"
	}
	i := slices.IndexFunc(f.Modules, func(m module) bool { return idText(m.ID) == l.module })
	if i < 0 {
		return "unknown"
	}
	switch f.Modules[i].Type {
	case "food":
		name += " food"
	case "grocery", "pharmacy", "ecommerce":
		name += " other"
	default:
		return "elsewhere"
	}
	switch {
	case l.signedIn:
		return name + " customer"
	case f.Config.Logins.on():
		return name + " guest"
	}
	return name
}

// filling is what a view's holes are filled with: the words of the answers.
type filling struct {
	currency money.Currency
	answers  []answer
	read     map[string]any // answers by operation, decoded when first asked for
}

// Word is the text or number at a path as "getStore.name", "" when there is none.
func (f *filling) Word(path string) string {
	switch value := f.at(path).(type) {
	case string:
		return value
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	return ""
}

// Picture is the address of a picture in a width that it is kept in.
func (f *filling) Picture(path string, width int) string { return inWidth(f.Word(path), width) }

// Amount is the amount at a path as the town writes it, "" for nothing.
func (f *filling) Amount(path string) string {
	major, _ := f.at(path).(float64)
	amount, err := f.currency.FromFloat(major)
	if err != nil || amount == 0 {
		return ""
	}
	return f.currency.Format(amount)
}

func (f *filling) at(path string) any {
	operation, rest, _ := strings.Cut(path, ".")
	value := f.answer(operation)
	for name := range strings.SplitSeq(rest, ".") {
		switch in := value.(type) {
		case map[string]any:
			value = in[name]
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i >= len(in) {
				return nil
			}
			value = in[i]
		default:
			return nil
		}
	}
	return value
}

func (f *filling) answer(operation string) any {
	value, known := f.read[operation]
	if known {
		return value
	}
	for _, a := range f.answers {
		if a.Operation == operation && a.ok() {
			_ = json.Unmarshal(a.Body, &value) // an answer that is no JSON fills nothing
			break
		}
	}
	f.read[operation] = value
	return value
}
