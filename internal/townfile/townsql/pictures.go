package townsql

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"hawker/internal/blob"
	"hawker/internal/db"
)

// indexFile, in the media folder, may say what would otherwise be found out by
// reading every picture.
const indexFile = "index.json"

// picture is what the index says of a key.
type picture struct {
	Hash string `json:"hash"` // 8 digits, of the content
	Zoom bool   `json:"zoom"` // there is a large form too
}

// Forms of a picture: its file is key-form.webp. The last one is not always
// there.
var forms = []string{"240", "480", "960", "zoom"}

// pictures notes what the media folder holds. Without a folder nothing changes.
func (im *importer) pictures(ctx context.Context, media fs.FS) error {
	if media == nil {
		return nil
	}
	index, err := readIndex(media)
	if err != nil {
		return err
	}
	return db.InTx(ctx, im.db, func(tx *db.Tx) error {
		for _, key := range slices.Sorted(maps.Keys(index)) {
			if _, err := db.Exec(ctx, tx, `
				INSERT INTO media (key, hash, zoom) VALUES ($1, $2, $3)
				ON CONFLICT (key) DO UPDATE SET hash = excluded.hash, zoom = excluded.zoom`, key, index[key].Hash, index[key].Zoom); err != nil {
				return fmt.Errorf("note picture %q: %w", key, err)
			}
		}
		return nil
	})
}

func readIndex(media fs.FS) (map[string]picture, error) {
	text, err := fs.ReadFile(media, indexFile)
	if errors.Is(err, fs.ErrNotExist) {
		return hashAll(media)
	}
	if err != nil {
		return nil, fmt.Errorf("read pictures: %w", err)
	}
	var index map[string]picture
	if err := json.Unmarshal(text, &index); err != nil {
		return nil, fmt.Errorf("media/%s: %w", indexFile, err)
	}
	return index, nil
}

// hashAll reads every picture. A missing folder has none.
func hashAll(media fs.FS) (map[string]picture, error) {
	sums := map[string][]byte{} // by key, of the forms so far
	index := map[string]picture{}
	err := fs.WalkDir(media, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		key, form, ok := keyOf(name)
		if !ok {
			return nil
		}
		content, err := fs.ReadFile(media, name)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(append(sums[key], content...))
		sums[key] = sum[:]
		index[key] = picture{Hash: hex.EncodeToString(sum[:4]), Zoom: index[key].Zoom || form == "zoom"}
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read pictures: %w", err)
	}
	return index, nil
}

// keyOf takes a file's name apart; false when it is no picture of ours.
func keyOf(name string) (key, form string, ok bool) {
	base, isPicture := strings.CutSuffix(name, ".webp")
	at := strings.LastIndexByte(base, '-')
	if !isPicture || at < 1 || !slices.Contains(forms, base[at+1:]) || !blob.ValidKey(path.Join(MediaFolder, name)) {
		return "", "", false
	}
	return base[:at], base[at+1:], true
}

// MediaFolder is where pictures are in a town's folder, and in the store of
// files.
const MediaFolder = "media"

// largestPicture bounds one file of a picture.
const largestPicture = 8 << 20

// StorePictures copies the pictures of a town's media folder to the store of
// files, from where they are served.
func StorePictures(ctx context.Context, files *blob.Store, media fs.FS) error {
	return fs.WalkDir(media, ".", func(name string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || entry.IsDir() {
			return err
		}
		if _, _, ok := keyOf(name); !ok {
			return nil
		}
		content, err := fs.ReadFile(media, name)
		if err != nil {
			return fmt.Errorf("store pictures: %w", err)
		}
		return files.Put(ctx, path.Join(MediaFolder, name), bytes.NewReader(content), largestPicture)
	})
}

// Pictures opens a picture by its file name, such as "item/burger-480.webp"; a
// missing one is fs.ErrNotExist.
type Pictures interface {
	Open(name string) (io.ReadCloser, error)
}
