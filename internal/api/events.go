package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"hawker/internal/errs"
	"hawker/internal/order"
)

const (
	// heartbeat keeps the stream open through what closes quiet connections, and
	// is how late a lost hint is made up for.
	heartbeat = 20 * time.Second
	// bearAway is how long a stream stays open while the database does not answer:
	// ended all at once, they would all come back at once.
	bearAway = 2 * time.Minute
)

// watchOrder streams an order's tracking as it changes. Whoever may not see it is
// told so before the stream begins.
func (s *Server) watchOrder(ctx context.Context, in *orderInput) (*huma.StreamResponse, error) {
	// It listens before it looks: a change in between would be missed.
	changed, unwatch := s.Orders.Watch(in.ID)
	ended, forget := s.streams.ofCustomer(signedIn(ctx).CustomerID)
	cancel := func() { unwatch(); forget() }
	f := follower{server: s, changed: changed, ended: ended, look: func(ctx context.Context) ([]byte, error) {
		return s.lookFor(ctx, in)
	}}
	first, err := s.streams.look(ctx, f.look)
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

// lookFor is what whoever listens may see now. It asks each time who that is:
// they may have signed out, their token may have ended, the order may have become
// somebody else's.
func (s *Server) lookFor(ctx context.Context, in *orderInput) ([]byte, error) {
	secret, err := oneOf(in.HeaderToken, in.Token, "token")
	if err != nil {
		return nil, err
	}
	who := order.Owner{Token: secret}
	if token, given := ctx.Value(tokenKey{}).(string); given {
		session, err := s.session(ctx, token)
		if err != nil {
			return nil, err
		}
		who.ShopperID = session.ShopperID
	}
	all, err := s.Orders.Watcher(ctx, in.ID, who)
	if err != nil {
		return nil, err
	}
	t, err := s.Orders.Track(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if all {
		return json.Marshal(viewTracking(t))
	}
	return json.Marshal(viewProgress(t))
}

// follower is a stream that follows one order.
type follower struct {
	server         *Server
	changed, ended <-chan struct{}
	look           func(context.Context) ([]byte, error)
}

// follow sends what there is first and then every change, until the client goes,
// may no longer listen, or the server drains. Hints only say when to look.
func (f follower) follow(ctx context.Context, stream eventStreamWriter, first []byte) error {
	if err := stream.send("tracking", first); err != nil {
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
			last, err = sum, stream.send("tracking", next)
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

func (s *Server) heartbeat() time.Duration {
	if s.Heartbeat > 0 {
		return s.Heartbeat
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
