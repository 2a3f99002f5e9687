package page

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"time"
)

// call is one API read a page starts with: the operation of the document, and
// its parameters as the storefront would send them.
type call struct {
	operation string
	path      string // below the API's prefix, filled
	params    params
}

type params struct {
	Path  map[string]string `json:"path,omitempty"`
	Query map[string]any    `json:"query,omitempty"`
}

// answer is what came back.
type answer struct {
	Operation string          `json:"operation"`
	Params    params          `json:"params"`
	Body      json.RawMessage `json:"body"`

	status int
}

// ok tells whether the call was answered.
func (a answer) ok() bool { return a.status == http.StatusOK }

// preloader asks the API in-process. Only public reads are asked: a page holds
// no shopper's own data, so any cache on the way may see it.
type preloader struct{ api http.Handler }

const preloadTimeout = 3 * time.Second

// ask answers a call as the shopper's own request would be, without a shopper.
func (p preloader) ask(ctx context.Context, c call, l look) answer {
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
		return answer{status: http.StatusBadRequest}
	}
	r.Header.Set("Accept", "application/json")
	r.Header.Set("X-localization", l.language)
	if l.zones != "" {
		r.Header.Set("zoneid", l.zones)
	}
	if l.module != "" {
		r.Header.Set("moduleId", l.module)
	}
	w := &memory{header: http.Header{}, status: http.StatusOK}
	p.api.ServeHTTP(w, r)
	return answer{Operation: c.operation, Params: c.params, Body: bytes.TrimSpace(w.body.Bytes()), status: w.status}
}

func textOf(value any) string {
	if s, ok := value.(string); ok {
		return s
	}
	text, _ := json.Marshal(value)
	return string(text)
}

// dataBlock is the answers as a script that is only data. Go's encoder writes
// < as an escape, so no text of an item can end the block.
func dataBlock(answers []answer) []byte {
	var b bytes.Buffer
	b.WriteString(`<script type="application/json" id="hk-data">`)
	b.Write(encode(answers))
	b.WriteString("</script>")
	return b.Bytes()
}

func encode(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil { // an answer that is no JSON: leave the page without it
		return []byte("[]")
	}
	return text
}

// memory is a response kept instead of sent.
type memory struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (m *memory) Header() http.Header         { return m.header }
func (m *memory) WriteHeader(status int)      { m.status = status }
func (m *memory) Write(p []byte) (int, error) { return m.body.Write(p) }
