package jobs

import "context"

// DoNext does the due job that waits longest, of all kinds that this instance handles. It
// returns false if none is due. Simulations call it in the place of Run, to decide
// themselves when each job is done.
func (q *Queue) DoNext(ctx context.Context) (bool, error) {
	jobs, err := q.claim(ctx, q.kinds(), 1)
	if err != nil || len(jobs) == 0 {
		return false, err
	}
	defer q.running.drop(jobs[0].ID)
	storeOutcome := q.finish
	if failure := q.callHandler(ctx, jobs[0]); failure != nil {
		storeOutcome = func(ctx context.Context, j claimed) (bool, error) { return q.retry(ctx, j, failure) }
	}
	_, err = storeOutcome(ctx, jobs[0])
	return true, err
}
