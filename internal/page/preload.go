package page

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"time"
)

// call is one GET of the API whose response a page starts with, with the parameters
// that the storefront would send.
type call struct {
	operation string
	path      string // below the API's prefix, filled
	params    params
}

type params struct {
	Path  map[string]string `json:"path,omitempty"`
	Query map[string]any    `json:"query,omitempty"`
}

// response is the response to a call.
type response struct {
	Operation string          `json:"operation"`
	Params    params          `json:"params"`
	Body      json.RawMessage `json:"body"`

	status int
}

func (a response) ok() bool { return a.status == http.StatusOK }

func (a response) isFault() bool { return a.status >= http.StatusInternalServerError }

// preloader calls the API in the process. It makes only public calls, so that no page
// contains data of one shopper.
type preloader struct{ api http.Handler }

const preloadTimeout = 3 * time.Second

// call makes a call with the scope of the request, without a token.
func (p preloader) call(ctx context.Context, c call, prefs preferences) response {
	ctx, cancel := context.WithTimeout(ctx, preloadTimeout)
	defer cancel()
	query := url.Values{}
	for name, value := range c.params.Query {
		query.Set(name, textOf(value))
	}
	target := "/api/v1" + c.path
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, target, http.NoBody)
	if err != nil {
		return response{status: http.StatusBadRequest}
	}
	r.Header.Set("Accept", "application/json")
	r.Header.Set("X-localization", prefs.language)
	if prefs.zones != "" {
		r.Header.Set("zoneid", prefs.zones)
	}
	if prefs.module != "" {
		r.Header.Set("moduleId", prefs.module)
	}
	w := &recorder{header: http.Header{}, status: http.StatusOK}
	p.api.ServeHTTP(w, r)
	return response{Operation: c.operation, Params: c.params, Body: bytes.TrimSpace(w.body.Bytes()), status: w.status}
}

func textOf(value any) string {
	if s, ok := value.(string); ok {
		return s
	}
	text, _ := json.Marshal(value)
	return string(text)
}

// dataBlock returns the responses as a script element with JSON. Go's encoder escapes <,
// so that no text can end the element. The storefront changes to the adopted module, if
// there is one, before it reads them.
func dataBlock(responses []response, adopted module) []byte {
	var b bytes.Buffer
	b.WriteString(`<script type="application/json" id="hk-data"`)
	if adopted.ID > 0 {
		fmt.Fprintf(&b, ` data-module="%d" data-module-type="%s"`, adopted.ID, html.EscapeString(adopted.Type))
	}
	b.WriteByte('>')
	b.Write(encode(responses))
	b.WriteString("</script>")
	return b.Bytes()
}

func encode(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil { // no JSON: leave the page without it
		return []byte("[]")
	}
	return text
}

// recorder keeps a response instead of sending it.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (m *recorder) Header() http.Header         { return m.header }
func (m *recorder) WriteHeader(status int)      { m.status = status }
func (m *recorder) Write(p []byte) (int, error) { return m.body.Write(p) }
