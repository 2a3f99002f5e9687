package page

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
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
	module    string
	language  string
	direction string // ltr or rtl
	scheme    string // light, dark, or "" to follow the system
	signedIn  bool   // according to the cookie: only for the choice of the first view
}

// rightToLeft has the documented languages, and yi (I18N-01, D9).
var rightToLeft = []string{"ar", "arc", "dv", "fa", "ha", "he", "khw", "ks", "ku", "ps", "ur", "yl", "yi"}

var (
	zonesPattern    = regexp.MustCompile(`^[0-9]{1,10}(,[0-9]{1,10}){0,15}$`)
	modulePattern   = regexp.MustCompile(`^[0-9]{1,10}$`)
	languagePattern = regexp.MustCompile(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$`)
)

// readPreferences reads the cookie, and ignores invalid values (LOC-14).
func readPreferences(r *http.Request) preferences {
	prefs := preferences{language: "en", direction: "ltr"}
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
	if language := values.Get("lang"); languagePattern.MatchString(language) {
		prefs.language = language
		if base, _, _ := strings.Cut(language, "-"); slices.Contains(rightToLeft, base) {
			prefs.direction = "rtl"
		}
	}
	prefs.signedIn = values.Get("signed") == "1"
	if scheme := values.Get("theme"); scheme == "light" || scheme == "dark" {
		prefs.scheme = scheme
	}
	return prefs
}
