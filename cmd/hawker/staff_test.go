package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// An owner adds staff while the town is open; they sign in, and are signed out when the
// password changes or the account is disabled.
func TestStaff_PERM03_anOwnerManagesAccountsWhileTheTownIsOpen(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, engine db.Dialect) {
		r := startDemo(t, engine, "--staff", "off")
		must := func(args ...string) string {
			t.Helper()
			out, err := r.command(args...)
			if err != nil {
				t.Fatalf("%q: %v\n%s", args, err, out)
			}
			return out
		}
		password := func(out string) string {
			t.Helper()
			found := regexp.MustCompile(`(?m)^password: (\S{19})$`).FindStringSubmatch(out)
			if found == nil {
				t.Fatalf("no password in %q", out)
			}
			return found[1]
		}
		const email = "pia@shop.example"
		signIn := func(password string) (status int, token string) {
			t.Helper()
			status, text := r.try("POST", "/staff/login", nil, map[string]any{"email": email, "password": password})
			if found := regexp.MustCompile(`"token":"([^"]+)"`).FindSubmatch(text); found != nil {
				token = string(found[1])
			}
			return status, token
		}
		me := func(token string) int {
			t.Helper()
			status, _ := r.try("GET", "/staff/me", map[string]string{"Authorization": "Bearer " + token}, nil)
			return status
		}

		first := password(must("staff", "add", "--role", "vendor", "--email", email, "--name", "Pia", "--store", "smash-and-sons"))
		status, token := signIn(first)
		if status != 200 || me(token) != 200 {
			t.Fatalf("sign-in %d", status)
		}
		if list := must("staff", "list"); !regexp.MustCompile(`pia@shop\.example +Pia +vendor +smash-and-sons +active +2`).MatchString(list) || strings.Contains(list, first) {
			t.Errorf("the list: %s", list)
		}
		must("staff", "add", "--role", "vendor", "--email", "marco@shop.example", "--name", "Marco", "--provider", "anchor-car-hire")
		if list := must("staff", "list"); !regexp.MustCompile(`marco@shop\.example +Marco +vendor +anchor-car-hire +active`).MatchString(list) {
			t.Errorf("the list: %s", list)
		}
		second := password(must("staff", "password", email))
		if old, _ := signIn(first); old != 401 && old != 403 && old != 422 || me(token) != 401 {
			t.Errorf("the old password %d, its session %d", old, me(token))
		}
		if status, token = signIn(second); status != 200 {
			t.Errorf("the new password: %d", status)
		}
		must("staff", "disable", email)
		if status, _ := signIn(second); status == 200 || me(token) != 401 {
			t.Errorf("disabled: sign-in %d, its session %d", status, me(token))
		}
		for _, wrong := range [][]string{
			{"--role", "vendor", "--email", email, "--name", "Pia", "--store", "smash-and-sons"}, // there is one
			{"--role", "vendor", "--email", "b@shop.example", "--name", "B", "--store", "nowhere"},
			{"--role", "vendor", "--email", "b@shop.example", "--name", "B", "--provider", "nowhere"},
			{"--role", "vendor", "--email", "b@shop.example", "--name", "B", "--store", "smash-and-sons", "--provider", "anchor-car-hire"},
			{"--role", "rider", "--email", "b@shop.example", "--name", "B"},
			{"--role", "rider", "--email", "b@shop.example", "--name", "B", "--zone", "old-town", "--phone", "12"},
		} {
			if out, err := r.command(append([]string{"staff", "add"}, wrong...)...); err == nil {
				t.Errorf("%q: %s", wrong, out)
			}
		}
	})
}

// A town without staff says when it starts how its owner gets the first account, and
// where it works; as soon as there is one, it does not.
func TestServe_PERM03_saysHowToGetTheFirstMemberOfStaff(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, engine db.Dialect) {
		data := dataOf(t, dbtest.Empty(t, engine))
		nobody := func(string) string { return "" }
		start := func() string {
			t.Helper()
			ctx, cancel := context.WithCancel(t.Context())
			var out bytes.Buffer
			ready, ended := make(chan string, 1), make(chan error, 1)
			args := append([]string{"serve", "--addr", "127.0.0.1:0", "--drain", "0s", "--log", "error"}, data...)
			go func() { ended <- run(ctx, args, nobody, &out, ready) }()
			select {
			case url := <-ready:
				if desk, err := http.Get(url + "/desk"); err != nil || desk.StatusCode != http.StatusOK {
					t.Errorf("the desk: %v %v", desk, err)
				}
			case err := <-ended:
				t.Fatal(err)
			}
			cancel()
			if err := <-ended; err != nil {
				t.Error(err)
			}
			return out.String()
		}
		if out := start(); !strings.Contains(out, "`hawker staff add`") || !strings.Contains(out, "/desk\n") {
			t.Errorf("without staff: %s", out)
		}
		add := append([]string{"staff", "add", "--role", "admin", "--email", "nadia@shop.example", "--name", "Nadia"}, data...)
		if err := run(t.Context(), add, nobody, io.Discard, nil); err != nil {
			t.Fatal(err)
		}
		if out := start(); strings.Contains(out, "staff add") {
			t.Errorf("with an admin: %s", out)
		}
	})
}
