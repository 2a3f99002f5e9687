package towndb

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"hawker/internal/db"
	"hawker/internal/picture"
	"hawker/internal/townmedia"
)

// pictures stores the index. Pictures with other keys stay.
func (im *importer) pictures(ctx context.Context, index townmedia.Index) error {
	stored, err := townmedia.StoredIndex(ctx, im.tx)
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
	changes := im.changes.of(mediaKind)
	for _, key := range slices.Sorted(maps.Keys(changed)) {
		if _, known := stored[key]; known {
			changes.Changed = append(changes.Changed, key)
		} else {
			changes.New = append(changes.New, key)
		}
		if err := townmedia.SavePicture(ctx, im.tx, key, changed[key]); err != nil {
			return fmt.Errorf("store picture %q: %w", key, err)
		}
	}
	im.revised = true
	return nil
}

// findPicturesWithoutFile lists the pictures that records name and the town does not have.
func (im *importer) findPicturesWithoutFile(ctx context.Context) error {
	stored, err := db.Many[string](ctx, im.tx, `SELECT key FROM media`)
	if err != nil {
		return fmt.Errorf("read pictures: %w", err)
	}
	known := make(map[string]bool, len(stored))
	for _, key := range stored {
		known[key] = true
	}
	for _, key := range im.town.PictureKeys() {
		if !known[key] {
			im.changes.WithoutFile = append(im.changes.WithoutFile, key)
		}
	}
	return nil
}

// changedPictures returns the pictures that differ from the stored ones.
func changedPictures(index, stored townmedia.Index) townmedia.Index {
	changed := townmedia.Index{}
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
