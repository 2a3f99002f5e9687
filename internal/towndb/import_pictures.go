package towndb

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"hawker/internal/db"
	"hawker/internal/picture"
)

// pictures stores the index. Pictures with other keys stay.
func (im *importer) pictures(ctx context.Context, index Index) error {
	stored, err := StoredIndex(ctx, im.tx)
	if err != nil {
		return err
	}
	changed := changedPictures(index, stored)
	if len(changed) == 0 {
		return nil
	}
	if err := im.undo.keepPictures(ctx, changed, stored); err != nil {
		return err
	}
	im.changes.of(mediaKind).Changed = slices.Sorted(maps.Keys(changed))
	for _, key := range slices.Sorted(maps.Keys(changed)) {
		if err := writePicture(ctx, im.tx, key, changed[key]); err != nil {
			return fmt.Errorf("store picture %q: %w", key, err)
		}
	}
	im.revised = true
	return nil
}

// writePicture writes the index of a picture.
func writePicture(ctx context.Context, tx *db.Tx, key string, p Picture) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO media (key, hash, zoom, kind, original) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (key) DO UPDATE SET hash = excluded.hash, zoom = excluded.zoom, kind = excluded.kind, original = excluded.original`,
		key, p.Hash, p.Zoom, p.Kind, p.Original)
	return err
}

// changedPictures returns the pictures that differ from the stored ones.
func changedPictures(index, stored Index) Index {
	changed := Index{}
	for key, p := range index {
		if p.Kind == "" {
			p.Kind = picture.WebP
		}
		if stored[key] != p {
			changed[key] = p
		}
	}
	return changed
}
