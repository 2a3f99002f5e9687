// Package clock returns the current time. Code that needs the time is given a
// Clock, so that a test can set it.
package clock

import (
	"sync"
	"time"
)

// Clock is where every time of ours comes from: SQL has no now() and rules
// take the time as an argument.
type Clock interface {
	Now() time.Time
}

// System is the machine's clock.
var System Clock = system{}

type system struct{}

func (system) Now() time.Time { return time.Now() }

// Manual stands still until it is told to move. Safe for concurrent use.
type Manual struct {
	mu  sync.Mutex
	now time.Time
}

// NewManual stands at t.
func NewManual(t time.Time) *Manual { return &Manual{now: t} }

// Now is the time last set.
func (m *Manual) Now() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now
}

// Advance moves by d, backwards when d is negative.
func (m *Manual) Advance(d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = m.now.Add(d)
}

// Set moves to t.
func (m *Manual) Set(t time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = t
}
