package towndb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"hawker/internal/db"
	"hawker/internal/picture"
)

// StoredIndex reads which pictures the town has.
func StoredIndex(ctx context.Context, q db.Q) (Index, error) {
	type row struct {
		Key, Hash string
		Zoom      bool
		Kind      picture.Kind
		Original  string
	}
	rows, err := db.Many[row](ctx, q, `SELECT key, hash, zoom, kind, original FROM media`)
	if err != nil {
		return nil, fmt.Errorf("read pictures: %w", err)
	}
	index := make(Index, len(rows))
	for _, r := range rows {
		index[r.Key] = Picture{Hash: r.Hash, Zoom: r.Zoom, Kind: r.Kind, Original: r.Original}
	}
	return index, nil
}

// writePictures copies every form of the pictures and writes their index. A form that a
// former picture has left is not one of them.
func writePictures(ctx context.Context, dir string, index Index, pictures Pictures) error {
	for _, key := range slices.Sorted(maps.Keys(index)) {
		for _, name := range index[key].Files(key) {
			if err := copyPicture(ctx, filepath.Join(dir, filepath.FromSlash(name)), name, pictures); err != nil {
				return err
			}
		}
	}
	text, err := json.MarshalIndent(index, "", " ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, indexFile), append(text, '\n'), 0o644)
}

func copyPicture(ctx context.Context, to, name string, pictures Pictures) (err error) {
	from, err := pictures.Open(ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer from.Close()
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	f, err := os.Create(to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	_, err = io.Copy(f, from)
	return err
}
