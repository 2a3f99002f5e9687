package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/alecthomas/kong"
	collected "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"hawker/internal/db"
)

// spans are what a collector has received.
type spans struct {
	mu  sync.Mutex
	all []*otlp.Span
	raw strings.Builder
}

func startCollector(t *testing.T) (*spans, string) {
	t.Helper()
	got := &spans{}
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		var batch collected.ExportTraceServiceRequest
		if err != nil || proto.Unmarshal(text, &batch) != nil {
			t.Error("what was sent cannot be read")
		}
		got.mu.Lock()
		defer got.mu.Unlock()
		got.raw.Write(text)
		for _, resource := range batch.ResourceSpans {
			for _, scope := range resource.ScopeSpans {
				got.all = append(got.all, scope.Spans...)
			}
		}
	}))
	t.Cleanup(s.Close)
	return got, s.URL
}

// named returns the spans of a name.
func (s *spans) named(name string) (found []*otlp.Span) {
	for _, span := range s.all {
		if span.Name == name {
			found = append(found, span)
		}
	}
	return found
}

// attribute returns an attribute of a span.
func attribute(s *otlp.Span, key string) string {
	for _, a := range s.Attributes {
		if a.Key == key {
			return a.Value.GetStringValue()
		}
	}
	return ""
}

// The program sends the spans of requests, jobs and their statements, the last ones at its
// stop. None says what a person has sent. Traced connections work as others do: a backup
// made by them can be restored.
func TestServeSendsTraces(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, engine db.Dialect) {
		got, collector := startCollector(t)
		r, _, backups := startWatched(t, engine, "--traces-url", collector, "--traces-share", "1", "--drain", "2s")
		r.call("GET", "/search?q=hushed-search", map[string]string{"zoneid": "[1]"}, nil, nil)
		answer, _, err := r.send("POST", "/newsletter", nil, map[string]any{"email": "hushed@example.com"})
		if err != nil || answer.StatusCode > 299 {
			t.Fatal(answer, err)
		}
		if err := r.stop(); err != nil {
			t.Fatal(err)
		}
		subscribed := got.named("POST /api/v1/newsletter")
		if len(subscribed) != 1 || attribute(subscribed[0], "request_id") != answer.Header.Get("X-Request-Id") {
			t.Fatalf("the spans of the call are %v", subscribed)
		}
		insert := false
		for _, statement := range got.named("INSERT") {
			text := attribute(statement, "db.query.text")
			insert = insert || string(statement.ParentSpanId) == string(subscribed[0].SpanId) && strings.Contains(text, "INTO subscribers") && strings.Contains(text, "$1")
		}
		if !insert {
			t.Error("the call has no span of its statement")
		}
		if len(got.named("job jobs.prune")) == 0 || len(got.named("GET /api/v1/search")) != 1 {
			t.Error("a job or a call is not traced")
		}
		for _, hushed := range []string{"hushed", "127.0.0.1"} {
			if strings.Contains(got.raw.String(), hushed) {
				t.Errorf("a span contains %s", hushed)
			}
		}
		written, err := filepath.Glob(filepath.Join(backups, "hawker-*.zip"))
		if err != nil || len(written) == 0 {
			t.Fatal("there is no backup", err)
		}
		restoreAndVerify(t, engine, written[0])
	})
}

// The flag fits the others, and the variable of other programs is read too.
func TestTracesAreSetByTheStandardVariable(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"HAWKER_TRACES_URL": "http://a", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://a", "OTEL_OTHER": ""} {
		var c serverFlags
		parser, err := kong.New(&c, kong.Resolvers(environment(func(asked string) string {
			if asked == name {
				return "http://a"
			}
			return ""
		})))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parser.Parse(nil); err != nil || c.TracesURL != want {
			t.Errorf("%s sets %q, want %q", name, c.TracesURL, want)
		}
	}
}
