package signintest

import (
	"sync"
	"testing"
	"time"

	"hawker/internal/credential"
)

// Hasher hashes as the server does. It counts, and a test can hold it up. Safe for
// concurrent use.
type Hasher struct {
	credential.Argon2id

	mu                 sync.Mutex
	paused             chan struct{} // closed to go on; nil: not paused
	done, running, top int
}

// Hash counts, and hashes the password.
func (h *Hasher) Hash(password string) (string, error) {
	defer h.enter()()
	return h.Argon2id.Hash(password)
}

// Match counts, and compares the password.
func (h *Hasher) Match(password, hash string) (bool, error) {
	defer h.enter()()
	return h.Argon2id.Match(password, hash)
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
