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
	// mostStreams is how many event streams one instance keeps open: each costs a
	// connection and some 30 kB. Whoever comes later is told to come again.
	mostStreams = 10_000
	// mostStreamsOfOne is per address: a house, a café or a phone network behind
	// one address, not a machine that opens thousands.
	mostStreamsOfOne = 100
	// looksAtOnce keeps streams from taking all connections to the database when
	// all of them look at the same moment, as after it was away.
	looksAtOnce = 8
	// comeAgain is when a refused stream may be tried again.
	comeAgain = 30 * time.Second
)

// streams knows which event streams are open, and whose.
type streams struct {
	most, mostOfOne int

	mu        sync.Mutex
	open      int
	byAddress map[string]int
	sessions  map[int64]map[chan struct{}]struct{} // by customer
	looks     chan struct{}
}

func newStreams(d Deps) *streams {
	s := &streams{most: mostStreams, mostOfOne: mostStreamsOfOne,
		byAddress: map[string]int{}, sessions: map[int64]map[chan struct{}]struct{}{}, looks: make(chan struct{}, looksAtOnce)}
	if d.MaxStreams > 0 {
		s.most = d.MaxStreams
	}
	if !d.RateLimits {
		s.mostOfOne = s.most
	}
	return s
}

// limit is the middleware of operations that stream.
func (s *streams) limit(a huma.API) huma.Middlewares {
	return huma.Middlewares{func(ctx huma.Context, next func(huma.Context)) {
		r, _ := humago.Unwrap(ctx)
		from := call.HostOf(r.RemoteAddr)
		if refused := s.enter(from); refused != nil {
			call.Refuse(a, ctx, refused)
			return
		}
		defer s.leave(from)
		next(ctx)
	}}
}

func (s *streams) enter(from string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.open >= s.most:
		return errs.New(errs.Unavailable, "Too many live views are open just now. Please try again in a moment.").After(comeAgain)
	case s.byAddress[from] >= s.mostOfOne:
		return errs.New(errs.TooMany, "Too many live views are open from here. Please close one and try again.").After(comeAgain)
	}
	s.open++
	s.byAddress[from]++
	return nil
}

func (s *streams) leave(from string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open--
	if s.byAddress[from]--; s.byAddress[from] == 0 {
		delete(s.byAddress, from)
	}
}

// Open is how many streams are open now.
func (s *streams) Open() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open
}

// ofCustomer answers a channel that is nudged when the customer did something
// that may end a session. 0 is nobody.
func (s *streams) ofCustomer(id int64) (nudged <-chan struct{}, cancel func()) {
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

// nudge has the customer's streams ask who listens. Streams of other instances
// ask at their next heartbeat.
func (s *streams) nudge(customerID int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.sessions[customerID] {
		select {
		case c <- struct{}{}:
		default: // it will ask anyway
		}
	}
}

// look runs one look of a stream, a few at a time.
func (s *streams) look(ctx context.Context, f func(context.Context) ([]byte, error)) ([]byte, error) {
	select {
	case s.looks <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-s.looks }()
	return f(ctx)
}
