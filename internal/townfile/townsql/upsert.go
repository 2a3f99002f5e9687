package townsql

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hawker/internal/catalog"
	"hawker/internal/db"
)

// A transaction holds so many records: enough that its commit costs little,
// few enough that nobody waits long for the writer.
const recordsPerTx = 2000

// rowsPerStatement rows go in one statement. Longer ones gain nothing: on SQLite
// the driver looks through all of a statement's values for each of them.
const rowsPerStatement = 8

// table says where records of one kind are kept.
type table struct {
	name    string
	file    string // of the records, for errors
	columns []string
	fixed   []string // columns that an upsert leaves as they were
	noID    bool     // known by slug alone
	stamped bool     // the last column is the revision of the catalogue
}

// kept is a row that was upserted.
type kept struct {
	ID   int64
	Slug string
}

// upsert stores the records that are wanted in their order, and answers their
// ids by slug. row gives a record's values in the order of the columns; then,
// when it is not nil, finishes a transaction's records within it.
func upsert[T any](ctx context.Context, im *importer, t table, records []T,
	row func(T) ([]any, error), then func(tx *db.Tx, ids map[string]int64, records []T) error,
) (map[string]int64, error) {
	all := make(map[string]int64, len(records))
	line := 0
	for batch := range slices.Chunk(records, recordsPerTx) {
		rows := make([][]any, len(batch))
		for i, record := range batch {
			line++
			var err error
			if rows[i], err = row(record); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", t.file, line, err)
			}
		}
		var ids map[string]int64
		err := db.InTx(ctx, im.db, func(tx *db.Tx) (err error) {
			if err := t.stamp(ctx, tx, rows); err != nil {
				return err
			}
			if ids, err = t.upsert(ctx, tx, rows); err != nil {
				return fmt.Errorf("%s, lines %d to %d: %w", t.file, line-len(batch)+1, line, err)
			}
			if then == nil {
				return nil
			}
			return then(tx, ids, batch)
		})
		if err != nil {
			return nil, err
		}
		maps.Copy(all, ids)
	}
	return all, nil
}

// stamp raises the revision of the catalogue for what the transaction writes.
func (t table) stamp(ctx context.Context, tx *db.Tx, rows [][]any) error {
	revision, err := catalog.NextRevision(ctx, tx)
	if t.stamped {
		for _, row := range rows {
			row[len(row)-1] = revision
		}
	}
	return err
}

// upsert writes rows and answers their ids by slug.
func (t table) upsert(ctx context.Context, tx *db.Tx, rows [][]any) (map[string]int64, error) {
	ids := make(map[string]int64, len(rows))
	full := t.statement(rowsPerStatement)
	for chunk := range slices.Chunk(rows, rowsPerStatement) {
		text := full
		if len(chunk) < rowsPerStatement {
			text = t.statement(len(chunk))
		}
		stored, err := db.Many[kept](ctx, tx, text, slices.Concat(chunk...)...)
		if err != nil {
			return nil, err
		}
		for _, k := range stored {
			ids[k.Slug] = k.ID
		}
	}
	return ids, nil
}

// statement upserts so many rows. There are two texts a table, one of them for
// the rest, so that the engine prepares each once.
func (t table) statement(rows int) string {
	var updates []string
	for _, c := range t.columns {
		if c != "slug" && !slices.Contains(t.fixed, c) {
			updates = append(updates, c+" = excluded."+c)
		}
	}
	id := "id"
	if t.noID {
		id = "0 AS id"
	}
	return fmt.Sprintf(`INSERT INTO %s (%s) VALUES %s ON CONFLICT (slug) DO UPDATE SET %s RETURNING %s, slug`,
		t.name, strings.Join(t.columns, ", "), placeholders(rows, len(t.columns)), strings.Join(updates, ", "), id)
}

// placeholders are ($1, $2), ($3, $4) for two rows of two.
func placeholders(rows, columns int) string {
	var b strings.Builder
	for n := range rows * columns {
		switch {
		case n == 0:
			b.WriteString("(")
		case n%columns == 0:
			b.WriteString("), (")
		default:
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "$%d", n+1)
	}
	b.WriteString(")")
	return b.String()
}
