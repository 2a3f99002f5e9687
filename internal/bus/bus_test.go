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

// hear takes the next hint.
func hear(t *testing.T, hints <-chan string) string {
	t.Helper()
	select {
	case got, ok := <-hints:
		if !ok {
			t.Fatal("the subscription has ended")
		}
		return got
	case <-time.After(20 * time.Second):
		t.Fatal("heard nothing")
	}
	return ""
}

func silent(t *testing.T, hints <-chan string) {
	t.Helper()
	select {
	case got := <-hints:
		t.Errorf("heard %q, want nothing", got)
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
	if a, c := hear(t, one), hear(t, two); a != "confirmed" || c != "confirmed" {
		t.Errorf("heard %q and %q", a, c)
	}
	silent(t, other)

	cancelOne()
	cancelOne() // again: nothing
	publish(t, b, "order/17", "picked up")
	if _, open := <-one; open {
		t.Error("a cancelled subscription heard something")
	}
	if got := hear(t, two); got != "picked up" {
		t.Errorf("heard %q", got)
	}
	if b.resync(); hear(t, other) != Resync {
		t.Error("no resync")
	}
}

func publish(t *testing.T, b Bus, topic, payload string) {
	t.Helper()
	if err := b.Publish(t.Context(), topic, payload); err != nil {
		t.Fatal(err)
	}
}

func TestASlowReaderIsToldToReadAgain(t *testing.T) {
	t.Parallel()
	b := NewLocal()
	slow, cancel := b.Subscribe("orders")
	defer cancel()
	for i := range unread + 3 {
		publish(t, b, "orders", fmt.Sprint("order ", i))
	}
	// The 17th did not fit: all unread became one Resync, after which two more came.
	var got []string
	for range len(slow) {
		got = append(got, hear(t, slow))
	}
	if want := []string{Resync, "order 17", "order 18"}; !slices.Equal(got, want) {
		t.Errorf("heard %q, want %q", got, want)
	}
}

func TestLocalUnderWay(t *testing.T) {
	t.Parallel()
	b := NewLocal()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 200 {
				hints, cancel := b.Subscribe("busy")
				publish(t, b, "busy", "x")
				if got := hear(t, hints); got != "x" && got != Resync {
					t.Errorf("heard %q", got)
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

// instance is a bus that listens, as each instance of the program has one.
func instance(t *testing.T, o db.Options, d *db.DB, quiet time.Duration) *Postgres {
	t.Helper()
	b := NewPostgres(d, o, slog.New(slog.NewTextHandler(t.Output(), nil)))
	b.quiet = quiet
	ready, cancelReady := b.Subscribe("ready")
	defer cancelReady()
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() { b.Run(ctx) })
	t.Cleanup(func() { cancel(); wg.Wait() })
	hear(t, ready)
	return b
}

func TestPostgresReachesEveryInstance(t *testing.T) {
	t.Parallel()
	o := dbtest.Empty(t, db.Postgres)
	d := dbtest.OpenAt(t, o)
	a, b := instance(t, o, d, quiet), instance(t, o, d, quiet)
	onA, cancelA := a.Subscribe("order/17")
	defer cancelA()
	onB, cancelB := b.Subscribe("order/17")
	defer cancelB()

	publish(t, a, "order/18", "not for them")
	publish(t, a, "order/17", "two\nlines")
	if x, y := hear(t, onA), hear(t, onB); x != "two\nlines" || y != "two\nlines" {
		t.Errorf("heard %q and %q", x, y)
	}
	if err := a.Publish(t.Context(), "order/17", strings.Repeat("x", longest)); err == nil {
		t.Error("a message too long was taken")
	}
}

func TestPostgresComesBackAndTellsToReadAgain(t *testing.T) {
	t.Parallel()
	o := dbtest.Empty(t, db.Postgres)
	d := dbtest.OpenAt(t, o)
	b := instance(t, o, d, quiet)
	hints, cancel := b.Subscribe("order/17")
	defer cancel()

	killed, err := db.Many[bool](t.Context(), d.R, `
		SELECT pg_terminate_backend(pid) AS killed FROM pg_stat_activity
		WHERE datname = current_database() AND query LIKE 'LISTEN%'`)
	if err != nil || !slices.Equal(killed, []bool{true}) {
		t.Fatalf("killed %v, %v; want the one listener", killed, err)
	}
	if got := hear(t, hints); got != Resync {
		t.Errorf("heard %q, want a resync", got)
	}
	publish(t, b, "order/17", "confirmed")
	if got := hear(t, hints); got != "confirmed" {
		t.Errorf("heard %q", got)
	}
}

// Quiet is not loss: the same connection goes on.
func TestPostgresBearsQuiet(t *testing.T) {
	t.Parallel()
	o := dbtest.Empty(t, db.Postgres)
	d := dbtest.OpenAt(t, o)
	b := instance(t, o, d, 10*time.Millisecond)
	hints, cancel := b.Subscribe("order/17")
	defer cancel()
	time.Sleep(100 * time.Millisecond) // several times quiet
	silent(t, hints)
	publish(t, b, "order/17", "confirmed")
	if got := hear(t, hints); got != "confirmed" {
		t.Errorf("heard %q: the connection was replaced", got)
	}
}
