package server

import (
	"context"
	"log/slog"
)

// Log adds the id of the request to every line that is logged for it. A shopper sees the
// id in X-Request-Id and can report it.
func Log(to slog.Handler) slog.Handler { return requestLog{to} }

type requestLog struct{ slog.Handler }

func (l requestLog) Handle(ctx context.Context, r slog.Record) error {
	if id := RequestID(ctx); id != "" {
		r.AddAttrs(slog.String("request_id", id))
	}
	return l.Handler.Handle(ctx, r)
}

func (l requestLog) WithAttrs(all []slog.Attr) slog.Handler {
	return requestLog{l.Handler.WithAttrs(all)}
}
func (l requestLog) WithGroup(name string) slog.Handler { return requestLog{l.Handler.WithGroup(name)} }
