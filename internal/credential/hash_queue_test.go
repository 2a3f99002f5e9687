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

// hashTakes is how long a hash takes in these tests, by the clock of synctest.
const hashTakes = 50 * time.Millisecond

// duration returns how long one request took.
func duration(t *testing.T, q credential.HashQueue, from string, known bool) time.Duration {
	t.Helper()
	began := time.Now()
	if err := q.Hash(t.Context(), from, known, hashTakes); err != nil {
		t.Errorf("%s: %v", from, err)
	}
	return time.Since(began)
}

// flood sends many requests of one source at once, and counts the results.
type flood struct{ hashed, refused atomic.Int64 }

func (f *flood) send(t *testing.T, q credential.HashQueue, n int, from string) {
	for range n {
		go func() {
			switch err := q.Hash(t.Context(), from, false, hashTakes); {
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
		q, many := credential.NewHashQueue(2), &flood{}
		many.send(t, q, 300, "192.0.2.1")
		if n := q.Waiting(); n != credential.QueuePerSource {
			t.Errorf("%d of 300 wait", n)
		}
		// Two hashes run. A request of another source is next.
		if took := duration(t, q, "192.0.2.2", false); took > 2*hashTakes {
			t.Errorf("a second address waits for %v", took)
		}
		synctest.Wait()
		time.Sleep(time.Second)
		if h, r := many.hashed.Load(), many.refused.Load(); h != 2+credential.QueuePerSource || h+r != 300 {
			t.Errorf("%d hashed, %d refused", h, r)
		}
	})
}

// However many requests of other sources wait, a new source waits for one of each.
func TestHashQueue_AUTH10_newSourceWaitsForOneRequestOfEachOther(t *testing.T) {
	t.Parallel()
	for _, others := range []int{1, 2, 7} {
		t.Run(fmt.Sprint(others), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				q, many := credential.NewHashQueue(1), &flood{}
				for i := range others {
					many.send(t, q, 50, fmt.Sprint("192.0.2.", i))
				}
				if took := duration(t, q, "198.51.100.1", false); took > time.Duration(others+1)*hashTakes {
					t.Errorf("it takes %v", took)
				}
				synctest.Wait()
				time.Sleep(10 * time.Second)
			})
		})
	}
}

// A flood from a hundred sources does not delay a new one.
func TestHashQueue_AUTH10_letsNewSourcesOvertakeAFlood(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const slots = 2
		q, many := credential.NewHashQueue(slots), &flood{}
		flooding, stop := context.WithCancel(t.Context())
		for i := range 100 {
			for range 3 {
				go func() {
					for flooding.Err() == nil {
						many.sendOne(flooding, q, fmt.Sprint("attacker ", i))
						time.Sleep(10 * time.Millisecond)
					}
				}()
			}
		}
		time.Sleep(3 * time.Second)
		for i := range 8 {
			if n := q.Waiting(); n > slots*credential.QueuePerCore {
				t.Errorf("%d wait", n)
			}
			if took := duration(t, q, fmt.Sprint("shopper ", i), i%2 == 0); took > 2*hashTakes {
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

func (f *flood) sendOne(ctx context.Context, q credential.HashQueue, from string) {
	if err := q.Hash(ctx, from, false, hashTakes); err != nil {
		f.refused.Add(1)
	}
}

func TestHashQueue_AUTH10_whenFullRefusesTheLast(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q, many := credential.NewHashQueue(1), &flood{}
		for i := range credential.QueuePerCore / credential.QueuePerSource {
			many.send(t, q, credential.QueuePerSource+1, fmt.Sprint("192.0.2.", i))
		}
		if n := q.Waiting(); n != credential.QueuePerCore {
			t.Fatalf("%d wait", n)
		}
		refused := many.refused.Load()
		one := &flood{}
		one.send(t, q, 1, "198.51.100.1")
		if many.refused.Load() != refused+1 || one.refused.Load() != 0 || q.Waiting() != credential.QueuePerCore {
			t.Errorf("%d refused before, %d now; %d wait", refused, many.refused.Load(), q.Waiting())
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
		q, many := credential.NewHashQueue(1), &flood{}
		for i := range 20 {
			many.send(t, q, 1, fmt.Sprint("192.0.2.", i))
		}
		if took := duration(t, q, "a device", true); took > 2*hashTakes {
			t.Errorf("it takes %v", took)
		}
		time.Sleep(10 * time.Second)
	})
}

func TestHashQueue_AUTH10_removesCanceledRequests(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q, many := credential.NewHashQueue(1), &flood{}
		many.send(t, q, 1, "192.0.2.1")
		ctx, leave := context.WithCancel(t.Context())
		gone := make(chan error, 5)
		for range 5 {
			go func() { gone <- q.Hash(ctx, "192.0.2.2", false, hashTakes) }()
		}
		synctest.Wait()
		if n := q.Waiting(); n != 5 {
			t.Fatalf("%d wait", n)
		}
		leave()
		for range 5 {
			if err := <-gone; !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		}
		if n := q.Waiting(); n != 0 {
			t.Errorf("%d wait still", n)
		}
		if took := duration(t, q, "192.0.2.3", false); took > 2*hashTakes {
			t.Errorf("the next one waits for %v", took)
		}
	})
}

func TestHashQueue_AUTH10_refusesAfterTheTimeout(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := credential.NewHashQueue(1)
		go func() { _ = q.Hash(t.Context(), "192.0.2.1", false, time.Minute) }()
		synctest.Wait()
		began := time.Now()
		err := q.Hash(t.Context(), "192.0.2.2", false, hashTakes)
		if took := time.Since(began); !errs.Is(err, errs.TooMany) || took != credential.QueueTimeout {
			t.Errorf("after %v: %v", took, err)
		}
		time.Sleep(time.Minute)
		if took := duration(t, q, "192.0.2.3", false); took != hashTakes {
			t.Errorf("the next one waits for %v", took)
		}
	})
}

// Without rate limits requests have no source: they wait in the order of arrival.
func TestHashQueue_AUTH10_withoutRateLimitsRefusesNobody(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q, many := credential.NewHashQueue(2), &flood{}
		many.send(t, q, 500, "")
		time.Sleep(time.Minute)
		if many.hashed.Load() != 500 {
			t.Errorf("%d of 500 hashed", many.hashed.Load())
		}
	})
}
