package server

import (
	"context"
	"log/slog"

	"go.opentelemetry.io/otel/trace"
)

// Log adds the id of the request to every line that is logged for it, and that of its
// trace, if it is traced. A shopper sees the id of the request in X-Request-Id and can
// report it.
func Log(to slog.Handler) slog.Handler { return requestLog{to} }

type requestLog struct{ slog.Handler }

func (l requestLog) Handle(ctx context.Context, r slog.Record) error {
	if id := RequestID(ctx); id != "" {
		r.AddAttrs(slog.String("request_id", id))
	}
	if span := trace.SpanContextFromContext(ctx); span.IsSampled() {
		r.AddAttrs(slog.String("trace_id", span.TraceID().String()))
	}
	return l.Handler.Handle(ctx, r)
}

func (l requestLog) WithAttrs(all []slog.Attr) slog.Handler {
	return requestLog{l.Handler.WithAttrs(all)}
}
func (l requestLog) WithGroup(name string) slog.Handler { return requestLog{l.Handler.WithGroup(name)} }
