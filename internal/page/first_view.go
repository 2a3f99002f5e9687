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

// firstViewsName is written by the storefront's build. It has, by route, the files of a
// page and its first view (ADR 0007).
const firstViewsName = "first-views.json"

// firstView is a page as the storefront's components render it, with holes for the
// town's own words.
type firstView struct {
	links []byte
	// templates are by language and templateName: "en new food guest", "en placed other".
	templates map[string]*template.Template
}

// readFirstViews reads the first views, by route pattern. Without a build there are
// none, and pages start empty.
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
		view := firstView{links: fileLinks(one.Styles, one.Scripts), templates: map[string]*template.Template{}}
		for name, text := range one.Drawn {
			if view.templates[name], err = template.New(name).Parse(text); err != nil {
				return nil, fmt.Errorf("%s of %s: %w", name, pattern, err)
			}
		}
		views[pattern] = view
	}
	return views, nil
}

// fileLinks makes a browser fetch a route's files at once, not after the script that
// needs them. Scripts are fetched once the page is painted: web/public/boot.js fetches
// those with rel="start".
func fileLinks(styles, scripts []string) []byte {
	var b bytes.Buffer
	for _, file := range styles {
		fmt.Fprintf(&b, `<link rel="stylesheet" crossorigin href="%s">`, html.EscapeString(file))
	}
	for _, file := range scripts {
		fmt.Fprintf(&b, `<link rel="start" crossorigin href="%s">`, html.EscapeString(file))
	}
	return b.Bytes()
}

// render fills the view with the responses of the page. Without a template it returns
// nothing, and the script renders the page. Links work without a script; until it has
// started, web/public/boot.js keeps the view inert.
func (v firstView) render(prefs preferences, common commonData, responses []response) []byte {
	drawn := v.templates[prefs.language+" "+templateName(prefs, common)]
	if drawn == nil {
		return nil
	}
	var b bytes.Buffer
	b.WriteString(`<div data-drawn>`)
	if err := drawn.Execute(&b, &viewData{currency: common.Config.currency(), responses: responses, decoded: map[string]any{}}); err != nil {
		return nil
	}
	b.WriteString(`</div>`)
	return b.Bytes()
}

// templateName returns what the template depends on besides the language: whether a
// location is chosen, the module, and whether somebody is signed in, where there are
// accounts. Parcel and rental have no first view.
func templateName(prefs preferences, common commonData) string {
	name := "placed"
	if prefs.zones == "" {
		name = "new"
	}
	if !slices.Contains(common.Modules, common.Module) {
		return "unknown"
	}
	switch common.Module.Type {
	case "food":
		name += " food"
	case "grocery", "pharmacy", "ecommerce":
		name += " other"
	default:
		return "elsewhere"
	}
	switch {
	case prefs.signedIn:
		return name + " customer"
	case common.Config.Logins.on():
		return name + " guest"
	}
	return name
}

// viewData is the data of a template: the responses of the page.
type viewData struct {
	currency  money.Currency
	responses []response
	decoded   map[string]any // responses by operation, decoded when first used
}

// Word returns the text or number at a path as "getStore.name"; "" when there is none,
// and for 0, which is how a flag is off.
func (f *viewData) Word(path string) string {
	switch value := f.at(path).(type) {
	case string:
		return value
	case float64:
		if value == 0 {
			return ""
		}
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	return ""
}

// Picture returns the URL of a picture in one of its widths.
func (f *viewData) Picture(path string, width int) string { return inWidth(f.Word(path), width) }

// Amount returns the amount at a path in the town's currency, "" for nothing.
func (f *viewData) Amount(path string) string {
	major, _ := f.at(path).(float64)
	amount, err := f.currency.FromFloat(major)
	if err != nil || amount == 0 {
		return ""
	}
	return f.currency.Format(amount)
}

func (f *viewData) at(path string) any {
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

func (f *viewData) answer(operation string) any {
	value, known := f.decoded[operation]
	if known {
		return value
	}
	for _, a := range f.responses {
		if a.Operation == operation && a.ok() {
			_ = json.Unmarshal(a.Body, &value) // what is no JSON leaves the holes empty
			break
		}
	}
	f.decoded[operation] = value
	return value
}
