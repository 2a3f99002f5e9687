package customer

import (
	"net/http"
	"strings"
	"testing"
)

// Under https the cookie's name has a prefix, with which no page of another host
// and no response over http can set it.
func TestDeviceCookie_hasASecurePrefixOverHTTPS(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]*Handlers{"hawker_device": {}, "__Secure-hawker_device": {Secure: true}} {
		cookie, err := http.ParseSetCookie(s.deviceCookie("secret"))
		if err != nil || cookie.Name != name || cookie.Secure != strings.HasPrefix(name, "__Secure-") || !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode {
			t.Errorf("%+v, %v; want %s, for this site's requests alone and no script", cookie, err, name)
		}
	}
}
