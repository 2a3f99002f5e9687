package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"hawker/internal/blob"
	"hawker/internal/townmedia"
)

// filesFlags say where pictures, photos and uploads are.
type filesFlags struct {
	BlobURL       string        `name:"blob-url" placeholder:"s3://…" help:"Where the pictures and uploads are: s3://bucket/prefix?region=… or file:///folder; without it, the folder files in the data folder."`
	BlobAccessKey secret        `name:"blob-access-key" help:"Access key of S3; without it, the keys of the machine are used."`
	BlobSecretKey secret        `name:"blob-secret-key" help:"Secret key of S3."`
	BlobTimeout   time.Duration `name:"blob-timeout" default:"15s" help:"Time limit of one call to the files."`
}

// Validate checks the flags of every command that uses files.
func (f filesFlags) Validate() error {
	if f.BlobTimeout < time.Second {
		return errors.New("--blob-timeout must be at least 1s")
	}
	// A mistyped s3:// is not the name of a folder to create.
	if dir, isFolder := blob.IsFolder(f.BlobURL); f.BlobURL != "" && isFolder && !filepath.IsAbs(dir) && !strings.HasPrefix(dir, ".") {
		return errors.New("HAWKER_BLOB_URL must begin with s3:// or file:///, or be a path such as /srv/files or ./files")
	}
	return nil
}

// filesURL returns where the files are.
func (f dataFlags) filesURL() string { return cmp.Or(f.BlobURL, filepath.Join(f.Data, "files")) }

// filesDir returns the folder of the files; "" if they are in S3.
func (f dataFlags) filesDir() string {
	dir, _ := blob.IsFolder(f.filesURL())
	return dir
}

// openFiles opens the files.
func (f dataFlags) openFiles(ctx context.Context) (*blob.Store, error) {
	return f.openFilesAt(ctx, f.filesURL())
}

func (f filesFlags) openFilesAt(ctx context.Context, url string) (*blob.Store, error) {
	files, err := blob.OpenURL(ctx, blob.Options{URL: url, AccessKey: string(f.BlobAccessKey), SecretKey: string(f.BlobSecretKey), CallTime: f.BlobTimeout})
	if err != nil {
		return nil, fmt.Errorf("HAWKER_BLOB_URL: %w", err)
	}
	return files, nil
}

// openCheckedFiles opens the files, and returns an error if they cannot be used.
func (f dataFlags) openCheckedFiles(ctx context.Context) (*blob.Store, error) {
	files, err := f.openFiles(ctx)
	if err != nil {
		return nil, err
	}
	if err := files.Check(ctx); err != nil {
		return nil, errors.Join(err, files.Close())
	}
	return files, nil
}

// media are the owner's pictures.
func media(files *blob.Store) blob.Folder { return files.Folder(townmedia.Folder) }
