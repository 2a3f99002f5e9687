package firebase_test

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"hawker/internal/adapter/firebase"
	"hawker/internal/adapter/idtoken/idtokentest"
	"hawker/internal/errs"
)

const (
	phone   = "+12025550123"
	session = "session-of-the-page"
	code    = "123456"
)

var config = firebase.Config{APIKey: "key-hush", ProjectID: "hawker-town"}

// toolkit replaces Firebase. It checks the calls.
func toolkit(t *testing.T, answer http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var asked map[string]string
		if err != nil || json.Unmarshal(body, &asked) != nil || !maps.Equal(asked, map[string]string{"sessionInfo": session, "code": code}) ||
			r.Method != http.MethodPost || r.URL.Path != "/v1/accounts:signInWithPhoneNumber" || r.URL.RawQuery != "" ||
			r.Header.Get("X-Goog-Api-Key") != "key-hush" || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("called %s %s with %v: %s", r.Method, r.URL, r.Header, body)
		}
		answer(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func responds(status int, answer any) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		if text, ok := answer.(string); ok {
			fmt.Fprint(w, text)
			return
		}
		_ = json.NewEncoder(w).Encode(answer)
	}
}

// right returns the claims of a token that proves the phone.
func right(issuer *idtokentest.Issuer) jwt.MapClaims {
	claims := issuer.Claims(config.ProjectID)
	claims["iss"] = "https://securetoken.google.com/" + config.ProjectID
	claims["phone_number"] = phone
	claims["firebase"] = map[string]any{"sign_in_provider": "phone", "identities": map[string]any{"phone": []string{phone}}}
	return claims
}

func verify(t *testing.T, issuer *idtokentest.Issuer, answer http.HandlerFunc) (string, error) {
	t.Helper()
	p := firebase.Elsewhere(config, toolkit(t, answer), issuer.KeysURL)
	p.Wait(time.Second)
	return p.Verify(t.Context(), session, code)
}

func TestVerify_AUTH09_returnsThePhone(t *testing.T) {
	t.Parallel()
	issuer := idtokentest.Start(t)
	got, err := verify(t, issuer, responds(200, map[string]any{"idToken": issuer.Sign(right(issuer)), "phoneNumber": phone, "localId": "person-7", "isNewUser": true}))
	if err != nil || got != phone {
		t.Errorf("%q, %v", got, err)
	}
}

func TestVerify_AUTH09_refusesForgedResponses(t *testing.T) {
	t.Parallel()
	issuer := idtokentest.Start(t)
	answers := map[string]http.HandlerFunc{}
	for name, token := range issuer.Forgeries(right(issuer)) {
		answers["a token "+name] = responds(200, map[string]any{"idToken": token, "phoneNumber": phone})
	}
	for name, edit := range map[string]func(jwt.MapClaims){
		"for another project": func(c jwt.MapClaims) { c["iss"], c["aud"] = "https://securetoken.google.com/another", "another" },
		"about another phone": func(c jwt.MapClaims) { c["phone_number"] = "+12025550124" },
		"about no phone":      func(c jwt.MapClaims) { delete(c, "phone_number") },
		"about a number":      func(c jwt.MapClaims) { c["phone_number"] = 12025550123 },
		"by a password":       func(c jwt.MapClaims) { c["firebase"] = map[string]any{"sign_in_provider": "password"} },
		"without a provider":  func(c jwt.MapClaims) { delete(c, "firebase") },
	} {
		claims := right(issuer)
		edit(claims)
		answers["a token "+name] = responds(200, map[string]any{"idToken": issuer.Sign(claims), "phoneNumber": phone})
	}
	none := right(issuer)
	none["phone_number"] = ""
	token := issuer.Sign(right(issuer))
	maps.Copy(answers, map[string]http.HandlerFunc{
		"another phone":               responds(200, map[string]any{"idToken": token, "phoneNumber": "+12025550124"}),
		"a response without a phone":  responds(200, map[string]any{"idToken": token}),
		"no phone at all":             responds(200, map[string]any{"idToken": issuer.Sign(none), "phoneNumber": ""}),
		"a response without a token":  responds(200, map[string]any{"phoneNumber": phone}),
		"a temporary proof instead":   responds(200, map[string]any{"temporaryProof": token, "phoneNumber": phone}),
		"an empty response":           responds(200, ``),
		"a response that is not JSON": responds(200, `<html>`),
		"a response with status 201":  responds(201, map[string]any{"idToken": token, "phoneNumber": phone}),
		"a very long response":        responds(200, `{"idToken":"`+strings.Repeat("x", 2<<20)+`"}`),
		"a redirect":                  func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/", http.StatusTemporaryRedirect) },
		"silence":                     func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"an error of the service":     responds(500, `{"error":{"message":"INVALID_CODE"}}`),
	})
	for name, answer := range answers {
		got, err := verify(t, issuer, answer)
		if got != "" || !errs.Is(err, errs.Unavailable) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if err != nil && (strings.Contains(err.Error(), "hush") || strings.Contains(err.Error(), token)) {
			t.Errorf("%s: the error contains a secret: %v", name, err)
		}
	}
	t.Logf("%d responses", len(answers))
}

func TestVerify_AUTH09_refusesAnEmulatorsToken(t *testing.T) {
	t.Parallel()
	issuer := idtokentest.Start(t)
	unsigned, err := jwt.NewWithClaims(jwt.SigningMethodNone, right(issuer)).SignedString(jwt.UnsafeAllowNoneSignatureType)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := verify(t, issuer, responds(200, map[string]any{"idToken": unsigned, "phoneNumber": phone})); err == nil || got != "" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestVerify_API07_passesOnTheMessage(t *testing.T) {
	t.Parallel()
	issuer := idtokentest.Start(t)
	for said, tt := range map[string]struct {
		code    errs.Code
		message string
	}{
		"INVALID_CODE":                                    {errs.Invalid, "The code is not right."},
		"SESSION_EXPIRED":                                 {errs.Invalid, "The code has expired. Please ask for a new one."},
		"INVALID_SESSION_INFO":                            {errs.Invalid, "The code has expired. Please ask for a new one."},
		"TOO_MANY_ATTEMPTS_TRY_LATER":                     {errs.TooMany, "Too many attempts. Please try again later."},
		"TOO_MANY_ATTEMPTS_TRY_LATER : Wait.":             {errs.TooMany, "Too many attempts. Please try again later."},
		"OPERATION_NOT_ALLOWED":                           {errs.Invalid, "Operation not allowed."},
		"QUOTA_EXCEEDED : 100% of it is used.":            {errs.Invalid, "100% of it is used."},
		"USER_DISABLED":                                   {errs.Invalid, "User disabled."},
		"API key not valid. Please pass a valid API key.": {errs.Unavailable, "The phone could not be verified just now. Please try again."},
		"":                                   {errs.Unavailable, "The phone could not be verified just now. Please try again."},
		"A : " + strings.Repeat("long", 100): {errs.Unavailable, "The phone could not be verified just now. Please try again."},
	} {
		_, err := verify(t, issuer, responds(400, map[string]any{"error": map[string]any{"code": 400, "message": said, "errors": []any{}}}))
		if e := errs.From(err); e.Code != tt.code || e.Message != tt.message {
			t.Errorf("%s: %v", said, err)
		} else if e.Code == errs.TooMany && e.RetryAfter <= 0 {
			t.Errorf("%s: no Retry-After", said)
		}
	}
}

func TestVerify_AUTH09_unreachableKeysAreUnavailable(t *testing.T) {
	t.Parallel()
	issuer := idtokentest.Start(t)
	token := issuer.Sign(right(issuer))
	issuer.Break(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	if got, err := verify(t, issuer, responds(200, map[string]any{"idToken": token, "phoneNumber": phone})); got != "" || !errs.Is(err, errs.Unavailable) {
		t.Errorf("%q, %v", got, err)
	}
}
