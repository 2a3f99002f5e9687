package townmedia

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
)

// indexFile is the Index of a media folder as JSON.
const indexFile = "index.json"

// ReadIndex reads the index of a media folder. A folder without an index has no
// pictures.
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
		return nil, fmt.Errorf("%s/%s: %w", Folder, indexFile, err)
	}
	return index, nil
}

// Pictures opens a picture by its file name, such as "item/burger-480.webp". It returns
// fs.ErrNotExist for a missing picture.
type Pictures interface {
	Open(ctx context.Context, name string) (io.ReadCloser, error)
}

// WriteFolder copies every form of the pictures to the folder dir, and writes their index. It
// writes no forms of those of which the folder keeps the originals.
func WriteFolder(ctx context.Context, dir string, index Index, originals map[string]string, pictures Pictures) error {
	for _, key := range slices.Sorted(maps.Keys(index)) {
		if originals[key] != "" {
			continue
		}
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
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
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
