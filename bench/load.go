package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// request is one call to make.
type request struct {
	method, path string
	header       http.Header
	body         []byte
}

// load says how many clients send requests, and for how long.
type load struct {
	clients int
	each    time.Duration
}

// figure has the measurements of one call.
type figure struct {
	count, failed int         // failed ones are in no other number
	refused       map[int]int // failed ones by status; 0: no answer
	took          time.Duration
	p50, p99      time.Duration
}

func (f figure) perSecond() float64 { return float64(f.count) / f.took.Seconds() }

// run sends the requests of next for the duration of the load, after a warm-up.
func (l load) run(ctx context.Context, url string, next func(i int) request) figure {
	l.send(ctx, url, next, time.Now().Add(l.each/6), -1)
	return l.send(ctx, url, next, time.Now().Add(l.each), -1)
}

// all sends each request once.
func (l load) all(ctx context.Context, url string, requests []request) figure {
	return l.send(ctx, url, func(i int) request { return requests[i] }, time.Now().Add(5*time.Minute), len(requests))
}

// send lets the clients send requests until the time is over or limit are sent.
func (l load) send(ctx context.Context, url string, next func(int) request, until time.Time, limit int) figure {
	client := &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: l.clients, DisableCompression: true}}
	defer client.CloseIdleConnections()
	var (
		counter atomic.Int64
		mu      sync.Mutex
		took    []time.Duration
		refused = map[int]int{}
		wg      sync.WaitGroup
	)
	start := time.Now()
	for range l.clients {
		wg.Go(func() {
			var own []time.Duration
			for ctx.Err() == nil && time.Now().Before(until) {
				i := int(counter.Add(1)) - 1
				if limit >= 0 && i >= limit {
					break
				}
				began := time.Now()
				if status := do(ctx, client, url, next(i)); status >= 300 || status == 0 {
					mu.Lock()
					refused[status]++
					mu.Unlock()
					continue
				}
				own = append(own, time.Since(began))
			}
			mu.Lock()
			defer mu.Unlock()
			took = append(took, own...)
		})
	}
	wg.Wait()
	f := figure{count: len(took), refused: refused, took: time.Since(start)}
	for _, n := range refused {
		f.failed += n
	}
	if len(took) > 0 {
		slices.Sort(took)
		f.p50, f.p99 = took[len(took)/2], took[len(took)*99/100]
	}
	return f
}

// do sends a request, reads the whole response and returns its status, or 0 if
// there was no response.
func do(ctx context.Context, client *http.Client, url string, r request) int {
	status, _ := exchange(ctx, client, url, r, io.Discard)
	return status
}

func exchange(ctx context.Context, client *http.Client, url string, r request, into io.Writer) (int, error) {
	call, err := http.NewRequestWithContext(ctx, r.method, url+r.path, bytes.NewReader(r.body))
	if err != nil {
		return 0, err
	}
	for name, values := range r.header {
		call.Header[name] = values
	}
	answer, err := client.Do(call)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	_, err = io.Copy(into, answer.Body)
	return answer.StatusCode, err
}

// always returns the same request.
func always(method, path string, header http.Header) func(int) request {
	return func(int) request { return request{method: method, path: path, header: header} }
}

// cycle returns the requests of a list in turn.
func cycle(requests []request) func(int) request {
	return func(i int) request { return requests[i%len(requests)] }
}
