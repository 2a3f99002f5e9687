package apitest

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"

	"hawker/internal/api/call"
)

// WaitingForm is a request body. It signals the first read, then blocks.
type WaitingForm struct {
	Reads, GoOn chan struct{}
	address     string // "": that of httptest
}

// NewWaitingForm returns a body for a few calls.
func NewWaitingForm() WaitingForm {
	return WaitingForm{Reads: make(chan struct{}, 9), GoOn: make(chan struct{})}
}

// From returns the same form, as it is sent from an address.
func (f WaitingForm) From(address string) WaitingForm {
	f.address = address
	return f
}

func (f WaitingForm) Read([]byte) (int, error) {
	f.Reads <- struct{}{}
	<-f.GoOn
	return 0, io.EOF
}

// Post sends the form, and returns the status of the response. Headers are pairs.
func (f WaitingForm) Post(ctx context.Context, h http.Handler, path string, headers ...string) int {
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, call.Prefix+path, f)
	r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	if f.address != "" {
		r.RemoteAddr = f.address + ":1"
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Code
}
