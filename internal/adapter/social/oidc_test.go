package social_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/go-cmp/cmp"
	"github.com/oauth2-proxy/mockoidc"

	"hawker/internal/adapter/idtoken/idtokentest"
	"hawker/internal/adapter/social"
	"hawker/internal/credential"
	"hawker/internal/errs"
)

const (
	clientID = "our-client"
	nonce    = "a-raw-nonce-that-the-page-made"
)

func hashed(raw string) string {
	hash := sha256.Sum256([]byte(raw))
	return base64.RawURLEncoding.EncodeToString(hash[:])
}

// providers are the two providers that sign their tokens.
var providers = map[string]func(clientID, issuer string) *social.OIDC{"google": social.Google, "apple": social.Apple}

// A whole sign-in at an OpenID provider of another project.
func TestOIDC_AUTH07_identifiesAPerson(t *testing.T) {
	t.Parallel()
	for medium, provider := range providers {
		t.Run(medium, func(t *testing.T) {
			t.Parallel()
			m, err := mockoidc.Run()
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = m.Shutdown() })
			m.QueueUser(&mockoidc.MockUser{Subject: "person-7", Email: "asha@example.com", EmailVerified: true})
			got, err := provider(m.ClientID, m.Issuer()).Identify(t.Context(), signIn(t, m), nonce)
			want := credential.Identity{Provider: medium, Subject: "person-7", Email: "asha@example.com", EmailVerified: true}
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("%v\n%s", err, diff)
			}
		})
	}
}

// signIn signs in at the provider like a browser, and returns the id token.
func signIn(t *testing.T, m *mockoidc.MockOIDC) string {
	t.Helper()
	browser := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	home := "http://127.0.0.1:1/auth"
	resp, err := browser.Get(m.AuthorizationEndpoint() + "?" + url.Values{
		"client_id": {m.ClientID}, "response_type": {"code"}, "scope": {"openid email profile"},
		"redirect_uri": {home}, "state": {"s"}, "nonce": {hashed(nonce)},
	}.Encode())
	if err != nil {
		t.Fatal(err)
	}
	back, err := resp.Location()
	if err != nil {
		t.Fatal(err)
	}
	resp, err = browser.PostForm(m.TokenEndpoint(), url.Values{
		"client_id": {m.ClientID}, "client_secret": {m.ClientSecret}, "grant_type": {"authorization_code"},
		"redirect_uri": {home}, "code": {back.Query().Get("code")},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var answer struct {
		IDToken string `json:"id_token"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil || answer.IDToken == "" {
		t.Fatalf("no token: %v", err)
	}
	return answer.IDToken
}

// right returns the claims of a token for our request.
func right(issuer *idtokentest.Issuer) jwt.MapClaims {
	claims := issuer.Claims(clientID)
	claims["nonce"], claims["email"], claims["email_verified"], claims["name"] = hashed(nonce), "asha@example.com", true, "Asha Rao"
	return claims
}

func TestOIDC_AUTH07_P3_refusesForgedTokens(t *testing.T) {
	t.Parallel()
	for medium, provider := range providers {
		t.Run(medium, func(t *testing.T) {
			t.Parallel()
			issuer, other := idtokentest.Start(t), idtokentest.Start(t)
			p := provider(clientID, issuer.URL)
			if got, err := p.Identify(t.Context(), issuer.Sign(right(issuer)), nonce); err != nil || got.Name != "Asha Rao" {
				t.Fatalf("the valid token: %+v, %v", got, err)
			}
			forgeries := issuer.Forgeries(right(issuer))
			forgeries["another provider's token"] = other.Sign(right(other))
			sum := sha256.Sum256([]byte(nonce))
			for name, value := range map[string]any{
				"no nonce": nil, "an empty nonce": "", "the raw nonce": nonce, "another's nonce": hashed("another"),
				"the hash in hex": hex.EncodeToString(sum[:]), "the hash with padding": hashed(nonce) + "=", "the hash cut short": hashed(nonce)[:42],
				"the hash of the hash": hashed(hashed(nonce)), "the hash in capitals": strings.ToUpper(hashed(nonce)),
				"a list with the hash": []string{hashed(nonce)}, "the standard alphabet": base64.StdEncoding.EncodeToString(sum[:]),
				"the hash of an empty text": hashed(""),
			} {
				claims := right(issuer)
				claims["nonce"] = value
				forgeries[name] = issuer.Sign(claims)
			}
			for name, token := range forgeries {
				got, err := p.Identify(t.Context(), token, nonce)
				refused(t, name, got, err)
				if err != nil && len(token) > 10 && strings.Contains(err.Error(), token) {
					t.Errorf("%s: the error contains the token", name)
				}
			}
			t.Logf("%d forgeries", len(forgeries))

			// A valid token with another request.
			for _, raw := range []string{"", "another", hashed(nonce), nonce + " "} {
				got, err := p.Identify(t.Context(), issuer.Sign(right(issuer)), raw)
				refused(t, "raw nonce "+raw, got, err)
			}
			claims := right(issuer)
			claims["nonce"] = hashed("")
			got, err := p.Identify(t.Context(), issuer.Sign(claims), "")
			refused(t, "a request without a nonce", got, err)
		})
	}
}

func refused(t *testing.T, name string, got credential.Identity, err error) {
	t.Helper()
	if !errs.Is(err, errs.Unauthorized) || got != (credential.Identity{}) {
		t.Errorf("%s: %+v, %v", name, got, err)
	}
}

func TestOIDC_P3_emailVerified(t *testing.T) {
	t.Parallel()
	issuer := idtokentest.Start(t)
	p := social.Apple(clientID, issuer.URL)
	for name, tt := range map[string]struct {
		edit     func(jwt.MapClaims)
		verified bool
	}{
		"true":                  {func(c jwt.MapClaims) {}, true},
		"true as a string":      {func(c jwt.MapClaims) { c["email_verified"] = "true" }, true},
		"false":                 {func(c jwt.MapClaims) { c["email_verified"] = false }, false},
		"false as a string":     {func(c jwt.MapClaims) { c["email_verified"] = "false" }, false},
		"null":                  {func(c jwt.MapClaims) { c["email_verified"] = nil }, false},
		"missing":               {func(c jwt.MapClaims) { delete(c, "email_verified") }, false},
		"true and no e-mail":    {func(c jwt.MapClaims) { delete(c, "email") }, false},
		"true and empty e-mail": {func(c jwt.MapClaims) { c["email"] = "" }, false},
	} {
		claims := right(issuer)
		tt.edit(claims)
		got, err := p.Identify(t.Context(), issuer.Sign(claims), nonce)
		if err != nil || got.EmailVerified != tt.verified {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	for _, neither := range []any{1, "yes", "TRUE", []any{true}, map[string]any{"true": true}} {
		claims := right(issuer)
		claims["email_verified"] = neither
		got, err := p.Identify(t.Context(), issuer.Sign(claims), nonce)
		refused(t, "neither true nor false", got, err)
	}
}

// road sends every request to a test's issuer, as if it were the provider.
type road struct{ issuer *idtokentest.Issuer }

func (r road) RoundTrip(req *http.Request) (*http.Response, error) {
	u, err := url.Parse(r.issuer.URL)
	if err != nil {
		return nil, err
	}
	there := req.Clone(req.Context())
	there.URL.Scheme, there.URL.Host = u.Scheme, u.Host
	return http.DefaultTransport.RoundTrip(there)
}

func TestOIDC_AUTH07_acceptsGooglesOlderName(t *testing.T) {
	t.Parallel()
	const google, apple = "https://accounts.google.com", "https://appleid.apple.com"
	for name, tt := range map[string]struct {
		make         func(string, string) *social.OIDC
		home, issuer string
		taken        bool
	}{
		"google's name":           {social.Google, google, google, true},
		"google's older name":     {social.Google, google, "accounts.google.com", true},
		"apple's at google":       {social.Google, google, apple, false},
		"apple's name":            {social.Apple, apple, apple, true},
		"apple's without scheme":  {social.Apple, apple, "appleid.apple.com", false},
		"google's older at apple": {social.Apple, apple, "accounts.google.com", false},
	} {
		issuer := idtokentest.Start(t)
		keys := issuer.URL
		issuer.URL, issuer.KeysURL = tt.home, tt.home+"/keys"
		p := social.Through(road{&idtokentest.Issuer{URL: keys}}, tt.make(clientID, ""), tt.home, clientID)
		claims := right(issuer)
		claims["iss"] = tt.issuer
		got, err := p.Identify(t.Context(), issuer.Sign(claims), nonce)
		if tt.taken && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !tt.taken {
			refused(t, name, got, err)
		}
	}
}

func TestOIDC_AUTH07_unreachableProviderIsUnavailable(t *testing.T) {
	t.Parallel()
	issuer := idtokentest.Start(t)
	issuer.Break(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
	p := social.Google(clientID, issuer.URL)
	if _, err := p.Identify(t.Context(), issuer.Sign(right(issuer)), nonce); !errs.Is(err, errs.Unavailable) {
		t.Errorf("%v", err)
	}
	issuer.Break(nil)
	if _, err := p.Identify(t.Context(), issuer.Sign(right(issuer)), nonce); err != nil {
		t.Errorf("working again: %v", err)
	}
}
