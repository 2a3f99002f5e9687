package picture

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// Portraits are decoded one at a time; nobody waits for ever, and a line that is
// full takes nobody in.
func TestLine_PROF03_oneAtATime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLine(2, 5*time.Second)
		done, err := l.wait(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		gone, leave := context.WithCancel(t.Context())
		answers := make(chan error, 2)
		wait := func(ctx context.Context) {
			_, err := l.wait(ctx)
			answers <- err
		}
		go wait(t.Context())
		go wait(gone)
		synctest.Wait()
		if _, err := l.wait(t.Context()); !errors.Is(err, ErrBusy) {
			t.Errorf("in a line that is full: %v", err)
		}
		leave()
		if err := <-answers; !errors.Is(err, context.Canceled) {
			t.Errorf("who went away: %v", err)
		}
		from := time.Now()
		if err := <-answers; !errors.Is(err, ErrBusy) || time.Since(from) != 5*time.Second {
			t.Errorf("after %v: %v", time.Since(from), err)
		}
		done()
		if done, err = l.wait(t.Context()); err != nil {
			t.Errorf("once it is free: %v", err)
		}
		done()
		if len(l.places)+len(l.turn) != 0 {
			t.Error("somebody is still in the line")
		}
	})
}
