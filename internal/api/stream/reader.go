package stream

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"
)

// pause is the shortest time between the begins of two reads of a stream. However fast an
// order changes, its streams read no more often.
const pause = time.Second

// reader reads the source of a stream beside it, so that the stream can send pings
// meanwhile. It never reads twice at once. It is not safe for concurrent use.
type reader struct {
	hub     *Hub
	read    func(context.Context) ([]byte, error)
	results chan result

	running bool
	due     bool               // a heartbeat has asked for the next read
	hinted  bool               // a hint has asked for it
	hurry   context.CancelFunc // the running read no longer waits for those of heartbeats
	began   time.Time          // when the last read began
	paused  <-chan time.Time   // until the next read may begin; nil: no read waits for that
}

// result is what a read returned.
type result struct {
	state    []byte
	err      error
	panicked string
}

func newReader(hub *Hub, read func(context.Context) ([]byte, error)) *reader {
	return &reader{hub: hub, read: read, results: make(chan result, 1), hurry: func() {}}
}

// heartbeat reads, unless a read is running anyway.
func (r *reader) heartbeat(ctx context.Context) {
	if !r.running {
		r.due = true
		r.next(ctx)
	}
}

// hint reads as soon as possible. A running read may have begun before the change, so there
// is one more after it.
func (r *reader) hint(ctx context.Context) {
	r.hinted = true
	r.hurry()
	r.next(ctx)
}

// next begins the next read, if one is wanted and may begin. ctx ends it.
func (r *reader) next(ctx context.Context) {
	if r.running || r.paused != nil || !r.due && !r.hinted {
		return
	}
	if rest := pause - time.Since(r.began); rest > 0 {
		r.paused = time.After(rest)
		return
	}
	hurried, hurry := context.WithCancel(ctx)
	if r.hinted {
		hurry()
	}
	r.hurry, r.running, r.due, r.hinted, r.began = hurry, true, false, false, time.Now()
	go func() { r.results <- r.readOnce(ctx, hurried.Done()) }()
}

// readOnce reads, and returns a panic of the source instead of ending the program.
func (r *reader) readOnce(ctx context.Context, hurry <-chan struct{}) (got result) {
	defer func() {
		if p := recover(); p != nil {
			got.panicked = fmt.Sprintf("%v\n%s", p, debug.Stack())
		}
	}()
	got.state, got.err = r.hub.read(ctx, hurry, r.read)
	return got
}

// resume begins the read that the pause has delayed.
func (r *reader) resume(ctx context.Context) {
	r.paused = nil
	r.next(ctx)
}

// done takes the result of a read, and begins the next one if there was a hint meanwhile.
func (r *reader) done(ctx context.Context, got result) ([]byte, error) {
	if got.panicked != "" {
		panic(got.panicked) // as if the stream had read itself
	}
	r.hurry()
	r.running = false
	r.next(ctx)
	return got.state, got.err
}
