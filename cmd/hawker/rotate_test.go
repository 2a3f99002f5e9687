package main

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"hawker/internal/db"
)

// The secrets of a running town are replaced. Existing links stay valid, or end at once
// with --accept 0s.
func TestRotateSecrets_TRAP_P1(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, engine db.Dialect) {
		r := startDemo(t, engine, "--staff", "off")
		d := r.findDinner()
		first := r.order(d, "rotate-01")
		status := func(o placed) int {
			code, _ := r.try(http.MethodGet, fmt.Sprintf("/orders/%d?token=%s", o.Order.ID, o.Token), nil, nil)
			return code
		}
		out, err := r.command("rotate-secrets")
		if code := exitCode(0); !errors.As(err, &code) || code != 1 || !strings.Contains(out, "Nothing has been changed") {
			t.Fatalf("without --yes: %v\n%s", err, out)
		}
		if out, err := r.command("rotate-secrets", "--yes"); err != nil || !strings.Contains(out, "stay valid for another 1440h0m0s") {
			t.Fatalf("%v\n%s", err, out)
		}
		if code := status(first); code != http.StatusOK {
			t.Errorf("the existing link: %d", code)
		}
		if out, err := r.command("rotate-secrets", "--yes", "--accept", "0s"); err != nil || !strings.Contains(out, "end at once") {
			t.Fatalf("%v\n%s", err, out)
		}
		for deadline := time.Now().Add(90 * time.Second); status(first) != http.StatusNotFound; time.Sleep(50 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatal("a link that was signed with a leaked secret is still valid")
			}
		}
		if code := status(r.order(d, "rotate-02")); code != http.StatusOK {
			t.Errorf("a new link: %d", code)
		}
	})
}
