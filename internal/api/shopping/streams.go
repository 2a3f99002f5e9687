package shopping

import (
	"context"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"hawker/internal/api/call"
	"hawker/internal/errs"
)

const (
	// defaultMaxStreams is how many event streams one instance keeps open. Each takes a
	// connection and some 30 kB.
	defaultMaxStreams = 10_000
	// maxStreamsPerAddress is enough for a café or a phone network behind one address,
	// and stops a client that opens thousands.
	maxStreamsPerAddress = 100
	// maxReads keeps streams from taking all connections to the database when all of
	// them read at the same time, as after an outage.
	maxReads = 8
	// retryAfter is when a refused stream may be tried again.
	retryAfter = 30 * time.Second
)

// streams counts and limits open event streams, and notifies those of a customer.
type streams struct {
	max, maxPerAddress int

	mu        sync.Mutex
	open      int
	byAddress map[string]int
	sessions  map[int64]map[chan struct{}]struct{} // by customer
	reads     chan struct{}
}

func newStreams(d Deps) *streams {
	s := &streams{max: defaultMaxStreams, maxPerAddress: maxStreamsPerAddress,
		byAddress: map[string]int{}, sessions: map[int64]map[chan struct{}]struct{}{}, reads: make(chan struct{}, maxReads)}
	if d.MaxStreams > 0 {
		s.max = d.MaxStreams
	}
	if !d.RateLimits {
		s.maxPerAddress = s.max
	}
	return s
}

// limit is the middleware of operations that stream.
func (s *streams) limit(a huma.API) huma.Middlewares {
	return huma.Middlewares{func(ctx huma.Context, next func(huma.Context)) {
		r, _ := humago.Unwrap(ctx)
		from := call.HostOf(r.RemoteAddr)
		if refused := s.acquire(from); refused != nil {
			call.Refuse(a, ctx, refused)
			return
		}
		defer s.release(from)
		next(ctx)
	}}
}

func (s *streams) acquire(from string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.open >= s.max:
		return errs.New(errs.Unavailable, "Too many live views are open just now. Please try again in a moment.").After(retryAfter)
	case s.byAddress[from] >= s.maxPerAddress:
		return errs.New(errs.TooMany, "Too many live views are open from here. Please close one and try again.").After(retryAfter)
	}
	s.open++
	s.byAddress[from]++
	return nil
}

func (s *streams) release(from string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open--
	if s.byAddress[from]--; s.byAddress[from] == 0 {
		delete(s.byAddress, from)
	}
}

// count returns how many streams are open now.
func (s *streams) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open
}

// subscribe returns a channel that receives when the customer did something that may
// have ended a session. Without a customer, which is id 0, it never does.
func (s *streams) subscribe(id int64) (nudged <-chan struct{}, cancel func()) {
	if id == 0 {
		return nil, func() {}
	}
	c := make(chan struct{}, 1)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sessions[id] == nil {
		s.sessions[id] = map[chan struct{}]struct{}{}
	}
	s.sessions[id][c] = struct{}{}
	return c, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if delete(s.sessions[id], c); len(s.sessions[id]) == 0 {
			delete(s.sessions, id)
		}
	}
}

// notify makes the customer's streams check their session again. Streams of other
// instances do so at their next heartbeat.
func (s *streams) notify(customerID int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.sessions[customerID] {
		select {
		case c <- struct{}{}:
		default: // one is pending already
		}
	}
}

// read runs the read of a stream, a few at a time.
func (s *streams) read(ctx context.Context, f func(context.Context) ([]byte, error)) ([]byte, error) {
	select {
	case s.reads <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-s.reads }()
	return f(ctx)
}
