package credential

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	"hawker/internal/errs"
)

// Bounds of the hash queue. A full queue is worked off in about a second.
const (
	queuePerCore   = 32              // waiting requests, for each hash that runs at a time
	queuePerSource = 8               // waiting requests of one source
	queueTimeout   = 5 * time.Second // then a request is refused
	queueWindow    = time.Minute     // how long the hashes of a source are remembered
)

var errBusy = errs.New(errs.TooMany, "Many people are signing in just now. Please try again in a few seconds.").After(2 * time.Second)

// hashQueue lets as many requests hash a password at a time as there are cores, and
// queues the others: more at a time would be no faster, and each takes 19 MiB.
//
// The next request is one whose source had the fewest hashes in the last minute. So a
// source that asks for the first time overtakes every flood: it waits for at most one
// request of each other source. Among equals a known source comes first, then the
// request that has waited longest. Safe for concurrent use.
type hashQueue struct {
	slots, maxWaiting int

	mu      sync.Mutex
	running int
	waiting []*waiter
	hashed  map[string]int // by source, since windowStart

	windowStart time.Time
}

// waiter is a request in the queue.
type waiter struct {
	Source
	rank int           // hashes of its source that ran or waited before this one
	turn chan struct{} // closed when it may go on, or is refused
	err  error         // set before turn is closed
}

func newHashQueue() *hashQueue { return newHashQueueOf(runtime.GOMAXPROCS(0)) }

func newHashQueueOf(slots int) *hashQueue {
	return &hashQueue{slots: slots, maxWaiting: queuePerCore * slots, hashed: map[string]int{}}
}

// enter waits for a turn. If it returns nil, the caller must call leave at the end.
// A source without a key is not counted: it is never refused.
func (q *hashQueue) enter(ctx context.Context, from Source) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("wait to hash a password: %w", err)
	}
	w, err := q.add(from)
	if err != nil {
		return err
	}
	var timeout <-chan time.Time
	if from.Key != "" {
		timeout = time.After(queueTimeout)
	}
	select {
	case <-w.turn:
		return w.err
	case <-ctx.Done():
		err = fmt.Errorf("wait to hash a password: %w", ctx.Err())
	case <-timeout:
		err = errBusy
	}
	if !q.remove(w) && w.err == nil { // its turn came at the same moment
		q.leave()
	}
	return err
}

// add puts a request into the queue. In a full queue it replaces the last request, if
// it ranks before that.
func (q *hashQueue) add(from Source) (*waiter, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if now := time.Now(); now.Sub(q.windowStart) >= queueWindow {
		clear(q.hashed)
		q.windowStart = now
	}
	w := &waiter{Source: from, turn: make(chan struct{})}
	if from.Key != "" {
		same := q.waitingOf(from)
		if same >= queuePerSource {
			return nil, errBusy
		}
		w.rank = q.hashed[from.Key] + same
		if err := q.makeRoom(w); err != nil {
			return nil, err
		}
	}
	q.waiting = append(q.waiting, w)
	q.fillSlots()
	return w, nil
}

func (q *hashQueue) waitingOf(from Source) (n int) {
	for _, w := range q.waiting {
		if w.Key == from.Key {
			n++
		}
	}
	return n
}

// makeRoom refuses a request if the queue is full: the last one, or w.
func (q *hashQueue) makeRoom(w *waiter) error {
	if len(q.waiting) < q.maxWaiting {
		return nil
	}
	last := -1
	for i, other := range q.waiting {
		if other.Key != "" && (last < 0 || !other.before(q.waiting[last])) {
			last = i
		}
	}
	if last < 0 || !w.before(q.waiting[last]) {
		return errBusy
	}
	q.release(last, errBusy)
	return nil
}

// fillSlots gives free slots to the next requests.
func (q *hashQueue) fillSlots() {
	for q.running < q.slots && len(q.waiting) > 0 {
		next := 0
		for i := range q.waiting {
			if q.waiting[i].before(q.waiting[next]) {
				next = i
			}
		}
		if key := q.waiting[next].Key; key != "" {
			q.hashed[key]++
		}
		q.running++
		q.release(next, nil)
	}
}

// release takes a request out of the queue. It goes on, or is refused with err.
func (q *hashQueue) release(i int, err error) {
	w := q.waiting[i]
	q.waiting = append(q.waiting[:i], q.waiting[i+1:]...)
	w.err = err
	close(w.turn)
}

// remove takes a request out of the queue; false if it was out already.
func (q *hashQueue) remove(gone *waiter) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i, w := range q.waiting {
		if w == gone {
			q.waiting = append(q.waiting[:i], q.waiting[i+1:]...)
			return true
		}
	}
	return false
}

// leave frees the slot of a request that enter let through.
func (q *hashQueue) leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running--
	q.fillSlots()
}

// before compares two requests by everything but their time of arrival.
func (w *waiter) before(other *waiter) bool {
	if w.rank != other.rank {
		return w.rank < other.rank
	}
	return w.Known && !other.Known
}
