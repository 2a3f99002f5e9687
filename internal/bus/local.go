package bus

import (
	"context"
	"sync"
)

// unread is how many hints wait for a reader before they become one Resync.
const unread = 16

// Local is the bus of a single instance.
type Local struct {
	mu     sync.Mutex
	topics map[string]map[chan string]struct{}
}

// NewLocal makes a bus within the process.
func NewLocal() *Local {
	return &Local{topics: map[string]map[chan string]struct{}{}}
}

// Publish never waits and never fails.
func (l *Local) Publish(_ context.Context, topic, payload string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for hints := range l.topics[topic] {
		offer(hints, payload)
	}
	return nil
}

// Subscribe implements Bus.
func (l *Local) Subscribe(topic string) (<-chan string, func()) {
	hints := make(chan string, unread)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.topics[topic] == nil {
		l.topics[topic] = map[chan string]struct{}{}
	}
	l.topics[topic][hints] = struct{}{}
	return hints, sync.OnceFunc(func() { l.drop(topic, hints) })
}

func (l *Local) drop(topic string, hints chan string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.topics[topic], hints)
	if len(l.topics[topic]) == 0 {
		delete(l.topics, topic)
	}
	close(hints)
}

// resync sends Resync to all subscribers.
func (l *Local) resync() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, subscribers := range l.topics {
		for hints := range subscribers {
			offer(hints, Resync)
		}
	}
}

// offer sends a hint. If the channel is full, it replaces all unread hints by one
// Resync. The caller has locked the bus, so there is no other sender.
func offer(hints chan string, payload string) {
	select {
	case hints <- payload:
		return
	default:
	}
	for {
		select {
		case <-hints:
		default:
			hints <- Resync // there is room: the channel is empty and has no other sender
			return
		}
	}
}
