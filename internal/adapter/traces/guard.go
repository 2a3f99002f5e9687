package traces

import (
	"context"
	"log/slog"
	"slices"
	"sync/atomic"

	"go.opentelemetry.io/otel/attribute"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"hawker/internal/adapter/httpclient"
)

// sent are the attributes that leave the process. Libraries add others to spans, such as
// paths, queries and the addresses of clients, which may be secret or personal.
var sent = []attribute.Key{
	"request_id", "job.kind",
	"http.request.method", "http.route", "http.response.status_code", "http.response.body.size",
	"error.type", "db.system.name", "db.query.text",
}

// sentOfCalls are also sent for calls to other services. For incoming requests they are not,
// because the client chooses them.
var sentOfCalls = []attribute.Key{"server.address", "server.port"}

// guard removes from spans what must not leave the process, and logs once that the
// collector does not respond.
type guard struct {
	sdk.SpanExporter
	log     *slog.Logger
	failing atomic.Bool
}

// ExportSpans implements sdk.SpanExporter. It returns no error, because the caller would
// log each.
func (g *guard) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	clean := make([]sdk.ReadOnlySpan, len(spans))
	for i, s := range spans {
		clean[i] = cleanSpan{s}
	}
	err := g.SpanExporter.ExportSpans(ctx, clean)
	switch was := g.failing.Swap(err != nil); {
	case err != nil && !was:
		g.log.Warn("traces cannot be sent and are lost; this is logged once", "cause", httpclient.WithoutURL(err))
	case err == nil && was:
		g.log.Info("traces are sent again")
	}
	return nil
}

// cleanSpan is a span without what must not leave the process.
type cleanSpan struct{ sdk.ReadOnlySpan }

// Attributes returns those that are sent.
func (s cleanSpan) Attributes() []attribute.KeyValue {
	isCall := s.SpanKind() == trace.SpanKindClient
	return slices.DeleteFunc(slices.Clone(s.ReadOnlySpan.Attributes()), func(a attribute.KeyValue) bool {
		keep := slices.Contains(sent, a.Key) || isCall && slices.Contains(sentOfCalls, a.Key)
		return !keep
	})
}

// Events returns none: they are errors, whose texts may contain values and URLs.
func (s cleanSpan) Events() []sdk.Event { return nil }

// Links returns none.
func (s cleanSpan) Links() []sdk.Link { return nil }

// Status returns whether the span failed, without the text of the error.
func (s cleanSpan) Status() sdk.Status { return sdk.Status{Code: s.ReadOnlySpan.Status().Code} }
