// Package idtoken verifies ID tokens (OpenID Connect): signature, issuer, audience and
// age. It fetches the issuer's keys for the first token, so the program starts without a
// network. The caller decides what a valid token means.
package idtoken

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/sync/singleflight"
)

const (
	maxTokenBytes = 16 << 10        // bytes of a token; real ones have one or two thousand
	oldest        = time.Hour       // since it was issued, even if it has not expired: tokens are used immediately
	skew          = 2 * time.Minute // how much the issuer's clock may be ahead of ours
)

// ErrUnreachable means that the issuer or its keys could not be fetched, so the token may
// be valid or not. Any other error of Read is about the token.
var ErrUnreachable = errors.New("the issuer cannot be reached")

// Reader reads the tokens of one issuer for our audience. Safe for
// concurrent use.
type Reader struct {
	issuer, audience string
	client           *http.Client
	open             func(context.Context) (*oidc.IDTokenVerifier, error)

	opening  singleflight.Group // concurrent calls share one request
	verifier atomic.Pointer[oidc.IDTokenVerifier]
}

// Discovering makes a reader that asks the issuer for the address of its keys when it
// reads the first token. After a failure the next token tries again.
func Discovering(client *http.Client, issuer, audience string) *Reader {
	r := &Reader{issuer: issuer, audience: audience, client: client}
	r.open = r.discover
	return r
}

// WithKeys makes a reader for an issuer with a known address of its keys (a JWK set).
func WithKeys(client *http.Client, issuer, audience, keysURL string) *Reader {
	r := &Reader{issuer: issuer, audience: audience, client: client}
	r.open = func(ctx context.Context) (*oidc.IDTokenVerifier, error) { return r.withKeys(ctx, keysURL), nil }
	return r
}

// Unsigned makes a reader of an emulator's tokens, which are not signed. It checks their
// format, issuer, audience and age.
func Unsigned(issuer, audience string) *Reader {
	r := &Reader{issuer: issuer, audience: audience}
	r.open = func(context.Context) (*oidc.IDTokenVerifier, error) {
		return oidc.NewVerifier(issuer, nil, &oidc.Config{ClientID: audience, InsecureSkipSignatureCheck: true}), nil
	}
	return r
}

// algorithms all need a private key. HS256 is refused, because somebody could sign with
// the public key, and so is a token without a signature.
var algorithms = []string{oidc.RS256, oidc.ES256}

func (r *Reader) withKeys(ctx context.Context, address string) *oidc.IDTokenVerifier {
	keys := watched{oidc.NewRemoteKeySet(oidc.ClientContext(ctx, r.client), address)}
	return oidc.NewVerifier(r.issuer, keys, &oidc.Config{ClientID: r.audience, SupportedSigningAlgs: algorithms})
}

func (r *Reader) discover(ctx context.Context) (*oidc.IDTokenVerifier, error) {
	provider, err := oidc.NewProvider(oidc.ClientContext(ctx, r.client), r.issuer)
	if err != nil {
		return nil, err
	}
	var found struct {
		Keys string `json:"jwks_uri"`
	}
	if err := provider.Claims(&found); err != nil {
		return nil, err
	}
	return r.withKeys(ctx, found.Keys), nil
}

// openVerifier returns the verifier, which the first call makes.
func (r *Reader) openVerifier(ctx context.Context) (*oidc.IDTokenVerifier, error) {
	if v := r.verifier.Load(); v != nil {
		return v, nil
	}
	// The first caller may be canceled, but the others still need the result.
	result := r.opening.DoChan("", func() (any, error) {
		v, err := r.open(context.WithoutCancel(ctx))
		if err == nil {
			r.verifier.Store(v)
		}
		return v, err
	})
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case opened := <-result:
		if opened.Err != nil {
			return nil, opened.Err
		}
		return opened.Val.(*oidc.IDTokenVerifier), nil
	}
}

// Read verifies a token: its signature and issuer, that we are its only audience, that it
// was issued recently, and that it has not expired. It fills claims, a pointer to a
// struct, and returns what every token has.
func (r *Reader) Read(ctx context.Context, raw string, claims any) (*oidc.IDToken, error) {
	if len(raw) > maxTokenBytes {
		return nil, errors.New("the token is too long")
	}
	verifier, err := r.openVerifier(ctx)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	ctx, unreachable := watch(ctx)
	token, err := verifier.Verify(ctx, raw)
	if *unreachable != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreachable, *unreachable)
	}
	if err != nil {
		return nil, err
	}
	if err := r.check(token, time.Now()); err != nil {
		return nil, err
	}
	return token, token.Claims(claims)
}

// check checks what the library does not check.
func (r *Reader) check(token *oidc.IDToken, now time.Time) error {
	var party struct {
		AuthorizedParty *string `json:"azp"`
	}
	if err := token.Claims(&party); err != nil {
		return err
	}
	switch {
	case token.Subject == "":
		return errors.New("the token has no subject")
	case !slices.Equal(token.Audience, []string{r.audience}):
		return errors.New("the token has other audiences, too")
	case party.AuthorizedParty != nil && *party.AuthorizedParty != r.audience:
		return errors.New("the token was issued to somebody else")
	case token.IssuedAt.After(now.Add(skew)):
		return errors.New("the token was issued in the future")
	case token.IssuedAt.Before(now.Add(-oldest)):
		return errors.New("the token was issued too long ago")
	}
	return nil
}
