package page

import (
	"net/http"
	"net/url"
	"regexp"

	"hawker/internal/locale"
)

// cookieName is the cookie in which the storefront mirrors scope and theme, so that the
// server can send a page that fits. Prices and ownership never depend on it. Over
// https its name has a prefix, with which browsers accept it from this host only.
const (
	cookieName   = "hk_scope"
	securePrefix = "__Host-"
)

// preferences are the scope and the appearance from the cookie of a request.
type preferences struct {
	zones     string // the zoneid header's value, "" for the default
	module    string // the moduleId header's value, "" for the default
	adopted   module // what the page changes to; the zero module: nothing
	language  string
	languages []string // all that the town offers
	direction string   // ltr or rtl
	scheme    string   // light, dark, or "" to follow the system
	signedIn  bool     // according to the cookie: only for the choice of the first view
}

var (
	zonesPattern  = regexp.MustCompile(`^[0-9]{1,10}(,[0-9]{1,10}){0,15}$`)
	modulePattern = regexp.MustCompile(`^[0-9]{1,10}$`)
)

func directionOf(language string) string {
	if locale.IsRightToLeft(language) {
		return "rtl"
	}
	return "ltr"
}

// preferences returns those of the cookie. The rest is the town's.
func (p *pages) preferences(r *http.Request) preferences {
	languages := p.languages(r.Context())
	prefs := readPreferences(r, languages[0])
	prefs.languages = languages
	return prefs
}

// readPreferences reads the cookie, and ignores invalid values (LOC-14).
func readPreferences(r *http.Request, language string) preferences {
	prefs := preferences{language: language, direction: directionOf(language)}
	cookie, err := r.Cookie(securePrefix + cookieName)
	if err != nil {
		cookie, err = r.Cookie(cookieName)
	}
	if err != nil {
		return prefs
	}
	text, err := url.QueryUnescape(cookie.Value)
	if err != nil {
		return prefs
	}
	values, err := url.ParseQuery(text)
	if err != nil {
		return prefs
	}
	if zones := values.Get("zone"); zonesPattern.MatchString(zones) {
		prefs.zones = "[" + zones + "]"
	}
	if module := values.Get("module"); modulePattern.MatchString(module) {
		prefs.module = module
	}
	if language := values.Get("lang"); locale.IsTag(language) {
		prefs.language, prefs.direction = language, directionOf(language)
	}
	prefs.signedIn = values.Get("signed") == "1"
	if scheme := values.Get("theme"); scheme == "light" || scheme == "dark" {
		prefs.scheme = scheme
	}
	return prefs
}
