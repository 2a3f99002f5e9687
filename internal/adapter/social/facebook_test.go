package social_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/adapter/social"
	"hawker/internal/credential"
	"hawker/internal/errs"
)

const (
	appID     = "4711"
	appSecret = "app-secret-hush"
	token     = "person-token-hush"
)

// graph replaces the Graph API: its responses to debug_token and to me.
type graph struct {
	debug, me http.HandlerFunc
}

func responds(status int, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		fmt.Fprint(w, text)
	}
}

// about responds to debug_token for a valid token, with the edits "old", "new", ….
func about(edits ...string) http.HandlerFunc {
	text := fmt.Sprintf(`{"data":{"app_id":"4711","type":"USER","application":"Hawker","is_valid":true,"issued_at":%d,"expires_at":%d,"user_id":"777","scopes":["email","public_profile"]}}`,
		time.Now().Unix(), time.Now().Add(time.Hour).Unix())
	return responds(http.StatusOK, strings.NewReplacer(edits...).Replace(text))
}

var me = responds(http.StatusOK, `{"id":"777","name":"Asha Rao","email":"asha@example.com"}`)

// serve starts the server, which checks the calls.
func (g graph) serve(t *testing.T) string {
	t.Helper()
	mac := hmac.New(sha256.New, []byte(appSecret))
	mac.Write([]byte(token))
	proof := hex.EncodeToString(mac.Sum(nil))
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v23.0/debug_token", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+appID+"|"+appSecret || r.URL.RawQuery != "input_token="+token {
			t.Errorf("debug_token was called with %v and %s", r.Header, r.URL.RawQuery)
		}
		g.debug(w, r)
	})
	mux.HandleFunc("GET /v23.0/me", func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		if r.Header.Get("Authorization") != "Bearer "+token || q.Get("fields") != "id,name,email" || q.Get("appsecret_proof") != proof || len(q) != 2 {
			t.Errorf("me was called with %v and %s", r.Header, r.URL.RawQuery)
		}
		g.me(w, r)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL + "/v23.0"
}

func TestFacebook_AUTH07_P3_identifiesAPersonWithoutAVerifiedEmail(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		graph graph
		want  credential.Identity
	}{
		"with an e-mail":     {graph{about(), me}, credential.Identity{Provider: "facebook", Subject: "777", Email: "asha@example.com", Name: "Asha Rao"}},
		"without an e-mail":  {graph{about(), responds(200, `{"id":"777","name":"Asha Rao"}`)}, credential.Identity{Provider: "facebook", Subject: "777", Name: "Asha Rao"}},
		"without a name":     {graph{about(), responds(200, `{"id":"777"}`)}, credential.Identity{Provider: "facebook", Subject: "777"}},
		"that never expires": {graph{about(`"expires_at":`, `"expires_at":0,"x":`), me}, credential.Identity{Provider: "facebook", Subject: "777", Email: "asha@example.com", Name: "Asha Rao"}},
	} {
		got, err := social.NewFacebook(appID, appSecret, tt.graph.serve(t)).Identify(t.Context(), token, "")
		if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", name, err, diff)
		}
	}
}

func TestFacebook_AUTH07_P3_refusesForgedTokens(t *testing.T) {
	t.Parallel()
	unused := func(w http.ResponseWriter, _ *http.Request) {
		t.Error("an invalid token was used")
		w.WriteHeader(500)
	}
	const invalid = `{"error":{"message":"Error validating access token: person-token-hush","type":"OAuthException","code":190,"fbtrace_id":"x"}}`
	hang := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { t.Error("followed a redirect") }))
	t.Cleanup(elsewhere.Close)
	redirect := http.RedirectHandler(elsewhere.URL, http.StatusFound).ServeHTTP
	huge := func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, `{"id":"777","name":"`, strings.Repeat("x", 2<<20), `"}`)
	}
	for name, tt := range map[string]struct {
		graph graph
		want  errs.Code
	}{
		"issued to another app":    {graph{about(`"4711"`, `"4712"`), unused}, errs.Unauthorized},
		"issued to no app":         {graph{about(`"app_id":"4711",`, ``), unused}, errs.Unauthorized},
		"not valid":                {graph{about(`"is_valid":true`, `"is_valid":false`), unused}, errs.Unauthorized},
		"without is_valid":         {graph{about(`"is_valid":true,`, ``), unused}, errs.Unauthorized},
		"expired":                  {graph{about(`"expires_at":`, `"expires_at":1700000000,"x":`), unused}, errs.Unauthorized},
		"a page's":                 {graph{about(`"USER"`, `"PAGE"`), unused}, errs.Unauthorized},
		"an app's":                 {graph{about(`"type":"USER"`, `"type":"APP"`), unused}, errs.Unauthorized},
		"nobody's":                 {graph{about(`"user_id":"777"`, `"user_id":""`), unused}, errs.Unauthorized},
		"of no person":             {graph{about(`"user_id":"777",`, ``), unused}, errs.Unauthorized},
		"an empty response":        {graph{responds(200, `{}`), unused}, errs.Unauthorized},
		"a response with an error": {graph{responds(200, `{"data":{"error":{"code":190,"message":"Malformed access token"},"is_valid":false,"scopes":[]}}`), unused}, errs.Unauthorized},
		"another person's":         {graph{about(), responds(200, `{"id":"778","name":"Eve"}`)}, errs.Unauthorized},
		"without an id":            {graph{about(), responds(200, `{"name":"Eve"}`)}, errs.Unauthorized},
		"refused meanwhile":        {graph{about(), responds(400, invalid)}, errs.Unauthorized},
		"our app is refused":       {graph{responds(400, invalid), unused}, errs.Unavailable},
		"too many calls":           {graph{about(), responds(400, `{"error":{"code":4,"message":"Application request limit reached"}}`)}, errs.Unavailable},
		"an error without a code":  {graph{about(), responds(403, `{}`)}, errs.Unavailable},
		"debug_token: empty body":  {graph{responds(200, ``), unused}, errs.Unavailable},
		"me: empty body":           {graph{about(), responds(200, ``)}, errs.Unavailable},
		"debug_token: no JSON":     {graph{responds(200, `<html>`), unused}, errs.Unavailable},
		"me: no JSON":              {graph{about(), responds(200, `<html>`)}, errs.Unavailable},
		"debug_token: a list":      {graph{responds(200, `[]`), unused}, errs.Unavailable},
		"a number for an id":       {graph{about(), responds(200, `{"id":777}`)}, errs.Unavailable},
		"a very long response":     {graph{about(), huge}, errs.Unavailable},
		"debug_token: timeout":     {graph{hang, unused}, errs.Unavailable},
		"me: timeout":              {graph{about(), hang}, errs.Unavailable},
		"debug_token: status 500":  {graph{responds(500, `{}`), unused}, errs.Unavailable},
		"me: status 503":           {graph{about(), responds(503, invalid[:20])}, errs.Unavailable},
		"debug_token: redirect":    {graph{redirect, unused}, errs.Unavailable},
		"me: redirect":             {graph{about(), redirect}, errs.Unavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := social.NewFacebook(appID, appSecret, tt.graph.serve(t))
			f.Wait(time.Second)
			got, err := f.Identify(t.Context(), token, "")
			if !errs.Is(err, tt.want) || got != (credential.Identity{}) {
				t.Errorf("%+v, %v", got, err)
			}
			if strings.Contains(fmt.Sprintf("%+v", err), "hush") {
				t.Errorf("the error contains a secret: %v", err)
			}
		})
	}
	got, err := social.NewFacebook(appID, appSecret, graph{unused, unused}.serve(t)).Identify(t.Context(), "", "")
	refused(t, "no token", got, err)
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	_, err = social.NewFacebook(appID, appSecret, gone.URL).Identify(t.Context(), token, "")
	if !errs.Is(err, errs.Unavailable) || strings.Contains(err.Error(), "hush") {
		t.Errorf("no server: %v", err)
	}
}
