// Package httpclient is the HTTP client of the adapters. A call has a time limit, and a
// response a size limit. Redirects are not followed. Errors do not contain the URL,
// because URLs contain keys and phones.
package httpclient

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// Timeout is how long one call may take, including its response.
const Timeout = 10 * time.Second

// MaxBytes is the largest response.
const MaxBytes = 1 << 20

// ErrTooLarge is returned for a response of more than MaxBytes.
var ErrTooLarge = errors.New("the response is too large")

// New makes a client whose calls end within the timeout. Redirects are not followed,
// because they would send the request's secrets to another server.
func New(timeout time.Duration) *http.Client {
	return &http.Client{
		Timeout:       timeout,
		Transport:     limited{Traced(http.DefaultTransport)},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Traced makes a span of each call of a traced request or job. The other server is not
// told of it.
func Traced(calls http.RoundTripper) http.RoundTripper {
	return otelhttp.NewTransport(calls,
		otelhttp.WithPropagators(propagation.NewCompositeTextMapPropagator()),
		otelhttp.WithFilter(func(r *http.Request) bool { return trace.SpanFromContext(r.Context()).IsRecording() }),
	)
}

// Do sends a request and reads the whole response, of any status.
func Do(client *http.Client, req *http.Request) (status int, body []byte, err error) {
	resp, err := client.Do(req)
	if err != nil {
		return 0, nil, WithoutURL(err)
	}
	defer resp.Body.Close()
	body, err = io.ReadAll(resp.Body)
	if err != nil {
		return 0, nil, fmt.Errorf("read the response: %w", WithoutURL(err))
	}
	return resp.StatusCode, body, nil
}

// WithoutURL returns the error without the URL, which may have a key.
func WithoutURL(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		return e.Err
	}
	return err
}

// limited limits the size of responses, also when a library reads them.
type limited struct{ http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (l limited) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := l.RoundTripper.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	resp.Body = &limitedBody{resp.Body, MaxBytes}
	return resp, nil
}

// limitedBody reads up to left bytes. After one more it returns ErrTooLarge.
type limitedBody struct {
	io.ReadCloser
	left int64
}

// Read implements io.Reader.
func (b *limitedBody) Read(p []byte) (int, error) {
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.ReadCloser.Read(p)
	if int64(n) > b.left {
		return int(b.left), ErrTooLarge
	}
	b.left -= int64(n)
	return n, err
}
