package page_test

import (
	"net/http"
	"strings"
	"testing"
)

func TestFiles(t *testing.T) {
	t.Parallel()
	url := newPages(t).URL
	tests := []struct {
		name, path, accept    string
		status                int
		body, encoding, cache string
	}{
		{"as it is", "/assets/app-1.js", "identity", 200, "console.log(1)", "", "immutable"},
		{"packed by brotli first", "/assets/app-1.js", "gzip, deflate, br", 200, "brotli", "br", "immutable"},
		{"packed by gzip", "/assets/app-1.js", "gzip", 200, "gzip", "gzip", "immutable"},
		{"a name that stays is asked for again", "/boot.js", "identity", 200, "boot", "", "no-cache"},
		{"the shell itself is never sent", "/index.html", "identity", 404, "", "", ""},
		{"nor is the desk's", "/desk.html", "identity", 404, "", "", ""},
		{"a hidden file", "/.keep", "identity", 404, "", "", ""},
		{"a compressed file by its own name", "/assets/app-1.js.br", "identity", 404, "", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			answer, body := ask(t, url+tt.path, "Accept-Encoding", tt.accept)
			if answer.StatusCode != tt.status {
				t.Fatalf("status %d, want %d", answer.StatusCode, tt.status)
			}
			if tt.status == 200 && answer.Header.Get("Vary") != "Accept-Encoding" {
				t.Errorf("Vary %q", answer.Header.Get("Vary"))
			}
			if tt.status == 200 && (body != tt.body || answer.Header.Get("Content-Encoding") != tt.encoding || !strings.Contains(answer.Header.Get("Cache-Control"), tt.cache)) {
				t.Errorf("got %q, encoding %q, cache %q", body, answer.Header.Get("Content-Encoding"), answer.Header.Get("Cache-Control"))
			}
		})
	}
	first, _ := ask(t, url+"/boot.js")
	if again, _ := ask(t, url+"/boot.js", "If-None-Match", first.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
		t.Errorf("an unchanged file returned %d", again.StatusCode)
	}
}

func TestMedia(t *testing.T) {
	t.Parallel()
	url := newPages(t).URL
	for path, status := range map[string]int{
		"/media/abc/item/tea-480.webp":          200,
		"/media/old/item/tea-480.webp":          200, // an old hash finds today's picture
		"/media/abc/item/none-480.webp":         404,
		"/media/abc/item/tea.svg":               404, // a kind that is never stored
		"/media/abc/..%2f..%2fetc%2fpasswd.png": 404,
	} {
		if answer, _ := ask(t, url+path); answer.StatusCode != status {
			t.Errorf("%s returned %d, want %d", path, answer.StatusCode, status)
		}
	}
}
