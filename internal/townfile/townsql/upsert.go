package townsql

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"golang.org/x/sync/errgroup"

	"hawker/internal/catalog"
	"hawker/internal/db"
)

// A transaction holds so many records: enough that its commit costs little,
// few enough that nobody waits long for the writer.
const recordsPerTx = 2000

// table says where records of one kind are kept.
type table struct {
	name    string
	file    string // of the records, for errors
	columns []string
	fixed   []string // columns that an upsert leaves as they were
	trade   []string // columns that trading changes too: rating sum, rating count, what was sold
	others  []string // tables that its records fill too
	noID    bool     // known by slug alone, and written by every import
	revised bool     // writing it raises the revision of the catalogue
	stamped bool     // and its last column is that revision
}

// kind is a kind of records: how they become rows.
type kind[T any] struct {
	table
	row  func(T) ([]any, error)                                          // the values, in the order of the columns; called while others are written
	said func(T) said                                                    // nil: trading changes nothing of these
	also func(T) any                                                     // nil, or what a record says beside its row
	then func(ctx context.Context, tx *db.Tx, written []record[T]) error // nil, or finishes a transaction's records within it
}

// record is one that says something else than it did at the last import.
type record[T any] struct {
	is   T
	line int // of its file
	row  []any
	hash string
	last memory
	id   int64
	was  *said // what it said last; nil: nobody remembers
	now  said
	text []byte // of now, as it is remembered; nil: trading changes nothing of these
}

// upsert stores the records that have changed since the last import, and returns
// the ids of all of them by slug. It prepares a transaction's records while the
// database writes those before them.
func upsert[T any](ctx context.Context, im *importer, k kind[T], records []T) (map[string]int64, error) {
	known, err := k.remembered(ctx, im.db.R)
	if err != nil {
		return nil, err
	}
	both, working := errgroup.WithContext(ctx)
	batches := make(chan []record[T])
	unchanged, written := map[string]int64{}, make(map[string]int64, len(records))
	both.Go(func() error {
		defer close(batches)
		return k.prepare(working, records, known, unchanged, batches)
	})
	both.Go(func() error {
		for changed := range batches {
			if err := db.InTx(working, im.db, func(tx *db.Tx) error { return k.write(working, tx, changed) }); err != nil {
				return fmt.Errorf("%s, lines %d to %d: %w", k.file, changed[0].line, changed[len(changed)-1].line, err)
			}
			for _, r := range changed {
				written[k.slug(r.row)] = r.id
			}
		}
		return nil
	})
	if err := both.Wait(); err != nil {
		return nil, err
	}
	im.analyze(ctx, len(written), slices.Concat(k.others, []string{k.name})...)
	maps.Copy(written, unchanged)
	return written, nil
}

// prepare sends the records that have changed, as many at once as a transaction
// holds, and notes the ids of the others.
func (k kind[T]) prepare(ctx context.Context, records []T, known map[string]memory, unchanged map[string]int64, batches chan<- []record[T]) error {
	var changed []record[T]
	send := func() error {
		select {
		case batches <- changed:
			changed = make([]record[T], 0, recordsPerTx)
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	for i, is := range records {
		r := record[T]{is: is, line: i + 1}
		if err := k.read(&r); err != nil {
			return fmt.Errorf("%s:%d: %w", k.file, r.line, err)
		}
		slug := k.slug(r.row)
		if r.last = known[slug]; r.last.hash == r.hash {
			unchanged[slug] = r.last.id
			continue
		}
		if changed = append(changed, r); len(changed) == recordsPerTx {
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

// read turns a record into values and their hash.
func (k kind[T]) read(r *record[T]) (err error) {
	if r.row, err = k.row(r.is); err != nil {
		return err
	}
	var beside []any
	if k.said != nil {
		r.now = k.said(r.is)
		if r.text, err = json.Marshal(r.now); err != nil {
			return err
		}
		beside = append(beside, json.RawMessage(r.text))
	}
	if k.also != nil {
		beside = append(beside, k.also(r.is))
	}
	r.hash, err = hashOf(r.row, beside)
	return err
}

// write writes records and remembers what they said. It may run again.
func (k kind[T]) write(ctx context.Context, tx *db.Tx, records []record[T]) error {
	if err := k.stamp(ctx, tx, records); err != nil {
		return err
	}
	if err := k.recall(ctx, tx, records); err != nil {
		return err
	}
	var fresh, traded [][]any
	for _, r := range records {
		if r.was == nil {
			fresh = append(fresh, r.row)
		} else {
			traded = append(traded, r.row)
		}
	}
	ids := make(map[string]int64, len(records))
	if err := k.upsert(ctx, tx, fresh, k.fixed, ids); err != nil {
		return err
	}
	if err := k.upsert(ctx, tx, traded, slices.Concat(k.fixed, k.trade), ids); err != nil {
		return err
	}
	for i := range records {
		records[i].id = ids[k.slug(records[i].row)]
	}
	if err := k.resay(ctx, tx, records); err != nil {
		return err
	}
	if k.then != nil {
		if err := k.then(ctx, tx, records); err != nil {
			return err
		}
	}
	return k.saveSaid(ctx, tx, records)
}

// stamp raises the revision of the catalogue for what the transaction writes.
func (k kind[T]) stamp(ctx context.Context, tx *db.Tx, records []record[T]) error {
	if !k.revised {
		return nil
	}
	revision, err := catalog.NextRevision(ctx, tx)
	if k.stamped {
		for _, r := range records {
			r.row[len(r.row)-1] = revision
		}
	}
	return err
}

// upsert writes rows and notes their ids by slug. Of a row that is there, fixed
// columns stay.
func (t table) upsert(ctx context.Context, tx *db.Tx, rows [][]any, fixed []string, ids map[string]int64) error {
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
