package customer

import (
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/credential"
)

// Device is where a call comes from: what a session is told apart by in the list
// of sessions, and the network that floods are counted by.
type Device struct {
	UserAgent string `header:"User-Agent" doc:"Kept in words, as in: Chrome on Linux."`

	address, secret string
}

// visitor is who makes a call of a sign-in.
func (d Device) visitor(guestID string) credential.Visitor {
	return credential.Visitor{GuestID: guestID, Device: deviceWords(d.UserAgent), Address: d.address, DeviceSecret: d.secret}
}

// withHandle is a visitor who tries the code of a sending.
func (d Device) withHandle(guestID, handle string) credential.Visitor {
	v := d.visitor(guestID)
	v.CodeHandle = handle
	return v
}

// deviceCookie keeps the secret of a device that has signed in. It opens nothing:
// tries from a device that is known are not refused for what strangers did.
const (
	deviceCookie = "hawker_device"
	securePrefix = "__Secure-" // browsers take such a name over https alone
)

var deviceSecret = regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`)

// Resolve notes the address, and the device's secret. It runs before the handler
// does.
func (d *Device) Resolve(ctx huma.Context) []error {
	d.address = call.HostOf(ctx.RemoteAddr())
	for _, name := range []string{deviceCookie, securePrefix + deviceCookie} {
		if c, err := huma.ReadCookie(ctx, name); err == nil && deviceSecret.MatchString(c.Value) {
			d.secret = c.Value
		}
	}
	return nil
}

// keepDevice is the header that has a browser keep the secret; "" for none.
func (h *Handlers) keepDevice(secret string) string {
	if secret == "" {
		return ""
	}
	c := http.Cookie{
		Name: h.deviceCookie(), Value: secret, Path: call.Prefix + "/", MaxAge: int((180 * 24 * time.Hour).Seconds()),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: h.Secure,
	}
	return c.String()
}

func (h *Handlers) deviceCookie() string {
	if h.Secure {
		return securePrefix + deviceCookie
	}
	return deviceCookie
}

// A name that others carry as well stands behind theirs: Chrome says Safari, and
// Edge says both.
var (
	browsers = []naming{
		{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser", "Samsung Internet"}, {"Firefox/", "Firefox"}, {"FxiOS", "Firefox"},
		{"CriOS", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"},
	}
	systems = []naming{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"Mac OS", "macOS"},
		{"CrOS", "ChromeOS"}, {"Linux", "Linux"},
	}
)

// naming is what a User-Agent says, and how people call it.
type naming struct{ says, name string }

// deviceWords is a User-Agent for people, as in "Chrome on Linux".
func deviceWords(userAgent string) string {
	browser, system := named(browsers, userAgent), named(systems, userAgent)
	switch {
	case browser == "" && system == "":
		return "Unknown device"
	case browser == "":
		return system
	case system == "":
		return browser
	}
	return browser + " on " + system
}

func named(all []naming, userAgent string) string {
	for _, n := range all {
		if strings.Contains(userAgent, n.says) {
			return n.name
		}
	}
	return ""
}
