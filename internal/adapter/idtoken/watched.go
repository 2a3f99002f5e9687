package idtoken

import (
	"context"
	"errors"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
)

type watchKey struct{}

// watch returns a context in which watched keys write why they could not be fetched: the
// library's verifier returns the same error for that as for a wrong signature.
func watch(ctx context.Context) (context.Context, *error) {
	note := new(error)
	return context.WithValue(ctx, watchKey{}, note), note
}

// watched are keys that write to the context why they could not be fetched.
type watched struct{ oidc.KeySet }

// VerifySignature implements oidc.KeySet. Keys that could not be fetched are recognized by
// the text of the error: the library has no error value for them.
func (w watched) VerifySignature(ctx context.Context, jwt string) ([]byte, error) {
	payload, err := w.KeySet.VerifySignature(ctx, jwt)
	if err != nil && (strings.HasPrefix(err.Error(), "fetching keys") || errors.Is(err, ctx.Err())) {
		*ctx.Value(watchKey{}).(*error) = err
	}
	return payload, err
}
