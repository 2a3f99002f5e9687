package townsql

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"hawker/internal/db"
)

// valuesPerStatement bounds a statement on SQLite; longer ones gain nothing.
const valuesPerStatement = 600

// insertion is rows to add to a table.
type insertion struct {
	table   string
	columns []string
	rows    [][]any
	clauses string // what stands after the rows
}

// exec adds the rows.
func (in insertion) exec(ctx context.Context, tx *db.Tx) error {
	return in.each(tx.Dialect, func(text string, args []any) error {
		_, err := db.Exec(ctx, tx, text, args...)
		return err
	})
}

// returning adds the rows and returns what the clauses name.
func returning[T any](ctx context.Context, tx *db.Tx, in insertion) ([]T, error) {
	var all []T
	err := in.each(tx.Dialect, func(text string, args []any) error {
		some, err := db.Many[T](ctx, tx, text, args...)
		all = append(all, some...)
		return err
	})
	return all, err
}

// each gives the statements that add the rows. SQLite takes a few rows a
// statement; PostgreSQL takes all of them as one JSON value, which costs it less
// than as many parameters.
func (in insertion) each(dialect db.Dialect, do func(text string, args []any) error) error {
	if len(in.rows) == 0 {
		return nil
	}
	names := strings.Join(in.columns, ", ")
	into := fmt.Sprintf("INSERT INTO %s (%s) ", in.table, names)
	if dialect == db.Postgres {
		list, err := recordset(in.columns, in.rows)
		if err != nil {
			return err
		}
		return do(fmt.Sprintf("%s SELECT %s FROM json_populate_recordset(NULL::%s, $1) %s", into, names, in.table, in.clauses), []any{list})
	}
	most := min(valuesPerStatement/len(in.columns), len(in.rows))
	full := into + "VALUES " + marks(most, len(in.columns)) + in.clauses
	for chunk := range slices.Chunk(in.rows, most) {
		text := full
		if len(chunk) < most {
			text = into + "VALUES " + marks(len(chunk), len(in.columns)) + in.clauses
		}
		if err := do(text, slices.Concat(chunk...)); err != nil {
			return err
		}
	}
	return nil
}

// onConflict has a row that is there replaced, but for its fixed columns.
func onConflict(columns, key, fixed []string) string {
	var updates []string
	for _, c := range columns {
		if !slices.Contains(key, c) && !slices.Contains(fixed, c) {
			updates = append(updates, c+" = excluded."+c)
		}
	}
	return fmt.Sprintf(" ON CONFLICT (%s) DO UPDATE SET %s", strings.Join(key, ", "), strings.Join(updates, ", "))
}

// recordset is rows as a JSON list of objects.
func recordset(columns []string, rows [][]any) (string, error) {
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	for i, row := range rows {
		for j, v := range row {
			b.WriteString(separator(i, j))
			b.WriteString(`"` + columns[j] + `":`)
			plain, err := db.Plain(v)
			if err == nil {
				err = out.Encode(plain)
			}
			if err != nil {
				return "", fmt.Errorf("column %s: %w", columns[j], err)
			}
		}
	}
	b.WriteString("}]")
	return b.String(), nil
}

// separator is what stands before the value of a row and a column.
func separator(row, column int) string {
	switch {
	case column > 0:
		return ","
	case row > 0:
		return "},{"
	}
	return "[{"
}

// list is ($1, $2, $3) for three values.
func list(values int) string {
	marks := make([]string, values)
	for n := range marks {
		marks[n] = fmt.Sprintf("$%d", n+1)
	}
	return "(" + strings.Join(marks, ", ") + ")"
}

// marks are (?, ?), (?, ?) for two rows of two. On SQLite the driver asks for the
// name of every value, which takes as long as there are named ones: $1 would make
// a long statement slow.
func marks(rows, columns int) string {
	row := "(" + strings.Repeat("?, ", columns-1) + "?)"
	return strings.Repeat(row+", ", rows-1) + row
}
