package server_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"hawker/internal/server"
)

// start runs a server, and returns its address and a function that stops it and returns
// how long that took.
func start(t *testing.T, h http.Handler, drain time.Duration) (url string, health *server.Health, stop func() time.Duration) {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	health = server.NewHealth()
	go func() { ended <- server.Run(ctx, listener, h, health, drain) }()
	return "http://" + listener.Addr().String(), health, func() time.Duration {
		began := time.Now()
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		return time.Since(began)
	}
}

func TestRun_stopsWhenNothingRuns(t *testing.T) {
	t.Parallel()
	url, _, stop := start(t, http.NotFoundHandler(), 20*time.Second)
	get(t, url)
	if took := stop(); took > 5*time.Second {
		t.Errorf("it stopped after %v though nothing ran", took)
	}
}

func TestRun_waitsForARunningRequest(t *testing.T) {
	t.Parallel()
	begun, goOn := make(chan struct{}), make(chan struct{})
	url, health, stop := start(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(begun)
		<-goOn
		_, _ = io.WriteString(w, "finished")
	}), 20*time.Second)
	go func() {
		<-begun
		<-health.Draining()
		time.Sleep(time.Second) // longer than a quiet moment
		close(goOn)
	}()
	var clients sync.WaitGroup
	clients.Go(func() {
		if _, body := get(t, url); body != "finished" {
			t.Errorf("got %q", body)
		}
	})
	<-begun
	stop()
	clients.Wait()
}

// Clients that reuse connections lose no request while the server stops: each learns from
// its last response that the connection ends.
func TestRun_losesNoRequestOfReusedConnections(t *testing.T) {
	t.Parallel()
	url, health, stop := start(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "ok")
	}), time.Second)
	var clients sync.WaitGroup
	for range 8 {
		clients.Go(func() {
			client := &http.Client{Transport: &http.Transport{}}
			for open := true; open; {
				r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, http.NoBody)
				if err != nil {
					t.Error(err)
					return
				}
				answer, err := client.Do(r)
				if err != nil {
					t.Errorf("a request was lost: %v", err)
					return
				}
				answer.Body.Close()
				select {
				case <-health.Draining(): // as a load balancer, it sends no more
					open = !answer.Close
				default:
				}
			}
		})
	}
	time.Sleep(200 * time.Millisecond)
	stop()
	clients.Wait()
}
