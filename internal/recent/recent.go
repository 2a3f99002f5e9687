// Package recent caches one value that is read often, changes seldom and may be a
// moment old, such as the settings or the zones. It is loaded again when it is too
// old, or when a hint on the bus says that it changed.
package recent

import (
	"context"
	"sync/atomic"
	"time"

	"hawker/internal/bus"
	"hawker/internal/clock"
)

// Oldest is how old what a shopper is shown may be when another instance changed
// it and the hint was lost. It is made in two steps, each of which may remember
// for MaxAge: what is read of the database, and the answer that is made of it.
const (
	Oldest = 2 * time.Second
	MaxAge = Oldest / 2
)

// Value is a T that is loaded when asked for and kept for at most its age.
// Everybody gets the same T, so nobody may change what it points to. Safe for
// concurrent use.
type Value[T any] struct {
	clock  clock.Clock
	maxAge time.Duration
	load   func(context.Context) (T, error)

	turn      chan struct{} // holds one: whoever takes it loads
	kept      atomic.Pointer[loaded[T]]
	forgotten atomic.Int64 // how often Forget was called
}

type loaded[T any] struct {
	value     T
	at        time.Time // when the load began
	forgotten int64     // Value.forgotten, then
}

// New makes an empty Value; the first Get loads it.
func New[T any](c clock.Clock, maxAge time.Duration, load func(context.Context) (T, error)) *Value[T] {
	v := &Value[T]{clock: c, maxAge: maxAge, load: load, turn: make(chan struct{}, 1)}
	v.turn <- struct{}{}
	return v
}

// Get answers the value, loading it when there is none young enough. Of those
// who ask at once, one loads and the others wait. After an error the next one
// tries again.
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
	if k, ok := v.fresh(); ok { // somebody loaded while we waited
		return k, nil
	}
	next := &loaded[T]{at: v.clock.Now(), forgotten: v.forgotten.Load()}
	var err error
	if next.value, err = v.load(ctx); err != nil {
		return next.value, err
	}
	v.kept.Store(next)
	return next.value, nil
}

// fresh answers what is kept when it is young enough, also by a clock that was
// set back, and was loaded after the last Forget.
func (v *Value[T]) fresh() (T, bool) {
	k := v.kept.Load()
	if k == nil || k.forgotten != v.forgotten.Load() || v.clock.Now().Sub(k.at).Abs() >= v.maxAge {
		var none T
		return none, false
	}
	return k.value, true
}

// Forget makes the next Get load. Call it after the commit of a change.
func (v *Value[T]) Forget() { v.forgotten.Add(1) }

// Follow forgets whenever the topic says that something changed, until ctx
// ends. It is for a goroutine of its own.
func (v *Value[T]) Follow(ctx context.Context, b bus.Bus, topic string) {
	hints, cancel := b.Subscribe(topic)
	defer cancel()
	for {
		select {
		case <-ctx.Done():
			return
		case <-hints:
			v.Forget()
		}
	}
}
