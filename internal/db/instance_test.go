package db_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// The test server has 400 connections, of which other tests use some.
func TestInstancesWhosePoolsFitStartTogether(t *testing.T) {
	t.Parallel()
	o := dbtest.Migrated(t, db.Postgres)
	o.Conns = 4
	opened := openTogether(t, o, 10)
	for _, err := range opened {
		if err != nil {
			t.Error(err)
		}
	}
}

// Of instances that start together, those start whose pools fit. The others are refused
// with the sum. Two of 150 fit, and one if other tests use many connections.
func TestInstancesWhosePoolsDoNotFitAreRefused(t *testing.T) {
	t.Parallel()
	o := dbtest.Migrated(t, db.Postgres)
	o.Conns = 150
	started, refused := 0, 0
	for _, err := range openTogether(t, o, 4) {
		switch {
		case err == nil:
			started++
		case errors.Is(err, db.ErrConnections) && strings.Contains(err.Error(), "instances may open "):
			refused++
		default:
			t.Error(err)
		}
	}
	if started < 1 || started > 2 || started+refused != 4 {
		t.Errorf("%d started and %d were refused, want 2 and 2", started, refused)
	}
}

// The connection that listens is counted with its instance, whether it is connected or not. An
// empty server leaves 397 of its 400 connections.
func TestInstancesAreCountedWithTheirListeners(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		conns, instances int
		fit              bool
	}{
		"three of 132 connections": {131, 3, true},
		"two of 199 connections":   {198, 2, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, err := dbtest.StartPostgres(false)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = server.Stop() })
			o := db.Options{URL: server.URL, Conns: tc.conns}
			for range tc.instances - 1 {
				openListening(t, o)
			}
			last, err := db.OpenInstance(t.Context(), o)
			if err == nil {
				last.Close()
			}
			if fits := !errors.Is(err, db.ErrConnections); fits != tc.fit {
				t.Errorf("the last one fits: %v, want %v: %v", fits, tc.fit, err)
			}
		})
	}
}

// openListening opens an instance whose listener is connected.
func openListening(t *testing.T, o db.Options) {
	t.Helper()
	d, err := db.OpenInstance(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	listener, err := db.Connect(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close(context.WithoutCancel(t.Context())) })
}

func openTogether(t *testing.T, o db.Options, n int) []error {
	t.Helper()
	failures := make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			d, err := db.OpenInstance(t.Context(), o)
			if failures[i] = err; err == nil {
				t.Cleanup(func() { d.Close() })
			}
		})
	}
	all.Wait()
	return failures
}
