package signintest

import (
	"sync"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"

	"hawker/internal/credential"
)

// quick is argon2id with as little work as it can do: the server's takes half the time of
// these tests, and proves nothing in most of them.
var quick = &argon2id.Params{Memory: 8, Iterations: 1, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// Hasher hashes quickly. It counts, and a test can hold it up. Safe for concurrent use.
type Hasher struct {
	Real bool // hashes as the server does; set it before the first hash

	mu                 sync.Mutex
	paused             chan struct{} // closed to go on; nil: not paused
	done, running, top int
}

// Hash counts, and hashes the password.
func (h *Hasher) Hash(password string) (string, error) {
	defer h.enter()()
	if h.Real {
		return credential.Argon2id{}.Hash(password)
	}
	return argon2id.CreateHash(password, quick)
}

// Match counts, and compares the password.
func (h *Hasher) Match(password, hash string) (bool, error) {
	defer h.enter()()
	return argon2id.ComparePasswordAndHash(password, hash)
}

func (h *Hasher) enter() (leave func()) {
	h.mu.Lock()
	h.done++
	h.running++
	h.top = max(h.top, h.running)
	paused := h.paused
	h.mu.Unlock()
	if paused != nil {
		<-paused
	}
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.running--
	}
}

// Count returns how many passwords were hashed or compared, and the most at a time.
func (h *Hasher) Count() (done, top int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.done, h.top
}

// Pause holds up hashing until resume is called.
func (h *Hasher) Pause() (resume func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	paused := make(chan struct{})
	h.paused = paused
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.paused = nil
		close(paused)
	}
}

// AwaitPaused waits until a call is held up.
func (h *Hasher) AwaitPaused(t testing.TB) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		h.mu.Lock()
		running := h.running
		h.mu.Unlock()
		if running > 0 {
			return
		}
	}
	t.Error("no password is being hashed")
}
