package bus

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// receive returns the next hint.
func receive(t *testing.T, hints <-chan string) string {
	t.Helper()
	select {
	case got, ok := <-hints:
		if !ok {
			t.Fatal("the subscription has ended")
		}
		return got
	case <-time.After(20 * time.Second):
		t.Fatal("received nothing")
	}
	return ""
}

func receiveNothing(t *testing.T, hints <-chan string) {
	t.Helper()
	select {
	case got := <-hints:
		t.Errorf("received %q, want nothing", got)
	default:
	}
}

func TestLocalReachesItsTopicAlone(t *testing.T) {
	t.Parallel()
	b := NewLocal()
	one, cancelOne := b.Subscribe("order/17")
	two, cancelTwo := b.Subscribe("order/17")
	other, cancelOther := b.Subscribe("order/18")
	defer cancelTwo()
	defer cancelOther()

	publish(t, b, "order/17", "confirmed")
	if a, c := receive(t, one), receive(t, two); a != "confirmed" || c != "confirmed" {
		t.Errorf("received %q and %q", a, c)
	}
	receiveNothing(t, other)

	cancelOne()
	cancelOne() // a second call does nothing
	publish(t, b, "order/17", "picked up")
	if _, open := <-one; open {
		t.Error("a canceled subscription received a hint")
	}
	if got := receive(t, two); got != "picked up" {
		t.Errorf("received %q", got)
	}
	if b.resync(); receive(t, other) != Resync {
		t.Error("no resync")
	}
}

func publish(t *testing.T, b Bus, topic, payload string) {
	t.Helper()
	if err := b.Publish(t.Context(), topic, payload); err != nil {
		t.Fatal(err)
	}
}

func TestSlowReaderGetsResync(t *testing.T) {
	t.Parallel()
	b := NewLocal()
	slow, cancel := b.Subscribe("orders")
	defer cancel()
	for i := range unread + 3 {
		publish(t, b, "orders", fmt.Sprint("order ", i))
	}
	// The 17th did not fit: all unread hints became one Resync, and two more followed.
	var got []string
	for range len(slow) {
		got = append(got, receive(t, slow))
	}
	if want := []string{Resync, "order 17", "order 18"}; !slices.Equal(got, want) {
		t.Errorf("received %q, want %q", got, want)
	}
}

func TestLocalWithConcurrentSubscribers(t *testing.T) {
	t.Parallel()
	b := NewLocal()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 200 {
				hints, cancel := b.Subscribe("busy")
				publish(t, b, "busy", "x")
				if got := receive(t, hints); got != "x" && got != Resync {
					t.Errorf("received %q", got)
				}
				cancel()
			}
		})
	}
	wg.Wait()
	if len(b.topics) != 0 {
		t.Errorf("%d topics are left behind", len(b.topics))
	}
}

// instance returns a bus that listens, like that of an instance of the program.
func instance(t *testing.T, o db.Options, d *db.DB, pingAfter time.Duration) *Postgres {
	t.Helper()
	b := NewPostgres(d, o, slog.New(slog.NewTextHandler(t.Output(), nil)))
	b.pingAfter = pingAfter
	ready, cancelReady := b.Subscribe("ready")
	defer cancelReady()
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() { b.Run(ctx) })
	t.Cleanup(func() { cancel(); wg.Wait() })
	receive(t, ready)
	return b
}

func TestPostgresReachesEveryInstance(t *testing.T) {
	t.Parallel()
	o := dbtest.Empty(t, db.Postgres)
	d := dbtest.OpenAt(t, o)
	a, b := instance(t, o, d, pingAfter), instance(t, o, d, pingAfter)
	onA, cancelA := a.Subscribe("order/17")
	defer cancelA()
	onB, cancelB := b.Subscribe("order/17")
	defer cancelB()

	publish(t, a, "order/18", "not for them")
	publish(t, a, "order/17", "two\nlines")
	if x, y := receive(t, onA), receive(t, onB); x != "two\nlines" || y != "two\nlines" {
		t.Errorf("received %q and %q", x, y)
	}
	if err := a.Publish(t.Context(), "order/17", strings.Repeat("x", maxBytes)); err == nil {
		t.Error("a message that is too long was accepted")
	}
}

func TestPostgresReconnectsAndSendsResync(t *testing.T) {
	t.Parallel()
	o := dbtest.Empty(t, db.Postgres)
	d := dbtest.OpenAt(t, o)
	b := instance(t, o, d, pingAfter)
	hints, cancel := b.Subscribe("order/17")
	defer cancel()

	killed, err := db.Many[bool](t.Context(), d.R, `
		SELECT pg_terminate_backend(pid) AS killed FROM pg_stat_activity
		WHERE datname = current_database() AND query LIKE 'LISTEN%'`)
	if err != nil || !slices.Equal(killed, []bool{true}) {
		t.Fatalf("killed %v, %v; want the one listener", killed, err)
	}
	if got := receive(t, hints); got != Resync {
		t.Errorf("received %q, want a resync", got)
	}
	publish(t, b, "order/17", "confirmed")
	if got := receive(t, hints); got != "confirmed" {
		t.Errorf("received %q", got)
	}
}

// A connection without messages is not replaced.
func TestPostgresKeepsAnIdleConnection(t *testing.T) {
	t.Parallel()
	o := dbtest.Empty(t, db.Postgres)
	d := dbtest.OpenAt(t, o)
	b := instance(t, o, d, 10*time.Millisecond)
	hints, cancel := b.Subscribe("order/17")
	defer cancel()
	time.Sleep(100 * time.Millisecond) // several times pingAfter
	receiveNothing(t, hints)
	publish(t, b, "order/17", "confirmed")
	if got := receive(t, hints); got != "confirmed" {
		t.Errorf("received %q: the connection was replaced", got)
	}
}
