package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"
)

// Run does jobs until ctx ends, then waits for those under way; their own
// context lives on, bounded by the lease. Call it once.
func (q *Queue) Run(ctx context.Context) {
	if len(q.handlers) == 0 {
		<-ctx.Done()
		return
	}
	var running sync.WaitGroup
	defer running.Wait()

	slots := make(chan struct{}, workers)
	var pruned time.Time
	for {
		if now := q.clock.Now(); now.Sub(pruned) >= time.Hour {
			pruned = now
			q.report(ctx, q.prune(ctx), "forget old jobs")
		}
		free := take(ctx, slots)
		if free == 0 {
			return
		}
		jobs, err := q.claim(ctx, free)
		q.report(ctx, err, "look for jobs")
		for range free - len(jobs) {
			<-slots
		}
		for _, j := range jobs {
			running.Go(func() {
				defer func() { <-slots }()
				q.do(context.WithoutCancel(ctx), j)
			})
		}
		if len(jobs) < free && !q.rest(ctx) {
			return
		}
	}
}

// take waits for one free slot and takes all that are free with it. Zero means
// that ctx has ended.
func take(ctx context.Context, slots chan struct{}) int {
	if ctx.Err() != nil {
		return 0
	}
	select {
	case <-ctx.Done():
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

// rest waits for a nudge or the next look, and answers false when ctx ends.
func (q *Queue) rest(ctx context.Context) bool {
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

// do runs one job and notes how it went.
func (q *Queue) do(ctx context.Context, j claimed) {
	log := q.log.With("job", j.ID, "kind", j.Kind, "attempt", j.Attempts)
	failure := q.attempt(ctx, j)

	note := q.finish
	if failure != nil {
		level, words := slog.LevelWarn, "job failed and will be tried again"
		if j.Attempts >= j.MaxAttempts {
			level, words = slog.LevelError, "job given up"
		}
		log.Log(ctx, level, words, "error", failure)
		note = func(ctx context.Context, j claimed) (bool, error) { return q.retry(ctx, j, failure) }
	}
	held, err := note(ctx, j)
	if err != nil {
		log.Error("could not note how a job went", "error", err)
	} else if !held {
		log.Warn("job outlived its lease")
	}
}

// attempt calls the handler, for less than the lease, so that it has ended when
// somebody else may begin.
func (q *Queue) attempt(ctx context.Context, j claimed) (err error) {
	ctx, cancel := context.WithTimeout(ctx, q.lease*9/10)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return q.handlers[j.Kind](ctx, []byte(j.Body))
}

func (q *Queue) report(ctx context.Context, err error, what string) {
	if err != nil && ctx.Err() == nil { // at the end, being interrupted is no news
		q.log.Error("jobs: could not "+what, "error", err)
	}
}
