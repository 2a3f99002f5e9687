// Package recent caches a value that is read often, changes seldom and may be slightly
// old, such as the settings or the zones. The value is loaded again when it is too old,
// or after a hint on the bus that it has changed.
package recent

import (
	"context"
	"sync/atomic"
	"time"

	"hawker/internal/bus"
	"hawker/internal/clock"
)

// Oldest is the largest age of what a shopper sees after a change on another instance
// whose hint was lost. Two caches share it, each with MaxAge: the data from the
// database, and the response that is made from it.
const (
	Oldest = 2 * time.Second
	MaxAge = Oldest / 2
)

// Value caches a T, which is loaded when it is read and is too old. All callers get the
// same T, so nobody may change what it points to. Safe for concurrent use.
type Value[T any] struct {
	clock  clock.Clock
	maxAge time.Duration
	load   func(context.Context) (T, error)

	turn          chan struct{} // a lock: the caller that takes its one element loads
	kept          atomic.Pointer[loaded[T]]
	invalidations atomic.Int64 // calls of Invalidate
}

type loaded[T any] struct {
	value         T
	at            time.Time // when the load began
	invalidations int64     // Value.invalidations at that time
}

// New makes an empty Value; the first Get loads it.
func New[T any](c clock.Clock, maxAge time.Duration, load func(context.Context) (T, error)) *Value[T] {
	v := &Value[T]{clock: c, maxAge: maxAge, load: load, turn: make(chan struct{}, 1)}
	v.turn <- struct{}{}
	return v
}

// Get returns the value, and loads it if it is missing or too old. One caller loads,
// and the others wait. After an error the next call tries again.
func (v *Value[T]) Get(ctx context.Context) (T, error) {
	if k, ok := v.fresh(); ok {
		return k, nil
	}
	select {
	case <-v.turn:
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
	defer func() { v.turn <- struct{}{} }()
	if k, ok := v.fresh(); ok { // another caller has loaded it meanwhile
		return k, nil
	}
	next := &loaded[T]{at: v.clock.Now(), invalidations: v.invalidations.Load()}
	var err error
	if next.value, err = v.load(ctx); err != nil {
		return next.value, err
	}
	v.kept.Store(next)
	return next.value, nil
}

// fresh returns the cached value unless it is too old or was loaded before the last
// Invalidate. It is also too old if the clock was set back.
func (v *Value[T]) fresh() (T, bool) {
	k := v.kept.Load()
	if k == nil || k.invalidations != v.invalidations.Load() || v.clock.Now().Sub(k.at).Abs() >= v.maxAge {
		var none T
		return none, false
	}
	return k.value, true
}

// Invalidate makes the next Get load. Call it after the commit of a change.
func (v *Value[T]) Invalidate() { v.invalidations.Add(1) }

// Follow invalidates the value on every message of the topic, until ctx ends. Call it
// in a goroutine of its own.
func (v *Value[T]) Follow(ctx context.Context, b bus.Bus, topic string) {
	hints, cancel := b.Subscribe(topic)
	defer cancel()
	for {
		select {
		case <-ctx.Done():
			return
		case <-hints:
			v.Invalidate()
		}
	}
}
