package stream

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
	// maxHeartbeatReads leaves some of them to changes and new streams, which do not wait for
	// the heartbeats of all others.
	maxHeartbeatReads = 6
	// retryAfter is when a refused stream may be tried again.
	retryAfter = 30 * time.Second
)

// Deps are the settings of event streams.
type Deps struct {
	RateLimits bool
	Draining   <-chan struct{} // closed when streams must end; nil: never
	Max        int             // streams open at once; 0: 10,000
	Heartbeat  time.Duration   // 0: 20 s
}

// Hub serves, counts and limits the event streams of an instance, and notifies those of
// a session. Safe for concurrent use.
type Hub struct {
	Deps
	max, maxPerAddress int

	mu        sync.Mutex
	open      int
	byAddress map[string]int
	sessions  map[string]map[chan struct{}]struct{} // by Source.Session
	// Reads that run. Those of heartbeats are in both.
	reads, heartbeats chan struct{}
}

// New returns a hub without streams.
func New(d Deps) *Hub {
	s := &Hub{Deps: d, max: defaultMaxStreams, maxPerAddress: maxStreamsPerAddress,
		byAddress: map[string]int{}, sessions: map[string]map[chan struct{}]struct{}{},
		reads: make(chan struct{}, maxReads), heartbeats: make(chan struct{}, maxHeartbeatReads)}
	if d.Max > 0 {
		s.max = d.Max
	}
	if !d.RateLimits {
		s.maxPerAddress = s.max
	}
	return s
}

// Limit is the middleware of operations that stream.
func (s *Hub) Limit(a huma.API) huma.Middlewares {
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

func (s *Hub) acquire(from string) error {
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

func (s *Hub) release(from string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open--
	if s.byAddress[from]--; s.byAddress[from] == 0 {
		delete(s.byAddress, from)
	}
}

// Count returns how many streams are open now.
func (s *Hub) Count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open
}

// subscribe returns a channel that receives when Recheck is called for the session.
// Without one it never does.
func (s *Hub) subscribe(id string) (nudged <-chan struct{}, cancel func()) {
	if id == "" {
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

// Recheck makes the streams of a session read again, because whose it is did something
// that may have ended it. Streams of other instances do so at their next heartbeat.
func (s *Hub) Recheck(session string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.sessions[session] {
		select {
		case c <- struct{}{}:
		default: // one is pending already
		}
	}
}

// noWait has ended: a read with it does not wait for those of heartbeats.
var noWait = func() <-chan struct{} { c := make(chan struct{}); close(c); return c }()

// read runs the read of a stream, a few at a time. Until hurry is closed it is one for a
// heartbeat, of which there are fewer.
func (s *Hub) read(ctx context.Context, hurry <-chan struct{}, f func(context.Context) ([]byte, error)) ([]byte, error) {
	select {
	case <-hurry:
	case s.heartbeats <- struct{}{}:
		defer func() { <-s.heartbeats }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	select {
	case s.reads <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-s.reads }()
	return f(ctx)
}
