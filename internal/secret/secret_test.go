package secret_test

import (
	"bytes"
	"sync"
	"testing"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/secret"
)

func TestSecretIsOneForAllInstances_AUTH10(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		found := make([][]byte, 8)
		var reading sync.WaitGroup
		for i := range found {
			reading.Go(func() { found[i], _ = secret.Read(t.Context(), d, clock.System, "one") })
		}
		reading.Wait()
		for _, f := range found {
			if len(f) != 32 || !bytes.Equal(f, found[0]) {
				t.Fatalf("instances disagree: %x and %x", f, found[0])
			}
		}
		other, err := secret.Read(t.Context(), d, clock.System, "other")
		if err != nil || bytes.Equal(other, found[0]) {
			t.Errorf("another name has %x, %v", other, err)
		}
	})
}

func TestSecretRefusesARowThatIsNone_AUTH10(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
		_, err := db.Exec(t.Context(), tx, `INSERT INTO settings (name, body, version, updated_at) VALUES ('one', '"short"', 1, 0)`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if s, err := secret.Read(t.Context(), d, clock.System, "one"); err == nil {
		t.Errorf("took %x for a secret", s)
	}
}
