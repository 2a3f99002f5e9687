package main

import (
	"net"
	"net/netip"
	"strings"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// A start that cannot succeed does not migrate: the older version must be able to go on.
func TestServe_anAddressInUseLeavesTheDatabaseAsItIs(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, engine db.Dialect) {
		taken, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer taken.Close()
		for _, flags := range [][]string{{"--addr", taken.Addr().String()}, {"--addr", "127.0.0.1:0", "--metrics-addr", taken.Addr().String()}} {
			town := &running{t: t, data: dataOf(t, dbtest.Empty(t, engine))}
			if _, err := town.command(append([]string{"serve"}, flags...)...); err == nil || !strings.Contains(err.Error(), "address already in use") {
				t.Fatalf("serve: %v", err)
			}
			if out, err := town.command("verify"); err == nil {
				t.Errorf("%v: the database was migrated:\n%s", flags, out)
			}
		}
	})
}

// A wrong folder or database looks like a new one: the start says that it is empty.
func TestServe_saysThatTheTownIsEmpty(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, engine db.Dialect) {
		const says = "the town is empty: fill it by `hawker import FOLDER`"
		r := startCommand(t, dataOf(t, dbtest.Empty(t, engine)), "serve")
		if !strings.Contains(r.printed, says) {
			t.Errorf("a start without a town says %q", r.printed)
		}
		if out, err := r.command("import", emptyTown(t)); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if err := r.stop(); err != nil {
			t.Fatal(err)
		}
		if again := startCommand(t, r.data, "serve"); strings.Contains(again.printed, says) {
			t.Errorf("a start with a town says %q", again.printed)
		}
	})
}

func TestReadNetwork(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"10.0.0.1": "10.0.0.1/32", "10.0.0.0/8": "10.0.0.0/8", "fd00::1": "fd00::1/128"} {
		if got, err := readNetwork(text); err != nil || got != netip.MustParsePrefix(want) {
			t.Errorf("%s: %s, %v; want %s", text, got, err, want)
		}
	}
	if got, err := readNetwork("10.0.0"); err == nil {
		t.Errorf("10.0.0 is read as %s", got)
	}
}
