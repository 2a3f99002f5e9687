// Package blob stores files, such as pictures and uploads, in a folder. Each file
// has a key. The package does not know what a file contains or who may read it.
package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	"gocloud.dev/gcerrors"
)

// Errors that callers check with errors.Is.
var (
	ErrNotFound = errors.New("no such file")
	ErrKey      = errors.New("not a key")
	ErrTooLarge = errors.New("the file is too large")
)

// Store is a folder of files. Safe for concurrent use.
type Store struct{ bucket *blob.Bucket }

// Open opens the folder, and creates it if it is missing.
func Open(dir string) (*Store, error) {
	bucket, err := fileblob.OpenBucket(dir, &fileblob.Options{
		CreateDir:   true,
		DirFileMode: 0o700,
		// Temporary files are in the folder of the target: from another file system the
		// last step would be a copy, and a reader could see half a file.
		NoTempDir: true,
		// The key's ending says what the file is, so no second file with metadata is
		// needed.
		Metadata: fileblob.MetadataDontWrite,
	})
	if err != nil {
		return nil, fmt.Errorf("open the folder of files: %w", err)
	}
	return &Store{bucket: bucket}, nil
}

// Close closes the store.
func (s *Store) Close() error { return s.bucket.Close() }

// keys have parts of small letters, digits, dots, dashes and underscores, and each
// part starts with a letter or digit. So no part is ".." or a hidden file, and no
// two keys name the same file on a file system that ignores case.
var keys = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]*(/[a-z0-9][a-z0-9._-]*)*$`)

const longestKey = 200

// ValidKey reports whether key may name a file, such as "item/burger-mint-480.webp".
func ValidKey(key string) bool { return len(key) <= longestKey && keys.MatchString(key) }

func check(key string) error {
	if !ValidKey(key) {
		return fmt.Errorf("%w: %.60q", ErrKey, key)
	}
	return nil
}

// Put writes a file, or replaces the one with the same key. It returns ErrTooLarge
// for a body longer than limit bytes. After an error the old file is unchanged.
func (s *Store) Put(ctx context.Context, key string, body io.Reader, limit int64) error {
	if err := check(key); err != nil {
		return err
	}
	// A writer that is cancelled before Close writes no file.
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w, err := s.bucket.NewWriter(ctx, key, &blob.WriterOptions{DisableContentTypeDetection: true, ContentType: "application/octet-stream"})
	if err != nil {
		return fmt.Errorf("put %s: %w", key, err)
	}
	n, err := io.Copy(w, io.LimitReader(body, limit+1))
	if err == nil && n > limit {
		err = ErrTooLarge
	}
	if err != nil {
		cancel()
		_ = w.Close() // its only error is the cancellation
		return fmt.Errorf("put %s: %w", key, err)
	}
	if err := w.Close(); err != nil {
		return fmt.Errorf("put %s: %w", key, err)
	}
	return nil
}

// Get reads a whole file. It returns ErrTooLarge for one longer than limit bytes.
func (s *Store) Get(ctx context.Context, key string, limit int64) ([]byte, error) {
	f, err := s.Open(ctx, key)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if f.Size > limit {
		return nil, fmt.Errorf("get %s: %w", key, ErrTooLarge)
	}
	body, err := io.ReadAll(f)
	if err != nil {
		return nil, fmt.Errorf("get %s: %w", key, err)
	}
	return body, nil
}

// File is an open file. It has Seek, so that http.ServeContent can serve ranges.
type File struct {
	io.ReadSeekCloser
	Size    int64
	ModTime time.Time
}

// Open opens a file for reading. The caller closes it, and ctx must not end earlier.
func (s *Store) Open(ctx context.Context, key string) (*File, error) {
	if err := check(key); err != nil {
		return nil, err
	}
	r, err := s.bucket.NewReader(ctx, key, nil)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", key, translate(err))
	}
	return &File{ReadSeekCloser: r, Size: r.Size(), ModTime: r.ModTime()}, nil
}

// Exists reports whether there is such a file.
func (s *Store) Exists(ctx context.Context, key string) (bool, error) {
	if err := check(key); err != nil {
		return false, err
	}
	return s.bucket.Exists(ctx, key)
}

// Delete removes a file; ErrNotFound when there is none.
func (s *Store) Delete(ctx context.Context, key string) error {
	if err := check(key); err != nil {
		return err
	}
	if err := s.bucket.Delete(ctx, key); err != nil {
		return fmt.Errorf("delete %s: %w", key, translate(err))
	}
	return nil
}

func translate(err error) error {
	if gcerrors.Code(err) == gcerrors.NotFound {
		return fmt.Errorf("%w: %w", ErrNotFound, err)
	}
	return err
}
