package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/signin/signintest"
)

// TestMain runs this test binary as hawker, so that a test can start the whole program in
// another process, and kill it. Programs in this process hash passwords quickly, others with argon2id.
func TestMain(m *testing.M) {
	if os.Getenv("HAWKER_TEST_AS_HAWKER") == "1" {
		if ahead, err := time.ParseDuration(os.Getenv(clockAhead)); err == nil {
			clock.System = fastClock(ahead)
		}
		main()
		return
	}
	passwordHasher = &signintest.Hasher{}
	status := dbtest.RunSideBySide(m, 3)
	if err := removeFilledTowns(); err != nil {
		fmt.Fprintln(os.Stderr, "remove the filled towns:", err)
		status = 1
	}
	os.Exit(status)
}

// asHawker are the variables that make the test binary run as hawker does, also if the tests
// collect garbage less often.
var asHawker = []string{"HAWKER_TEST_AS_HAWKER=1", "GOGC=100"}

// clockAhead is the variable by which a test moves the clock of a process ahead.
const clockAhead = "HAWKER_TEST_CLOCK_AHEAD"

// fastClock is a clock that is so much ahead.
type fastClock time.Duration

// Now implements clock.Clock.
func (c fastClock) Now() time.Time { return time.Now().Add(time.Duration(c)) }

// crashes is how often the program is killed while orders are placed.
const crashes = 8

// Every confirmed order exists after a crash, and the ledger is right (CHK-04).
func TestKillInTheMiddleOfOrders_CHK04(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, engine db.Dialect) {
		data := demoData(t, engine)
		kept := 0
		for range crashes {
			kept += crashOnce(t, data)
		}
		if kept < crashes {
			t.Errorf("only %d orders were confirmed in %d crashes: too few for a proof", kept, crashes)
		}
		checker := &running{t: t, data: data}
		if out, err := checker.command("verify"); err != nil {
			t.Errorf("verify: %v\n%s", err, out)
		}
	})
}

// crashOnce starts the program, places orders, kills it, starts it again, and looks for
// every confirmed order.
func crashOnce(t *testing.T, data []string) int {
	t.Helper()
	process, url := startProcess(t, os.Stderr, data)
	shopper := &running{t: t, url: url, data: data}
	d := shopper.findDinner()

	var (
		mu           sync.Mutex
		acknowledged []placed
		first        = make(chan struct{}) // closed by the first order
		dead         = make(chan struct{})
		wg           sync.WaitGroup
	)
	for range 4 {
		wg.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-dead:
					return
				default:
				}
				if p, ok := shopper.tryOrder(d, fmt.Sprintf("crash-%d-%d", rand.Int64(), n)); ok {
					mu.Lock()
					acknowledged = append(acknowledged, p)
					if len(acknowledged) == 1 {
						close(first)
					}
					mu.Unlock()
				}
			}
		})
	}
	select {
	case <-first:
	case <-time.After(time.Minute):
		t.Error("no order was confirmed")
	}
	time.Sleep(rand.N(200 * time.Millisecond))
	if err := process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	close(dead)
	wg.Wait()
	_ = process.Wait() // the error says that it was killed

	again, url := startProcess(t, os.Stderr, data)
	defer func() {
		_ = again.Process.Kill()
		_ = again.Wait()
	}()
	reader := &running{t: t, url: url, data: data}
	for _, p := range acknowledged {
		reader.call("GET", fmt.Sprintf("/orders/%d?token=%s", p.Order.ID, p.Token), nil, nil, nil)
	}
	return len(acknowledged)
}

// startProcess serves the demo town in another process, which writes its log to log. It
// returns the process and its address.
func startProcess(t *testing.T, log io.Writer, data []string, flags ...string) (*exec.Cmd, string) {
	t.Helper()
	args := slices.Concat([]string{"demo", "--addr", "127.0.0.1:0", "--staff", "off", "--rate-limits", "off", "--log", "error"}, data, flags)
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Env = append(os.Environ(), asHawker...)
	cmd.Stderr = log
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if _, url, found := strings.Cut(lines.Text(), "serving at "); found {
			return cmd, url
		}
	}
	t.Fatal(errors.Join(errors.New("hawker ended before it served"), cmd.Wait()))
	return nil, ""
}

// startAlone starts the program in a folder of its own, and kills it after the test.
func startAlone(t *testing.T) (*exec.Cmd, *running) {
	t.Helper()
	process, url := startProcess(t, os.Stderr, demoData(t, db.SQLite))
	t.Cleanup(func() {
		_ = process.Process.Kill()
		_ = process.Wait()
	})
	return process, &running{t: t, url: url}
}

// tryOrder places an order at a server that may be killed at any moment. It returns false
// if the order was not confirmed.
func (r *running) tryOrder(d dinner, key string) (p placed, ok bool) {
	body := map[string]any{"source": "buy_now", "order_type": "delivery", "payment_method": "cash_on_delivery", "address": d.address,
		"line": map[string]any{"item_id": d.item, "quantity": 5}}
	var guest struct {
		ID string `json:"guest_id"`
	}
	if !r.attempt("POST", "/auth/guest", "", map[string]any{}, &guest) {
		return p, false
	}
	body["guest_id"] = guest.ID
	var quote struct {
		Total  float64
		Digest string
	}
	if !r.attempt("POST", "/checkout/quote", "", body, &quote) {
		return p, false
	}
	body["accepted_total"], body["quote_digest"] = quote.Total, quote.Digest
	return p, r.attempt("POST", "/orders", key, body, &p)
}
