package towndb

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"hawker/internal/db"
	"hawker/internal/picture"
	"hawker/internal/townmedia"
)

const mediaTable = "media"

// keepPictures stores which pictures are new, and the former index of the other ones.
func (k *undoKeeper) keepPictures(ctx context.Context, changed, stored townmedia.Index) error {
	rows := make([]undoRow, 0, len(changed))
	for key := range changed {
		row := undoRow{kind: mediaTable, slug: key, was: was{New: true}}
		if p, known := stored[key]; known {
			row.was = was{Columns: map[string]any{"hash": p.Hash, "zoom": p.Zoom, "kind": p.Kind, "original": p.Original}}
		}
		rows = append(rows, row)
	}
	return k.save(ctx, rows)
}

// picture returns the picture that the import has replaced. ok is false for a new one, and
// after an import by an earlier version.
func (w was) picture() (p townmedia.Picture, ok bool) {
	kind, _ := w.Columns["kind"].(string)
	p.Kind = picture.Kind(kind)
	p.Zoom, _ = w.Columns["zoom"].(bool)
	p.Original, _ = w.Columns["original"].(string)
	p.Hash, ok = w.Columns["hash"].(string)
	return p, ok
}

// pictures takes new pictures out of the index, and restores replaced ones. If the files of
// one cannot be restored, its index must stay that of the new files.
func (u *undoer) pictures(ctx context.Context) error {
	return u.each(ctx, mediaTable, func(rows []undoRow) error {
		restored, err := u.restoreFiles(ctx, rows)
		if err != nil {
			return err
		}
		changes := u.changes.of(mediaKind)
		for i, r := range rows {
			switch {
			case r.New:
				changes.Gone = append(changes.Gone, r.slug)
				_, err = db.Exec(ctx, u.tx, `DELETE FROM media WHERE key = $1`, r.slug)
			case restored[i]:
				changes.Changed = append(changes.Changed, r.slug)
				p, _ := r.picture()
				err = townmedia.SavePicture(ctx, u.tx, r.slug, p)
			default:
				u.changes.Replaced = append(u.changes.Replaced, r.slug)
			}
			if err != nil {
				return fmt.Errorf("restore the index of picture %q: %w", r.slug, err)
			}
		}
		return nil
	})
}

// fileWorkers is of how many pictures the files are restored at once.
const fileWorkers = 8

// restoreFiles restores the files of replaced pictures, and reports of which there are all.
// Files that only the new pictures have stay, as those of all pictures that are gone.
func (u *undoer) restoreFiles(ctx context.Context, rows []undoRow) ([]bool, error) {
	restored := make([]bool, len(rows))
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(fileWorkers)
	for i, r := range rows {
		p, replaced := r.picture()
		if !replaced {
			continue
		}
		work.Go(func() (err error) {
			if restored[i], err = p.Restore(ctx, u.files, r.slug, u.check); err != nil {
				return fmt.Errorf("restore picture %q: %w", r.slug, err)
			}
			return nil
		})
	}
	return restored, work.Wait()
}
