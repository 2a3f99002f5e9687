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

// graph stands in for the Graph API: what it answers about a token and to it.
type graph struct {
	debug, me http.HandlerFunc
}

func says(status int, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		fmt.Fprint(w, text)
	}
}

// about is a debug_token answer of a right token, with the edits "old", "new", ….
func about(edits ...string) http.HandlerFunc {
	text := fmt.Sprintf(`{"data":{"app_id":"4711","type":"USER","application":"Hawker","is_valid":true,"issued_at":%d,"expires_at":%d,"user_id":"777","scopes":["email","public_profile"]}}`,
		time.Now().Unix(), time.Now().Add(time.Hour).Unix())
	return says(http.StatusOK, strings.NewReplacer(edits...).Replace(text))
}

var me = says(http.StatusOK, `{"id":"777","name":"Asha Rao","email":"asha@example.com"}`)

// serve refuses whatever the real one would refuse of a call.
func (g graph) serve(t *testing.T) string {
	t.Helper()
	mac := hmac.New(sha256.New, []byte(appSecret))
	mac.Write([]byte(token))
	proof := hex.EncodeToString(mac.Sum(nil))
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v23.0/debug_token", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+appID+"|"+appSecret || r.URL.RawQuery != "input_token="+token {
			t.Errorf("debug_token was asked with %v and %s", r.Header, r.URL.RawQuery)
		}
		g.debug(w, r)
	})
	mux.HandleFunc("GET /v23.0/me", func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		if r.Header.Get("Authorization") != "Bearer "+token || q.Get("fields") != "id,name,email" || q.Get("appsecret_proof") != proof || len(q) != 2 {
			t.Errorf("me was asked with %v and %s", r.Header, r.URL.RawQuery)
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
		"without an e-mail":  {graph{about(), says(200, `{"id":"777","name":"Asha Rao"}`)}, credential.Identity{Provider: "facebook", Subject: "777", Name: "Asha Rao"}},
		"without a name":     {graph{about(), says(200, `{"id":"777"}`)}, credential.Identity{Provider: "facebook", Subject: "777"}},
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
	unasked := func(w http.ResponseWriter, _ *http.Request) {
		t.Error("a token that proves nothing was used")
		w.WriteHeader(500)
	}
	const invalid = `{"error":{"message":"Error validating access token: person-token-hush","type":"OAuthException","code":190,"fbtrace_id":"x"}}`
	hang := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { t.Error("followed elsewhere") }))
	t.Cleanup(elsewhere.Close)
	away := http.RedirectHandler(elsewhere.URL, http.StatusFound).ServeHTTP
	huge := func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, `{"id":"777","name":"`, strings.Repeat("x", 2<<20), `"}`)
	}
	for name, tt := range map[string]struct {
		graph graph
		want  errs.Code
	}{
		"given to another app":         {graph{about(`"4711"`, `"4712"`), unasked}, errs.Unauthorized},
		"given to no app":              {graph{about(`"app_id":"4711",`, ``), unasked}, errs.Unauthorized},
		"not valid":                    {graph{about(`"is_valid":true`, `"is_valid":false`), unasked}, errs.Unauthorized},
		"not said to be valid":         {graph{about(`"is_valid":true,`, ``), unasked}, errs.Unauthorized},
		"expired":                      {graph{about(`"expires_at":`, `"expires_at":1700000000,"x":`), unasked}, errs.Unauthorized},
		"a page's":                     {graph{about(`"USER"`, `"PAGE"`), unasked}, errs.Unauthorized},
		"an app's":                     {graph{about(`"type":"USER"`, `"type":"APP"`), unasked}, errs.Unauthorized},
		"nobody's":                     {graph{about(`"user_id":"777"`, `"user_id":""`), unasked}, errs.Unauthorized},
		"of nobody at all":             {graph{about(`"user_id":"777",`, ``), unasked}, errs.Unauthorized},
		"an empty answer":              {graph{says(200, `{}`), unasked}, errs.Unauthorized},
		"an answer with an error":      {graph{says(200, `{"data":{"error":{"code":190,"message":"Malformed access token"},"is_valid":false,"scopes":[]}}`), unasked}, errs.Unauthorized},
		"another person's":             {graph{about(), says(200, `{"id":"778","name":"Eve"}`)}, errs.Unauthorized},
		"answers as nobody":            {graph{about(), says(200, `{"name":"Eve"}`)}, errs.Unauthorized},
		"refused meanwhile":            {graph{about(), says(400, invalid)}, errs.Unauthorized},
		"our app is refused":           {graph{says(400, invalid), unasked}, errs.Unavailable},
		"too many calls":               {graph{about(), says(400, `{"error":{"code":4,"message":"Application request limit reached"}}`)}, errs.Unavailable},
		"an error without a code":      {graph{about(), says(403, `{}`)}, errs.Unavailable},
		"no body about it":             {graph{says(200, ``), unasked}, errs.Unavailable},
		"no body to it":                {graph{about(), says(200, ``)}, errs.Unavailable},
		"no JSON about it":             {graph{says(200, `<html>`), unasked}, errs.Unavailable},
		"no JSON to it":                {graph{about(), says(200, `<html>`)}, errs.Unavailable},
		"a list about it":              {graph{says(200, `[]`), unasked}, errs.Unavailable},
		"a number for an id":           {graph{about(), says(200, `{"id":777}`)}, errs.Unavailable},
		"an answer without end":        {graph{about(), huge}, errs.Unavailable},
		"hangs at the question":        {graph{hang, unasked}, errs.Unavailable},
		"hangs at the person":          {graph{about(), hang}, errs.Unavailable},
		"breaks at the question":       {graph{says(500, `{}`), unasked}, errs.Unavailable},
		"breaks at the person":         {graph{about(), says(503, invalid[:20])}, errs.Unavailable},
		"sends the question elsewhere": {graph{away, unasked}, errs.Unavailable},
		"sends the person elsewhere":   {graph{about(), away}, errs.Unavailable},
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
				t.Errorf("the error tells a secret: %v", err)
			}
		})
	}
	got, err := social.NewFacebook(appID, appSecret, graph{unasked, unasked}.serve(t)).Identify(t.Context(), "", "")
	refused(t, "no token", got, err)
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	_, err = social.NewFacebook(appID, appSecret, gone.URL).Identify(t.Context(), token, "")
	if !errs.Is(err, errs.Unavailable) || strings.Contains(err.Error(), "hush") {
		t.Errorf("nobody there: %v", err)
	}
}
