package main

import (
	"context"
	"time"

	"hawker/internal/adapter/traces"
)

// openTraces sets up the traces; nil: there are none.
func (f serverFlags) openTraces(ctx context.Context) (*traces.Sender, error) {
	if f.TracesURL == "" {
		return nil, nil
	}
	return traces.Open(ctx, f.traces())
}

// maxFlush is how long a stop waits at most for the last traces.
const maxFlush = 2 * time.Second

// flushTraces sends the last traces.
func (a *app) flushTraces() {
	ctx, cancel := context.WithTimeout(context.Background(), min(a.flags.Drain, maxFlush))
	defer cancel()
	a.traces.Close(ctx)
}
