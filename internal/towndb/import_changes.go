package towndb

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"strings"

	"hawker/internal/db"
)

// An import applies what has changed in the files since the last import (D32). The
// table imported has two things for each row: a hash of all that was written, so that
// an unchanged row is not written again, and the figures of its record, so that an
// unchanged figure does not overwrite what orders and reviews have changed since. The
// figures also have hashes of what the desk changes, for the same reason.

// storedRow is the row of a record in the database.
type storedRow struct {
	id   int64
	hash string // of the last import; "": not imported
}

// figures are the values of a record that orders, reviews and the desk change too.
type figures struct {
	RatingSum   int             `json:"rating_sum,omitzero"`
	RatingCount int             `json:"rating_count,omitzero"`
	Sold        int             `json:"sold,omitzero"`
	Stock       map[string]*int `json:"stock,omitempty"` // by variation of the pool; nil: not counted

	Desk map[string]string `json:"desk,omitempty"` // hashes of what the desk changes, by column
}

// storedRows reads the rows of a table by slug.
func (t table) storedRows(ctx context.Context, q db.Q) (map[string]storedRow, error) {
	if t.noID {
		return t.hashedRows(ctx, q)
	}
	rows, err := q.QueryContext(ctx, `
		SELECT t.slug, t.id, COALESCE(i.hash, '') FROM `+t.name+` t LEFT JOIN imported i ON i.kind = $1 AND i.id = t.id`, t.name)
	if err != nil {
		return nil, fmt.Errorf("read what was imported of %s: %w", t.name, err)
	}
	defer rows.Close()
	known := map[string]storedRow{}
	for rows.Next() {
		var slug string
		var r storedRow
		if err := rows.Scan(&slug, &r.id, &r.hash); err != nil {
			return nil, err
		}
		known[slug] = r
	}
	return known, rows.Err()
}

// hashedRows computes the hashes of a table of texts without an id, which have no row in
// imported.
func (t table) hashedRows(ctx context.Context, q db.Q) (map[string]storedRow, error) {
	known := map[string]storedRow{}
	err := db.Each(ctx, q, func(scan func(...any) error) error {
		texts, row, into := make([]string, len(t.columns)), make([]any, len(t.columns)), make([]any, len(t.columns))
		for i := range texts {
			into[i] = &texts[i]
		}
		if err := scan(into...); err != nil {
			return err
		}
		for i := range texts {
			row[i] = texts[i]
		}
		hash, err := hashOf(row, nil)
		known[t.slug(row)] = storedRow{hash: hash}
		return err
	}, `SELECT `+strings.Join(t.columns, ", ")+` FROM `+t.name)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", t.name, err)
	}
	return known, nil
}

// readFigures takes the figures of the export that the folder is from, or decodes those of
// the last import. A record without them counts as new, such as after an import by an
// earlier version.
func (k recordType[T]) readFigures(im *importer, records []record[T], stored map[string]rowBefore) error {
	if k.figures == nil {
		return nil
	}
	for i := range records {
		slug := k.slug(records[i].row)
		row, known := stored[slug]
		if exported := im.exported[k.file][slug]; known && exported != nil {
			records[i].before, records[i].exported = exported, true
			continue
		}
		last := row.imported
		if last == nil || last.Trade == "" {
			continue
		}
		before := new(figures)
		if err := json.Unmarshal([]byte(last.Trade), before); err != nil {
			return fmt.Errorf("read the last figures of %s %q: %w", k.name, slug, err)
		}
		records[i].before = before
	}
	return nil
}

// writeFigures writes the ratings and sales that differ from the last import.
func (k recordType[T]) writeFigures(ctx context.Context, tx *db.Tx, records []record[T]) error {
	for _, r := range records {
		if r.before == nil && r.stored.id == 0 {
			continue // its row contains them
		}
		if r.before == nil || r.ratingsChanged() {
			if err := k.writeRatings(ctx, tx, r); err != nil {
				return err
			}
		}
		if r.before == nil {
			continue
		}
		if r.soldChanged() {
			if err := k.writeSold(ctx, tx, r); err != nil {
				return err
			}
		}
	}
	return nil
}

// ratingsChanged reports whether a file states other ratings than at the last import.
func (r record[T]) ratingsChanged() bool {
	return r.before.RatingSum != r.figures.RatingSum || r.before.RatingCount != r.figures.RatingCount
}

// soldChanged reports whether a file states other sales than at the last import.
func (r record[T]) soldChanged() bool { return r.before.Sold != r.figures.Sold }

// completedTrips selects the completed trips of the row, which are in its count of trips.
var completedTrips = map[string]string{
	"providers": `FROM trips t WHERE t.status IN ('completed', 'refunded') AND t.provider_id = providers.id`,
	"vehicles":  `FROM trip_lines l JOIN trips t ON t.id = l.trip_id WHERE t.status IN ('completed', 'refunded') AND l.vehicle_id = vehicles.id`,
}

// writeSold writes how many units or trips a file states. An export has counted the
// completed trips too.
func (k recordType[T]) writeSold(ctx context.Context, tx *db.Tx, r record[T]) error {
	query := fmt.Sprintf(`UPDATE %s SET %s = $1`, k.name, k.figureColumns[2])
	if trips, counted := completedTrips[k.name]; counted {
		query += `, past_trip_count = $1 - (SELECT COUNT(*) ` + trips + `)`
	}
	if _, err := db.Exec(ctx, tx, query+` WHERE id = $2`, r.figures.Sold, r.id); err != nil {
		return fmt.Errorf("count the sales of %s %d: %w", k.name, r.id, err)
	}
	return nil
}

// reviewsOf selects the shown reviews by customers that are of the row.
var reviewsOf = map[string]string{
	"providers": `FROM vehicle_reviews r WHERE r.trip_id IS NOT NULL AND r.hidden_at IS NULL AND r.provider_id = providers.id`,
	"vehicles":  `FROM vehicle_reviews r WHERE r.trip_id IS NOT NULL AND r.hidden_at IS NULL AND r.vehicle_id = vehicles.id`,

	"items":  `FROM reviews r WHERE r.order_id IS NOT NULL AND r.hidden_at IS NULL AND r.item_id = items.id`,
	"stores": `FROM reviews r WHERE r.order_id IS NOT NULL AND r.hidden_at IS NULL AND r.item_id IS NULL AND r.rider_id IS NULL AND r.store_id = stores.id`,
}

// writeRatings writes the ratings of a file. They include the reviews of customers that an
// export has counted: the rest is what only the file knows.
func (k recordType[T]) writeRatings(ctx context.Context, tx *db.Tx, r record[T]) error {
	from, rated := reviewsOf[k.name]
	if !rated {
		return nil
	}
	_, err := db.Exec(ctx, tx, `
		UPDATE `+k.name+` SET rating_sum = $1, rating_count = $2,
			past_rating_sum = $1 - (SELECT CAST(COALESCE(SUM(r.rating), 0) AS BIGINT) `+from+`),
			past_rating_count = $2 - (SELECT COUNT(*) `+from+`)
		WHERE id = $3`, r.figures.RatingSum, r.figures.RatingCount, r.id)
	if err != nil {
		return fmt.Errorf("rate %s %d: %w", k.name, r.id, err)
	}
	return nil
}

var importedColumns = []string{"kind", "id", "hash", "trade"}

// saveImported stores hashes and figures for the next import.
func (k recordType[T]) saveImported(ctx context.Context, tx *db.Tx, records []record[T]) error {
	if k.noID {
		return nil
	}
	rows := make([][]any, len(records))
	for i, r := range records {
		rows[i] = []any{k.name, r.id, r.hash, string(r.figuresJSON)}
	}
	return saveImported(ctx, tx, rows)
}

// saveImported writes rows of the table imported.
func saveImported(ctx context.Context, tx *db.Tx, rows [][]any) error {
	in := db.Insert{Table: "imported", Columns: importedColumns, Rows: rows, Suffix: db.OnConflict(importedColumns, []string{"kind", "id"}, nil)}
	if err := in.Exec(ctx, tx); err != nil {
		return fmt.Errorf("save what was imported: %w", err)
	}
	return nil
}

// clearHashes makes the next import write all records of these tables, after
// something other than an import has changed their rows. Figures stay.
func clearHashes(ctx context.Context, tx *db.Tx, tables ...string) error {
	for _, name := range tables {
		if _, err := db.Exec(ctx, tx, `UPDATE imported SET hash = '' WHERE kind = $1`, name); err != nil {
			return fmt.Errorf("clear the hashes of %s: %w", name, err)
		}
	}
	return nil
}

// changedStock returns the stock that differs from the last import, by the variation
// of the pool.
func (f figures) changedStock(before *figures) map[string]*int {
	if before == nil {
		return f.Stock
	}
	changed := maps.Clone(f.Stock)
	maps.DeleteFunc(changed, func(variation string, now *int) bool {
		last, known := before.Stock[variation]
		return known && (now == nil) == (last == nil) && (now == nil || *now == *last)
	})
	return changed
}

// hashOf returns the hash of a row and of the nested values of its record. It converts
// the values of the row to those that the database accepts.
func hashOf(row, nested []any) (string, error) {
	var text []byte
	for i, v := range row {
		plain, err := db.Plain(v)
		if err != nil {
			return "", err
		}
		row[i] = plain
		text = appendValue(text, plain)
	}
	if len(nested) > 0 {
		more, err := json.Marshal(nested)
		if err != nil {
			return "", err
		}
		text = append(text, more...)
	}
	sum := sha256.Sum256(text)
	return base64.RawStdEncoding.EncodeToString(sum[:16]), nil
}

// appendValue encodes a value so that different lists of values have different texts.
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
