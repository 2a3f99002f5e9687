// Package idtokentest runs an OpenID Connect issuer in a test. Its tokens are valid, or
// invalid in every way that package idtoken must detect.
package idtokentest

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"math/big"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// keyID is the name of the one key that the issuer publishes.
const keyID = "key-1"

// The tests of a package share the keys, because making one is slow.
var (
	signing = sync.OnceValue(makeKey)
	foreign = sync.OnceValue(makeKey) // not published
)

func makeKey() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	return key
}

// Issuer is an issuer that publishes a key and signs with it.
type Issuer struct {
	URL     string
	KeysURL string

	Discoveries, KeyRequests atomic.Int64
	Fault                    atomic.Pointer[http.HandlerFunc] // if set, it responds instead
}

// Start serves an issuer until the test ends.
func Start(t *testing.T) *Issuer {
	t.Helper()
	i := &Issuer{}
	mux := http.NewServeMux()
	mux.HandleFunc("/.well-known/openid-configuration", func(w http.ResponseWriter, r *http.Request) {
		i.Discoveries.Add(1)
		i.answer(w, r, map[string]any{"issuer": i.URL, "jwks_uri": i.KeysURL,
			// A provider may offer algorithms that we refuse.
			"id_token_signing_alg_values_supported": []string{"RS256", "RS512", "PS256", "HS256", "none"}})
	})
	mux.HandleFunc("/keys", func(w http.ResponseWriter, r *http.Request) {
		i.KeyRequests.Add(1)
		i.answer(w, r, map[string]any{"keys": []any{publicJWK(&signing().PublicKey, keyID)}})
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	i.URL, i.KeysURL = server.URL, server.URL+"/keys"
	return i
}

func (i *Issuer) answer(w http.ResponseWriter, r *http.Request, document any) {
	if fault := i.Fault.Load(); fault != nil {
		(*fault)(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(document)
}

// Break makes the issuer respond with answer. Break(nil) makes it work again.
func (i *Issuer) Break(answer http.HandlerFunc) {
	if answer == nil {
		i.Fault.Store(nil)
		return
	}
	i.Fault.Store(&answer)
}

func publicJWK(key *rsa.PublicKey, id string) map[string]any {
	text := base64.RawURLEncoding.EncodeToString
	return map[string]any{"kty": "RSA", "use": "sig", "kid": id, "n": text(key.N.Bytes()), "e": text(big.NewInt(int64(key.E)).Bytes())}
}

// Claims returns the claims of a valid token for an audience, issued now.
func (i *Issuer) Claims(audience string) jwt.MapClaims {
	now := time.Now()
	return jwt.MapClaims{"iss": i.URL, "aud": audience, "sub": "person-7", "iat": now.Unix(), "exp": now.Add(time.Hour).Unix()}
}

// Sign returns a token that the issuer has signed.
func (i *Issuer) Sign(claims jwt.MapClaims) string {
	return sign(jwt.SigningMethodRS256, signing(), map[string]any{"kid": keyID}, claims)
}

func sign(method jwt.SigningMethod, key any, header map[string]any, claims jwt.MapClaims) string {
	token := jwt.NewWithClaims(method, claims)
	for name, value := range header {
		token.Header[name] = value
	}
	raw, err := token.SignedString(key)
	if err != nil {
		panic(err)
	}
	return raw
}
