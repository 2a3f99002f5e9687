package picture

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// ErrBusy means that too many pictures wait to be decoded.
var ErrBusy = errors.New("too many pictures wait to be decoded")

// decoding lets one portrait after the other be decoded: each may take a hundred
// megabytes.
var decoding = newLine(16, 5*time.Second)

// WaitTurn returns when the caller may decode a picture, as Portrait does; call
// done afterwards. It is ErrBusy where too many others wait.
func WaitTurn(ctx context.Context) (done func(), err error) { return decoding.wait(ctx) }

// line is where those wait who want to work one at a time.
type line struct {
	places chan struct{} // taken by who works or waits
	turn   chan struct{} // taken by who works
	most   time.Duration // how long anybody waits
}

func newLine(waiting int, most time.Duration) *line {
	return &line{places: make(chan struct{}, waiting+1), turn: make(chan struct{}, 1), most: most}
}

// wait returns when it is the caller's turn, who calls done when finished. It is
// ErrBusy where the line is full or does not move, and the context's error where
// that ends first.
func (l *line) wait(ctx context.Context) (done func(), err error) {
	select {
	case l.places <- struct{}{}:
	default:
		return nil, ErrBusy
	}
	late := time.NewTimer(l.most)
	defer late.Stop()
	select {
	case l.turn <- struct{}{}:
		return func() { <-l.turn; <-l.places }, nil
	case <-ctx.Done():
		err = fmt.Errorf("wait to decode a picture: %w", ctx.Err())
	case <-late.C:
		err = ErrBusy
	}
	<-l.places
	return nil, err
}
