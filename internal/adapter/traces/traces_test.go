package traces_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"hawker/internal/adapter/traces"
)

// collector receives spans, and refuses them while it is down. What it gets is protobuf,
// in which texts are readable.
type collector struct {
	*httptest.Server
	mu   sync.Mutex
	down bool
	got  bytes.Buffer
}

func newCollector(t *testing.T) *collector {
	t.Helper()
	c := &collector{}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.down || r.URL.Path != "/base/v1/traces" {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		_, _ = io.Copy(&c.got, r.Body)
	}))
	t.Cleanup(c.Close)
	return c
}

func (c *collector) setDown(down bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.down = down
}

func open(t *testing.T, url string, share float64, log io.Writer) *traces.Sender {
	t.Helper()
	s, err := traces.Open(t.Context(), traces.Config{URL: url, Share: share, Version: "v9", Log: slog.New(slog.NewTextHandler(log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// spanOf makes a span as libraries do, with what must not be sent.
func spanOf(s *traces.Sender, name string) {
	_, span := s.Provider().Tracer("test").Start(context.Background(), name, trace.WithAttributes(
		attribute.String("http.route", "/api/v1/orders/{id}"), attribute.String("url.path", "/api/v1/orders/hush"),
		attribute.String("url.full", "https://sms.example/?phone=hush"), attribute.String("client.address", "hush")))
	span.RecordError(errors.New("hush"))
	span.SetStatus(codes.Error, "hush")
	span.End()
}

// Only attributes of the list leave the process, and no text of an error.
func TestASpanSaysNothingPersonal(t *testing.T) {
	t.Parallel()
	c := newCollector(t)
	s := open(t, c.URL+"/base", 1, io.Discard)
	spanOf(s, "GET /api/v1/orders/{id}")
	s.Close(t.Context())
	got := c.got.String()
	for _, want := range []string{"GET /api/v1/orders/{id}", "http.route", "hawker", "v9"} {
		if !strings.Contains(got, want) {
			t.Errorf("what was sent does not contain %q", want)
		}
	}
	if strings.Contains(got, "hush") {
		t.Errorf("what was sent says too much: %q", got)
	}
}

// While the collector is down that is logged once, and once more when it works again.
func TestACollectorThatIsDownIsLoggedOnce(t *testing.T) {
	t.Parallel()
	c := newCollector(t)
	var log bytes.Buffer
	s := open(t, c.URL+"/base?key=hush", 1, &log)
	c.setDown(true)
	flush := func() {
		spanOf(s, "some span")
		flusher := s.Provider().(interface{ ForceFlush(context.Context) error })
		if err := flusher.ForceFlush(t.Context()); err != nil {
			t.Error(err)
		}
	}
	for range 3 {
		flush()
	}
	if n := strings.Count(log.String(), "\n"); n != 1 || !strings.Contains(log.String(), "traces cannot be sent") || strings.Contains(log.String(), "hush") {
		t.Errorf("%d lines were logged, want one without the key: %s", n, log.String())
	}
	c.setDown(false)
	flush()
	flush()
	if n := strings.Count(log.String(), "\n"); n != 2 || !strings.Contains(log.String(), "sent again") {
		t.Errorf("%d lines were logged, want 2: %s", n, log.String())
	}
	s.Close(t.Context())
}

// A collector that accepts connections and never responds delays no span, however many
// there are, and a stop only as long as it may.
func TestACollectorThatHangsDelaysNothing(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	s := open(t, "http://"+listener.Addr().String(), 1, io.Discard)
	began := time.Now()
	for n := range 20_000 { // many more than fit the queue
		spanOf(s, fmt.Sprint(n))
	}
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("20,000 spans took %v", took)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	began = time.Now()
	s.Close(ctx)
	if took := time.Since(began); took > time.Second {
		t.Errorf("the stop took %v", took)
	}
}

func TestCheckRefusesWrongSettings(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		c    traces.Config
		want string
	}{
		{traces.Config{}, ""},
		{traces.Config{URL: "http://collector:4318", Share: 0.5}, ""},
		{traces.Config{URL: "https://collector.example/otlp", Share: 1}, ""},
		{traces.Config{URL: "collector:4318"}, "--traces-url"},
		{traces.Config{URL: "ftp://collector"}, "--traces-url"},
		{traces.Config{URL: "http://collector", Share: 1.1}, "--traces-share"},
		{traces.Config{URL: "http://collector", Share: -1}, "--traces-share"},
	} {
		err := tt.c.Check()
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want %q", tt.c, err, tt.want)
		}
	}
}
