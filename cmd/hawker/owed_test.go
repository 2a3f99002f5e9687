package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// owed is what the statements of the handbook say of all stores, riders or providers together.
type owed struct{ Purchases, Earned, Cash int64 }

// statements returns those of a section of docs/operate.md, for all time.
func statements(t *testing.T, heading string) []string {
	t.Helper()
	page, err := os.ReadFile("../../docs/operate.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "\n## "+heading+"\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var all []string
	for _, text := range regexp.MustCompile(`(?s)\n    SELECT .*?;\n`).FindAllString(section, -1) {
		all = append(all, strings.NewReplacer("$from", "0", "$until", "9999999999999", ";", "").Replace(text))
	}
	return all
}

func sumOf(t *testing.T, d *db.DB, statement, purchases string) owed {
	t.Helper()
	sum, err := db.One[owed](t.Context(), d.R, `SELECT CAST(COALESCE(SUM(`+purchases+`), 0) AS BIGINT) AS purchases,
		CAST(COALESCE(SUM(earned), 0) AS BIGINT) AS earned, CAST(COALESCE(SUM(cash), 0) AS BIGINT) AS cash FROM (`+statement+`) AS listed`)
	if err != nil {
		t.Fatalf("%v\n%s", err, statement)
	}
	return sum
}

// An order counts once it is delivered: for its store, and for the rider who has its cash.
func TestHandbook_itsStatementsListWhatIsOwed(t *testing.T) {
	t.Parallel()
	all := statements(t, "What you owe")
	if len(all) != 3 {
		t.Fatalf("there are %d statements", len(all))
	}
	engines(t, func(t *testing.T, engine db.Dialect) {
		r := startDemo(t, engine, "--staff", "off")
		d := dbtest.OpenAt(t, optionsOf(r.data))
		earned := func(condition string) int64 {
			t.Helper()
			sum, err := db.One[int64](t.Context(), d.R, `SELECT -CAST(COALESCE(SUM(e.amount), 0) AS BIGINT) FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id WHERE `+condition)
			if err != nil {
				t.Fatal(err)
			}
			return sum
		}
		p := r.order(r.findDinner(), "a-dinner-to-be-paid-out")
		stores := sumOf(t, d, all[0], "orders")
		if want := earned(fmt.Sprintf(`e.account LIKE 'store:%%' AND t.order_id <> %d`, p.Order.ID)); stores.Earned != want || want <= 0 {
			t.Errorf("stores have earned %d before the delivery, want %d", stores.Earned, want)
		}
		riders := sumOf(t, d, all[1], "orders")
		deliver(t, r, p.Order.ID)
		change(t, d, `UPDATE orders SET rider_id = (SELECT MIN(id) FROM staff WHERE role = 'rider') WHERE id = `+fmt.Sprint(p.Order.ID))

		total := earned(fmt.Sprintf(`e.account = 'receivable' AND t.kind = 'order_paid' AND t.order_id = %d`, p.Order.ID))
		goods := earned(fmt.Sprintf(`e.account LIKE 'store:%%' AND t.order_id = %d`, p.Order.ID))
		if got, want := sumOf(t, d, all[0], "orders"), (owed{stores.Purchases + 1, stores.Earned + goods, stores.Cash}); got != want || goods <= 0 {
			t.Errorf("stores: %+v, want %+v", got, want)
		}
		if got, want := sumOf(t, d, all[1], "orders"), (owed{riders.Purchases + 1, riders.Earned, riders.Cash + total}); got != want || total <= goods {
			t.Errorf("riders: %+v, want %+v", got, want)
		}
		providers := sumOf(t, d, all[2], "trips")
		if want := earned(`e.account LIKE 'provider:%' AND t.subject IN (SELECT 'trip:' || id FROM trips WHERE status IN ('completed', 'canceled'))`); providers.Earned != want || want <= 0 || providers.Purchases == 0 {
			t.Errorf("providers: %+v, want %d", providers, want)
		}
	})
}

// deliver makes all steps of an order as an admin.
func deliver(t *testing.T, r *running, id int64) {
	t.Helper()
	var session struct{ Token string }
	r.call("POST", "/staff/login", nil, map[string]any{"email": staffSamples[0].Email, "password": staffSamples[0].Password}, &session)
	for _, status := range []string{"confirmed", "processing", "handover", "picked_up", "delivered"} {
		r.call("POST", fmt.Sprintf("/admin/orders/%d/status", id), map[string]string{"Authorization": "Bearer " + session.Token}, map[string]any{"status": status}, nil)
	}
}

func change(t *testing.T, d *db.DB, statement string) {
	t.Helper()
	err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
		_, err := db.Exec(t.Context(), tx, statement)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestHandbook_itsStatementListsTheNewsletter(t *testing.T) {
	t.Parallel()
	all := statements(t, "Newsletter")
	if len(all) != 1 {
		t.Fatalf("there are %d statements", len(all))
	}
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		change(t, d, `INSERT INTO subscribers (email, created_at, confirmed_at) VALUES ('waits@shop.example', 1, NULL), ('reads@shop.example', 1, 2)`)
		if got, err := db.Many[string](t.Context(), d.R, all[0]); err != nil || len(got) != 1 || got[0] != "reads@shop.example" {
			t.Errorf("listed %v: %v", got, err)
		}
	})
}
