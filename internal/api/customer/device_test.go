package customer

import (
	"testing"
)

func TestDevice_AUTH10_name(t *testing.T) {
	t.Parallel()
	for userAgent, want := range map[string]string{
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36":                                   "Chrome on Linux",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0":           "Edge on Windows",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1": "Safari on iPhone",
		"Mozilla/5.0 (Linux; Android 15; SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537": "Samsung Internet on Android",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 15.0; rv:130.0) Gecko/20100101 Firefox/130.0":                                                     "Firefox on macOS",
		"curl/8.5.0":            "Unknown device",
		"":                      "Unknown device",
		"something for Windows": "Windows",
	} {
		if got := deviceName(userAgent); got != want {
			t.Errorf("%q is %q, want %q", userAgent, got, want)
		}
	}
}
