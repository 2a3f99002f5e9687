package idtoken

import (
	"context"
	"errors"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
)

type watchKey struct{}

// watch returns a context, and a pointer to the reason why the keys could not be fetched.
// The library's verifier returns the same error for that as for a wrong signature.
func watch(ctx context.Context) (context.Context, *error) {
	note := new(error)
	return context.WithValue(ctx, watchKey{}, note), note
}

// watched is a KeySet that stores in the context why it could not fetch its keys.
type watched struct{ oidc.KeySet }

// VerifySignature implements oidc.KeySet. It recognizes keys that could not be fetched by
// the text of the error, because the library has no error value for it.
func (w watched) VerifySignature(ctx context.Context, jwt string) ([]byte, error) {
	payload, err := w.KeySet.VerifySignature(ctx, jwt)
	if err != nil && (strings.HasPrefix(err.Error(), "fetching keys") || errors.Is(err, ctx.Err())) {
		*ctx.Value(watchKey{}).(*error) = err
	}
	return payload, err
}
