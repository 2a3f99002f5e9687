package signintest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"hawker/internal/db"
)

// NotStored searches every text of every table for secrets: a token, a code, a
// password, a proof. A code, being short, is looked for as a word of its own.
func NotStored(t testing.TB, d *db.DB, secrets ...string) {
	t.Helper()
	searched := 0
	for _, table := range tablesOf(t, d) {
		for _, row := range rowsOf(t, d, table) {
			for column, value := range row {
				searched++
				for _, s := range secrets {
					if s != "" && holds(value, s) {
						t.Errorf("%s.%s keeps a secret: %q in %q", table, column, s, value)
					}
				}
			}
		}
	}
	if searched == 0 {
		t.Error("there was nothing to search")
	}
}

// Tables are the names of all tables.
func Tables(t testing.TB, d *db.DB) []string { return tablesOf(t, d) }

// Rows is all there is in a table, column by column.
func Rows(t testing.TB, d *db.DB, table string) []map[string]string { return rowsOf(t, d, table) }

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

func tablesOf(t testing.TB, d *db.DB) []string {
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

// rowsOf reads a table as text, column by column.
func rowsOf(t testing.TB, d *db.DB, table string) (all []map[string]string) {
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
