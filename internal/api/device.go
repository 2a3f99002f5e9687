package api

import (
	"strings"

	"hawker/internal/account"
)

// visitor is who makes a call of a sign-in.
func (d Device) visitor(guestID string) account.Visitor {
	return account.Visitor{GuestID: guestID, Device: deviceWords(d.UserAgent), Address: d.address}
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
