// Package mapservice implements maps.Places and maps.Router with services on the network:
// Nominatim, Photon, Google Places, OSRM, Valhalla and Google Routes. A call has a time
// limit, a response a size limit, and only a few calls run at once. A service that keeps
// failing is not called for some seconds. Logs contain neither URLs nor keys.
package mapservice

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"time"

	"hawker/internal/adapter/httpclient"
	"hawker/internal/clock"
	"hawker/internal/geo"
	"hawker/internal/maps"
)

// timeLimit is shorter than the one of maps.Service, so that the town's own map can still
// respond.
const timeLimit = 2 * time.Second

// maxCalls is how many calls of one service run at once.
const maxCalls = 8

// Config is what every service needs.
type Config struct {
	URL   string // the address of the service; "": the official one, if there is one
	Key   string // the key of Google
	Clock clock.Clock
	// Agent names the town and where it is found. Operators of public services want to
	// know who calls.
	Agent func(context.Context) string
	// Area is where the town is. Places near it are found first. False: not known.
	Area func(context.Context) (geo.Box, bool)
}

// area returns where the town is, if that is known.
func (c Config) area(ctx context.Context) (geo.Box, bool) {
	if c.Area == nil {
		return geo.Box{}, false
	}
	return c.Area(ctx)
}

// client calls one service. Safe for concurrent use.
type client struct {
	service string // its name, for the log
	config  Config
	base    *url.URL
	http    *http.Client
	limit   time.Duration
	slots   chan struct{} // one for each running call
	pace    *pace         // nil: no limit
	breaker breaker
}

func newClient(service string, c Config) (*client, error) {
	base, err := parseAddress(c.URL)
	if err != nil {
		return nil, err
	}
	return &client{
		service: service, config: c, base: base, http: httpclient.New(timeLimit), limit: timeLimit,
		slots: make(chan struct{}, maxCalls), breaker: breaker{clock: c.Clock},
	}, nil
}

// parseAddress does not return the address in its error: it may contain a key.
func parseAddress(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Fragment != "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, errors.New("is not http(s)://host")
	}
	return u, nil
}

// request is one call of a service.
type request struct {
	path   string // follows the path of the address
	query  url.Values
	header http.Header
	body   any // sent as JSON by POST; nil: GET
	// read reads the response. It returns nil or, if the service said so, maps.ErrNoRoute
	// or maps.ErrNoPlace. Any other error is a failure of the service.
	read func(status int, body []byte) error
}

// These errors are not the service's fault.
var (
	errBusy    = errors.New("too many calls are waiting") // the call would have had to wait too long
	errTooLong = errors.New("the route has too many points")
)

// call calls the service. A failure is logged, and returned as maps.ErrService.
func (c *client) call(ctx context.Context, r request) error {
	if !c.breaker.allows() {
		return fmt.Errorf("%w: %s has failed just now", maps.ErrService, c.service)
	}
	limited, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	err := c.send(limited, r)
	switch {
	case err == nil || errors.Is(err, maps.ErrNoRoute) || errors.Is(err, maps.ErrNoPlace):
		c.breaker.succeeded()
		return err
	case ctx.Err() != nil: // the caller has left
		return fmt.Errorf("%w: %w", maps.ErrService, err)
	// What is too large was asked for by somebody, who must not stop the calls of others.
	case !errors.Is(err, errBusy) && !errors.Is(err, errTooLong) && !errors.Is(err, httpclient.ErrTooLarge):
		c.breaker.failed()
	}
	slog.WarnContext(ctx, "a map service failed", "service", c.service, "cause", err)
	return fmt.Errorf("%w: %s: %w", maps.ErrService, c.service, err)
}

func (c *client) send(ctx context.Context, r request) error {
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
	case <-ctx.Done():
		return errBusy
	}
	if err := c.pace.wait(ctx); err != nil {
		return err
	}
	req, err := c.newRequest(ctx, r)
	if err != nil {
		return err
	}
	status, body, err := httpclient.Do(c.http, req)
	if err != nil {
		return err
	}
	return r.read(status, body)
}

func (c *client) newRequest(ctx context.Context, r request) (*http.Request, error) {
	to := c.base.JoinPath(r.path)
	query := to.Query() // of the address: some services want a key there
	for name, values := range r.query {
		query[name] = values
	}
	to.RawQuery = query.Encode()
	method, body := http.MethodGet, []byte(nil)
	if r.body != nil {
		var err error
		if body, err = json.Marshal(r.body); err != nil {
			return nil, err
		}
		method = http.MethodPost
	}
	req, err := http.NewRequestWithContext(ctx, method, to.String(), bytes.NewReader(body))
	if err != nil {
		return nil, errors.New("the address is invalid")
	}
	for name, values := range r.header {
		req.Header[name] = values
	}
	if r.body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if c.config.Agent != nil {
		req.Header.Set("User-Agent", c.config.Agent(ctx))
	}
	return req, nil
}

// readJSON returns a read function for a service whose good responses have the status 200.
func readJSON(into any) func(int, []byte) error {
	return func(status int, body []byte) error {
		if status != http.StatusOK {
			return fmt.Errorf("status %d", status)
		}
		return decode(body, into)
	}
}

// decode does not return the decoder's error, which may quote the response.
func decode(body []byte, into any) error {
	if err := json.Unmarshal(body, into); err != nil {
		return errors.New("the response is not the documented JSON")
	}
	return nil
}

// pace spaces calls. A nil pace does not.
type pace struct {
	gap  time.Duration
	mu   sync.Mutex
	next time.Time // when the next call may begin
}

// wait returns when the call may begin, or errBusy at once if ctx ends before.
func (p *pace) wait(ctx context.Context) error {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	now := time.Now()
	at := p.next
	if at.Before(now) {
		at = now
	}
	if end, ok := ctx.Deadline(); ok && end.Before(at) {
		p.mu.Unlock()
		return errBusy
	}
	p.next = at.Add(p.gap)
	p.mu.Unlock()
	select {
	case <-time.After(at.Sub(now)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// After maxFailures in a row a service is not called for the pause. Then one more failure
// starts the next pause.
const (
	maxFailures = 3
	pause       = 15 * time.Second
)

// breaker pauses the calls of a service that keeps failing, so that shoppers need not wait
// for it.
type breaker struct {
	clock    clock.Clock
	mu       sync.Mutex
	failures int // in a row
	until    time.Time
}

func (b *breaker) allows() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !b.clock.Now().Before(b.until)
}

func (b *breaker) succeeded() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failures = 0
}

func (b *breaker) failed() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failures++; b.failures >= maxFailures {
		b.failures = maxFailures - 1
		b.until = b.clock.Now().Add(pause)
	}
}
