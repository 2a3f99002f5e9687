package setting

import (
	"context"
	"errors"
	"fmt"
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

// MarkImport counts a complete import. Call it in the last transaction of the import.
func MarkImport(ctx context.Context, tx *db.Tx, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO settings (name, body, version, updated_at) VALUES ($1, '{}', 1, $2)
		ON CONFLICT (name) DO UPDATE SET version = settings.version + 1, updated_at = excluded.updated_at`,
		importRow, now.UnixMilli())
	if err != nil {
		return fmt.Errorf("count import: %w", err)
	}
	return nil
}
