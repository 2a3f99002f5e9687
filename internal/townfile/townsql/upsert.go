package townsql

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

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
}

// kept is a row that was upserted.
type kept struct {
	ID   int64
	Slug string
}

// upsert stores the records that are wanted in their order, and answers their
// ids by slug. row gives a record's values in the order of the columns; then,
// when it is not nil, finishes a transaction's records within it. Both are
// called from several goroutines where the engine has several writers.
func upsert[T any](ctx context.Context, im *importer, t table, records []T,
	row func(T) ([]any, error), then func(tx *db.Tx, ids map[string]int64, records []T) error,
) (map[string]int64, error) {
	all := make(map[string]int64, len(records))
	var mu sync.Mutex
	writers, ctx := errgroup.WithContext(ctx)
	writers.SetLimit(writersOf(im.db.Dialect))
	line := 1
	for batch := range slices.Chunk(records, recordsPerTx) {
		first := line
		line += len(batch)
		writers.Go(func() error {
			ids, err := upsertBatch(ctx, im, t, first, batch, row, then)
			mu.Lock()
			defer mu.Unlock()
			maps.Copy(all, ids)
			return err
		})
	}
	return all, writers.Wait()
}

// writersOf is how many transactions an engine writes at once: SQLite has one
// writer, and PostgreSQL a process for each.
func writersOf(d db.Dialect) int {
	if d == db.SQLite {
		return 1
	}
	return min(runtime.GOMAXPROCS(0), 4)
}

// upsertBatch stores the records of one transaction; the first stands in line.
func upsertBatch[T any](ctx context.Context, im *importer, t table, line int, batch []T,
	row func(T) ([]any, error), then func(tx *db.Tx, ids map[string]int64, records []T) error,
) (ids map[string]int64, err error) {
	rows := make([][]any, len(batch))
	for i, record := range batch {
		if rows[i], err = row(record); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", t.file, line+i, err)
		}
	}
	err = db.InTx(ctx, im.db, func(tx *db.Tx) (err error) {
		if ids, err = t.upsert(ctx, tx, rows); err != nil {
			return fmt.Errorf("%s, lines %d to %d: %w", t.file, line, line+len(batch)-1, err)
		}
		if then == nil {
			return nil
		}
		return then(tx, ids, batch)
	})
	return ids, err
}

// upsert writes rows and answers their ids by slug.
func (t table) upsert(ctx context.Context, tx *db.Tx, rows [][]any) (map[string]int64, error) {
	ids := make(map[string]int64, len(rows))
	for chunk := range slices.Chunk(rows, rowsPerStatement) {
		stored, err := db.Many[kept](ctx, tx, t.statement(len(chunk)), slices.Concat(chunk...)...)
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
