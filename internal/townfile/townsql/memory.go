package townsql

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"

	"hawker/internal/db"
)

// An import states what has changed in the files since the last one (D32). The
// table imported remembers the last one: of each row a hash of all that was
// written, so that what is the same is not written again, and what its record
// said of what trading changes, so that a sale is not undone by a file that says
// nothing new.

// memory is what is remembered of a record.
type memory struct {
	id   int64
	hash string // "": nothing
}

// said is what a record says of what trading changes.
type said struct {
	RatingSum   int             `json:"rating_sum,omitzero"`
	RatingCount int             `json:"rating_count,omitzero"`
	Sold        int             `json:"sold,omitzero"`
	Stock       map[string]*int `json:"stock,omitempty"` // by variation of the pool; nil is unlimited
}

// remembered returns what is there of a table by slug, with what is remembered
// of it.
func (t table) remembered(ctx context.Context, q db.Q) (map[string]memory, error) {
	if t.noID {
		return nil, nil
	}
	rows, err := q.QueryContext(ctx, `
		SELECT t.slug, t.id, COALESCE(i.hash, '') FROM `+t.name+` t LEFT JOIN imported i ON i.kind = $1 AND i.id = t.id`, t.name)
	if err != nil {
		return nil, fmt.Errorf("read what was imported of %s: %w", t.name, err)
	}
	defer rows.Close()
	known := map[string]memory{}
	for rows.Next() {
		var slug string
		var m memory
		if err := rows.Scan(&slug, &m.id, &m.hash); err != nil {
			return nil, err
		}
		known[slug] = m
	}
	return known, rows.Err()
}

// recall reads what the records said last of what trading changes. What nobody
// remembers, as after an import by an earlier edition, counts as new.
func (k kind[T]) recall(ctx context.Context, tx *db.Tx, records []record[T]) error {
	if k.said == nil {
		return nil
	}
	last := map[int64]*said{}
	for chunk := range slices.Chunk(records, 500) {
		var ids []int64
		for _, r := range chunk {
			if r.last.id != 0 {
				ids = append(ids, r.last.id)
			}
		}
		if len(ids) == 0 {
			continue
		}
		list, args := db.List(ids)
		rows, err := db.Many[struct {
			ID    int64
			Trade db.JSON[said]
		}](ctx, tx, `SELECT id, trade FROM imported WHERE id IN `+list+` AND kind = `+fmt.Sprintf("$%d", len(args)+1), append(args, k.name)...)
		if err != nil {
			return fmt.Errorf("read what was said of %s: %w", k.name, err)
		}
		for _, row := range rows {
			last[row.ID] = &row.Trade.V
		}
	}
	for i := range records {
		records[i].was = last[records[i].last.id]
	}
	return nil
}

// resay applies what records say anew of ratings and sales.
func (k kind[T]) resay(ctx context.Context, tx *db.Tx, records []record[T]) error {
	for _, r := range records {
		if r.was == nil {
			continue // all of it was written
		}
		if r.was.RatingSum != r.now.RatingSum || r.was.RatingCount != r.now.RatingCount {
			if _, err := db.Exec(ctx, tx, fmt.Sprintf(`UPDATE %s SET %s = $1, %s = $2 WHERE id = $3`, k.name, k.trade[0], k.trade[1]),
				r.now.RatingSum, r.now.RatingCount, r.id); err != nil {
				return fmt.Errorf("rate %s %d: %w", k.name, r.id, err)
			}
		}
		if r.was.Sold != r.now.Sold {
			if _, err := db.Exec(ctx, tx, fmt.Sprintf(`UPDATE %s SET %s = $1 WHERE id = $2`, k.name, k.trade[2]), r.now.Sold, r.id); err != nil {
				return fmt.Errorf("count what %s %d sold: %w", k.name, r.id, err)
			}
		}
	}
	return nil
}

var importedColumns = []string{"kind", "id", "hash", "trade"}

// saveSaid remembers what the records say now.
func (k kind[T]) saveSaid(ctx context.Context, tx *db.Tx, records []record[T]) error {
	if k.noID {
		return nil
	}
	rows := make([][]any, len(records))
	for i, r := range records {
		rows[i] = []any{k.name, r.id, r.hash, string(r.text)}
	}
	in := db.Insert{Table: "imported", Columns: importedColumns, Rows: rows, Suffix: db.OnConflict(importedColumns, []string{"kind", "id"}, nil)}
	if err := in.Exec(ctx, tx); err != nil {
		return fmt.Errorf("remember what was imported: %w", err)
	}
	return nil
}

// forget has the next import write all records of these tables again: something
// else than an import has changed what they say. What they said of trade stays.
func forget(ctx context.Context, tx *db.Tx, tables ...string) error {
	for _, name := range tables {
		if _, err := db.Exec(ctx, tx, `UPDATE imported SET hash = '' WHERE kind = $1`, name); err != nil {
			return fmt.Errorf("forget what was imported of %s: %w", name, err)
		}
	}
	return nil
}

// changedStock is the stock that a record counts otherwise than it did last.
func (s said) changedStock(was *said) map[string]*int {
	if was == nil {
		return s.Stock
	}
	changed := maps.Clone(s.Stock)
	maps.DeleteFunc(changed, func(variation string, now *int) bool {
		last, known := was.Stock[variation]
		return known && (now == nil) == (last == nil) && (now == nil || *now == *last)
	})
	return changed
}

// hashOf is a hash of the values that a record becomes, which it leaves as the
// database takes them, and of what it says beside.
func hashOf(row, beside []any) (string, error) {
	var text []byte
	for i, v := range row {
		plain, err := db.Plain(v)
		if err != nil {
			return "", err
		}
		row[i] = plain
		text = appendValue(text, plain)
	}
	if len(beside) > 0 {
		more, err := json.Marshal(beside)
		if err != nil {
			return "", err
		}
		text = append(text, more...)
	}
	sum := sha256.Sum256(text)
	return base64.RawStdEncoding.EncodeToString(sum[:16]), nil
}

// appendValue writes a value so that no two lists of values are written alike.
func appendValue(to []byte, v any) []byte {
	switch v := v.(type) {
	case string:
		return append(binary.AppendUvarint(append(to, 's'), uint64(len(v))), v...)
	case int64:
		return binary.AppendVarint(append(to, 'i'), v)
	case float64:
		return binary.LittleEndian.AppendUint64(append(to, 'f'), math.Float64bits(v))
	case bool:
		if v {
			return append(to, 't')
		}
		return append(to, 'n')
	}
	return append(to, fmt.Sprintf("%T%v", v, v)...)
}
