package blob

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"gocloud.dev/blob"
)

// Entry describes a file.
type Entry struct {
	Key     string
	Size    int64
	ModTime time.Time
}

// partialFile is a file that is being written in a folder.
var partialFile = regexp.MustCompile(`\.[0-9a-f]{12,}\.tmp$`)

// Each calls do for every file whose key begins with prefix: "" or a folder such as
// "media/". Files of one folder come in the order of their names. Files that are not
// named by a key are not the town's, and left out.
func (s *Store) Each(ctx context.Context, prefix string, do func(Entry) error) error {
	return s.list(ctx, prefix, func(e Entry) error {
		if !ValidKey(e.Key) || e.Key == checkKey || s.dir != "" && partialFile.MatchString(e.Key) {
			return nil
		}
		return do(e)
	})
}

func (s *Store) list(ctx context.Context, prefix string, do func(Entry) error) error {
	if s.dir != "" {
		return s.walk(ctx, prefix, do)
	}
	return s.listBucket(ctx, prefix, do)
}

// walk reads a folder once, where fileblob would read all of it for every page.
func (s *Store) walk(ctx context.Context, prefix string, do func(Entry) error) error {
	root := filepath.Join(s.dir, filepath.FromSlash(prefix))
	return filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // deleted since the folder was read
		}
		if err != nil || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		if !entry.Type().IsRegular() {
			return nil
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		key := path.Join(prefix, strings.TrimPrefix(filepath.ToSlash(strings.TrimPrefix(name, root)), "/"))
		return do(Entry{Key: key, Size: info.Size(), ModTime: info.ModTime()})
	})
}

// listBucket reads pages of a thousand files.
func (s *Store) listBucket(ctx context.Context, prefix string, do func(Entry) error) error {
	c := s.begin(ctx)
	defer c.end()
	files := s.bucket.List(&blob.ListOptions{Prefix: prefix})
	for {
		c.progress()
		f, err := files.Next(c.ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return s.fault(c, err)
		}
		c.pause()
		if err := do(Entry{Key: f.Key, Size: f.Size, ModTime: f.ModTime}); err != nil {
			return err
		}
	}
}
