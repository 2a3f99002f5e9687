package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"
)

// Run does jobs until ctx ends, then waits for those under way; their own
// context lives on, bounded by the lease. Call it once.
func (q *Queue) Run(ctx context.Context) {
	var running sync.WaitGroup
	defer running.Wait()

	slots := make(chan struct{}, workers)
	q.figures.polled() // the first look is due from now on
	planned := false
	for {
		if !planned {
			planned = q.worked(ctx, q.plan(ctx), "plan the jobs that come back")
		}
		free := take(ctx, slots, q.poll)
		if ctx.Err() != nil {
			return
		}
		// Where all hands are full, looking still proves that the database answers.
		jobs, err := q.claim(ctx, free)
		if q.worked(ctx, err, "look for jobs") {
			q.figures.polled()
			q.upkeep(ctx)
		}
		for range free - len(jobs) {
			<-slots
		}
		for _, j := range jobs {
			running.Go(func() {
				defer func() { <-slots }()
				q.run(ctx, j)
			})
		}
		if free > 0 && len(jobs) < free && !q.wait(ctx) {
			return
		}
	}
}

// take waits a while for one free slot and takes all that are free with it. Zero
// means that there is none.
func take(ctx context.Context, slots chan struct{}, patience time.Duration) int {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return 0
	case <-timer.C:
		return 0
	case slots <- struct{}{}:
	}
	for taken := 1; ; taken++ {
		select {
		case slots <- struct{}{}:
		default:
			return taken
		}
	}
}

// wait waits for a wake-up or the next poll, and returns false when ctx ends.
func (q *Queue) wait(ctx context.Context) bool {
	timer := time.NewTimer(q.poll)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-q.wake:
	case <-timer.C:
	}
	return true
}

// run runs one job and stores its outcome. The job continues after ctx ends, which says
// that the program stops.
func (q *Queue) run(ctx context.Context, j claimed) {
	defer q.inHand.drop(j.ID)
	log := q.log.With("job", j.ID, "kind", j.Kind, "attempt", j.Attempts)
	failure := q.callHandler(context.WithoutCancel(ctx), j)

	note := q.finish
	if failure != nil {
		if j.last() {
			q.gaveUp(j, failure)
		} else {
			log.Warn("job failed and will be tried again", "error", failure)
			q.figures.count(j.Kind, Failed)
		}
		note = func(ctx context.Context, j claimed) (bool, error) { return q.retry(ctx, j, failure) }
	} else {
		q.figures.count(j.Kind, Done)
	}
	q.saveOutcome(ctx, log, j, note)
}

// saveOutcome stores the outcome of a job, and retries while the database cannot be
// reached: otherwise the job would run again.
func (q *Queue) saveOutcome(ctx context.Context, log *slog.Logger, j claimed, note func(context.Context, claimed) (bool, error)) {
	for {
		held, err := note(context.WithoutCancel(ctx), j)
		if err == nil {
			if !held {
				log.Warn("job outlived its lease")
			}
			return
		}
		log.Error("could not note how a job went", "error", err)
		select {
		case <-ctx.Done():
			return
		case <-time.After(q.poll):
		}
	}
}

// callHandler calls the handler, and renews the lease until it returns.
func (q *Queue) callHandler(ctx context.Context, j claimed) (err error) {
	ctx, cancel := context.WithTimeout(ctx, q.longest)
	defer cancel()
	ctx, lose := context.WithCancelCause(ctx)
	var renewing sync.WaitGroup
	renewing.Go(func() { q.renewUntilDone(ctx, j, lose) })
	defer renewing.Wait()
	defer lose(nil)
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return q.handlers[j.Kind](ctx, []byte(j.Body))
}

// errLeaseLost ends the context of a handler whose job another instance may have.
var errLeaseLost = errors.New("the lease could not be renewed")

// renewUntilDone renews the lease. If that fails until the lease ends, the handler is
// stopped before another instance may begin.
func (q *Queue) renewUntilDone(ctx context.Context, j claimed, lose context.CancelCauseFunc) {
	every := time.NewTicker(q.lease / 3)
	defer every.Stop()
	renewed := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
		began := time.Now()
		held, err := q.renew(ctx, j)
		switch {
		case err == nil && held:
			renewed = began
		case err == nil || time.Since(renewed) >= q.lease*9/10:
			lose(errLeaseLost)
			return
		}
	}
}

// worked logs an error, unless we end, and not each second.
func (q *Queue) worked(ctx context.Context, err error, what string) bool {
	if err != nil && ctx.Err() == nil && q.figures.mayComplain() {
		q.log.Error("jobs: could not "+what, "error", err)
	}
	return err == nil
}
