package main

import (
	"strings"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// Without the settings of a gateway that the town uses there is no list to compare with, and
// the command must not say that all is well.
func TestReconcile_WAL02_needsTheGatewaysOfThePayments(t *testing.T) {
	t.Parallel()
	for _, engine := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			o := dbtest.Migrated(t, engine)
			town := &running{t: t, data: dataOf(t, o)}
			if out, err := town.command("reconcile"); err != nil || !strings.Contains(out, "nothing to compare") {
				t.Errorf("a town without payments: %v, %s", err, out)
			}
			err := db.InTx(t.Context(), dbtest.OpenAt(t, o), func(tx *db.Tx) error {
				_, err := db.Exec(t.Context(), tx, `
					INSERT INTO charges (gateway, ref, payment_id, amount, digits, currency, status, reason, created_at)
					VALUES ('stripe', 'r', NULL, 900, 2, 'USD', 'held', 'x', $1)`, time.Now().UnixMilli())
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			if out, err := town.command("reconcile"); err == nil || !strings.Contains(err.Error(), "payments of stripe: set HAWKER_STRIPE_SECRET_KEY") {
				t.Errorf("without the settings of Stripe: %v, %s", err, out)
			}
		})
	}
}
