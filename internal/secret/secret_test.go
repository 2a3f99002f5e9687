package secret_test

import (
	"bytes"
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/secret"
)

func read(t *testing.T, d *db.DB, c clock.Clock, name string) *secret.Key {
	t.Helper()
	k, err := secret.Read(t.Context(), d, c, name)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func rotate(t *testing.T, d *db.DB, now time.Time, accept time.Duration) {
	t.Helper()
	err := db.InTx(t.Context(), d, func(tx *db.Tx) error { return secret.Rotate(t.Context(), tx, now, "one", accept) })
	if err != nil {
		t.Fatal(err)
	}
}

func TestRead_AUTH10_returnsOneSecretForAllInstances(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		found := make([][]byte, 8)
		var reading sync.WaitGroup
		for i := range found {
			reading.Go(func() {
				if k, err := secret.Read(t.Context(), d, clock.System, "one"); err == nil {
					found[i] = k.Current()
				}
			})
		}
		reading.Wait()
		for _, f := range found {
			if len(f) != 32 || !bytes.Equal(f, found[0]) {
				t.Fatalf("instances disagree: %x and %x", f, found[0])
			}
		}
		if bytes.Equal(read(t, d, clock.System, "other").Current(), found[0]) {
			t.Error("another name has the same secret")
		}
	})
}

func TestFollow_seesARotation(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, c := open(t), clock.NewManual(time.Unix(1_800_000_000, 0))
		k := read(t, d, c, "one")
		first := k.Current()
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go k.Follow(ctx)
		rotate(t, d, c.Now(), time.Hour)
		for deadline := time.Now().Add(60 * time.Second); bytes.Equal(k.Current(), first); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatal("a running instance never saw the new secret")
			}
		}
		second := k.Current()
		if all := k.Accepted(); len(all) != 2 || !bytes.Equal(all[0], second) || !bytes.Equal(all[1], first) {
			t.Errorf("accepted: %x", all)
		}
		if n := len(k.AcceptedFor(time.Minute)); n != 2 {
			t.Errorf("right after the rotation %d are accepted for what lives a minute", n)
		}
		c.Advance(time.Minute)
		if n := len(k.AcceptedFor(time.Minute)); n != 1 {
			t.Errorf("a minute later %d are", n)
		}
		if after := read(t, d, c, "one"); !slices.EqualFunc(after.Accepted(), k.Accepted(), bytes.Equal) {
			t.Error("a restart accepts others")
		}
		c.Advance(time.Hour)
		if all := k.Accepted(); len(all) != 1 || !bytes.Equal(all[0], second) {
			t.Errorf("after its time: %x", all)
		}
	})
}

func TestRotate_acceptsThePreviousSecretForATime(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, c := open(t), clock.NewManual(time.Unix(1_800_000_000, 0))
		k := read(t, d, c, "one")
		first := k.Current()
		refresh := func() {
			if err := k.Refresh(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		rotate(t, d, c.Now(), time.Hour)
		rotate(t, d, c.Now(), time.Hour)
		refresh()
		if all := k.Accepted(); len(all) != 2 || bytes.Equal(all[1], first) {
			t.Errorf("after two rotations: %x, the first was %x", all, first)
		}
		rotate(t, d, c.Now(), 0)
		refresh()
		if all := k.Accepted(); len(all) != 1 {
			t.Errorf("after one that ends the others: %x", all)
		}
	})
}

func TestRead_readsTheOlderFormat(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	write(t, d, `"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"`)
	k := read(t, d, clock.System, "one")
	if s := k.Current(); len(s) != 32 || s[31] != 31 {
		t.Errorf("read %x", s)
	}
	rotate(t, d, time.Now(), time.Hour)
	if err := k.Refresh(t.Context()); err != nil || k.Accepted()[1][31] != 31 {
		t.Errorf("rotated: %x, %v", k.Accepted(), err)
	}
}

func TestRead_AUTH10_refusesAnInvalidRow(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`"short"`, `{}`, `[]`, `{"Current":"c2hvcnQ="}`, `x`} {
		d := dbtest.Open(t, db.SQLite)
		write(t, d, body)
		if _, err := secret.Read(t.Context(), d, clock.System, "one"); err == nil {
			t.Errorf("took %s for a secret", body)
		}
	}
}

func write(t *testing.T, d *db.DB, body string) {
	t.Helper()
	err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
		_, err := db.Exec(t.Context(), tx, `INSERT INTO settings (name, body, version, updated_at) VALUES ('one', $1, 1, 0)`, body)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
