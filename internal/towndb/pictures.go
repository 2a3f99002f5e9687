package towndb

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"hawker/internal/picture"
)

// MediaFolder is the folder of the pictures, in a town folder and among the stored
// files.
const MediaFolder = "media"

// Index describes the pictures of a media folder by key. The files of a picture are
// called KEY-FORM.KIND.
type Index map[string]Picture

// Picture describes the files of one picture.
type Picture struct {
	Hash string       `json:"hash"`           // of all its forms, 8 digits
	Zoom bool         `json:"zoom"`           // it also has a large form
	Kind picture.Kind `json:"kind,omitempty"` // empty: WebP

	Original string `json:"-"` // hash of what the forms were made of; empty: they came finished
}

// Files returns the names of the files of a picture.
func (p Picture) Files(key string) []string {
	var names []string
	for _, form := range picture.Forms {
		if form != picture.Zoom || p.Zoom {
			names = append(names, fileOf(key, form, cmp.Or(p.Kind, picture.WebP)))
		}
	}
	return names
}

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
		return nil, fmt.Errorf("%s/%s: %w", MediaFolder, indexFile, err)
	}
	return index, nil
}

// Pictures opens a picture by its file name, such as "item/burger-480.webp". It returns
// fs.ErrNotExist for a missing picture.
type Pictures interface {
	Open(ctx context.Context, name string) (io.ReadCloser, error)
}
