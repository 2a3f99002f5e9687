package watch_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"hawker/internal/bus"
	"hawker/internal/watch"
)

// failing is a bus that cannot publish.
type failing struct{ bus.Bus }

func (failing) Publish(context.Context, string, string) error { return errors.New("no connection") }

// stuck is a bus that publishes nothing, and waits.
type stuck struct{ bus.Bus }

func (stuck) Publish(ctx context.Context, _, _ string) error {
	<-ctx.Done()
	return ctx.Err()
}

func run(t *testing.T, b bus.Bus) *watch.Hub {
	t.Helper()
	h := watch.New(b, "topic", slog.New(slog.DiscardHandler))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); h.Run(ctx) }()
	t.Cleanup(func() { stop(); <-ended })
	return h
}

func woken(t *testing.T, c <-chan struct{}) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(10 * time.Second):
		t.Fatal("nobody was woken")
	}
}

func asleep(t *testing.T, c <-chan struct{}) {
	t.Helper()
	select {
	case <-c:
		t.Error("another key's watcher was woken")
	default:
	}
}

// Whoever watches a key is woken by its change on any instance, and by no other.
func TestHub_O6_wakesOnEveryInstance(t *testing.T) {
	shared := bus.NewLocal()
	here, there := run(t, shared), run(t, shared)
	mine, cancel := there.Watch("a")
	defer cancel()
	other, cancelOther := there.Watch("b")
	defer cancelOther()
	// The other instance may not have subscribed yet: a hint can be lost.
	for range 100 {
		here.Changed("c", "a", "a")
		select {
		case <-mine:
			asleep(t, other)
			return
		case <-time.After(100 * time.Millisecond):
		}
	}
	t.Fatal("nobody was woken")
}

// After a message was lost, everybody reads again.
func TestHub_O6_wakesAllAfterALostMessage(t *testing.T) {
	shared := bus.NewLocal()
	h := run(t, shared)
	one, cancel := h.Watch("a")
	defer cancel()
	for range 100 {
		if err := shared.Publish(t.Context(), "topic", bus.Resync); err != nil {
			t.Fatal(err)
		}
		select {
		case <-one:
			return
		case <-time.After(100 * time.Millisecond):
		}
	}
	t.Fatal("nobody was woken")
}

// Without a bus the watchers of this instance are woken all the same.
func TestHub_O6_wakesItsOwnWithoutABus(t *testing.T) {
	h := run(t, failing{bus.NewLocal()})
	mine, cancel := h.Watch("a")
	h.Changed("a")
	woken(t, mine)
	cancel()
	h.Changed("a")
	again, cancelAgain := h.Watch("b")
	defer cancelAgain()
	h.Changed("b")
	woken(t, again)
	asleep(t, mine)
}

// While a message waits to be published, those of others are still read: unread ones would
// become one that wakes everybody.
func TestHub_O6_readsWhileItPublishes(t *testing.T) {
	shared := bus.NewLocal()
	h := run(t, stuck{shared})
	mine, cancel := h.Watch("a")
	defer cancel()
	other, cancelOther := h.Watch("b")
	defer cancelOther()
	publish := func() {
		if err := shared.Publish(t.Context(), "topic", "a"); err != nil {
			t.Fatal(err)
		}
	}
	for subscribed := false; !subscribed; { // until then a hint can be lost
		publish()
		select {
		case <-mine:
			subscribed = true
		case <-time.After(100 * time.Millisecond):
		}
	}
	h.Changed("c")
	time.Sleep(100 * time.Millisecond) // it publishes
	for range 50 {
		publish()
		woken(t, mine)
	}
	asleep(t, other)
}
