package main

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"sync/atomic"
	"testing"
	"time"
)

// balancer does what docs/operate.md asks of one: it sends requests to ready instances,
// asks each second which are ready, and tries another instance only for a request that none
// has received. It keeps its connections to clients and instances open. The guests of a drill
// load no pages, so it needs no cookie: they get the instances in turn.
type balancer struct {
	url       string
	backends  []*backend
	turn      atomic.Int64
	transport *http.Transport
}

type backend struct {
	addr  string
	ready atomic.Bool
}

const (
	askEvery = time.Second
	tryFor   = 5 * time.Second
)

// startBalancer starts a balancer that ends with the test.
func startBalancer(t *testing.T, addrs []string) *balancer {
	t.Helper()
	b := &balancer{transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	done := make(chan struct{})
	for _, addr := range addrs {
		one := &backend{addr: addr}
		one.ready.Store(true)
		b.backends = append(b.backends, one)
		go one.follow(done)
	}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme = "http"
			r.Out.Host = r.In.Host
		},
		Transport:     b,
		FlushInterval: -1,
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			http.Error(w, "balancer: "+err.Error(), http.StatusBadGateway)
		},
	}
	server := httptest.NewServer(proxy)
	b.url = server.URL
	t.Cleanup(func() {
		close(done)
		server.CloseClientConnections()
		server.Close()
		b.transport.CloseIdleConnections()
	})
	return b
}

// follow asks each second whether the instance is ready.
func (b *backend) follow(done chan struct{}) {
	for {
		select {
		case <-done:
			return
		case <-time.After(askEvery):
			b.ready.Store(isReady(b.addr))
		}
	}
}

// RoundTrip sends a request to an instance. Only when no connection could be opened has
// the instance not received it, and another one is tried.
func (b *balancer) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	began := time.Now()
	for {
		one := b.next()
		out := r.Clone(r.Context())
		out.URL.Host = one.addr
		if r.Body != nil {
			out.Body = io.NopCloser(bytes.NewReader(body))
		}
		answer, err := b.transport.RoundTrip(out)
		failed, ok := errors.AsType[*net.OpError](err)
		if !ok || failed.Op != "dial" || time.Since(began) > tryFor {
			return answer, err
		}
		one.ready.Store(false)
	}
}

// next returns the next ready instance, or any if none is ready.
func (b *balancer) next() *backend {
	for range b.backends {
		if one := b.backends[int(b.turn.Add(1))%len(b.backends)]; one.ready.Load() {
			return one
		}
	}
	time.Sleep(100 * time.Millisecond)
	return b.backends[int(b.turn.Add(1))%len(b.backends)]
}
