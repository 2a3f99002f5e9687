package idtokentest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"maps"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// Forgeries returns tokens that must be refused, by what is wrong with them. Otherwise
// each is equal to the valid token of these claims.
func (i *Issuer) Forgeries(right jwt.MapClaims) map[string]string {
	all := i.forgedSignatures(right)
	maps.Copy(all, i.forgedForms(right))
	for name, edit := range forgedClaims {
		claims := maps.Clone(right)
		edit(claims)
		all[name] = i.Sign(claims)
	}
	return all
}

func (i *Issuer) forgedSignatures(right jwt.MapClaims) map[string]string {
	kid := map[string]any{"kid": keyID}
	der, err := x509.MarshalPKIXPublicKey(&signing().PublicKey)
	if err != nil {
		panic(err)
	}
	asPEM := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
	asJWK, err := json.Marshal(publicJWK(&signing().PublicKey, keyID))
	if err != nil {
		panic(err)
	}
	curve, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	none := jwt.UnsafeAllowNoneSignatureType
	return map[string]string{
		"another key under the right id":     sign(jwt.SigningMethodRS256, foreign(), kid, right),
		"another key under its own id":       sign(jwt.SigningMethodRS256, foreign(), map[string]any{"kid": "key-2"}, right),
		"another key without an id":          sign(jwt.SigningMethodRS256, foreign(), nil, right),
		"a key in the token":                 sign(jwt.SigningMethodRS256, foreign(), map[string]any{"kid": "key-2", "jwk": publicJWK(&foreign().PublicKey, "key-2")}, right),
		"a key at another URL":               sign(jwt.SigningMethodRS256, foreign(), map[string]any{"kid": "key-2", "jku": "http://127.0.0.1:1/keys"}, right),
		"a curve's key under the right id":   sign(jwt.SigningMethodES256, curve, kid, right),
		"HS256 with the public key as PEM":   sign(jwt.SigningMethodHS256, asPEM, kid, right),
		"HS256 with the public key as DER":   sign(jwt.SigningMethodHS256, der, kid, right),
		"HS256 with the public key as JWK":   sign(jwt.SigningMethodHS256, asJWK, kid, right),
		"HS256 with an empty key":            sign(jwt.SigningMethodHS256, []byte{}, kid, right),
		"another algorithm":                  sign(jwt.SigningMethodRS512, signing(), kid, right),
		"another padding":                    sign(jwt.SigningMethodPS256, signing(), kid, right),
		"alg none":                           sign(jwt.SigningMethodNone, none, kid, right),
		"alg none, written NONE":             sign(jwt.SigningMethodNone, none, map[string]any{"kid": keyID, "alg": "NONE"}, right),
		"alg none, written as an empty text": sign(jwt.SigningMethodNone, none, map[string]any{"kid": keyID, "alg": ""}, right),
	}
}

func (i *Issuer) forgedForms(right jwt.MapClaims) map[string]string {
	token := i.Sign(right)
	parts := strings.Split(token, ".")
	other := maps.Clone(right)
	other["sub"] = "person-8"
	encode := base64.RawURLEncoding.EncodeToString
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	if err != nil {
		panic(err)
	}
	signature[10] ^= 1
	several, err := json.Marshal(map[string]any{"payload": parts[1], "signatures": []any{
		map[string]any{"protected": parts[0], "signature": parts[2]}, map[string]any{"protected": parts[0], "signature": parts[2]}}})
	if err != nil {
		panic(err)
	}
	return map[string]string{
		"nothing":                        "",
		"not a token":                    "person-7",
		"three empty parts":              "..",
		"one bit of the signature":       parts[0] + "." + parts[1] + "." + encode(signature),
		"no signature":                   parts[0] + "." + parts[1] + ".",
		"no signature and no dot":        parts[0] + "." + parts[1],
		"cut short":                      token[:len(token)-20],
		"the first half":                 token[:len(token)/2],
		"more after it":                  token + ".x",
		"another's claims":               parts[0] + "." + strings.Split(i.Sign(other), ".")[1] + "." + parts[2],
		"claims that are a list":         parts[0] + "." + encode([]byte("[]")) + "." + parts[2],
		"signed twice":                   string(several),
		"a very long token":              token + strings.Repeat("A", 20<<10),
		"the signature of another token": parts[0] + "." + parts[1] + "." + strings.Split(i.Sign(other), ".")[2],
		"base64 with another alphabet":   strings.NewReplacer("-", "+", "_", "/").Replace(token) + "==",
	}
}

var forgedClaims = map[string]func(jwt.MapClaims){
	"for another audience":         func(c jwt.MapClaims) { c["aud"] = "another" },
	"for no audience":              func(c jwt.MapClaims) { delete(c, "aud") },
	"for another audience, too":    func(c jwt.MapClaims) { c["aud"] = []any{c["aud"], "another"} },
	"for another and issued to us": func(c jwt.MapClaims) { c["azp"] = c["aud"]; c["aud"] = []any{"another", c["aud"]} },
	"issued to another party":      func(c jwt.MapClaims) { c["azp"] = "another" },
	"issued to an empty party":     func(c jwt.MapClaims) { c["azp"] = "" },
	"issuer is another":            func(c jwt.MapClaims) { c["iss"] = "https://issuer.example" },
	"issuer is almost right":       func(c jwt.MapClaims) { c["iss"] = c["iss"].(string) + "/" },
	"no issuer":                    func(c jwt.MapClaims) { delete(c, "iss") },
	"no subject":                   func(c jwt.MapClaims) { delete(c, "sub") },
	"an empty subject":             func(c jwt.MapClaims) { c["sub"] = "" },
	"a number as subject":          func(c jwt.MapClaims) { c["sub"] = 7 },
	"has expired":                  func(c jwt.MapClaims) { c["exp"] = time.Now().Add(-time.Second).Unix() },
	"never expires":                func(c jwt.MapClaims) { delete(c, "exp") },
	"expiry is a word":             func(c jwt.MapClaims) { c["exp"] = "tomorrow" },
	"issued in the future":         func(c jwt.MapClaims) { c["iat"] = time.Now().Add(10 * time.Minute).Unix() },
	"issued too long ago":          func(c jwt.MapClaims) { c["iat"] = time.Now().Add(-2 * time.Hour).Unix() },
	"no time of issue":             func(c jwt.MapClaims) { delete(c, "iat") },
	"not valid yet":                func(c jwt.MapClaims) { c["nbf"] = time.Now().Add(10 * time.Minute).Unix() },
}
