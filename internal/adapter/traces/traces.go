// Package traces sends traces to a collector by OTLP. A collector that does not respond
// never delays a request: spans wait in a bounded queue, and are dropped if it is full.
package traces

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// sendTimeout is how long one call to the collector may take.
const sendTimeout = 10 * time.Second

// Config says where traces are sent, and how many.
type Config struct {
	URL     string  // of the collector, without /v1/traces
	Share   float64 // of requests and jobs that are traced, 0 to 1
	Version string  // of the program
	Log     *slog.Logger
}

// Sender makes spans and sends them. Safe for concurrent use.
type Sender struct{ provider *sdk.TracerProvider }

// Check returns what is wrong with the configuration.
func (c Config) Check() error {
	if c.URL == "" {
		return nil
	}
	if u, err := url.Parse(c.URL); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return errors.New("--traces-url is not http(s)://host")
	}
	if !(c.Share >= 0 && c.Share <= 1) {
		return errors.New("--traces-share must be 0 to 1")
	}
	return nil
}

// Open makes a sender. It calls nobody, so the collector may start later. The exporter
// reads the standard OTEL_… variables for what Config does not have, such as headers.
func Open(ctx context.Context, c Config) (*Sender, error) {
	address, err := url.Parse(c.URL)
	if err != nil {
		return nil, errors.New("--traces-url is not http(s)://host")
	}
	exporter, err := otlptracehttp.New(ctx,
		otlptracehttp.WithEndpointURL(address.JoinPath("v1", "traces").String()),
		otlptracehttp.WithTimeout(sendTimeout),
		// The next batch is the next try. Until then the queue is short enough.
		otlptracehttp.WithRetry(otlptracehttp.RetryConfig{Enabled: false}),
	)
	if err != nil {
		return nil, fmt.Errorf("set up traces: %w", err)
	}
	about, err := resource.New(ctx,
		resource.WithAttributes(attribute.String("service.name", "hawker"), attribute.String("service.version", c.Version)),
		resource.WithHost(), resource.WithTelemetrySDK(), resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("set up traces: %w", err)
	}
	return &Sender{sdk.NewTracerProvider(
		sdk.WithResource(about),
		sdk.WithSampler(sdk.ParentBased(sdk.TraceIDRatioBased(c.Share))),
		sdk.WithBatcher(&guard{SpanExporter: exporter, log: c.Log}, sdk.WithExportTimeout(sendTimeout)),
	)}, nil
}

// Provider makes the spans. It is nil without a sender: nothing is traced.
func (s *Sender) Provider() trace.TracerProvider {
	if s == nil {
		return nil
	}
	return s.provider
}

// Close sends what is left, until ctx ends. Without a sender it does nothing.
func (s *Sender) Close(ctx context.Context) {
	if s != nil {
		_ = s.provider.Shutdown(ctx) // guard has logged an error
	}
}
