package ordertest

import (
	"context"
	"testing"
	"time"
)

// DoJobs does the jobs that are due. No other runner of jobs may be at work.
func (w *Fixture) DoJobs(t testing.TB) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); w.Jobs.Run(ctx) }()
	w.AwaitJobs(t)
	stop()
	<-done
}

// AwaitJobs waits until a runner of jobs has done those that are due.
func (w *Fixture) AwaitJobs(t testing.TB) {
	t.Helper()
	due := `SELECT COUNT(*) FROM jobs WHERE done_at IS NULL AND run_at <= $1`
	planned := `SELECT COUNT(*) FROM jobs WHERE unique_key LIKE 'every:%'`
	for deadline := time.Now().Add(20 * time.Second); w.Number(t, planned) == 0 || w.Number(t, due, w.Clock.Now().UnixMilli()) > 0; time.Sleep(5 * time.Millisecond) {
		w.Jobs.Wake()
		if time.Now().After(deadline) {
			t.Error("jobs that are due are not done")
			return
		}
	}
}
