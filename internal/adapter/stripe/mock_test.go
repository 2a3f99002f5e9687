package stripe_test

import (
	"bufio"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"

	"hawker/internal/clock"
	"hawker/internal/payment"
)

const mockScript = "../../../scripts/stripe-mock"

// startMock starts stripe-mock on a free port and returns its address. It stops after the
// test.
func startMock(t *testing.T) string {
	t.Helper()
	mock := exec.CommandContext(t.Context(), mockScript, "-http-addr", "127.0.0.1:", "-https-addr", "127.0.0.1:", "-strict-version-check")
	out, err := mock.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var problems strings.Builder
	mock.Stderr = &problems
	if err := mock.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = mock.Process.Kill()
		_ = mock.Wait() // it was killed
	})
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, address, found := strings.Cut(lines.Text(), "Listening for HTTP at address: "); found {
			go func() {
				for lines.Scan() { // else the mock waits until somebody reads its output
				}
			}()
			return "http://" + address
		}
	}
	_ = mock.Wait()
	t.Fatalf("stripe-mock does not run: run %s, which builds it once from the Go module proxy\n%s", mockScript, problems.String())
	return ""
}

// Stripe's own stand-in checks every parameter against the description of the API.
func TestStripeMock_acceptsOurCalls(t *testing.T) {
	t.Parallel()
	address := startMock(t)
	now := time.Now()
	g := gateway(t, address, clock.NewManual(now))

	c := checkout()
	c.ExpiresAt = now.Add(time.Hour)
	p, err := g.Open(t.Context(), c)
	if err != nil || !strings.HasPrefix(p.Session, "cs_") || !strings.HasPrefix(p.URL, "https://checkout.stripe.com/") {
		t.Errorf("open: %+v, %v", p, err)
	}
	c.Email, c.Title, c.Language = "", "", ""
	if _, err := g.Open(t.Context(), c); err != nil {
		t.Errorf("open with the least: %v", err)
	}
	if r, err := g.Find(t.Context(), "cs_test_1"); err != nil || r.Session != "cs_test_1" || r.State != payment.Open {
		t.Errorf("find: %+v, %v", r, err)
	}
	if err := g.Close(t.Context(), "cs_test_1"); err != nil {
		t.Errorf("close: %v", err)
	}
	if r, err := g.Refund(t.Context(), order); err != nil || r.State != payment.ReportedDone || r.Money != usd(1000) || r.Charge != "pi_1" || r.RefundID != "r1" {
		t.Errorf("refund: %+v, %v", r, err)
	}
	if err := g.List(t.Context(), now.Add(-time.Hour), now, func(payment.Record) error { return nil }); err != nil {
		t.Errorf("list: %v", err)
	}

	// The mock does refuse a parameter that the API does not have.
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address+"/v1/charges?starting_before=ch_1", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusBadRequest {
		t.Errorf("a wrong parameter: status %d", resp.StatusCode)
	}
}
