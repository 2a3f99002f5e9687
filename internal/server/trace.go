package server

import (
	"net/http"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// traceRequests makes a span of each request, named by its route. Headers of a client
// decide neither whether it is traced nor its id. Event streams are not traced: they last
// for hours, and checks of health are many.
func traceRequests(next http.Handler, spans trace.TracerProvider) http.Handler {
	if spans == nil {
		return next
	}
	return otelhttp.NewHandler(describeSpan(next), "",
		otelhttp.WithTracerProvider(spans),
		otelhttp.WithPropagators(propagation.NewCompositeTextMapPropagator()),
		otelhttp.WithSpanNameFormatter(func(_ string, r *http.Request) string { return method(r.Method) + " " + route(r, 0) }),
		otelhttp.WithFilter(func(r *http.Request) bool {
			return !isStream(r) && r.URL.Path != "/healthz" && r.URL.Path != "/readyz"
		}),
	)
}

// describeSpan adds the id of the request in the log, and the route.
func describeSpan(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		span := trace.SpanFromContext(r.Context())
		if !span.IsRecording() {
			next.ServeHTTP(w, r)
			return
		}
		rec := &recorder{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(rec, r)
		span.SetAttributes(attribute.String("request_id", RequestID(r.Context())), attribute.String("http.route", route(r, rec.status)))
	})
}
