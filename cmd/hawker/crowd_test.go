package main

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// crowd is how many sign in at the same moment; each hashing takes 19 MiB.
const crowd = 200

// mostMemory is what the whole program may then have taken at its highest, KiB.
const mostMemory = 300 << 10

// Two hundred who sign in at once wait for each other and not for memory, and
// nobody else waits for them (AUTH-10).
func TestCrowdAtTheDoor_AUTH10(t *testing.T) {
	t.Parallel()
	process, url := startProcess(t, os.Stderr, []string{"--data", t.TempDir()})
	t.Cleanup(func() {
		_ = process.Process.Kill()
		_ = process.Wait()
	})
	r := &running{t: t, url: url}
	const password = "lantern-Harbour-7"
	enter := func(n int) bool {
		body := map[string]any{"email_or_phone": fmt.Sprintf("crowd%d@example.com", n), "login_type": "manual", "password": password}
		var in signIn
		return r.attempt("POST", "/auth/login", "", body, &in) && in.Token != ""
	}
	if !signUpCrowd(r, password) {
		t.Fatal("not everybody could sign up")
	}

	var entered, looked atomic.Int64
	var inside, outside sync.WaitGroup
	done := make(chan struct{})
	for range 4 {
		outside.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				var config struct {
					Name string `json:"business_name"`
				}
				if r.attempt("GET", "/config", "", nil, &config) && config.Name != "" {
					looked.Add(1)
				}
			}
		})
	}
	for n := range crowd {
		inside.Go(func() {
			for range 5 { // a slow machine refuses some in time: they try again, as people do
				if enter(n) {
					entered.Add(1)
					break
				}
			}
		})
	}
	inside.Wait()
	close(done)
	outside.Wait()

	highest := highestMemory(t, process.Process.Pid)
	t.Logf("%d signed in at once while %d others were answered; at most %d MB of memory", entered.Load(), looked.Load(), highest>>10)
	if entered.Load() != crowd || looked.Load() < crowd {
		t.Errorf("%d of %d signed in, %d others were answered", entered.Load(), crowd, looked.Load())
	}
	if highest > mostMemory {
		t.Errorf("the program took %d MB, at most %d MB are allowed", highest>>10, mostMemory>>10)
	}
}

// signUpCrowd makes the accounts, a few at a time.
func signUpCrowd(r *running, password string) bool {
	var failed atomic.Bool
	var wg sync.WaitGroup
	for from := range 4 {
		wg.Go(func() {
			for n := from; n < crowd; n += 4 {
				var in signIn
				if !r.attempt("POST", "/auth/sign-up", "", map[string]any{
					"name": "One of many", "email": fmt.Sprintf("crowd%d@example.com", n), "phone": fmt.Sprintf("+1202556%04d", n),
					"password": password, "confirm_password": password, "tandc": true,
				}, &in) {
					failed.Store(true)
				}
			}
		})
	}
	wg.Wait()
	return !failed.Load()
}

// highestMemory is the most memory a process ever held, KiB.
func highestMemory(t *testing.T, pid int) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		var kib int
		if n, _ := fmt.Sscanf(line, "VmHWM: %d kB", &kib); n == 1 {
			return kib
		}
	}
	t.Fatal("the system does not say how much memory it was")
	return 0
}
