package towndb

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"hawker/internal/db"
)

// An import stores what it changes, row by row, as it was before. Undo restores that.
// The first import of a town stores nothing: an owner begins with a new database instead.

// undoRow is what an import has changed of one row of a table.
type undoRow struct {
	kind string // its table, or undoImport or undoSettings
	id   int64  // 0: it has none
	slug string // after the import, or its key
	was
}

// Kinds of rows that are not rows of a table.
const (
	undoImport   = "import"   // the import is complete; the slug is the id of its export
	undoSettings = "settings" // of town.json
)

// was is a row before an import.
type was struct {
	New      bool              `json:"new,omitzero"`      // the import inserted it
	Deleted  bool              `json:"deleted,omitzero"`  // the import deleted it
	Archived bool              `json:"archived,omitzero"` // the import archived it
	Columns  map[string]any    `json:"columns,omitzero"`  // as they were: those that the import changed; all, if it was deleted; nil: it left the row alone
	Written  map[string]string `json:"written,omitzero"`  // what the import wrote to columns that the desk changes too
	Added    map[string]int64  `json:"added,omitzero"`    // how much the import added to ratings and sales
	Parts    []map[string]any  `json:"parts,omitzero"`    // all rows of its parts; nil: unchanged
	Imported *importedRow      `json:"imported,omitzero"` // nil: it had none
	Stock    *stockSet         `json:"stock,omitzero"`    // of a pool
	Settings *settingsWritten  `json:"settings,omitzero"` // of undoSettings
}

// importedRow is the row in the table imported.
type importedRow struct {
	Hash  string `json:"hash"`
	Trade string `json:"trade"`
}

// parts is a table whose rows are parts of a record.
type parts struct {
	table  string
	parent string // column with the id of the record
	part   string // column that tells the parts of one record apart
	sold   bool   // orders refer to its rows, which count what was sold
}

// rowBefore is a stored row before an import changes it.
type rowBefore struct {
	id       int64
	values   []any // of the columns that were read
	imported *importedRow
	parts    []map[string]any
}

// readBefore reads columns of rows by their slugs, and locks the rows: what trading
// changes of them meanwhile would be lost. It locks them in the order of their ids, as
// deliveries do, so that they do not deadlock.
func (t table) readBefore(ctx context.Context, tx *db.Tx, columns, slugs []string) (map[string]rowBefore, error) {
	order := `t.id`
	query := `SELECT t.slug, t.id, i.hash, i.trade, t.` + strings.Join(columns, `, t.`) +
		` FROM ` + t.name + ` t LEFT JOIN imported i ON i.kind = '` + t.name + `' AND i.id = t.id`
	if t.noID {
		query = `SELECT t.slug, 0, NULL, NULL, t.` + strings.Join(columns, `, t.`) + ` FROM ` + t.name + ` t`
		order = `t.slug`
	}
	before := make(map[string]rowBefore, len(slugs))
	take := func(_ []string, v []any) error {
		row := rowBefore{id: v[1].(int64), values: v[4:]}
		if hash, known := v[2].(string); known {
			row.imported = &importedRow{Hash: hash, Trade: v[3].(string)}
		}
		before[v[0].(string)] = row
		return nil
	}
	for some := range slices.Chunk(slugs, 500) {
		list, args := db.InList(some)
		if err := eachRow(ctx, tx, take, query+` WHERE t.slug IN `+list+` ORDER BY `+order+tx.Dialect.LockedValuesOf("t"), args...); err != nil {
			return nil, fmt.Errorf("read %s before the import: %w", t.name, err)
		}
	}
	return before, t.readParts(ctx, tx, before)
}

// readParts adds the parts to the rows of a table that has some.
func (t table) readParts(ctx context.Context, tx *db.Tx, before map[string]rowBefore) error {
	if t.parts == nil || len(before) == 0 {
		return nil
	}
	var ids []int64
	for _, row := range before {
		ids = append(ids, row.id)
	}
	list, args := db.InList(ids)
	rows, err := readMaps(ctx, tx, `SELECT * FROM `+t.parts.table+` WHERE `+t.parts.parent+` IN `+list+` ORDER BY `+t.parts.part, args...)
	if err != nil {
		return fmt.Errorf("read %s before the import: %w", t.parts.table, err)
	}
	of := map[int64][]map[string]any{}
	for _, row := range rows {
		id := row[t.parts.parent].(int64)
		of[id] = append(of[id], row)
	}
	for slug, row := range before {
		row.parts = append([]map[string]any{}, of[row.id]...)
		before[slug] = row
	}
	return nil
}

// readMaps reads rows by column.
func readMaps(ctx context.Context, tx *db.Tx, query string, args ...any) (all []map[string]any, err error) {
	err = eachRow(ctx, tx, func(columns []string, values []any) error {
		row := make(map[string]any, len(columns))
		for i, column := range columns {
			row[column] = values[i]
		}
		all = append(all, row)
		return nil
	}, query, args...)
	return all, err
}

// eachRow calls take with the columns and values of each row. Values have the same types
// on both engines, so that a backup can be restored into either.
func eachRow(ctx context.Context, tx *db.Tx, take func(columns []string, values []any) error, query string, args ...any) error {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	types, err := rows.ColumnTypes()
	if err != nil {
		return err
	}
	columns, isBool := make([]string, len(types)), make([]bool, len(types))
	for i, t := range types {
		columns[i], isBool[i] = t.Name(), t.DatabaseTypeName() == "BOOLEAN" // SQLite returns numbers
	}
	for rows.Next() {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		for i, v := range values {
			if n, number := v.(int64); number && isBool[i] {
				values[i] = n != 0
			}
		}
		if err := take(columns, values); err != nil {
			return err
		}
	}
	return rows.Err()
}
