package stripe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"hawker/internal/adapter/httpclient"
	"hawker/internal/payment"
)

// version is the version of Stripe's API that responses have. It is the one that
// scripts/stripe-mock knows.
const version = "2026-08-26.dahlia"

func (g *Gateway) get(ctx context.Context, path string, query url.Values, into any) error {
	return g.call(ctx, http.MethodGet, path+"?"+query.Encode(), "", "", into)
}

// post sends a form. Stripe does what has a key only once, however often it is sent within
// a day.
func (g *Gateway) post(ctx context.Context, path string, form url.Values, key string, into any) error {
	return g.call(ctx, http.MethodPost, path, form.Encode(), key, into)
}

func (g *Gateway) call(ctx context.Context, method, path, body, key string, into any) error {
	req, err := http.NewRequestWithContext(ctx, method, g.url+path, strings.NewReader(body))
	if err != nil {
		return errors.New("the address of Stripe is invalid")
	}
	req.Header.Set("Authorization", "Bearer "+g.secretKey)
	req.Header.Set("Stripe-Version", version)
	req.Header.Set("User-Agent", "Hawker")
	if method == http.MethodPost {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	status, text, err := httpclient.Do(g.client, req)
	if err != nil {
		return fmt.Errorf("call Stripe: %w", err)
	}
	if status != http.StatusOK {
		return newRefusal(status, text)
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("read the response of Stripe: %w", err)
	}
	return nil
}

// refusal is an error that Stripe returned. It has no text of Stripe's, which may contain
// what a shopper typed.
type refusal struct {
	status int
	code   string // such as amount_too_small; "": none
	kind   error  // payment.ErrRefused or payment.ErrUnknown; nil: the next try may succeed
}

// Error implements error.
func (r *refusal) Error() string {
	return strings.TrimSpace(fmt.Sprintf("Stripe returned %d %s", r.status, r.code))
}

// Unwrap implements errors.Unwrap.
func (r *refusal) Unwrap() error { return r.kind }

// hasCode reports whether Stripe returned this code.
func hasCode(err error, code string) bool {
	r, ok := errors.AsType[*refusal](err)
	return ok && r.code == code
}

// word matches a code or type of an error.
var word = regexp.MustCompile(`^[a-z_]{1,60}$`)

func newRefusal(status int, body []byte) *refusal {
	var response struct{ Error struct{ Code, Type string } }
	_ = json.Unmarshal(body, &response) // no JSON: no code
	r := &refusal{status: status}
	for _, code := range []string{response.Error.Code, response.Error.Type} {
		if r.code == "" && word.MatchString(code) {
			r.code = code
		}
	}
	switch {
	case status == http.StatusNotFound:
		r.kind = payment.ErrUnknown
	case status/100 == 4 && !mayPass(status):
		r.kind = payment.ErrRefused
	}
	return r
}

// mayPass reports whether the same call may succeed later. A key that Stripe does not
// accept can be replaced by the owner.
func mayPass(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusRequestTimeout, http.StatusConflict, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	}
	return false
}
