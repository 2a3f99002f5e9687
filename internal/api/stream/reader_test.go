package stream

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// start serves a source until the test ends, to a client whose text it returns. Call
// synctest.Wait before you read it.
func start(t *testing.T, src Source) *strings.Builder {
	t.Helper()
	var text strings.Builder
	r := httptest.NewRecorder()
	go func() {
		w := eventStreamWriter{w: &text, control: http.NewResponseController(patientWriter{r})}
		if err := src.stream(t.Context(), w, []byte("first")); !errors.Is(err, context.Canceled) {
			t.Errorf("a stream ended with %v", err)
		}
	}()
	return &text
}

// A slow database delays what a stream says, but never its pings: without them the browser
// would connect again.
func TestStream_TRAP_O6_pingsWhileAReadIsSlow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		text := start(t, Source{Name: "order", hub: New(Deps{}), Read: func(context.Context) ([]byte, error) {
			time.Sleep(70 * time.Second)
			return []byte("second"), nil
		}})
		time.Sleep(85 * time.Second)
		synctest.Wait()
		if n := strings.Count(text.String(), ": ping"); n != 4 || strings.Contains(text.String(), "second") {
			t.Errorf("in 85 s the client got %q", text)
		}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if !strings.HasSuffix(text.String(), "event: order\ndata: second\n\n") {
			t.Errorf("after the read it got %q", text)
		}
	})
}

// A change does not wait for the reads of heartbeats: not on a stream that does nothing, and
// not on one whose own heartbeat is waiting.
func TestStream_TRAP_O6_aHintPassesHeartbeatsThatWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		hub := New(Deps{})
		var slow atomic.Int32 // reads of heartbeats that have begun
		for range 20 {
			start(t, Source{hub: hub, Read: func(ctx context.Context) ([]byte, error) {
				slow.Add(1)
				<-ctx.Done()
				return nil, ctx.Err()
			}})
		}
		time.Sleep(10 * time.Second)
		quick := func(changed chan struct{}) *strings.Builder {
			return start(t, Source{hub: hub, Changed: changed, Read: func(context.Context) ([]byte, error) { return []byte("second"), nil }})
		}
		early, late := make(chan struct{}, 1), make(chan struct{}, 1)
		waits := quick(early)
		time.Sleep(21 * time.Second) // the heartbeats of the slow ones, then its own
		quiet := quick(late)
		synctest.Wait()
		if n := slow.Load(); n != maxHeartbeatReads || strings.Contains(waits.String(), "second") {
			t.Fatalf("%d slow reads run, and the stream says %q", n, waits)
		}
		early <- struct{}{}
		late <- struct{}{}
		synctest.Wait()
		for name, text := range map[string]*strings.Builder{"waiting": waits, "quiet": quiet} {
			if !strings.Contains(text.String(), "second") {
				t.Errorf("the %s stream says %q", name, text)
			}
		}
	})
}

// However many changes there are, a stream reads once a second: the first change at once,
// and the last one in the end.
func TestStream_TRAP_O6_readsAtMostOnceASecond(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		changed := make(chan struct{}, 1)
		var reads, state atomic.Int32
		text := start(t, Source{hub: New(Deps{}), Changed: changed, Read: func(context.Context) ([]byte, error) {
			reads.Add(1)
			return fmt.Appendf(nil, "state %d.", state.Load()), nil
		}})
		for n := range int32(50) {
			state.Store(n + 1)
			changed <- struct{}{}
			synctest.Wait()
			if n == 0 && !strings.Contains(text.String(), "state 1.") {
				t.Errorf("after the first change it says %q", text)
			}
			time.Sleep(100 * time.Millisecond)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if n := reads.Load(); n != 6 || !strings.Contains(text.String(), "state 50.") {
			t.Errorf("%d reads in 5 s, and it says %q", n, text)
		}
	})
}

// A read that panics ends its stream, as if the stream had read itself, not the program.
func TestStream_panicsWhereItIsServed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		changed := make(chan struct{}, 1)
		changed <- struct{}{}
		src := Source{hub: New(Deps{}), Changed: changed, Read: func(context.Context) ([]byte, error) { panic("no such order") }}
		defer func() {
			if p := fmt.Sprint(recover()); !strings.Contains(p, "no such order") || !strings.Contains(p, "reader_test.go") {
				t.Errorf("it panics with %s", p)
			}
		}()
		w := patientWriter{httptest.NewRecorder()}
		_ = src.stream(t.Context(), eventStreamWriter{w: w, control: http.NewResponseController(w)}, nil)
	})
}
