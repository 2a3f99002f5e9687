package signintest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"hawker/internal/db"
)

// NotStored fails the test if a secret is in any text of any table: a token, a code, a
// password, a proof. A code is short and must match a whole word.
func NotStored(t testing.TB, d *db.DB, secrets ...string) {
	t.Helper()
	searched := 0
	for _, table := range Tables(t, d) {
		for _, row := range Rows(t, d, table) {
			for column, value := range row {
				searched++
				for _, s := range secrets {
					if s != "" && holds(value, s) {
						t.Errorf("%s.%s stores a secret: %q in %q", table, column, s, value)
					}
				}
			}
		}
	}
	if searched == 0 {
		t.Error("there was nothing to search")
	}
}

func holds(value, secret string) bool {
	if !sixDigits.MatchString(secret) || len(secret) != 6 {
		return strings.Contains(value, secret)
	}
	for _, word := range sixDigits.FindAllString(value, -1) {
		if word == secret {
			return true
		}
	}
	return false
}

// Tables returns the names of all tables.
func Tables(t testing.TB, d *db.DB) []string {
	t.Helper()
	query := `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`
	if d.Dialect == db.SQLite {
		query = `SELECT name FROM sqlite_master WHERE type = 'table'`
	}
	names, err := db.Many[string](context.Background(), d.R, query)
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// Rows returns a table as text, column by column.
func Rows(t testing.TB, d *db.DB, table string) (all []map[string]string) {
	t.Helper()
	rows, err := d.R.QueryContext(context.Background(), fmt.Sprintf(`SELECT * FROM %q`, table))
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		values := make([]any, len(columns))
		into := make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		row := map[string]string{}
		for i, v := range values {
			if b, ok := v.([]byte); ok {
				v = string(b)
			}
			row[columns[i]] = fmt.Sprint(v)
		}
		all = append(all, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}
