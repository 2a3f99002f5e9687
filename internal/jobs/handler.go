package jobs

import (
	"context"
	"time"
)

type (
	attemptKey struct{}
	stopKey    struct{}
)

// Attempt returns to a handler which attempt of its job this is, from 1; 0 without a job.
func Attempt(ctx context.Context) int64 {
	n, _ := ctx.Value(attemptKey{}).(int64)
	return n
}

// Store calls store for a handler until it succeeds, also after ctx has ended, or until the
// program stops. It is for what a handler has done elsewhere and must not forget while the
// database is unavailable.
func Store(ctx context.Context, store func(ctx context.Context) error) error {
	stop, isStoppable := ctx.Value(stopKey{}).(<-chan struct{})
	for {
		err := store(context.WithoutCancel(ctx))
		if err == nil || !isStoppable {
			return err
		}
		select {
		case <-stop:
			return err
		case <-time.After(poll):
		}
	}
}
