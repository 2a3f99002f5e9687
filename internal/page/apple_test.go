package page_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// Apple's answer reaches the sign-in page by the fragment alone, and what it
// does not say does not appear.
func TestApple_AUTH07_answersByAFragment(t *testing.T) {
	t.Parallel()
	h := newPages(t).Config.Handler
	tests := []struct {
		name, form string
		status     int
		location   string
	}{
		{"a token", "id_token=a.b.c&state=s1&code=secret", 303, "/auth#id_token=a.b.c&state=s1"},
		{"who they are", "id_token=a.b.c&state=s1&user=" + url.QueryEscape(`{"name":{"firstName":"Asha"}}`), 303,
			"/auth#id_token=a.b.c&state=s1&user=" + url.QueryEscape(`{"name":{"firstName":"Asha"}}`)},
		{"a person who went back", "error=user_cancelled_authorize&state=s1", 303, "/auth#error=user_cancelled_authorize&state=s1"},
		{"words that would end the address", "state=" + url.QueryEscape("x\r\nSet-Cookie: a=b"), 303, "/auth#state=x%0D%0ASet-Cookie%3A+a%3Db"},
		{"nothing", "", 303, "/auth#"},
		{"far too much", "id_token=" + strings.Repeat("a", 70<<10), 400, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := httptest.NewRequest(http.MethodPost, "/auth/apple", strings.NewReader(tt.form))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != tt.status || w.Header().Get("Location") != tt.location {
				t.Errorf("status %d to %q, want %d to %q", w.Code, w.Header().Get("Location"), tt.status, tt.location)
			}
			if cache := w.Header().Get("Cache-Control"); w.Code == 303 && cache != "no-store" {
				t.Errorf("a token may be kept: %q", cache)
			}
		})
	}
}
