package apitest

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hawker/internal/api/call"
)

// Stream is an open event stream.
type Stream struct {
	lines  *bufio.Scanner
	Header http.Header
	Status int
}

// Watch opens the stream of one order, of a running server.
func (c *GuestAPI) Watch(t *testing.T, url string, id int64, token string) (Stream, context.CancelFunc) {
	t.Helper()
	return c.OpenStream(t, fmt.Sprintf("%s%s/orders/%d/events", url, call.Prefix, id), "X-Order-Token", token)
}

// OpenStream opens a stream of a running server. Headers are pairs.
func (c *GuestAPI) OpenStream(t *testing.T, url string, headers ...string) (Stream, context.CancelFunc) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for pair := range slices.Chunk(headers, 2) {
		r.Header.Set(pair[0], pair[1])
	}
	r.Header.Set("Accept-Encoding", "gzip")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cancel(); resp.Body.Close() })
	return Stream{lines: bufio.NewScanner(resp.Body), Header: resp.Header, Status: resp.StatusCode}, cancel
}

// Tracking is an event of one order, with the fields that the tests check.
type Tracking struct {
	OrderStatus string `json:"order_status"`
	Rider       *struct {
		Name     string
		Progress float64
	}
	Timeline []struct{ Status string }
}

// Next returns the next event; ok is false at the end of the stream.
func (s Stream) Next(t *testing.T) (v Tracking, ok bool) {
	t.Helper()
	return v, s.Read(t, &v)
}

// Read decodes the data of the next event. It returns false at the end of the stream.
func (s Stream) Read(t *testing.T, v any) bool {
	t.Helper()
	for s.lines.Scan() {
		if data, found := strings.CutPrefix(s.lines.Text(), "data: "); found {
			if err := json.Unmarshal([]byte(data), v); err != nil {
				t.Error(err)
			}
			return true
		}
	}
	return false
}

// ExpectEnd waits for the end of the stream.
func (s Stream) ExpectEnd(t *testing.T, why string) {
	t.Helper()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for s.lines.Scan() {
		}
	}()
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		t.Errorf("%s: the stream goes on", why)
	}
}

// Serve runs a server with the hints of orders, trips and conversations, and returns its URL.
func (c *GuestAPI) Serve(t *testing.T) (url string) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	var announced sync.WaitGroup
	announced.Go(func() { c.Orders.Run(ctx) })
	announced.Go(func() { c.Trips.Run(ctx) })
	announced.Go(func() { c.Conversations.Run(ctx) })
	server := httptest.NewServer(c)
	t.Cleanup(func() { // after the streams, for whose end it waits
		stop()
		announced.Wait()
		server.Close()
	})
	return server.URL
}
