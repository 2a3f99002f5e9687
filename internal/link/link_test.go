package link_test

import (
	"net/url"
	"strings"
	"testing"

	"hawker/internal/link"
)

func TestLinks(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"/": "path", "/categories": "path", "/home?search=category&name=tea%20time#top": "path", "/go?to=//elsewhere": "path", "/café": "path",
		"https://social.example": "https", "https://social.example:8443/a?b=c#d": "https", "HTTPS://social.example/": "https", "https://bücher.example/": "https",

		"": "", "categories": "", "//evil.example": "", "//@": "", "///evil.example": "", `/\evil.example`: "", `\\evil.example`: "", "/a//evil.example": "", "/..//evil.example": "",
		"/\t/evil.example": "", "/\n/evil.example": "", "javascript:alert(1)": "", "JaVaScRiPt:alert(1)": "", "java\nscript:alert(1)": "", " javascript:alert(1)": "",
		"data:text/html,<script>1</script>": "", "vbscript:x": "", "http://social.example": "", "ftp://social.example": "", "mailto:a@example.com": "", "tel:+12025550123": "",
		"https://": "", "https:///path": "", "https:evil.example": "", "https:/evil.example": "", "https://user@evil.example": "", "https://shop.example:pw@evil.example": "",
		`https://shop.example\@evil.example`: "", "https://:443/": "", "https://a b.example": "", "https://evil.example/\"onclick=\"x": "", "/a\x00b": "", "/a\u202eb": "",
		"/%zz": "", "blob:https://shop.example/1": "", "/" + strings.Repeat("a", 3000): "",
	} {
		got := ""
		switch {
		case link.IsPath(text):
			got = "path"
		case link.IsHTTPS(text):
			got = "https"
		}
		if got != want || (link.Shown(text) != "") != (want != "") {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// A shown link opens a page of the shop or an https URL.
func FuzzShown(f *testing.F) {
	for _, text := range []string{"/a", "//a", "https://a.example/b", "javascript:1", `/\a`} {
		f.Add(text)
	}
	shop := &url.URL{Scheme: "https", Host: "shop.example", Path: "/store/corner"}
	f.Fuzz(func(t *testing.T, text string) {
		if link.Shown(text) == "" {
			return
		}
		to, err := shop.Parse(text)
		if err != nil || to.Scheme != "https" || to.Host == "" || to.User != nil || strings.ContainsAny(text, "\\ \t\r\n\x00\"<>") {
			t.Errorf("%q opens %v (%v)", text, to, err)
		}
		if link.IsPath(text) && to.Host != shop.Host {
			t.Errorf("the path %q opens %v", text, to)
		}
	})
}
