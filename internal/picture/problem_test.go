package picture_test

import (
	"context"
	"fmt"
	"testing"

	"hawker/internal/errs"
	"hawker/internal/picture"
)

func TestProblem_PROF03_statuses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		err    error
		status int
		retry  bool
	}{
		{picture.ErrBusy, 503, true},
		{fmt.Errorf("wait: %w", context.DeadlineExceeded), 503, true},
		{picture.ErrPixels, 413, false},
		{picture.ErrFormat, 415, false},
	} {
		if e := errs.From(picture.Problem(tt.err, "image")); e.Status() != tt.status || (e.RetryAfter > 0) != tt.retry {
			t.Errorf("%v: %d, to be tried again after %v", tt.err, e.Status(), e.RetryAfter)
		}
	}
	if err := picture.Problem(nil, "image"); err != nil {
		t.Error(err)
	}
}
