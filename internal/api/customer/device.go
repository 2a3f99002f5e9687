package customer

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/credential"
)

// Device is an input that knows which device a call comes from: its name in the list of
// sessions, its address for rate limits, and the secret of its cookie.
type Device struct {
	UserAgent string `header:"User-Agent" doc:"Stored as a short description, such as: Chrome on Linux."`

	address, secret string
}

func (d Device) client(guestID string) credential.Client {
	return credential.Client{GuestID: guestID, Device: deviceName(d.UserAgent), Address: d.address, DeviceSecret: d.secret}
}

func (d Device) withHandle(guestID, handle string) credential.Client {
	v := d.client(guestID)
	v.CodeHandle = handle
	return v
}

// The cookie has the secret of a device that has signed in. It grants nothing, but
// attempts from a known device are not refused for attempts of strangers.
const (
	cookieName   = "hawker_device"
	securePrefix = "__Secure-" // browsers accept such a name over https only
)

var secretPattern = regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`)

// Resolve notes the address and the secret. The HTTP library calls it before the
// handler.
func (d *Device) Resolve(ctx huma.Context) []error {
	d.address = call.HostOf(ctx.RemoteAddr())
	for _, name := range []string{cookieName, securePrefix + cookieName} {
		if c, err := huma.ReadCookie(ctx, name); err == nil && secretPattern.MatchString(c.Value) {
			d.secret = c.Value
		}
	}
	return nil
}

// deviceCookie returns the Set-Cookie header for the secret, "" without one.
func (h *Handlers) deviceCookie(secret string) string {
	if secret == "" {
		return ""
	}
	c := http.Cookie{
		Name: h.deviceCookieName(), Value: secret, Path: call.Prefix + "/", MaxAge: int((180 * 24 * time.Hour).Seconds()),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: h.Secure,
	}
	return c.String()
}

func (h *Handlers) deviceCookieName() string {
	if h.Secure {
		return securePrefix + cookieName
	}
	return cookieName
}

// The first match wins, so a token that other browsers send too comes after theirs:
// Chrome sends Safari, and Edge sends both.
var (
	browsers = []agentName{
		{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser", "Samsung Internet"}, {"Firefox/", "Firefox"}, {"FxiOS", "Firefox"},
		{"CriOS", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"},
	}
	systems = []agentName{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"Mac OS", "macOS"},
		{"CrOS", "ChromeOS"}, {"Linux", "Linux"},
	}
)

// agentName is a token of User-Agent headers, and its name for people.
type agentName struct{ token, name string }

// deviceName returns a User-Agent for people, as in "Chrome on Linux".
func deviceName(userAgent string) string {
	browser, system := matchAgent(browsers, userAgent), matchAgent(systems, userAgent)
	switch {
	case browser == "" && system == "":
		return "Unknown device"
	case browser == "":
		return system
	case system == "":
		return browser
	}
	return fmt.Sprintf("%s on %s", browser, system)
}

func matchAgent(all []agentName, userAgent string) string {
	for _, n := range all {
		if strings.Contains(userAgent, n.token) {
			return n.name
		}
	}
	return ""
}
