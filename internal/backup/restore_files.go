package backup

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"hawker/internal/blob"
)

// ErrOtherFiles is returned when a file of the backup would replace another one.
var ErrOtherFiles = errors.New("restore into an empty folder, bucket or prefix: there are other files already")

// writtenFiles are the files that a restore has created.
type writtenFiles struct {
	files *blob.Store
	keys  []string
}

// remove deletes them, also if ctx has ended.
func (w writtenFiles) remove(ctx context.Context) error {
	var failed error
	for _, key := range w.keys {
		if err := w.files.Delete(context.WithoutCancel(ctx), key); !errors.Is(err, blob.ErrNotFound) {
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

// restoreFiles writes the files that are not there yet. A name that leads out of the folder
// is refused.
func restoreFiles(ctx context.Context, from *Backup, files *blob.Store) (writtenFiles, error) {
	written := writtenFiles{files: files}
	missing, err := from.missingFiles(ctx, files)
	if err != nil {
		return written, err
	}
	for _, file := range missing {
		key := keyOf(file)
		written.keys = append(written.keys, key) // also if it fails half way
		if err := restoreFile(ctx, files, key, file); err != nil {
			return written, fmt.Errorf("restore file %s: %w", key, err)
		}
	}
	return written, nil
}

func keyOf(file *zip.File) string { return strings.TrimPrefix(file.Name, filesPrefix) }

// missingFiles returns the files of the backup that are not stored yet: an interrupted
// restore may have written some. Another file with the same key is ErrOtherFiles, because it
// may be in use by another town.
func (b *Backup) missingFiles(ctx context.Context, files *blob.Store) ([]*zip.File, error) {
	stored := map[string]int64{}
	err := files.Each(ctx, "", func(e blob.Entry) error {
		stored[e.Key] = e.Size
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list the files that are there: %w", err)
	}
	var missing []*zip.File
	for _, file := range b.files() {
		key := keyOf(file)
		size, there := stored[key]
		if !there {
			missing = append(missing, file)
			continue
		}
		same := size == int64(file.UncompressedSize64)
		if same {
			same, err = isStored(ctx, files, file)
		}
		if err != nil {
			return nil, fmt.Errorf("compare file %s: %w", key, err)
		}
		if !same {
			return nil, fmt.Errorf("%w, such as %s in %s, which differs from that of the backup", ErrOtherFiles, key, files)
		}
	}
	return missing, nil
}

// files returns the files of the town in the backup.
func (b *Backup) files() (all []*zip.File) {
	for _, file := range b.zip.File {
		key := keyOf(file)
		if key == file.Name || strings.HasSuffix(key, "/") || b.skip[file.Name] {
			continue
		}
		if !blob.ValidKey(key) && fs.ValidPath(key) {
			continue // another program's, such as .DS_Store, in a backup of an older version
		}
		all = append(all, file)
	}
	return all
}

// isStored reports whether the file that is stored has the same content.
func isStored(ctx context.Context, files *blob.Store, file *zip.File) (bool, error) {
	stored, err := files.Open(ctx, keyOf(file))
	if err != nil {
		return false, err
	}
	defer stored.Close()
	backedUp, err := file.Open()
	if err != nil {
		return false, err
	}
	defer backedUp.Close()
	one, other := sha256.New(), sha256.New()
	if _, err := io.Copy(one, stored); err != nil {
		return false, err
	}
	_, err = io.Copy(other, backedUp)
	return bytes.Equal(one.Sum(nil), other.Sum(nil)), err
}

func restoreFile(ctx context.Context, files *blob.Store, key string, from *zip.File) error {
	in, err := from.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	if err := files.Put(ctx, key, in, int64(from.UncompressedSize64)); err != nil {
		return err
	}
	return files.Sync(key)
}
