package offlinepayment_test

import (
	"strings"
	"testing"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/offlinepayment"
)

// The list of money to pay back, which the desk of each admin reads every few seconds, reads
// no purchase of which none is owed. PostgreSQL reads small tables as a whole.
func TestList_TRAP_L3_moneyToPayBackIsFoundByIndexes(t *testing.T) {
	t.Parallel()
	noted, d, made := dbtest.Recorded(t, db.SQLite)
	payments := offlinepayment.Service{DB: noted}
	if _, _, err := payments.List(t.Context(), offlinepayment.ToPayBack, catalog.Paging{Number: 1, Size: 20}); err != nil {
		t.Fatal(err)
	}
	queries := made.Made()
	if len(queries) != 2 {
		t.Fatalf("%d queries, want a count and a page", len(queries))
	}
	for _, query := range queries {
		plan := dbtest.Plan(t, d.R, db.SQLite, query.Text, query.Args...)
		for _, index := range []string{"orders_to_pay_back", "orders_cash_to_pay_back", "trips_to_pay_back", "trips_cash_to_pay_back"} {
			if !strings.Contains(plan, "INDEX "+index) {
				t.Errorf("%s is not used:\n%s", index, plan)
			}
		}
	}
}
