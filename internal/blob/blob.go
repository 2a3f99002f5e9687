// Package blob stores files, such as pictures and uploads, in a folder or in a bucket of
// S3. Each file has a key. The package does not know what a file contains or who may read
// it.
package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"time"

	"gocloud.dev/blob"
)

// Errors that callers check with errors.Is.
var (
	ErrNotFound = errors.New("no such file")
	ErrKey      = errors.New("not a key")
	ErrTooLarge = errors.New("the file is too large")
)

// Store has files by key. Safe for concurrent use.
type Store struct {
	bucket   *blob.Bucket
	name     string        // for people; it has no secrets
	dir      string        // of a folder; "": a bucket
	callTime time.Duration // limit of one call
}

// Close closes the store.
func (s *Store) Close() error { return s.bucket.Close() }

// String returns the folder or the bucket's URL, for people.
func (s *Store) String() string { return s.name }

// keys have parts of small letters, digits, dots, dashes and underscores, and each
// part starts with a letter or digit. So no part is ".." or a hidden file, and no
// two keys name the same file on a file system that ignores case.
var keys = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]*(/[a-z0-9][a-z0-9._-]*)*$`)

const maxKeyLength = 200

// ValidKey reports whether key may name a file, such as "item/burger-mint-480.webp".
func ValidKey(key string) bool { return len(key) <= maxKeyLength && keys.MatchString(key) }

func check(key string) error {
	if !ValidKey(key) {
		return fmt.Errorf("%w: %.60q", ErrKey, key)
	}
	return nil
}

// partSize is the buffer of one upload to S3, which allows no smaller one. A larger file
// is sent in several parts.
const partSize = 5 << 20

// Put writes a file, or replaces the one with the same key. It returns ErrTooLarge
// for a body longer than limit bytes. After an error the old file is unchanged, unless
// the error is ErrUnavailable: then S3 may have received the new one.
func (s *Store) Put(ctx context.Context, key string, body io.Reader, limit int64) error {
	if err := check(key); err != nil {
		return err
	}
	c := s.begin(ctx)
	defer c.end()
	from := &limitedBody{from: body, left: limit, call: c}
	o := blob.WriterOptions{DisableContentTypeDetection: true, ContentType: "application/octet-stream", BufferSize: partSize, MaxConcurrency: 1}
	w, err := s.bucket.NewWriter(c.ctx, key, &o)
	if err != nil {
		return fmt.Errorf("put %s: %w", key, s.fault(c, err))
	}
	if _, err = io.Copy(w, from); err != nil {
		failed := from.failed
		if failed == nil {
			failed = s.fault(c, err)
		}
		c.cancel(err) // a writer that is canceled before Close writes no file
		_ = w.Close() // its only error is the cancellation
		return fmt.Errorf("put %s: %w", key, failed)
	}
	if err := w.Close(); err != nil {
		return fmt.Errorf("put %s: %w", key, s.fault(c, err))
	}
	return nil
}

// limitedBody is a body that fails when it is too long.
type limitedBody struct {
	from   io.Reader
	left   int64
	call   *call
	failed error // why it could not be read
}

func (b *limitedBody) Read(p []byte) (int, error) {
	b.call.progress()
	n, err := b.from.Read(p)
	if b.left -= int64(n); b.left < 0 {
		err = ErrTooLarge
	}
	if err != nil && !errors.Is(err, io.EOF) {
		b.failed = err
	}
	return n, err
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
	body := make([]byte, f.Size)
	if _, err := io.ReadFull(f, body); err != nil {
		return nil, fmt.Errorf("get %s: %w", key, err)
	}
	return body, nil
}

// File is an open file. It has Seek, so that http.ServeContent can serve ranges.
type File struct {
	Size    int64
	ModTime time.Time
	reader  *blob.Reader
	store   *Store
	call    *call
}

// Open opens a file for reading. The caller closes it, and ctx must not end earlier.
func (s *Store) Open(ctx context.Context, key string) (*File, error) {
	if err := check(key); err != nil {
		return nil, err
	}
	c := s.begin(ctx)
	r, err := s.bucket.NewReader(c.ctx, key, nil)
	if err != nil {
		defer c.end()
		return nil, fmt.Errorf("open %s: %w", key, s.fault(c, err))
	}
	c.pause()
	return &File{Size: r.Size(), ModTime: r.ModTime(), reader: r, store: s, call: c}, nil
}

// Read has the time limit of one call. The time between two reads is not limited: the
// receiver of the file needs it.
func (f *File) Read(p []byte) (int, error) {
	f.call.progress()
	n, err := f.reader.Read(p)
	f.call.pause()
	if err != nil && !errors.Is(err, io.EOF) {
		err = f.store.fault(f.call, err)
	}
	return n, err
}

// Seek implements io.Seeker.
func (f *File) Seek(offset int64, whence int) (int64, error) { return f.reader.Seek(offset, whence) }

// Close closes the file.
func (f *File) Close() error {
	defer f.call.end()
	return f.reader.Close()
}

// Exists reports whether there is such a file.
func (s *Store) Exists(ctx context.Context, key string) (bool, error) {
	_, err := s.Stat(ctx, key)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// Stat returns the size and time of a file.
func (s *Store) Stat(ctx context.Context, key string) (Entry, error) {
	if err := check(key); err != nil {
		return Entry{}, err
	}
	c := s.begin(ctx)
	defer c.end()
	a, err := s.bucket.Attributes(c.ctx, key)
	if err != nil {
		return Entry{}, fmt.Errorf("find %s: %w", key, s.fault(c, err))
	}
	return Entry{Key: key, Size: a.Size, ModTime: a.ModTime}, nil
}

// Delete removes a file; ErrNotFound when there is none.
func (s *Store) Delete(ctx context.Context, key string) error {
	if err := check(key); err != nil {
		return err
	}
	c := s.begin(ctx)
	defer c.end()
	if err := s.bucket.Delete(c.ctx, key); err != nil {
		return fmt.Errorf("delete %s: %w", key, s.fault(c, err))
	}
	return nil
}

// Sync waits until a file of a folder is on the disk. S3 has stored a file when Put
// returns.
func (s *Store) Sync(key string) error {
	if err := check(key); err != nil || s.dir == "" {
		return err
	}
	f, err := os.Open(filepath.Join(s.dir, filepath.FromSlash(key)))
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// Folder has the files whose keys begin with its name.
type Folder struct {
	store *Store
	name  string
}

// Folder returns the files below a name, such as "media".
func (s *Store) Folder(name string) Folder { return Folder{s, name} }

// Open opens a file by its name in the folder. A missing one is fs.ErrNotExist.
func (f Folder) Open(ctx context.Context, name string) (io.ReadCloser, error) {
	file, err := f.store.Open(ctx, path.Join(f.name, name))
	if errors.Is(err, ErrNotFound) || errors.Is(err, ErrKey) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if err != nil {
		return nil, err
	}
	return file, nil
}
