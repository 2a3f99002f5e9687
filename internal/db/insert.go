package db

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Insert inserts many rows into a table, with as few statements as possible.
type Insert struct {
	Table   string
	Columns []string
	Rows    [][]any
	Suffix  string // SQL after the rows, such as " RETURNING id" or OnConflict
}

// insertValues bounds the values of one statement on SQLite; longer statements are
// not faster.
const insertValues = 600

// Exec inserts the rows.
func (in Insert) Exec(ctx context.Context, tx *Tx) error {
	return in.statements(tx.Dialect, func(text string, args []any) error {
		_, err := Exec(ctx, tx, text, args...)
		return err
	})
}

// Each inserts the rows and calls take for each row that the suffix returns, with
// the function that scans it.
func (in Insert) Each(ctx context.Context, tx *Tx, take func(scan func(...any) error) error) error {
	return in.statements(tx.Dialect, func(text string, args []any) error {
		return Each(ctx, tx, take, text, args...)
	})
}

// statements calls do with each statement. SQLite gets a few rows in each statement.
// PostgreSQL gets all rows in one, as an array for each column, which is faster than
// many parameters.
func (in Insert) statements(dialect Dialect, do func(text string, args []any) error) error {
	if len(in.Rows) == 0 {
		return nil
	}
	into := fmt.Sprintf("INSERT INTO %s (%s) ", in.Table, strings.Join(in.Columns, ", "))
	if dialect == Postgres {
		values, from, args, err := arrays(in.Columns, in.Rows)
		if err != nil {
			return err
		}
		return do(into+"SELECT "+values+" FROM "+from+" "+in.Suffix, args)
	}
	maxRows := min(insertValues/len(in.Columns), len(in.Rows))
	full := into + "VALUES " + placeholders(maxRows, len(in.Columns)) + in.Suffix
	for chunk := range slices.Chunk(in.Rows, maxRows) {
		text := full
		if len(chunk) < maxRows {
			text = into + "VALUES " + placeholders(len(chunk), len(in.Columns)) + in.Suffix
		}
		if err := do(text, slices.Concat(chunk...)); err != nil {
			return err
		}
	}
	return nil
}

// OnConflict is the suffix that updates a row whose key exists, except its fixed
// columns.
func OnConflict(columns, key, fixed []string) string {
	var updates []string
	for _, c := range columns {
		if !slices.Contains(key, c) && !slices.Contains(fixed, c) {
			updates = append(updates, c+" = excluded."+c)
		}
	}
	return fmt.Sprintf(" ON CONFLICT (%s) DO UPDATE SET %s", strings.Join(key, ", "), strings.Join(updates, ", "))
}

// placeholders returns (?, ?), (?, ?) for two rows of two columns. It has no names
// such as $1, because the SQLite driver looks up every name, which is slow.
func placeholders(rows, columns int) string {
	row := "(" + strings.Repeat("?, ", columns-1) + "?)"
	return strings.Repeat(row+", ", rows-1) + row
}
