package server

import (
	"context"
	"errors"
	"log"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// Run serves until ctx ends. Then it is not ready, so that a load balancer sends no more
// requests, ends its streams, waits for the time of drain, and lets running requests
// finish.
func Run(ctx context.Context, listener net.Listener, h http.Handler, health *Health, drain time.Duration) error {
	srv := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      60 * time.Second, // streams extend it themselves
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          log.New(newErrorLog(), "", 0),
	}
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(listener) }()

	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	slog.Info("stopping", "drain", drain)
	health.Drain()
	select {
	case err := <-failed:
		return err
	case <-time.After(drain):
	}

	last, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	err := srv.Shutdown(last)
	if errors.Is(err, context.DeadlineExceeded) {
		err = srv.Close()
	}
	return err
}
