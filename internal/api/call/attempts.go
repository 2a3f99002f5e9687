package call

import (
	"sync"
	"time"
)

// attemptWindow is the time for which attempts are counted.
const attemptWindow = 10 * time.Minute

// AttemptLimit is how many attempts a key may have in ten minutes.
type AttemptLimit struct {
	Key string
	Max int
}

// Attempts counts wrong attempts by key, in windows of attemptWindow. The zero value
// is ready for use. Safe for concurrent use.
type Attempts struct {
	mu     sync.Mutex
	ends   time.Time // of the window
	counts map[string]int
}

// Count counts an attempt before its outcome is known, so that concurrent ones are
// counted too. Where a limit is reached it counts nothing and returns how long to
// wait.
func (t *Attempts) Count(limits []AttemptLimit) (wait time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	if !now.Before(t.ends) {
		t.ends, t.counts = now.Add(attemptWindow), map[string]int{}
	}
	for _, l := range limits {
		if t.counts[l.Key] >= l.Max {
			return t.ends.Sub(now)
		}
	}
	for _, l := range limits {
		t.counts[l.Key]++
	}
	return 0
}

// Refund undoes the count of an attempt that was right.
func (t *Attempts) Refund(limits []AttemptLimit) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, l := range limits {
		t.counts[l.Key] = max(t.counts[l.Key]-1, 0)
	}
}
