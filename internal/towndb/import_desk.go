package towndb

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"hawker/internal/db"
	"hawker/internal/hours"
	"hawker/internal/townfile"
)

// deskColumn is a column that the desk changes too. figures.Desk has the hash of what the
// desk can change, by the name of the column.
type deskColumn struct {
	name string
	keep func(file, stored string) (string, error) // returns what an import writes when the files have not changed it
}

// keepDesk puts what the desk has changed into the rows of records whose files have not
// changed the same since the last import.
func (k recordType[T]) keepDesk(ctx context.Context, tx *db.Tx, records []record[T]) error {
	for _, column := range k.desk {
		at, kept := slices.Index(k.columns, column.name), map[int64]record[T]{}
		for _, r := range records {
			if r.before != nil && r.before.Desk[column.name] == r.figures.Desk[column.name] {
				kept[r.stored.id] = r
			}
		}
		stored, err := k.storedTexts(ctx, tx, column.name, slices.Sorted(maps.Keys(kept)))
		if err != nil {
			return err
		}
		for _, s := range stored {
			row := kept[s.ID].row
			if row[at], err = column.keep(row[at].(string), s.Value); err != nil {
				return fmt.Errorf("keep %s of %s %d: %w", column.name, k.name, s.ID, err)
			}
		}
	}
	return nil
}

// storedText is the text of a column of a row.
type storedText struct {
	ID    int64
	Value string
}

// storedTexts reads a column of rows, and locks the rows.
func (t table) storedTexts(ctx context.Context, tx *db.Tx, column string, ids []int64) (all []storedText, err error) {
	for some := range slices.Chunk(ids, 500) {
		list, args := db.InList(some)
		found, err := db.Many[storedText](ctx, tx, `SELECT id, `+column+` AS value FROM `+t.name+` WHERE id IN `+list+` ORDER BY id`+tx.Dialect.Locked(), args...)
		if err != nil {
			return nil, fmt.Errorf("read %s of %s: %w", column, t.name, err)
		}
		all = append(all, found...)
	}
	return all, nil
}

// weekHours are what the desk can change of the hours of a store: planned closures are
// only in the files.
type weekHours struct {
	Always bool
	Week   []townfile.Opening
}

func weekOf(h townfile.Hours) weekHours { return weekHours{h.Always, h.Week} }

// keepWeek returns the stored week with the planned closures of the files.
func keepWeek(file, stored string) (string, error) {
	var now, next hours.Schedule
	if err := json.Unmarshal([]byte(stored), &now); err != nil {
		return "", err
	}
	if err := json.Unmarshal([]byte(file), &next); err != nil {
		return "", err
	}
	next.Always, next.Week = now.Always, now.Week
	text, err := json.Marshal(next)
	return string(text), err
}

func keepStored(_, stored string) (string, error) { return stored, nil }
