package setting

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/db"
)

// restoredRow says when the town was restored from a backup. It is a row of the table
// settings, but not a group of settings.
const restoredRow = "restored"

// keepFiles is how long a restored town deletes no files. A town that was restored only for
// a look, or too far back, may share its files with the newer database, whose rows need them.
const keepFiles = 7 * 24 * time.Hour

// MarkRestored says that the town was restored from a backup.
func MarkRestored(ctx context.Context, tx *db.Tx, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO settings (name, body, version, updated_at) VALUES ($1, 'null', 1, $2)
		ON CONFLICT (name) DO UPDATE SET updated_at = excluded.updated_at`, restoredRow, now.UnixMilli())
	if err != nil {
		return fmt.Errorf("mark the restored town: %w", err)
	}
	return nil
}

// MayDeleteFiles reports whether jobs may delete files: not in the first days after the town
// was restored.
func MayDeleteFiles(ctx context.Context, q db.Q, now time.Time) (bool, error) {
	restored, err := db.One[int64](ctx, q, `SELECT updated_at FROM settings WHERE name = $1`, restoredRow)
	if errors.Is(err, db.ErrNotFound) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("read when the town was restored: %w", err)
	}
	return now.Sub(time.UnixMilli(restored)) >= keepFiles, nil
}
