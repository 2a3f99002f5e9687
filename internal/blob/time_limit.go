package blob

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"time"

	"github.com/aws/smithy-go"
	"gocloud.dev/gcerrors"

	"hawker/internal/errs"
)

// ErrUnavailable is what a person reads while the files cannot be read or written: the
// store does not respond in time, or refuses. Its cause is in the log.
var ErrUnavailable error = errs.New(errs.Unavailable, "We cannot show or save pictures just now. Please try again in a moment.").After(5 * time.Second)

var errTimeout = errors.New("no response within the time limit")

// call is one call to the store. It is canceled when it makes no progress for the time
// limit.
type call struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	timer  *time.Timer
	limit  time.Duration
}

func (s *Store) begin(ctx context.Context) *call {
	c := &call{limit: s.callTime}
	c.ctx, c.cancel = context.WithCancelCause(ctx)
	c.timer = time.AfterFunc(c.limit, func() { c.cancel(errTimeout) })
	return c
}

// progress starts the time again.
func (c *call) progress() { c.timer.Reset(c.limit) }

// pause stops the time while nothing is asked of the store.
func (c *call) pause() { c.timer.Stop() }

func (c *call) end() {
	c.timer.Stop()
	c.cancel(nil)
}

// fault returns what a caller learns of an error: ErrNotFound, the cancellation of the
// caller's own context, or else ErrUnavailable.
func (s *Store) fault(c *call, err error) error {
	if errors.Is(context.Cause(c.ctx), errTimeout) {
		return fmt.Errorf("%w: %s: %w of %v", ErrUnavailable, s.name, errTimeout, c.limit)
	}
	if cause := c.ctx.Err(); cause != nil {
		return cause
	}
	// In a folder, "tea.webp/x.webp" and the folder "item" are no files either.
	isFolder := errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.EISDIR) || errors.Is(err, syscall.ENOTEMPTY)
	if isFolder || gcerrors.Code(err) == gcerrors.NotFound && !noBucket(err) {
		return fmt.Errorf("%w: %w", ErrNotFound, err)
	}
	return fmt.Errorf("%w: %s: %w", ErrUnavailable, s.name, err)
}

// noBucket reports whether the whole bucket is missing.
func noBucket(err error) bool {
	api, ok := errors.AsType[smithy.APIError](err)
	return ok && api.ErrorCode() == "NoSuchBucket"
}
