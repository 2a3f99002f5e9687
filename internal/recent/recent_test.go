package recent_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"hawker/internal/bus"
	"hawker/internal/clock"
	"hawker/internal/recent"
)

// counter returns a load function that returns 1, then 2, and so on.
func counter() (load func(context.Context) (int, error), loads *atomic.Int64) {
	loads = new(atomic.Int64)
	return func(context.Context) (int, error) { return int(loads.Add(1)), nil }, loads
}

func get(t *testing.T, v *recent.Value[int]) int {
	t.Helper()
	got, err := v.Get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestValueIsCachedForItsMaxAge(t *testing.T) {
	t.Parallel()
	c := clock.NewManual(time.Unix(1000, 0))
	load, _ := counter()
	v := recent.New(c, 2*time.Second, load)

	for _, step := range []struct {
		after time.Duration
		want  int
	}{{0, 1}, {1999 * time.Millisecond, 1}, {time.Millisecond, 2}, {time.Second, 2}} {
		c.Advance(step.after)
		if got := get(t, v); got != step.want {
			t.Errorf("after another %s: load %d, want %d", step.after, got, step.want)
		}
	}
	v.Invalidate()
	if got := get(t, v); got != 3 {
		t.Errorf("after Invalidate: load %d, want 3", got)
	}
}

func TestInvalidateDuringALoadIsNotLost(t *testing.T) {
	t.Parallel()
	var v *recent.Value[int]
	loads := 0
	v = recent.New(clock.System, time.Hour, func(context.Context) (int, error) {
		if loads++; loads == 1 {
			v.Invalidate() // the change was committed after this load had read
		}
		return loads, nil
	})
	get(t, v)
	if got := get(t, v); got != 2 {
		t.Errorf("load %d is still shown after the change", got)
	}
}

func TestErrorsAreNotCached(t *testing.T) {
	t.Parallel()
	broken := true
	v := recent.New(clock.System, time.Hour, func(context.Context) (int, error) {
		if broken {
			return 0, errors.New("no database")
		}
		return 7, nil
	})
	if _, err := v.Get(t.Context()); err == nil {
		t.Fatal("Get returned no error")
	}
	broken = false
	if got := get(t, v); got != 7 {
		t.Errorf("got %d after the database came back", got)
	}
}

func TestManyCallersLoadOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		load, loads := counter()
		v := recent.New(clock.System, time.Minute, func(ctx context.Context) (int, error) {
			time.Sleep(time.Second)
			return load(ctx)
		})
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() { get(t, v) })
		}
		impatient, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		synctest.Wait()
		if _, err := v.Get(impatient); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Get waited longer than its context: %v", err)
		}
		all.Wait()
		if n := loads.Load(); n != 1 {
			t.Errorf("%d loads for callers at the same time", n)
		}
	})
}

func TestFollowInvalidatesOnAHint(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := bus.NewLocal()
		load, _ := counter()
		v := recent.New(clock.System, time.Hour, load)
		ctx, stop := context.WithCancel(t.Context())
		go v.Follow(ctx, b, "settings")
		get(t, v)
		synctest.Wait()
		if err := b.Publish(t.Context(), "settings", "changed"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if got := get(t, v); got != 2 {
			t.Errorf("load %d after the hint, want 2", got)
		}
		stop()
		synctest.Wait()
	})
}
