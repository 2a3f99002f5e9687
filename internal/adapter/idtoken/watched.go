package idtoken

import (
	"context"
	"errors"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
)

type watchKey struct{}

// watch gives a place where watched keys note why they could not be asked: the
// library's verifier says the same of that as of a wrong signature.
func watch(ctx context.Context) (context.Context, *error) {
	note := new(error)
	return context.WithValue(ctx, watchKey{}, note), note
}

// watched are keys that note when they could not be had.
type watched struct{ oidc.KeySet }

// VerifySignature implements oidc.KeySet. The set has no error of its own for
// keys that it could not fetch, only these words.
func (w watched) VerifySignature(ctx context.Context, jwt string) ([]byte, error) {
	payload, err := w.KeySet.VerifySignature(ctx, jwt)
	if err != nil && (strings.HasPrefix(err.Error(), "fetching keys") || errors.Is(err, ctx.Err())) {
		*ctx.Value(watchKey{}).(*error) = err
	}
	return payload, err
}
