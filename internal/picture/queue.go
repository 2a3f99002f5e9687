package picture

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// ErrBusy means that too many pictures wait to be decoded.
var ErrBusy = errors.New("too many pictures wait to be decoded")

// decoding is the queue of portraits. They are decoded one at a time, because each
// may take a hundred megabytes.
var decoding = newQueue(16, 5*time.Second)

// WaitTurn waits, like Portrait, until the caller may decode a picture. The caller
// calls done afterwards. It returns ErrBusy when too many others wait.
func WaitTurn(ctx context.Context) (done func(), err error) { return decoding.wait(ctx) }

// queue lets its callers work one at a time.
type queue struct {
	places  chan struct{} // one for each caller that works or waits
	turn    chan struct{} // one for the caller that works
	maxWait time.Duration // how long a caller waits
}

func newQueue(waiting int, maxWait time.Duration) *queue {
	return &queue{places: make(chan struct{}, waiting+1), turn: make(chan struct{}, 1), maxWait: maxWait}
}

// wait waits for the caller's turn. The caller calls done when it has finished. It
// returns ErrBusy if the queue is full or the turn does not come in time, and the
// context's error if the context ends first.
func (q *queue) wait(ctx context.Context) (done func(), err error) {
	select {
	case q.places <- struct{}{}:
	default:
		return nil, ErrBusy
	}
	late := time.NewTimer(q.maxWait)
	defer late.Stop()
	select {
	case q.turn <- struct{}{}:
		return func() { <-q.turn; <-q.places }, nil
	case <-ctx.Done():
		err = fmt.Errorf("wait to decode a picture: %w", ctx.Err())
	case <-late.C:
		err = ErrBusy
	}
	<-q.places
	return nil, err
}
