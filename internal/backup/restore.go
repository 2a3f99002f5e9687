package backup

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"hawker/internal/blob"
	"hawker/internal/db"
	"hawker/internal/setting"
)

// ErrNotEmpty is returned when the database has rows already.
var ErrNotEmpty = errors.New("the database is not empty")

// Restore fills a migrated, empty database and the files from a backup. It
// restores everything or nothing: the database commits last, so after an error, or a
// crash, Restore can be tried again. Damage is found before anything is written. Files that
// are there already stay: equal ones are used, and others are ErrOtherFiles.
func Restore(ctx context.Context, d *db.DB, files *blob.Store, from *Backup, now time.Time) error {
	ctx = db.Long(ctx)
	if err := CheckEmpty(ctx, d); err != nil {
		return err
	}
	written, err := restoreFiles(ctx, from, files)
	if err == nil {
		err = restoreTables(ctx, d, from, now)
	}
	if err != nil {
		return errors.Join(err, written.remove(ctx))
	}
	return nil
}

func restoreTables(ctx context.Context, d *db.DB, from *Backup, now time.Time) error {
	return db.InTx(ctx, d, func(tx *db.Tx) error {
		for _, table := range tables {
			if err := restoreTable(ctx, d, tx, from.zip, table); err != nil {
				return fmt.Errorf("restore %s: %w", tableFile(table), err)
			}
		}
		if err := setting.MarkRestored(ctx, tx, now); err != nil {
			return err
		}
		return restartSequences(ctx, tx, from.about.LastIDs)
	})
}

// CheckEmpty returns ErrNotEmpty if the database has rows already. It may have the tables of
// an older version, or none: so it can be called before the database is migrated.
func CheckEmpty(ctx context.Context, d *db.DB) error {
	existing, err := db.Many[string](ctx, d.R, existingTables[d.Dialect])
	if err != nil {
		return fmt.Errorf("list the tables: %w", err)
	}
	for _, table := range tables {
		if !slices.Contains(existing, table) {
			continue
		}
		n, err := db.One[int64](ctx, d.R, "SELECT COUNT(*) FROM "+table)
		if err != nil {
			return err
		}
		if n > 0 {
			return fmt.Errorf("%w: %s has %d rows. %s", ErrNotEmpty, table, n, otherDatabase[d.Dialect])
		}
	}
	return nil
}

// otherDatabase says how to get an empty one. A town that was started once is not empty, even if
// nothing was imported.
var otherDatabase = map[db.Dialect]string{
	db.SQLite:   "Stop the town, if it runs, and name an empty folder by --data, or move hawker.db and files out of this one",
	db.Postgres: "Create an empty one with createdb, and name it in --database-url",
}

var existingTables = map[db.Dialect]string{
	db.SQLite:   `SELECT name FROM sqlite_master WHERE type = 'table'`,
	db.Postgres: `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = CAST(current_schema() AS regnamespace)`,
}

// maxValues bounds the values of one statement, below the limits of both engines. SQLite takes
// long to read the text of a statement with many.
var maxValues = map[db.Dialect]int{db.SQLite: 1000, db.Postgres: 20_000}

func restoreTable(ctx context.Context, d *db.DB, tx *db.Tx, from *zip.Reader, table string) error {
	file, err := from.Open(tableFile(table))
	if err != nil {
		return err
	}
	defer file.Close()
	in := json.NewDecoder(file)
	in.UseNumber() // an id does not fit a float

	var names []string
	if err := in.Decode(&names); err != nil {
		return fmt.Errorf("read the columns: %w", err)
	}
	known, err := columnNames(ctx, d, table)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(known, name) }) {
		return fmt.Errorf("the columns %v are not the table's", names)
	}

	fill := filler{table: table, names: names, self: slices.Index(names, selfReferences[table])}
	for {
		var row []any
		err := in.Decode(&row)
		if errors.Is(err, io.EOF) {
			return fill.finish(ctx, tx)
		}
		if err != nil {
			return err
		}
		if err := fill.add(ctx, tx, row); err != nil {
			return err
		}
	}
}

func columnNames(ctx context.Context, d *db.DB, table string) ([]string, error) {
	rows, err := d.R.QueryContext(ctx, "SELECT * FROM "+table+" LIMIT 0")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	names, err := rows.Columns()
	return names, errors.Join(err, rows.Err())
}

// filler inserts rows, many in one statement.
type filler struct {
	table   string
	names   []string
	self    int // the column that refers to the table itself, or -1
	values  []any
	rows    int
	parents [][2]any // id and parent, written after all rows
}

func (f *filler) add(ctx context.Context, tx *db.Tx, row []any) error {
	if len(row) != len(f.names) {
		return fmt.Errorf("a row has %d values for %d columns", len(row), len(f.names))
	}
	for i, v := range row {
		if number, ok := v.(json.Number); ok {
			row[i] = numberOf(number)
		}
	}
	if f.self >= 0 && row[f.self] != nil {
		f.parents = append(f.parents, [2]any{row[slices.Index(f.names, "id")], row[f.self]})
		row[f.self] = nil
	}
	f.values = append(f.values, row...)
	f.rows++
	if len(f.values)+len(f.names) > maxValues[tx.Dialect] {
		return f.flush(ctx, tx)
	}
	return nil
}

func numberOf(n json.Number) any {
	if whole, err := n.Int64(); err == nil {
		return whole
	}
	fraction, _ := n.Float64() // the decoder has checked that it is a number
	return fraction
}

func (f *filler) flush(ctx context.Context, tx *db.Tx) error {
	if f.rows == 0 {
		return nil
	}
	var statement strings.Builder
	fmt.Fprintf(&statement, "INSERT INTO %s (%s) VALUES ", f.table, strings.Join(f.names, ", "))
	for i := range f.values {
		switch column := i % len(f.names); {
		case column > 0:
			statement.WriteString(", ")
		case i > 0:
			statement.WriteString("), (")
		default:
			statement.WriteByte('(')
		}
		fmt.Fprintf(&statement, "$%d", i+1)
	}
	statement.WriteByte(')')
	_, err := db.Exec(ctx, tx, statement.String(), f.values...)
	f.values, f.rows = f.values[:0], 0
	return err
}

func (f *filler) finish(ctx context.Context, tx *db.Tx) error {
	if err := f.flush(ctx, tx); err != nil {
		return err
	}
	for _, pair := range f.parents {
		statement := fmt.Sprintf("UPDATE %s SET %s = $1 WHERE id = $2", f.table, f.names[f.self])
		if _, err := db.Exec(ctx, tx, statement, pair[1], pair[0]); err != nil {
			return err
		}
	}
	return nil
}
