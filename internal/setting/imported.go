package setting

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"hawker/internal/db"
)

// importRow counts the imports of a town. It is a row of the table settings, but not a
// group of settings.
const importRow = "import"

// Imports returns how many imports are complete: 0 for an empty database. A cache of
// the town is valid until this changes.
func Imports(ctx context.Context, q db.Q) (int64, error) {
	n, err := db.One[int64](ctx, q, `SELECT version FROM settings WHERE name = $1`, importRow)
	if errors.Is(err, db.ErrNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("count imports: %w", err)
	}
	return n, nil
}

// importBody is the document of the row.
type importBody struct {
	Exports []string `json:"exports,omitempty"` // the last exports that were imported, by id
	Undone  bool     `json:"undone,omitzero"`   // the last import was undone
}

// keptExports is how many ids are kept: more than folders that people work with.
const keptExports = 100

// HasImported reports whether a folder of an export has been imported.
func HasImported(ctx context.Context, q db.Q, export string) (bool, error) {
	body, err := readImportBody(ctx, q)
	return slices.Contains(body.Exports, export), err
}

func readImportBody(ctx context.Context, q db.Q) (importBody, error) {
	body, err := db.One[db.JSON[importBody]](ctx, q, `SELECT body FROM settings WHERE name = $1`, importRow)
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return importBody{}, fmt.Errorf("read imported exports: %w", err)
	}
	return body.V, nil
}

// MarkImport counts a complete import, of a folder of an export or none (""). Call it last
// in the transaction of the import.
func MarkImport(ctx context.Context, tx *db.Tx, now time.Time, export string) error {
	body, err := readImportBody(ctx, tx)
	if err != nil {
		return err
	}
	if export != "" && !slices.Contains(body.Exports, export) {
		body.Exports = append(body.Exports, export)
		body.Exports = body.Exports[max(0, len(body.Exports)-keptExports):]
	}
	body.Undone = false
	return writeImportBody(ctx, tx, body, now)
}

// IsUndone reports whether the last import was undone.
func IsUndone(ctx context.Context, q db.Q) (bool, error) {
	body, err := readImportBody(ctx, q)
	return body.Undone, err
}

// MarkUndo says that the last import was undone. It was of a folder of an export that had
// not been imported before, or not ("").
func MarkUndo(ctx context.Context, tx *db.Tx, now time.Time, export string) error {
	body, err := readImportBody(ctx, tx)
	if err != nil {
		return err
	}
	body.Exports = slices.DeleteFunc(body.Exports, func(id string) bool { return id == export })
	body.Undone = true
	return writeImportBody(ctx, tx, body, now)
}

// writeImportBody counts an import or an undo: copies of the town in memory are outdated.
func writeImportBody(ctx context.Context, tx *db.Tx, body importBody, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO settings (name, body, version, updated_at) VALUES ($1, $2, 1, $3)
		ON CONFLICT (name) DO UPDATE SET body = excluded.body, version = settings.version + 1, updated_at = excluded.updated_at`,
		importRow, db.JSON[importBody]{V: body}, now.UnixMilli())
	if err != nil {
		return fmt.Errorf("count import: %w", err)
	}
	return nil
}
