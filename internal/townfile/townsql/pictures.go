package townsql

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/picture"
)

// MediaFolder is where pictures are in a town's folder, and in the store of
// files.
const MediaFolder = "media"

// Index is what there is of each picture, by key. A picture's files are called
// KEY-FORM.KIND.
type Index map[string]Picture

// Picture is what an Index says of a key.
type Picture struct {
	Hash string       `json:"hash"`           // 8 digits, of the content of all its forms in order
	Zoom bool         `json:"zoom"`           // there is a large form too
	Kind picture.Kind `json:"kind,omitempty"` // absent: WebP
}

// indexFile, in a media folder, is its Index as JSON.
const indexFile = "index.json"

// ReadIndex reads the index of a media folder whose pictures are served from
// where they are. Without one it has no pictures.
func ReadIndex(media fs.FS) (Index, error) {
	text, err := fs.ReadFile(media, indexFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read pictures: %w", err)
	}
	var index Index
	if err := json.Unmarshal(text, &index); err != nil {
		return nil, fmt.Errorf("%s/%s: %w", MediaFolder, indexFile, err)
	}
	return index, nil
}

// pictures notes what there is of pictures; those of other keys stay.
func (im *importer) pictures(ctx context.Context, index Index) error {
	changed, err := im.changedPictures(ctx, index)
	if err != nil || len(changed) == 0 {
		return err
	}
	return db.InTx(ctx, im.db, func(tx *db.Tx) error {
		for _, key := range slices.Sorted(maps.Keys(changed)) {
			p := changed[key]
			if _, err := db.Exec(ctx, tx, `
				INSERT INTO media (key, hash, zoom, kind) VALUES ($1, $2, $3, $4)
				ON CONFLICT (key) DO UPDATE SET hash = excluded.hash, zoom = excluded.zoom, kind = excluded.kind`, key, p.Hash, p.Zoom, p.Kind); err != nil {
				return fmt.Errorf("note picture %q: %w", key, err)
			}
		}
		_, err := catalog.NextRevision(ctx, tx)
		return err
	})
}

// changedPictures are those of which there is something else than is noted.
func (im *importer) changedPictures(ctx context.Context, index Index) (Index, error) {
	noted, err := db.Many[struct {
		Key string
		Picture
	}](ctx, im.db.R, `SELECT key, hash, zoom, kind FROM media`)
	if err != nil {
		return nil, fmt.Errorf("read pictures: %w", err)
	}
	known := make(Index, len(noted))
	for _, n := range noted {
		known[n.Key] = n.Picture
	}
	changed := Index{}
	for key, p := range index {
		if p.Kind == "" {
			p.Kind = picture.WebP
		}
		if known[key] != p {
			changed[key] = p
		}
	}
	return changed, nil
}

// Pictures opens a picture by its file name, such as "item/burger-480.webp"; a
// missing one is fs.ErrNotExist.
type Pictures interface {
	Open(name string) (io.ReadCloser, error)
}
