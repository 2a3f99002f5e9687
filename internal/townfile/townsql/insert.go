package townsql

import (
	"context"
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

// returning adds the rows and calls take for each row that the clauses return,
// with the function that scans it.
func (in insertion) returning(ctx context.Context, tx *db.Tx, take func(scan func(...any) error) error) error {
	return in.each(tx.Dialect, func(text string, args []any) error {
		return db.Each(ctx, tx, take, text, args...)
	})
}

// each gives the statements that add the rows. SQLite takes a few rows a
// statement; PostgreSQL takes all of them, as one array a column, which costs it
// less than as many parameters.
func (in insertion) each(dialect db.Dialect, do func(text string, args []any) error) error {
	if len(in.rows) == 0 {
		return nil
	}
	names := strings.Join(in.columns, ", ")
	into := fmt.Sprintf("INSERT INTO %s (%s) ", in.table, names)
	if dialect == db.Postgres {
		values, from, args, err := arrays(in.columns, in.rows)
		if err != nil {
			return err
		}
		return do(into+"SELECT "+values+" FROM "+from+" "+in.clauses, args)
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
