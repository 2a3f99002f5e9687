package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// heartbeat keeps the stream open through what closes quiet connections, and is
// how late a lost hint is made up for.
const heartbeat = 20 * time.Second

// watchOrder streams an order's tracking as it changes. Whoever may not see it is
// told so before the stream begins.
func (s *Server) watchOrder(ctx context.Context, in *orderInput) (*huma.StreamResponse, error) {
	all, err := s.Orders.Watcher(ctx, in.ID, owner(ctx, in.Token))
	if err != nil {
		return nil, err
	}
	look := func(ctx context.Context) ([]byte, error) {
		t, err := s.Orders.Track(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		if all {
			return json.Marshal(viewTracking(t))
		}
		return json.Marshal(viewProgress(t))
	}
	first, err := look(ctx)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		changed, cancel := s.Orders.Watch(in.ID)
		defer cancel()
		stream := newEventStream(hctx)
		// It ends with the client, whose going away is no fault of ours.
		_ = s.follow(hctx.Context(), stream, first, changed, look)
	}}, nil
}

// follow sends what there is first and then every change, until the client goes
// or the server drains. Hints only say when to look.
func (s *Server) follow(ctx context.Context, stream eventStreamWriter, last []byte, changed <-chan struct{}, look func(context.Context) ([]byte, error)) error {
	if err := stream.send("tracking", last); err != nil {
		return err
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		ping := false
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.Draining:
			return nil
		case <-changed:
		case <-beat.C:
			ping = true
		}
		next, err := look(ctx)
		switch {
		case err != nil:
			return err
		case !bytes.Equal(next, last):
			err = stream.send("tracking", next)
		case ping:
			err = stream.ping()
		}
		if err != nil {
			return err
		}
		last = next
	}
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
