// Package stream serves event streams: it sends a state at once and after every change,
// keeps the connection open, and limits how many there are.
package stream

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"hawker/internal/errs"
)

// Describe describes a stream in the document: its events have this name, and data
// of this type.
func Describe(a huma.API, op huma.Operation, event string, data any) huma.Operation {
	op.Responses = map[string]*huma.Response{"200": {
		Description: "Server-sent events: `" + event + "` carries the whole state, first on connect, then after every change.",
		Content: map[string]*huma.MediaType{"text/event-stream": {
			Schema: a.OpenAPI().Components.Schemas.Schema(reflect.TypeOf(data), true, ""),
		}},
	}}
	return op
}

const (
	// defaultHeartbeat keeps proxies from closing a quiet connection. The stream also
	// reads again at each heartbeat, in case a hint was lost.
	defaultHeartbeat = 20 * time.Second
	// maxOutage is how long a stream stays open while the database is unavailable. If
	// all streams ended at once, all clients would reconnect at once.
	maxOutage = 2 * time.Minute
)

// Source is what a stream sends: one order, or all orders of somebody.
type Source struct {
	Name    string // of its events
	Session string // whose streams read again after Recheck; "": nobody's
	Changed <-chan struct{}
	// AlsoChanged is a second channel of hints, or nil.
	AlsoChanged <-chan struct{}
	Unwatch     func() // ends both
	// Read returns what the client may see now; an error ends the stream.
	Read func(context.Context) ([]byte, error)

	hub   *Hub
	ended <-chan struct{}
}

// Serve responds with what the source reads, at once and after every change. The
// source must watch already, so that no change before the first read is missed. A
// client that may not read gets an error response, not a stream.
func (s *Hub) Serve(ctx context.Context, src Source) (*huma.StreamResponse, error) {
	var unsubscribe func()
	src.hub = s
	src.ended, unsubscribe = s.subscribe(src.Session)
	cancel := func() { src.Unwatch(); unsubscribe() }
	first, err := s.read(ctx, noWait, src.Read)
	if err != nil {
		cancel()
		return nil, err
	}
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		defer cancel()
		// It fails when the client goes, which is no error.
		_ = src.stream(hctx.Context(), newEventStream(hctx), first)
	}}, nil
}

// stream sends the first state and then every change, until the client goes, may no
// longer read, or the server drains. Hints only tell when to read again.
func (src Source) stream(ctx context.Context, stream eventStreamWriter, first []byte) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // the read that is running
	if err := stream.send(src.Name, first); err != nil {
		return err
	}
	last, lastRead := xxhash.Sum64(first), time.Now() // only a hash, because there are many streams
	reads := newReader(src.hub, src.Read)
	ticker := time.NewTicker(src.hub.heartbeat())
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-src.hub.Draining:
			return nil
		case <-src.Changed:
			reads.hint(ctx)
		case <-src.AlsoChanged:
			reads.hint(ctx)
		case <-src.ended:
			reads.hint(ctx)
		case <-reads.paused:
			reads.resume(ctx)
		case <-ticker.C:
			// It does not wait for the read: when the database is slow, a client that hears
			// nothing would connect again, and cause one more read.
			if err := stream.ping(); err != nil {
				return err
			}
			reads.heartbeat(ctx)
		case got := <-reads.results:
			next, err := reads.done(ctx, got)
			if err != nil {
				if errs.From(err).Code != errs.Unavailable || time.Since(lastRead) > maxOutage {
					return err
				}
				continue
			}
			lastRead = time.Now()
			if sum := xxhash.Sum64(next); sum != last {
				if err := stream.send(src.Name, next); err != nil {
					return err
				}
				last = sum
			}
		}
	}
}

func (s *Hub) heartbeat() time.Duration {
	if s.Heartbeat > 0 {
		return s.Heartbeat
	}
	return defaultHeartbeat
}

// eventStreamWriter writes server-sent events.
type eventStreamWriter struct {
	w       io.Writer
	control *http.ResponseController
}

func newEventStream(ctx huma.Context) eventStreamWriter {
	_, w := humago.Unwrap(ctx)
	ctx.SetHeader("Content-Type", "text/event-stream")
	ctx.SetHeader("Cache-Control", "no-store")
	ctx.SetHeader("X-Accel-Buffering", "no") // a buffering proxy would delay events
	return eventStreamWriter{w: ctx.BodyWriter(), control: http.NewResponseController(w)}
}

// writeTimeout is for one event. The stream itself has no deadline, and a client that
// stopped reading must not keep it open.
const writeTimeout = 10 * time.Second

func (e eventStreamWriter) send(event string, data []byte) error {
	return e.write(fmt.Sprintf("event: %s\ndata: %s\n\n", event, data))
}

func (e eventStreamWriter) ping() error { return e.write(": ping\n\n") }

func (e eventStreamWriter) write(text string) error {
	deadline := e.control.SetWriteDeadline(time.Now().Add(writeTimeout))
	_, err := io.WriteString(e.w, text)
	return errors.Join(deadline, err, e.control.Flush())
}
