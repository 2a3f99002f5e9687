package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"hawker/internal/backup"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// old has, for each table that docs/operate.md says is pruned, a statement that inserts an
// expired row, and the condition that finds it. The carts and their lines belong to the guest.
var old = map[string]struct{ insert, where string }{
	"shoppers":           {`INSERT INTO shoppers (id, guest_hash, created_at, seen_at) VALUES (900001, 'old', 1, 1)`, `id = 900001`},
	"carts":              {`INSERT INTO carts (id, shopper_id, module_id, store_id, updated_at) SELECT 900001, 900001, module_id, id, 1 FROM stores ORDER BY id LIMIT 1`, `id = 900001`},
	"cart_lines":         {`INSERT INTO cart_lines (id, cart_id, item_id, line_key, choice, quantity, unit_price, created_at) SELECT 900001, 900001, MIN(id), '', '{}', 1, 1, 1 FROM items`, `id = 900001`},
	"trip_carts":         {`INSERT INTO trip_carts (id, shopper_id, module_id, trip_type, hours, pickup, destination, distance_metres, route_seconds, straight, updated_at) SELECT 900001, 900001, MIN(id), 'hourly', 1, '{}', '{}', 0, 0, FALSE, 1 FROM modules`, `id = 900001`},
	"trip_cart_lines":    {`INSERT INTO trip_cart_lines (id, cart_id, vehicle_id, quantity) SELECT 900001, 900001, MIN(id), 1 FROM vehicles`, `id = 900001`},
	"order_counts":       {`INSERT INTO order_counts (shopper_id, module_id, is_over, orders) SELECT 900001, MIN(id), TRUE, 0 FROM modules`, `shopper_id = 900001`},
	"idempotency_keys":   {`INSERT INTO idempotency_keys (shopper_id, operation, key, body_hash, purchase_id, created_at) SELECT MIN(shopper_id), 'x', 'old', '', 1, 1 FROM customers`, `key = 'old'`},
	"kept_responses":     {`INSERT INTO kept_responses (caller, operation, subject, key, body_hash, status, body, claim_ends_at, created_at) VALUES ('customer 1', 'x', '', 'old', '', 200, '', 1, 1)`, `key = 'old'`},
	"codes":              {`INSERT INTO codes (purpose, target, asker, place, nonce, tries, bare_tries, sent_at, expires_at) VALUES ('login', 'old', '', '', '', 0, 0, 1, 1)`, `target = 'old'`},
	"proofs":             {`INSERT INTO proofs (token_hash, body, expires_at) VALUES ('old', '{}', 1)`, `token_hash = 'old'`},
	"throttles":          {`INSERT INTO throttles (key, count, ends_at) VALUES ('old', 1, 1)`, `key = 'old'`},
	"sessions":           {`INSERT INTO sessions (token_hash, customer_id, device, created_at, seen_at) SELECT 'old', MIN(id), '', 1, 1 FROM customers`, `token_hash = 'old'`},
	"staff_sessions":     {`INSERT INTO staff_sessions (token_hash, staff_id, source, created_at, seen_at) SELECT 'old', MIN(id), '', 1, 1 FROM staff`, `token_hash = 'old'`},
	"applications":       {`INSERT INTO applications (id, kind, state, request_hash, name, email, email_folded, phone, password_hash, zone_id, details, language, created_at, reason) SELECT 900001, 'rider', 'waiting', 'old', 'Old', 'old@example.com', 'old@example.com', '', '', MIN(id), '{}', '', 1, '' FROM zones`, `id = 900001`},
	"application_images": {`INSERT INTO application_images (key, application_id, field) VALUES ('old', 900001, 'photo')`, `key = 'old'`},
	"known_places":       {`INSERT INTO known_places (customer_id, key, ends_at) SELECT MIN(id), 'old', 1 FROM customers`, `key = 'old'`},
	"subscribers":        {`INSERT INTO subscribers (email, created_at, asked_at) VALUES ('old@example.com', 1, 1)`, `email = 'old@example.com'`},
	"uploads":            {`INSERT INTO uploads (key, shopper_id, purpose, created_at, delete_at) SELECT 'old', MIN(shopper_id), 'proof', 1, 1 FROM customers`, `key = 'old'`},
	"conversations":      {`INSERT INTO conversations (id, customer_id, kind, last_seq, created_at, last_at) SELECT 900001, MIN(id), 'support', 1, 1, 1 FROM customers`, `id = 900001`},
	"messages":           {`INSERT INTO messages (conversation_id, seq, sender, client_key, body, images, created_at) VALUES (900001, 1, 'customer', 'old', 'x', '[]', 1)`, `conversation_id = 900001`},
	"driver_licences":    {`INSERT INTO driver_licences (id, shopper_id, name, number, expires_on, front, back, created_at) SELECT 900001, MIN(s.id), '', '', '2001-01-01', 'old front', 'old back', 1 FROM shoppers s WHERE NOT EXISTS (SELECT 1 FROM trips t WHERE t.shopper_id = s.id) AND s.id <> 900001`, `id = 900001`},
	"licence_checks":     {`INSERT INTO licence_checks (licence_id, provider_id, status, reason, staff_id, staff_name, checked_at) SELECT 900001, (SELECT MIN(id) FROM providers), 'approved', '', MIN(id), '', 1 FROM staff`, `licence_id = 900001`},
	"webhooks":           {`INSERT INTO webhooks (gateway, ref, kind, body, event, received_at, handled_at) VALUES ('card', 'old', '', '', '{}', 1, 1)`, `ref = 'old'`},
	"notifications":      {`INSERT INTO notifications (customer_id, event, kind, params, created_at) SELECT MIN(id), 'old', 'order_placed', '{}', 1 FROM customers`, `event = 'old'`},
	"wish_states":        {`INSERT INTO wish_states (kind, thing_id, price, available) VALUES ('item', 900001, 1, TRUE)`, `thing_id = 900001`},
	"jobs":               {`INSERT INTO jobs (kind, body, run_at, attempts, max_attempts, last_error, created_at, done_at, given_up_at) VALUES ('old', 'null', 1, 1, 1, '', 1, 1, NULL), ('old', 'null', 1, 1, 1, '', 1, NULL, 1)`, `kind = 'old'`},
}

// keptLine is a row of the table "How long data is kept".
var keptLine = regexp.MustCompile(`(?m)^\| [^|]+ \| ([^|]+) \| ([^|]+) \|$`)

// A table that grows with calls from anybody is pruned. docs/operate.md says for each
// table how long its rows are kept, or why they stay. This test checks that each pruned
// table has a row in old.
func TestOperatePage_saysHowLongEveryTableIsKept(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/operate.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "## How long data is kept\n")
	section, _, _ = strings.Cut(section, "\n## ")
	kept := map[string]string{}
	for _, line := range keptLine.FindAllStringSubmatch(section, -1) {
		for _, name := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(line[1], -1) {
			kept[name[1]] = line[2]
		}
	}
	tables, err := db.Many[string](t.Context(), dbtest.Open(t, db.SQLite).R, `
		SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'goose_db_version'`)
	if err != nil || len(tables) < len(backup.Tables()) {
		t.Fatalf("tables %v, %v", tables, err)
	}
	for _, table := range tables {
		how, said := kept[table]
		_, shown := old[table]
		switch promised := strings.Contains(how, "pruned"); {
		case !said:
			t.Errorf("docs/operate.md does not say how long %s is kept", table)
		case promised && !shown:
			t.Errorf("docs/operate.md says that %s is pruned, but there is no test", table)
		case shown && !promised:
			t.Errorf("%s is pruned, but docs/operate.md does not say so", table)
		}
	}
	for table := range kept {
		if !slices.Contains(tables, table) {
			t.Errorf("docs/operate.md lists %s, which is not a table", table)
		}
	}
}

func TestExpiredRowsArePruned(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, engine db.Dialect) {
		r := startDemo(t, engine, "--staff", "off")
		options := db.Options{Dir: r.data[1]}
		if engine == db.Postgres {
			options.URL = r.data[3]
		}
		d, err := db.Open(t.Context(), options)
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		write := func(statements ...string) {
			t.Helper()
			err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
				for _, statement := range statements {
					if _, err := db.Exec(t.Context(), tx, statement); err != nil {
						return fmt.Errorf("%w: %s", err, statement)
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		first := []string{"shoppers", "carts", "trip_carts", "conversations", "driver_licences", "applications"} // others refer to these
		var all []string
		for _, table := range first {
			all = append(all, old[table].insert)
		}
		for table, o := range old {
			if !slices.Contains(first, table) {
				all = append(all, o.insert)
			}
		}
		write(all...)
		left := func() (tables []string) {
			for table, o := range old {
				n, err := db.One[int64](t.Context(), d.R, `SELECT COUNT(*) FROM `+table+` WHERE `+o.where)
				if err != nil {
					t.Fatal(err)
				}
				if n > 0 {
					tables = append(tables, table)
				}
			}
			return tables
		}
		for deadline := time.Now().Add(60 * time.Second); len(left()) > 0; time.Sleep(500 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("old rows are left in %v", left())
			}
			write(`UPDATE jobs SET run_at = 1 WHERE unique_key LIKE 'every:%'`) // run the periodic jobs now
		}
	})
}
