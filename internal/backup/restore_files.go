package backup

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"hawker/internal/blob"
)

// writtenFiles are the files that a restore has written.
type writtenFiles struct {
	files *blob.Store
	keys  []string
}

// remove deletes them, also if ctx has ended.
func (w writtenFiles) remove(ctx context.Context) error {
	var failed error
	for _, key := range w.keys {
		failed = errors.Join(failed, w.files.Delete(context.WithoutCancel(ctx), key))
	}
	return failed
}

// restoreFiles writes the files. A name that leads out of the folder is refused. Files that
// an interrupted restore has written are written again.
func restoreFiles(ctx context.Context, from *Backup, files *blob.Store) (writtenFiles, error) {
	written := writtenFiles{files: files}
	for _, file := range from.zip.File {
		key, found := strings.CutPrefix(file.Name, filesPrefix)
		if !found || strings.HasSuffix(key, "/") || from.skip[file.Name] {
			continue
		}
		if !blob.ValidKey(key) && fs.ValidPath(key) {
			continue // another program's, such as .DS_Store, in a backup of an older version
		}
		if err := restoreFile(ctx, files, key, file); err != nil {
			return written, fmt.Errorf("restore file %s: %w", key, err)
		}
		written.keys = append(written.keys, key)
	}
	return written, nil
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
