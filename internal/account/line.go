package account

import (
	"context"
	"fmt"
	"sync"
	"time"

	"hawker/internal/errs"
)

// The line before the password hash. A full line is hashed in about a second.
const (
	linePerCore  = 32              // requests that wait, for each hash that runs at a time
	linePerPlace = 8               // requests that wait from one place
	linePatience = 5 * time.Second // then a request is refused
	lineMemory   = time.Minute     // how long the line remembers what a place had hashed
)

var errBusy = errs.New(errs.TooMany, "Many people are signing in just now. Please try again in a few seconds.").After(2 * time.Second)

// line lets a few requests at a time hash a password and makes the others wait.
//
// The next one is the request whose place had the fewest hashes in the last
// minute, so a place that asks for the first time passes every flood: it waits
// for one request of each other place at most. Among equals a known place comes
// first, then who came first. Safe for concurrent use.
type line struct {
	slots, most int

	mu      sync.Mutex
	running int
	waiting []*waiter
	hashed  map[string]int // by place, since began
	began   time.Time
}

// waiter is a request in the line.
type waiter struct {
	place
	rank int           // hashes that its place had, or waited for, before this one
	turn chan struct{} // closed when it may go on, or is refused
	err  error         // set before turn is closed
}

func newLine(slots int) *line {
	return &line{slots: slots, most: linePerCore * slots, hashed: map[string]int{}}
}

// enter waits for a turn; who gets one calls leave at the end. A place without a
// key is not counted: it waits in the order of arrival and is never refused.
func (l *line) enter(ctx context.Context, at place) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("wait to hash a password: %w", err)
	}
	w, err := l.join(at)
	if err != nil {
		return err
	}
	var patience <-chan time.Time
	if at.key != "" {
		patience = time.After(linePatience)
	}
	select {
	case <-w.turn:
		return w.err
	case <-ctx.Done():
		err = fmt.Errorf("wait to hash a password: %w", ctx.Err())
	case <-patience:
		err = errBusy
	}
	if !l.remove(w) && w.err == nil { // its turn came at the same moment
		l.leave()
	}
	return err
}

// join puts a request into the line. In a full line it takes the place of the
// last one, if it comes before that.
func (l *line) join(at place) (*waiter, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := time.Now(); now.Sub(l.began) >= lineMemory {
		clear(l.hashed)
		l.began = now
	}
	w := &waiter{place: at, turn: make(chan struct{})}
	if at.key != "" {
		same := l.waitingAt(at)
		if same >= linePerPlace {
			return nil, errBusy
		}
		w.rank = l.hashed[at.key] + same
		if err := l.makeRoom(w); err != nil {
			return nil, err
		}
	}
	l.waiting = append(l.waiting, w)
	l.advance()
	return w, nil
}

func (l *line) waitingAt(at place) (n int) {
	for _, w := range l.waiting {
		if w.key == at.key {
			n++
		}
	}
	return n
}

// makeRoom refuses somebody where the line is full: the last one, or w.
func (l *line) makeRoom(w *waiter) error {
	if len(l.waiting) < l.most {
		return nil
	}
	last := -1
	for i, other := range l.waiting {
		if other.key != "" && (last < 0 || !other.before(l.waiting[last])) {
			last = i
		}
	}
	if last < 0 || !w.before(l.waiting[last]) {
		return errBusy
	}
	l.release(last, errBusy)
	return nil
}

// advance gives the free slots to those whose turn it is.
func (l *line) advance() {
	for l.running < l.slots && len(l.waiting) > 0 {
		next := 0
		for i := range l.waiting {
			if l.waiting[i].before(l.waiting[next]) {
				next = i
			}
		}
		if key := l.waiting[next].key; key != "" {
			l.hashed[key]++
		}
		l.running++
		l.release(next, nil)
	}
}

// release takes a request out of the line and tells it how it went.
func (l *line) release(i int, err error) {
	w := l.waiting[i]
	l.waiting = append(l.waiting[:i], l.waiting[i+1:]...)
	w.err = err
	close(w.turn)
}

// remove takes a request out of the line; false when it was out already.
func (l *line) remove(gone *waiter) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, w := range l.waiting {
		if w == gone {
			l.waiting = append(l.waiting[:i], l.waiting[i+1:]...)
			return true
		}
	}
	return false
}

// leave ends a turn.
func (l *line) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.running--
	l.advance()
}

// before tells whether w goes first of the two, whoever came first.
func (w *waiter) before(other *waiter) bool {
	if w.rank != other.rank {
		return w.rank < other.rank
	}
	return w.known && !other.known
}
