package page

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// cookieName is the small cookie in which the storefront mirrors where and how
// a person shops, so that the first answer already fits. It is a convenience:
// nothing in it is trusted for price or ownership. Under https its name has a
// prefix, with which browsers take it from this very host alone.
const (
	cookieName   = "hk_scope"
	securePrefix = "__Host-"
)

// look is what a request says of place and appearance.
type look struct {
	zones     string // the zoneid header's value, "" for the default
	module    string
	language  string
	direction string // ltr or rtl
	scheme    string // light, dark, or "" to follow the system
	signedIn  bool   // says the cookie, which decides what is drawn and nothing else
}

// rightToLeft is the documented list, and yi (I18N-01, D9).
var rightToLeft = []string{"ar", "arc", "dv", "fa", "ha", "he", "khw", "ks", "ku", "ps", "ur", "yl", "yi"}

var (
	zonesPattern    = regexp.MustCompile(`^[0-9]{1,10}(,[0-9]{1,10}){0,15}$`)
	modulePattern   = regexp.MustCompile(`^[0-9]{1,10}$`)
	languagePattern = regexp.MustCompile(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$`)
)

// lookOf reads the cookie; whatever in it is damaged or foreign is left out
// (LOC-14).
func lookOf(r *http.Request) look {
	l := look{language: "en", direction: "ltr"}
	cookie, err := r.Cookie(securePrefix + cookieName)
	if err != nil {
		cookie, err = r.Cookie(cookieName)
	}
	if err != nil {
		return l
	}
	text, err := url.QueryUnescape(cookie.Value)
	if err != nil {
		return l
	}
	values, err := url.ParseQuery(text)
	if err != nil {
		return l
	}
	if zones := values.Get("zone"); zonesPattern.MatchString(zones) {
		l.zones = "[" + zones + "]"
	}
	if module := values.Get("module"); modulePattern.MatchString(module) {
		l.module = module
	}
	if language := values.Get("lang"); languagePattern.MatchString(language) {
		l.language = language
		if base, _, _ := strings.Cut(language, "-"); slices.Contains(rightToLeft, base) {
			l.direction = "rtl"
		}
	}
	l.signedIn = values.Get("signed") == "1"
	if scheme := values.Get("theme"); scheme == "light" || scheme == "dark" {
		l.scheme = scheme
	}
	return l
}
