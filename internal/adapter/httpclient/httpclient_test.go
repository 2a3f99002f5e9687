package httpclient_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"hawker/internal/adapter/httpclient"
)

func get(t *testing.T, ctx context.Context, url string, timeout time.Duration) (int, []byte, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	return httpclient.Do(httpclient.New(timeout), req)
}

func TestDo_refusesALargeResponse(t *testing.T) {
	t.Parallel()
	var size int
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusTeapot)
		_, _ = w.Write([]byte(strings.Repeat("x", size)))
	}))
	defer server.Close()

	size = httpclient.MaxBytes
	status, body, err := get(t, t.Context(), server.URL, httpclient.Timeout)
	if err != nil || status != http.StatusTeapot || len(body) != httpclient.MaxBytes {
		t.Errorf("at the limit: status %d, %d bytes, %v", status, len(body), err)
	}
	size++
	if _, _, err := get(t, t.Context(), server.URL, httpclient.Timeout); !errors.Is(err, httpclient.ErrTooLarge) {
		t.Errorf("one byte above the limit: %v", err)
	}
}

func TestDo_followsNoRedirect(t *testing.T) {
	t.Parallel()
	followed := false
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { followed = true }))
	defer elsewhere.Close()
	server := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	defer server.Close()

	status, _, err := get(t, t.Context(), server.URL, httpclient.Timeout)
	if err != nil || status != http.StatusTemporaryRedirect || followed {
		t.Errorf("status %d, %v, followed %v", status, err, followed)
	}
}

func TestDo_errorsDoNotContainTheURL(t *testing.T) {
	t.Parallel()
	hang := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/body" {
			w.WriteHeader(http.StatusOK)
			_ = http.NewResponseController(w).Flush()
		}
		<-hang
	}))
	defer server.Close()
	defer close(hang)
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	canceled, cancel := context.WithCancel(t.Context())
	cancel()

	for name, tt := range map[string]struct {
		ctx context.Context
		url string
	}{
		"no response":        {t.Context(), server.URL + "/head?key=hush"},
		"half a response":    {t.Context(), server.URL + "/body?key=hush"},
		"no server":          {t.Context(), gone.URL + "/?key=hush"},
		"canceled by caller": {canceled, server.URL + "/head?key=hush"},
	} {
		began := time.Now()
		_, _, err := get(t, tt.ctx, tt.url, 100*time.Millisecond)
		if err == nil || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: %v", name, err)
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%s: took %s", name, took)
		}
	}
}

// A call of a traced request is a span of it. The other server gets no id of ours, and a
// call that is not traced is made as it always was.
func TestCallsOfATracedRequestAreSpans(t *testing.T) {
	t.Parallel()
	spans := tracetest.NewInMemoryExporter()
	provider := sdk.NewTracerProvider(sdk.WithSyncer(spans))
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		for name := range r.Header {
			if strings.Contains(strings.ToLower(name), "trace") {
				t.Errorf("the header %s was sent", name)
			}
		}
	}))
	defer server.Close()
	if _, _, err := get(t, t.Context(), server.URL, httpclient.Timeout); err != nil {
		t.Error(err)
	}
	ctx, request := provider.Tracer("test").Start(t.Context(), "request")
	if _, _, err := get(t, ctx, server.URL, httpclient.Timeout); err != nil {
		t.Error(err)
	}
	request.End()
	got := spans.GetSpans()
	if len(got) != 2 || got[0].Name != "HTTP GET" || got[0].Parent.SpanID() != request.SpanContext().SpanID() {
		t.Errorf("the spans are %v", got)
	}
}
