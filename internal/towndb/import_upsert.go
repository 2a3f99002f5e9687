package towndb

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"

	"golang.org/x/sync/errgroup"

	"hawker/internal/db"
	"hawker/internal/townfile"
)

// recordsPerBatch is how many records are prepared while those before them are written.
const recordsPerBatch = 2000

// table describes the table of one type of records.
type table struct {
	name          string
	file          string // of the records, for errors
	columns       []string
	fixed         []string // columns that an upsert does not change
	figureColumns []string // rating sum and count, units sold, and the ratings of the town folder: orders and reviews change them too
	desk          []deskColumn
	others        []string // tables that its records fill too
	sale          string   // column with the order or trip of a customer's row, which imports leave alone; "": none
	parts         *parts   // a table with parts of its records, which an import replaces; nil: none
	unique        []string // columns besides the slug that no two rows share
	noID          bool     // it has no id, and every import writes it
	revised       bool     // writing it increases the revision of the catalogue
	stamped       bool     // its last column is that revision; see revise
}

// recordType says how records of one type become rows.
type recordType[T townfile.Record] struct {
	table
	row        func(T) ([]any, error)                                          // the values, in the order of the columns; called while other records are written
	figures    func(T) figures                                                 // nil: the records have none
	nested     func(T) any                                                     // what a record contains besides its row, for its hash; nil: nothing
	renested   func(T) bool                                                    // reports whether that differs from what is stored; nil: it does not
	afterWrite func(ctx context.Context, tx *db.Tx, written []record[T]) error // called for each batch; nil: nothing
}

// record is a record of a file that has changed since the last import.
type record[T any] struct {
	value       T
	line        int // of its file
	row         []any
	hash        string
	stored      storedRow
	id          int64
	before      *figures // at the last import; nil: unknown
	exported    bool     // before is of the export that the files are from
	figures     figures
	figuresJSON []byte // nil: the records have none
}

// upsert writes the records that have changed since the last import, and returns the
// ids of all records by slug. It prepares a batch of records while the database writes
// the one before it.
func upsert[T townfile.Record](ctx context.Context, im *importer, k recordType[T], records []T) (map[string]int64, error) {
	stored, err := k.storedRows(ctx, im.tx)
	if err != nil {
		return nil, err
	}
	both, working := errgroup.WithContext(ctx)
	batches := make(chan []record[T])
	unchanged, same, written := map[string]int64{}, map[string]int64{}, make(map[string]int64, len(records))
	both.Go(func() error {
		defer close(batches)
		return k.prepare(working, im, records, stored, unchanged, batches)
	})
	both.Go(func() error {
		for changed := range batches {
			others, err := k.write(working, im, changed)
			if err != nil {
				return fmt.Errorf("%s: %w", linesOf(k.file, changed), err)
			}
			for _, r := range changed {
				same[k.slug(r.row)] = r.stored.id
			}
			for _, r := range others {
				delete(same, k.slug(r.row))
				written[k.slug(r.row)] = r.id
			}
		}
		return nil
	})
	if err := both.Wait(); err != nil {
		return nil, err
	}
	k.report(im, stored, written)
	if err := im.analyze(ctx, len(written), slices.Concat(k.others, []string{k.name})...); err != nil {
		return nil, err
	}
	maps.Copy(written, unchanged)
	maps.Copy(written, same)
	return written, nil
}

// prepare sends the records that have changed, a batch at a time, and adds
// the ids of the others to unchanged.
func (k recordType[T]) prepare(ctx context.Context, im *importer, records []T, stored map[string]storedRow, unchanged map[string]int64, batches chan<- []record[T]) error {
	var changed []record[T]
	send := func() error {
		select {
		case batches <- changed:
			changed = make([]record[T], 0, recordsPerBatch)
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if im.seen[k.name] == nil {
		im.seen[k.name] = map[string]bool{}
	}
	seen := im.seen[k.name] // only this goroutine uses it until the records are written
	for _, i := range inLockOrder(records, stored) {
		r := record[T]{value: records[i], line: i + 1}
		if err := k.toRow(&r); err != nil {
			return fmt.Errorf("%s:%d: %w", k.file, r.line, err)
		}
		slug := k.slug(r.row)
		seen[slug] = true
		if r.stored = stored[slug]; r.stored.hash == r.hash && !im.setsStock(r.figures) {
			unchanged[slug] = r.stored.id
			continue
		}
		if changed = append(changed, r); len(changed) == recordsPerBatch {
			if err := send(); err != nil {
				return err
			}
		}
	}
	if len(changed) == 0 {
		return nil
	}
	return send()
}

// inLockOrder returns the positions of records in the order in which readBefore locks their
// rows: those that have one by its id, and then the others.
func inLockOrder[T townfile.Record](records []T, stored map[string]storedRow) []int {
	order, ids := make([]int, len(records)), make([]int64, len(records))
	for i, r := range records {
		order[i], ids[i] = i, math.MaxInt64
		if s, known := stored[townfile.SlugOf(r)]; known {
			ids[i] = s.id
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ids[a], ids[b]) })
	return order
}

// linesOf names the lines of a file that records are from, for an error.
func linesOf[T any](file string, records []record[T]) string {
	first, last := records[0].line, records[0].line
	for _, r := range records {
		first, last = min(first, r.line), max(last, r.line)
	}
	return fmt.Sprintf("%s, lines %d to %d", file, first, last)
}

// toRow computes the row of a record, its hash and its figures.
func (k recordType[T]) toRow(r *record[T]) (err error) {
	if r.row, err = k.row(r.value); err != nil {
		return err
	}
	var beside []any
	if k.figures != nil {
		r.figures = k.figures(r.value)
		beside = append(beside, r.figures)
	}
	if k.nested != nil {
		if nested := k.nested(r.value); nested != nil {
			beside = append(beside, nested)
		}
	}
	if r.hash, err = hashOf(r.row, beside); err != nil || k.figures == nil {
		return err
	}
	r.figuresJSON, err = json.Marshal(r.figures)
	return err
}

// write writes a batch of records, and returns those that differ from what is stored.
func (k recordType[T]) write(ctx context.Context, im *importer, records []record[T]) ([]record[T], error) {
	stored, err := k.readStored(ctx, im.tx, records)
	if err != nil {
		return nil, err
	}
	if err := k.readFigures(im, records, stored); err != nil {
		return nil, err
	}
	for _, r := range records {
		if r.before != nil && im.setsStock(r.figures) {
			r.before.Stock = nil
		}
	}
	if err := k.keepDesk(ctx, im.tx, records); err != nil {
		return nil, err
	}
	records = k.withoutSame(im, records, stored)
	if len(records) == 0 {
		return nil, nil
	}
	k.stamp(im, records)
	if err := k.writeRows(ctx, im.tx, records); err != nil {
		return nil, err
	}
	return records, k.keepBatch(ctx, im, records, stored)
}

// writeRows writes the rows of records, and what belongs to them.
func (k recordType[T]) writeRows(ctx context.Context, tx *db.Tx, records []record[T]) error {
	var added, known [][]any
	for _, r := range records {
		if r.before == nil {
			added = append(added, r.row)
		} else {
			known = append(known, r.row)
		}
	}
	ids := make(map[string]int64, len(records))
	if err := k.upsertRows(ctx, tx, added, k.fixed, ids); err != nil {
		return err
	}
	if err := k.upsertRows(ctx, tx, known, slices.Concat(k.fixed, k.figureColumns), ids); err != nil {
		return err
	}
	for i := range records {
		records[i].id = ids[k.slug(records[i].row)]
	}
	if err := k.writeFigures(ctx, tx, records); err != nil {
		return err
	}
	if k.afterWrite != nil {
		if err := k.afterWrite(ctx, tx, records); err != nil {
			return err
		}
	}
	return k.saveImported(ctx, tx, records)
}

// stamp marks the rows of a batch for revise.
func (k recordType[T]) stamp(im *importer, records []record[T]) {
	im.revised = im.revised || k.revised
	if k.stamped {
		for _, r := range records {
			r.row[len(r.row)-1] = pending
		}
	}
}

// upsertRows writes rows and adds their ids by slug. The fixed columns of an existing
// row stay.
func (t table) upsertRows(ctx context.Context, tx *db.Tx, rows [][]any, fixed []string, ids map[string]int64) error {
	idColumn := "id"
	if t.noID {
		idColumn = "0"
	}
	in := db.Insert{Table: t.name, Columns: t.columns, Rows: rows, Suffix: db.OnConflict(t.columns, []string{"slug"}, fixed) + " RETURNING " + idColumn + ", slug"}
	return in.Each(ctx, tx, func(scan func(...any) error) error {
		var id int64
		var slug string
		if err := scan(&id, &slug); err != nil {
			return err
		}
		ids[slug] = id
		return nil
	})
}

func (t table) slug(row []any) string { return row[slices.Index(t.columns, "slug")].(string) }
