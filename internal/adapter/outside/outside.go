// Package outside is the HTTP client for services that others run; every adapter
// that calls one over HTTP uses it. A call has a time limit, a response has a size
// limit, a redirect is not followed, and no error contains the URL, because URLs
// contain keys and phones.
package outside

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// Patience is how long one call may take, its answer included.
const Patience = 10 * time.Second

// Largest is how many bytes an answer may have.
const Largest = 1 << 20

// ErrTooLarge is an answer above Largest.
var ErrTooLarge = errors.New("the answer is too large")

// NewClient makes a client whose calls end within patience. A redirect is an
// answer like any other: following it would hand over what the call carries.
func NewClient(patience time.Duration) *http.Client {
	return &http.Client{
		Timeout:       patience,
		Transport:     bounded{http.DefaultTransport},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Do sends a request and reads the whole answer, of whatever status.
func Do(client *http.Client, req *http.Request) (status int, body []byte, err error) {
	resp, err := client.Do(req)
	if err != nil {
		return 0, nil, withoutAddress(err)
	}
	defer resp.Body.Close()
	body, err = io.ReadAll(resp.Body)
	if err != nil {
		return 0, nil, fmt.Errorf("read the answer: %w", withoutAddress(err))
	}
	return resp.StatusCode, body, nil
}

// withoutAddress keeps what went wrong and forgets which URL it was.
func withoutAddress(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		return e.Err
	}
	return err
}

// bounded cuts answers, also those that a library reads to their end.
type bounded struct{ http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (b bounded) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := b.RoundTripper.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	resp.Body = &cut{resp.Body, Largest}
	return resp, nil
}

// cut reads up to left bytes and fails on the one after them.
type cut struct {
	io.ReadCloser
	left int64
}

// Read implements io.Reader.
func (c *cut) Read(p []byte) (int, error) {
	if int64(len(p)) > c.left+1 {
		p = p[:c.left+1]
	}
	n, err := c.ReadCloser.Read(p)
	if int64(n) > c.left {
		return int(c.left), ErrTooLarge
	}
	c.left -= int64(n)
	return n, err
}
