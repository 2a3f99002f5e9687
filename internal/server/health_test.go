package server_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"hawker/internal/server"
)

// Anybody may ask whether the server is ready, however often: it checks twice a second, and
// logs only what changes.
func TestReadiness_isCheckedAndLoggedSeldom(t *testing.T) { //nolint:paralleltest // it replaces the logger of the process
	var log bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	defer slog.SetDefault(before)
	synctest.Test(t, func(t *testing.T) {
		var down error
		checks, health := 0, server.NewHealth()
		health.Require("database", func(ctx context.Context) error {
			checks++
			return cmp.Or(ctx.Err(), down)
		})
		for _, tt := range []struct {
			down   error
			ready  bool
			logged string
		}{
			{nil, true, ""},
			{errors.New("no route"), false, "not ready: database"},
			{errors.New("no route"), false, ""},
			{nil, true, "ready again"},
			{nil, true, ""},
		} {
			down = tt.down
			log.Reset()
			checks = 0
			time.Sleep(time.Second)
			for range 50 {
				gone, cancel := context.WithCancel(t.Context())
				cancel() // one that asks and does not wait decides nothing
				if got := health.Ready(gone); got != tt.ready {
					t.Errorf("ready: %t, want %t", got, tt.ready)
				}
			}
			if checks != 1 {
				t.Errorf("%d checks", checks)
			}
			if lines := strings.Count(log.String(), "\n"); !strings.Contains(log.String(), tt.logged) || (lines > 0) != (tt.logged != "") || lines > 1 {
				t.Errorf("logged %q, want %q", log.String(), tt.logged)
			}
		}
	})
}
