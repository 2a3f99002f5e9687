package review

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/db"
)

// hiding is one call that hides a review or shows it again.
type hiding struct {
	id, staffID int64
	hidden      bool
	at          time.Time
}

// setHidden reports whether it changed anything: of several calls at once one does.
func setHidden(ctx context.Context, tx *db.Tx, table string, h hiding) (bool, error) {
	query, args := `SET hidden_at = NULL, hidden_staff_id = $2 WHERE id = $1 AND hidden_at IS NOT NULL`, []any{h.id, h.staffID}
	if h.hidden {
		query, args = `SET hidden_at = $3, hidden_staff_id = $2 WHERE id = $1 AND hidden_at IS NULL`, append(args, h.at.UnixMilli())
	}
	n, err := db.Exec(ctx, tx, `UPDATE `+table+` `+query, args...)
	if err != nil {
		return false, fmt.Errorf("hide a review: %w", err)
	}
	return n > 0, nil
}
