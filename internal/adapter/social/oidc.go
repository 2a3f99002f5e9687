// Package social identifies people by Google, Apple and Facebook. It verifies the token that
// the browser got from them, and returns the identity. Package signin, whose Provider it
// implements, decides which account the identity opens.
package social

import (
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"

	"hawker/internal/adapter/httpclient"
	"hawker/internal/adapter/idtoken"
	"hawker/internal/credential"
	"hawker/internal/signin"
)

// The issuers of tokens.
const (
	googleIssuer = "https://accounts.google.com"
	appleIssuer  = "https://appleid.apple.com"
)

// OIDC is a provider that signs id tokens: Google or Apple.
type OIDC struct {
	medium string
	name   string // shown to people
	tokens *idtoken.Reader
}

// Google reads the id tokens that Google issues to a client id. issuer is "", or in tests a
// stand-in. Tokens with Google's older name, "accounts.google.com", are accepted, too.
func Google(clientID, issuer string) *OIDC {
	return &OIDC{"google", "Google", reader(clientID, cmp.Or(issuer, googleIssuer))}
}

// Apple reads the id tokens that Apple issues to a services id. issuer is as in Google.
func Apple(clientID, issuer string) *OIDC {
	return &OIDC{"apple", "Apple", reader(clientID, cmp.Or(issuer, appleIssuer))}
}

func reader(clientID, issuer string) *idtoken.Reader {
	return idtoken.Discovering(httpclient.New(httpclient.Timeout), issuer, clientID)
}

var _ signin.Provider = (*OIDC)(nil)

// Identify implements signin.Provider. For Apple it returns no name, because Apple sends the
// name only to the page, unsigned.
func (p *OIDC) Identify(ctx context.Context, token, nonce string) (credential.Identity, error) {
	var claims struct {
		Email         string `json:"email"`
		EmailVerified flag   `json:"email_verified"`
		Name          string `json:"name"`
	}
	read, err := p.tokens.Read(ctx, token, &claims)
	switch {
	case errors.Is(err, idtoken.ErrUnreachable):
		return credential.Identity{}, unavailable(p.name, err)
	case err != nil:
		return credential.Identity{}, unproven(p.name, err)
	case !matchesNonce(read.Nonce, nonce):
		return credential.Identity{}, unproven(p.name, errors.New("the token is for another request"))
	}
	return credential.Identity{
		Provider: p.medium, Subject: read.Subject, Name: claims.Name,
		Email: claims.Email, EmailVerified: bool(claims.EmailVerified) && claims.Email != "",
	}, nil
}

// matchesNonce reports whether a token was issued for the request with this raw nonce. The
// request contained only the nonce's hash, so a stolen token is useless.
func matchesNonce(claimed, raw string) bool {
	hash := sha256.Sum256([]byte(raw))
	want := base64.RawURLEncoding.EncodeToString(hash[:])
	return raw != "" && subtle.ConstantTimeCompare([]byte(claimed), []byte(want)) == 1
}

// flag is a bool that Apple may write as a string.
type flag bool

// UnmarshalJSON implements json.Unmarshaler.
func (f *flag) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case `true`, `"true"`:
		*f = true
	case `false`, `"false"`, `null`:
		*f = false
	default:
		return &json.UnmarshalTypeError{Value: "neither true nor false"}
	}
	return nil
}
