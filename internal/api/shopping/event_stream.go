package shopping

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

	"hawker/internal/api/call"
	"hawker/internal/errs"
)

// eventStream describes a stream of events of one name in the document: each
// one's data is the given type.
func eventStream(a huma.API, op huma.Operation, event string, data any) huma.Operation {
	op.Responses = map[string]*huma.Response{"200": {
		Description: "Server-sent events: `" + event + "` carries the whole state, first on connect, then after every change.",
		Content: map[string]*huma.MediaType{"text/event-stream": {
			Schema: a.OpenAPI().Components.Schemas.Schema(reflect.TypeOf(data), true, ""),
		}},
	}}
	return op
}

const (
	// heartbeat keeps the stream open through what closes quiet connections, and
	// is how late a lost hint is made up for.
	heartbeat = 20 * time.Second
	// bearAway is how long a stream stays open while the database does not answer:
	// ended all at once, they would all come back at once.
	bearAway = 2 * time.Minute
)

// follower is a stream that follows what changes: one order, or all of a customer's.
type follower struct {
	server         *Handlers
	event          string // the name of its events
	changed, ended <-chan struct{}
	unwatch        func() // ends changed
	// look returns what the client may see now; an error ends the stream.
	look func(context.Context) ([]byte, error)
}

// stream sends what f sees, first and after every change. f watches already: what
// changes before the first look is not missed. A client that may not
// listen gets its error before the stream begins.
func (h *Handlers) stream(ctx context.Context, f follower) (*huma.StreamResponse, error) {
	var forget func()
	f.server = h
	f.ended, forget = h.streams.ofCustomer(call.Session(ctx).CustomerID)
	cancel := func() { f.unwatch(); forget() }
	first, err := h.streams.look(ctx, f.look)
	if err != nil {
		cancel()
		return nil, err
	}
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		defer cancel()
		// It ends with the client, whose going away is no fault of ours.
		_ = f.follow(hctx.Context(), newEventStream(hctx), first)
	}}, nil
}

// follow sends what there is first and then every change, until the client goes,
// may no longer listen, or the server drains. Hints only say when to look.
func (f follower) follow(ctx context.Context, stream eventStreamWriter, first []byte) error {
	if err := stream.send(f.event, first); err != nil {
		return err
	}
	last, answered := xxhash.Sum64(first), time.Now() // a stream remembers little: there are many
	beat := time.NewTicker(f.server.heartbeat())
	defer beat.Stop()
	for {
		ping := false
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-f.server.Draining:
			return nil
		case <-f.changed:
		case <-f.ended:
		case <-beat.C:
			ping = true
		}
		next, err := f.server.streams.look(ctx, f.look)
		switch {
		case err == nil:
			answered = time.Now()
		case errs.From(err).Code != errs.Unavailable || time.Since(answered) > bearAway:
			return err
		}
		switch sum := xxhash.Sum64(next); {
		case err == nil && sum != last:
			last, err = sum, stream.send(f.event, next)
		case ping:
			err = stream.ping()
		default:
			err = nil
		}
		if err != nil {
			return err
		}
	}
}

func (h *Handlers) heartbeat() time.Duration {
	if h.Heartbeat > 0 {
		return h.Heartbeat
	}
	return heartbeat
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
	ctx.SetHeader("X-Accel-Buffering", "no") // a proxy that gathers would hold events back
	return eventStreamWriter{w: ctx.BodyWriter(), control: http.NewResponseController(w)}
}

// patience is how long one event may take to leave. The stream itself has no
// deadline, and a client that stopped reading must not keep it for ever.
const patience = 10 * time.Second

func (e eventStreamWriter) send(event string, data []byte) error {
	return e.write(fmt.Sprintf("event: %s\ndata: %s\n\n", event, data))
}

func (e eventStreamWriter) ping() error { return e.write(": ping\n\n") }

func (e eventStreamWriter) write(text string) error {
	deadline := e.control.SetWriteDeadline(time.Now().Add(patience))
	_, err := io.WriteString(e.w, text)
	return errors.Join(deadline, err, e.control.Flush())
}
