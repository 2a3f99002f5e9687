package picture

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// Portraits are decoded one at a time. Waiting has a time limit, and a full queue
// refuses more.
func TestQueue_PROF03_oneAtATime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(2, 5*time.Second)
		done, err := q.wait(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		gone, leave := context.WithCancel(t.Context())
		results := make(chan error, 2)
		wait := func(ctx context.Context) {
			_, err := q.wait(ctx)
			results <- err
		}
		go wait(t.Context())
		go wait(gone)
		synctest.Wait()
		if _, err := q.wait(t.Context()); !errors.Is(err, ErrBusy) {
			t.Errorf("in a full queue: %v", err)
		}
		leave()
		if err := <-results; !errors.Is(err, context.Canceled) {
			t.Errorf("a canceled request: %v", err)
		}
		from := time.Now()
		if err := <-results; !errors.Is(err, ErrBusy) || time.Since(from) != 5*time.Second {
			t.Errorf("after %v: %v", time.Since(from), err)
		}
		done()
		if done, err = q.wait(t.Context()); err != nil {
			t.Errorf("in a queue that is free again: %v", err)
		}
		done()
		if len(q.places)+len(q.turn) != 0 {
			t.Error("the queue is not empty")
		}
	})
}
