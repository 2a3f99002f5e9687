package credential_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"hawker/internal/credential"
	"hawker/internal/errs"
)

// hashTakes is how long a hash takes in these tests, by the clock of the bubble.
const hashTakes = 50 * time.Millisecond

// waited is how long one request took.
func waited(t *testing.T, l credential.HashQueue, from string, known bool) time.Duration {
	t.Helper()
	began := time.Now()
	if err := l.Hash(t.Context(), from, known, hashTakes); err != nil {
		t.Errorf("%s: %v", from, err)
	}
	return time.Since(began)
}

// flood sends so many requests from a place at once, and counts how they went.
type flood struct{ hashed, refused atomic.Int64 }

func (f *flood) send(t *testing.T, l credential.HashQueue, n int, from string) {
	for range n {
		go func() {
			switch err := l.Hash(t.Context(), from, false, hashTakes); {
			case err == nil:
				f.hashed.Add(1)
			case errs.Is(err, errs.TooMany) && errs.From(err).RetryAfter > 0:
				f.refused.Add(1)
			default:
				t.Error(err)
			}
		}()
	}
	synctest.Wait()
}

func TestHashQueue_AUTH10_limitsOneSource(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, many := credential.NewHashQueue(2), &flood{}
		many.send(t, l, 300, "192.0.2.1")
		if n := l.Waiting(); n != credential.QueuePerSource {
			t.Errorf("%d of 300 wait", n)
		}
		// Two hashes run. Whoever asks from elsewhere comes next.
		if took := waited(t, l, "192.0.2.2", false); took > 2*hashTakes {
			t.Errorf("a second address waits for %v", took)
		}
		synctest.Wait()
		time.Sleep(time.Second)
		if h, r := many.hashed.Load(), many.refused.Load(); h != 2+credential.QueuePerSource || h+r != 300 {
			t.Errorf("%d hashed, %d refused", h, r)
		}
	})
}

// However many wait of other addresses, a new one waits for one hash of each.
func TestHashQueue_AUTH10_newSourceWaitsForOneRequestOfEachOther(t *testing.T) {
	t.Parallel()
	for _, others := range []int{1, 2, 7} {
		t.Run(fmt.Sprint(others), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				l, many := credential.NewHashQueue(1), &flood{}
				for i := range others {
					many.send(t, l, 50, fmt.Sprint("192.0.2.", i))
				}
				if took := waited(t, l, "198.51.100.1", false); took > time.Duration(others+1)*hashTakes {
					t.Errorf("it takes %v", took)
				}
				synctest.Wait()
				time.Sleep(10 * time.Second)
			})
		})
	}
}

// A hundred addresses that go on and on hold up nobody who comes anew.
func TestHashQueue_AUTH10_letsNewSourcesOvertakeAFlood(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const slots = 2
		l, many := credential.NewHashQueue(slots), &flood{}
		flooding, stop := context.WithCancel(t.Context())
		for i := range 100 {
			for range 3 {
				go func() {
					for flooding.Err() == nil {
						many.send1(flooding, l, fmt.Sprint("attacker ", i))
						time.Sleep(10 * time.Millisecond)
					}
				}()
			}
		}
		time.Sleep(3 * time.Second)
		for i := range 8 {
			if n := l.Waiting(); n > slots*credential.QueuePerCore {
				t.Errorf("%d wait", n)
			}
			if took := waited(t, l, fmt.Sprint("shopper ", i), i%2 == 0); took > 2*hashTakes {
				t.Errorf("shopper %d waits for %v", i, took)
			}
			time.Sleep(time.Second)
		}
		stop()
		synctest.Wait()
		time.Sleep(10 * time.Second)
		if many.refused.Load() == 0 {
			t.Error("nobody was refused")
		}
	})
}

func (f *flood) send1(ctx context.Context, l credential.HashQueue, from string) {
	if err := l.Hash(ctx, from, false, hashTakes); err != nil {
		f.refused.Add(1)
	}
}

func TestHashQueue_AUTH10_whenFullRefusesTheLast(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, many := credential.NewHashQueue(1), &flood{}
		for i := range credential.QueuePerCore / credential.QueuePerSource {
			many.send(t, l, credential.QueuePerSource+1, fmt.Sprint("192.0.2.", i))
		}
		if n := l.Waiting(); n != credential.QueuePerCore {
			t.Fatalf("%d wait", n)
		}
		refused := many.refused.Load()
		one := &flood{}
		one.send(t, l, 1, "198.51.100.1")
		if many.refused.Load() != refused+1 || one.refused.Load() != 0 || l.Waiting() != credential.QueuePerCore {
			t.Errorf("%d refused before, %d now; %d wait", refused, many.refused.Load(), l.Waiting())
		}
		time.Sleep(10 * time.Second)
		if one.hashed.Load() != 1 {
			t.Error("who took the last one's place was not hashed")
		}
	})
}

func TestHashQueue_AUTH10_prefersKnownSources(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, many := credential.NewHashQueue(1), &flood{}
		for i := range 20 {
			many.send(t, l, 1, fmt.Sprint("192.0.2.", i))
		}
		if took := waited(t, l, "a device", true); took > 2*hashTakes {
			t.Errorf("it takes %v", took)
		}
		time.Sleep(10 * time.Second)
	})
}

func TestHashQueue_AUTH10_removesCanceledRequests(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, many := credential.NewHashQueue(1), &flood{}
		many.send(t, l, 1, "192.0.2.1")
		ctx, leave := context.WithCancel(t.Context())
		gone := make(chan error, 5)
		for range 5 {
			go func() { gone <- l.Hash(ctx, "192.0.2.2", false, hashTakes) }()
		}
		synctest.Wait()
		if n := l.Waiting(); n != 5 {
			t.Fatalf("%d wait", n)
		}
		leave()
		for range 5 {
			if err := <-gone; !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		}
		if n := l.Waiting(); n != 0 {
			t.Errorf("%d wait still", n)
		}
		if took := waited(t, l, "192.0.2.3", false); took > 2*hashTakes {
			t.Errorf("the next one waits for %v", took)
		}
	})
}

func TestHashQueue_AUTH10_refusesAfterTheTimeout(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := credential.NewHashQueue(1)
		go func() { _ = l.Hash(t.Context(), "192.0.2.1", false, time.Minute) }()
		synctest.Wait()
		began := time.Now()
		err := l.Hash(t.Context(), "192.0.2.2", false, hashTakes)
		if took := time.Since(began); !errs.Is(err, errs.TooMany) || took != credential.QueueTimeout {
			t.Errorf("after %v: %v", took, err)
		}
		time.Sleep(time.Minute)
		if took := waited(t, l, "192.0.2.3", false); took != hashTakes {
			t.Errorf("the next one waits for %v", took)
		}
	})
}

// Where floods are not refused nobody is counted: they wait as they come.
func TestHashQueue_AUTH10_withoutRateLimitsRefusesNobody(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, many := credential.NewHashQueue(2), &flood{}
		many.send(t, l, 500, "")
		time.Sleep(time.Minute)
		if many.hashed.Load() != 500 {
			t.Errorf("%d of 500 hashed", many.hashed.Load())
		}
	})
}
