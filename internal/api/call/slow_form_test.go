package call_test

import (
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/server"
)

// pipes is a listener in memory, so that the time of a test can be that of synctest.
type pipes struct {
	connections chan net.Conn
	closed      context.Context
	close       context.CancelFunc
}

func (p pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.connections:
		return c, nil
	case <-p.closed.Done():
		return nil, net.ErrClosed
	}
}

func (p pipes) Close() error {
	p.close()
	return nil
}

func (pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

func (p pipes) dial(context.Context, string, string) (net.Conn, error) {
	here, there := net.Pipe()
	p.connections <- there
	return here, nil
}

// serveForms runs a server with a call that takes a form, and returns a client of it. The call
// takes so long, unless its context ends.
func serveForms(t *testing.T, takes time.Duration) *http.Client {
	t.Helper()
	mux := http.NewServeMux()
	a := call.NewAPI(mux)
	post := huma.Operation{OperationID: "postImage", Method: http.MethodPost, Path: "/images"}
	huma.Register(a, call.LimitForm(a, post, 1<<20), func(ctx context.Context, _ *struct {
		RawBody huma.MultipartFormFiles[struct {
			Image huma.FormFile `form:"image"`
		}]
	}) (*struct{}, error) {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(takes):
			return nil, nil
		}
	})
	ctx, stop := context.WithCancel(t.Context())
	listener := pipes{connections: make(chan net.Conn)}
	listener.closed, listener.close = context.WithCancel(t.Context())
	health, ended := server.NewHealth(), make(chan error, 1)
	h := server.Handler(server.Config{API: mux, Page: http.NotFoundHandler()}, health, server.NewMetrics())
	go func() { ended <- server.Run(ctx, listener, h, health, 0) }()
	transport := &http.Transport{DialContext: listener.dial}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return &http.Client{Transport: transport}
}

// sendSlowly sends a form in so many parts, one a second, and returns the status of the response; 0: none.
func sendSlowly(t *testing.T, client *http.Client, parts int) int {
	t.Helper()
	body, writer := io.Pipe()
	form := multipart.NewWriter(writer)
	var sender sync.WaitGroup
	defer sender.Wait()
	sender.Go(func() {
		file, err := form.CreateFormFile("image", "me.jpg")
		for range parts {
			if err != nil {
				break
			}
			time.Sleep(time.Second)
			_, err = file.Write(make([]byte, 4<<10))
		}
		_ = writer.CloseWithError(errors.Join(err, form.Close()))
	})
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://shop"+call.Prefix+"/images", body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", form.FormDataContentType())
	response, err := client.Do(r)
	if err != nil {
		return 0
	}
	_, _ = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
	return response.StatusCode
}

func TestLimitForm_REG01_PROF03_arrivesOverASlowLine(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		seconds int           // until the form has arrived
		takes   time.Duration // the call itself
		want    int
	}{
		"in less than 15 seconds":      {8, 0, http.StatusNoContent},
		"in more than 15 seconds":      {20, 10 * time.Second, http.StatusNoContent},
		"in less than 2 minutes":       {115, 14 * time.Second, http.StatusNoContent},
		"and the call takes too long":  {115, 16 * time.Second, http.StatusServiceUnavailable},
		"and nobody waits for ever":    {130, 0, http.StatusBadRequest},
		"fast, with a call that hangs": {1, 16 * time.Second, http.StatusServiceUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				if got := sendSlowly(t, serveForms(t, tt.takes), tt.seconds); got != tt.want {
					t.Errorf("%d, want %d", got, tt.want)
				}
			})
		})
	}
}
