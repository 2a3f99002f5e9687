package verify_test

import (
	"context"
	"strings"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/verify"
)

// Transfers without their conversion or referral are found in one pass: SQLite compared each
// transfer with each of them, which took hours in a large town.
func TestRun_TRAP_W3_W4_transfersAreComparedByAnIndex(t *testing.T) {
	t.Parallel()
	noted, d, made := dbtest.Recorded(t, db.SQLite)
	for _, check := range []func(context.Context, db.Q, db.Dialect) ([]string, error){verify.CheckConversions, verify.CheckReferrals} {
		if found, err := check(t.Context(), noted.R, db.SQLite); err != nil || len(found) > 0 {
			t.Fatal(found, err)
		}
	}
	checked := 0
	for _, query := range made.Made() {
		if !strings.Contains(query.Text, "CAST('conversion:' || id") && !strings.Contains(query.Text, "CAST('referral:' || customer_id") {
			continue
		}
		checked++
		if plan := dbtest.Plan(t, d.R, db.SQLite, query.Text, query.Args...); !strings.Contains(plan, "SEARCH known USING AUTOMATIC COVERING INDEX (subject=?)") {
			t.Errorf("%s\n%s", query.Text, plan)
		}
	}
	if checked != 2 {
		t.Errorf("%d queries, want one of the conversions and one of the referrals", checked)
	}
}
