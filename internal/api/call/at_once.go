package call

import (
	"context"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"golang.org/x/sync/semaphore"

	"hawker/internal/errs"
)

// patience is how long a call waits for its turn.
const patience = 5 * time.Second

// AtOnce returns a middleware that runs so many calls at once of the operations that share it,
// and so many from one address: who sends slowly must not take all turns. It is for large
// forms, each of which is in memory while its call runs. Put it before LimitForm, which reads
// the form.
func AtOnce(a huma.API, limit, perAddress int64) huma.Middlewares {
	t := turns{all: semaphore.NewWeighted(limit), perAddress: perAddress, of: map[string]*addressTurns{}}
	return huma.Middlewares{func(ctx huma.Context, next func(huma.Context)) {
		waiting, cancel := context.WithTimeout(ctx.Context(), patience)
		release, err := t.take(waiting, HostOf(ctx.RemoteAddr()))
		cancel()
		if err != nil {
			Refuse(a, ctx, errs.New(errs.Unavailable, "Too many pictures are being uploaded just now. Please try again.").After(patience))
			return
		}
		defer release()
		next(ctx)
	}}
}

// turns limits how many calls run at once, in all and of each address.
type turns struct {
	all        *semaphore.Weighted
	perAddress int64

	mu sync.Mutex
	of map[string]*addressTurns
}

type addressTurns struct {
	*semaphore.Weighted
	users int // how many calls have or want one
}

// take waits for a turn, and returns what gives it back.
func (t *turns) take(ctx context.Context, address string) (release func(), err error) {
	own := t.enter(address)
	if err := own.Acquire(ctx, 1); err != nil {
		t.leave(address, own)
		return nil, err
	}
	if err := t.all.Acquire(ctx, 1); err != nil {
		own.Release(1)
		t.leave(address, own)
		return nil, err
	}
	return func() {
		t.all.Release(1)
		own.Release(1)
		t.leave(address, own)
	}, nil
}

func (t *turns) enter(address string) *addressTurns {
	t.mu.Lock()
	defer t.mu.Unlock()
	own := t.of[address]
	if own == nil {
		own = &addressTurns{Weighted: semaphore.NewWeighted(t.perAddress)}
		t.of[address] = own
	}
	own.users++
	return own
}

func (t *turns) leave(address string, own *addressTurns) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if own.users--; own.users == 0 {
		delete(t.of, address)
	}
}
