package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"strings"

	"github.com/XSAM/otelsql"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
)

// openConns opens a pool. With Options.Spans, each statement of a traced request or job is
// a span with its text, but without its arguments.
func openConns(o Options, system string, connector driver.Connector) *sql.DB {
	if o.Wrap != nil {
		connector = o.Wrap(connector)
	}
	if o.Spans == nil {
		return sql.OpenDB(connector)
	}
	return otelsql.OpenDB(connector,
		otelsql.WithTracerProvider(o.Spans),
		otelsql.WithAttributes(attribute.String("db.system.name", system)),
		otelsql.WithSpanNameFormatter(spanName),
		otelsql.WithSpanOptions(otelsql.SpanOptions{
			OmitConnResetSession: true, OmitConnPrepare: true, OmitRows: true, OmitConnectorConnect: true,
			SpanFilter: func(ctx context.Context, _ otelsql.Method, _ string, _ []driver.NamedValue) bool {
				return trace.SpanFromContext(ctx).IsRecording()
			},
		}),
	)
}

// spanName is the first word of a statement, such as SELECT.
func spanName(_ context.Context, method otelsql.Method, query string) string {
	if words := strings.Fields(query); len(words) > 0 {
		return words[0]
	}
	return string(method)
}
