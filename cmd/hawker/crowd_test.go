package main

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// crowd is how many sign in at the same moment, to one of few accounts. Each hash takes 19 MiB.
const crowd, crowdAccounts = 200, 20

// maxMemory is the limit of the program's memory, in KiB. Without the queue the hashes of
// a crowd alone take 3.8 GB.
const maxMemory = 500 << 10

// Two hundred devices sign in at once. Their hashes wait in a queue, so that memory is
// bounded, and other calls do not wait (AUTH-10).
func TestManySignInsAtOnce_AUTH10(t *testing.T) {
	t.Parallel()
	process, r := startAlone(t)
	const password = "lantern-Harbour-7"
	signInAs := func(n int) bool {
		body := map[string]any{"email_or_phone": fmt.Sprintf("crowd%d@example.com", n%crowdAccounts), "login_type": "manual", "password": password}
		var in signIn
		return r.attempt("POST", "/auth/login", "", body, &in) && in.Token != ""
	}
	if !signUpCrowd(r, password) {
		t.Fatal("not everybody could sign up")
	}

	var signedIn, responses atomic.Int64
	var signIns, others sync.WaitGroup
	done := make(chan struct{})
	for range 4 {
		others.Go(func() {
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
					responses.Add(1)
				}
			}
		})
	}
	for n := range crowd {
		signIns.Go(func() {
			for range 5 { // a slow machine refuses some after their wait, so they try again
				if signInAs(n) {
					signedIn.Add(1)
					break
				}
			}
		})
	}
	signIns.Wait()
	close(done)
	others.Wait()

	highest := highestMemory(t, process.Process.Pid)
	t.Logf("%d signed in at once, with %d other responses meanwhile; at most %d MB of memory", signedIn.Load(), responses.Load(), highest>>10)
	if signedIn.Load() != crowd || responses.Load() < crowd {
		t.Errorf("%d of %d signed in, with %d other responses", signedIn.Load(), crowd, responses.Load())
	}
	if highest > maxMemory {
		t.Errorf("the program took %d MB, at most %d MB are allowed", highest>>10, maxMemory>>10)
	}
}

// signUpCrowd creates the accounts, a few at a time.
func signUpCrowd(r *running, password string) bool {
	var failed atomic.Bool
	var wg sync.WaitGroup
	for from := range 4 {
		wg.Go(func() {
			for n := from; n < crowdAccounts; n += 4 {
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

// highestMemory returns the largest memory that a process has had, in KiB.
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
	t.Fatal("the system does not report VmHWM")
	return 0
}
