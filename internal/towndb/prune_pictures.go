package towndb

import (
	"context"

	"hawker/internal/blob"
	"hawker/internal/db"
	"hawker/internal/townmedia"
)

// PruneFormerPictures deletes the copies of replaced files that an undo would not need. Call
// it after an import that changed something, and after an undo. If it fails, the next call
// deletes them.
func PruneFormerPictures(ctx context.Context, d *db.DB, files *blob.Store) error {
	ctx = db.Long(ctx)
	needed, err := replacedPictures(ctx, d.R)
	if err != nil {
		return err
	}
	return townmedia.PruneFormer(ctx, files, needed)
}

// replacedPictures returns the pictures that an undo would restore.
func replacedPictures(ctx context.Context, q db.Q) (townmedia.Index, error) {
	replaced := townmedia.Index{}
	err := eachUndoRow(ctx, q, mediaTable, func(rows []undoRow) error {
		for _, r := range rows {
			if p, known := r.picture(); known {
				replaced[r.slug] = p
			}
		}
		return nil
	})
	return replaced, err
}
