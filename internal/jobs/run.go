package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

// Run runs jobs until ctx ends, and then waits for the running ones. Their context does
// not end with ctx, but has its own limit. Only periodic jobs are interrupted, because they
// run again anyway. Call it once.
func (q *Queue) Run(ctx context.Context) {
	var lanes sync.WaitGroup
	defer lanes.Wait()
	q.stats.polled() // the first poll is expected from now on
	for to, l := range q.lanes {
		if kinds := q.kindsOf(to); to != none && len(kinds) > 0 {
			lanes.Go(func() { q.runLane(ctx, l, kinds) })
		}
	}
	var planned time.Time
	q.runLane(ctx, q.lanes[none], q.kindsOf(none), func() {
		now := q.clock.Now()
		if now.Sub(planned).Abs() >= planEvery && q.logError(ctx, q.plan(ctx), "plan the periodic jobs") {
			planned = now
		}
	})
}

// runLane runs jobs of these kinds until ctx ends. before is called before each poll.
func (q *Queue) runLane(ctx context.Context, l *lane, kinds []string, before ...func()) {
	var running sync.WaitGroup
	defer running.Wait()
	slots := make(chan struct{}, l.workers)
	for {
		for _, do := range before {
			do()
		}
		free := take(ctx, slots, q.poll)
		if ctx.Err() != nil {
			return
		}
		// Without a free slot, the poll still checks that the database responds.
		jobs, err := q.claim(ctx, kinds, free)
		if q.logError(ctx, err, "look for jobs") {
			q.stats.polled()
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
		if free > 0 && len(jobs) < free && !q.wait(ctx, l.wake) {
			return
		}
	}
}

// take waits for a free slot, and takes all that are free then. It returns 0 if none
// becomes free in time.
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
func (q *Queue) wait(ctx context.Context, wake <-chan struct{}) bool {
	timer := time.NewTimer(q.poll)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-wake:
	case <-timer.C:
	}
	return true
}

// run runs one job and stores its outcome. When ctx ends, the program stops.
func (q *Queue) run(ctx context.Context, j claimed) {
	defer q.running.drop(j.ID)
	log := q.log.With("job", j.ID, "kind", j.Kind, "attempt", j.Attempts)
	began := time.Now()
	_, periodic := q.every[j.Kind]
	handling := ctx
	if !periodic {
		handling = context.WithValue(context.WithoutCancel(ctx), stopKey{}, ctx.Done())
	}
	failure := q.callHandler(handling, j)
	q.stats.took(j.Kind, time.Since(began))

	storeOutcome := q.finish
	if failure != nil {
		switch {
		case j.last():
			q.logGivenUp(j, failure)
		case periodic && ctx.Err() != nil:
			log.Info("periodic job was interrupted by the stop and will run again", "error", failure)
		default:
			log.Warn("job failed and will be tried again", "error", failure)
			q.stats.count(j.Kind, Failed)
		}
		storeOutcome = func(ctx context.Context, j claimed) (bool, error) { return q.retry(ctx, j, failure) }
	} else {
		q.stats.count(j.Kind, Done)
	}
	q.saveOutcome(ctx, log, j, storeOutcome)
}

// saveOutcome stores the outcome of a job. It retries while the database is unavailable,
// because without the outcome the job would run again.
func (q *Queue) saveOutcome(ctx context.Context, log *slog.Logger, j claimed, storeOutcome func(context.Context, claimed) (bool, error)) {
	for {
		leased, err := storeOutcome(context.WithoutCancel(ctx), j)
		if err == nil {
			if !leased {
				log.Warn("job ended after its lease")
			}
			return
		}
		log.Error("could not store the outcome of a job", "error", err)
		select {
		case <-ctx.Done():
			return
		case <-time.After(q.poll):
		}
	}
}

// callHandler calls the handler, and renews the lease until it returns.
func (q *Queue) callHandler(ctx context.Context, j claimed) (err error) {
	ctx, cancel := context.WithTimeout(ctx, q.maxRun)
	defer cancel()
	ctx, span := q.tracer.Start(ctx, "job "+j.Kind, trace.WithAttributes(attribute.String("job.kind", j.Kind)))
	defer func() { // after a panic has become an error
		if err != nil {
			span.SetStatus(codes.Error, "")
		}
		span.End()
	}()
	ctx, lose := context.WithCancelCause(context.WithValue(ctx, attemptKey{}, j.Attempts))
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

// renewUntilDone renews the lease. If that fails until shortly before the lease ends, it
// stops the handler, because then another instance may run the job.
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
		leased, err := q.renew(ctx, j)
		switch {
		case err == nil && leased:
			renewed = began
		case err == nil || time.Since(renewed) >= q.lease*9/10:
			lose(errLeaseLost)
			return
		}
	}
}

// logError logs an error, but not every second, and not while the program stops. It
// reports whether there was none.
func (q *Queue) logError(ctx context.Context, err error, what string) bool {
	if err != nil && ctx.Err() == nil && q.stats.mayLogError() {
		q.log.Error("jobs: could not "+what, "error", err)
	}
	return err == nil
}
