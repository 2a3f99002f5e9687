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
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
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
	return s.EachAfter(ctx, prefix, "", do)
}

// EachAfter is Each for the files whose keys come after a key, such as the last one of an
// earlier call. The folder has no folders in it.
func (s *Store) EachAfter(ctx context.Context, prefix, after string, do func(Entry) error) error {
	return s.list(ctx, prefix, after, func(e Entry) error {
		if !ValidKey(e.Key) || e.Key == checkKey || s.dir != "" && partialFile.MatchString(e.Key) {
			return nil
		}
		return do(e)
	})
}

func (s *Store) list(ctx context.Context, prefix, after string, do func(Entry) error) error {
	if s.dir != "" {
		return s.walk(ctx, prefix, after, do)
	}
	return s.listBucket(ctx, prefix, after, do)
}

// walk reads a folder once, where fileblob would read all of it for every page. It follows
// links, as fileblob does when it opens a file: WalkDir alone would leave their files out.
func (s *Store) walk(ctx context.Context, prefix, after string, do func(Entry) error) error {
	root, err := filepath.EvalSymlinks(filepath.Join(s.dir, filepath.FromSlash(prefix)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // deleted since the folder was read
		}
		if err != nil || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		key := path.Join(prefix, strings.TrimPrefix(filepath.ToSlash(strings.TrimPrefix(name, root)), "/"))
		if entry.IsDir() || after != "" && key <= after {
			return nil
		}
		info, err := os.Stat(name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		if info.IsDir() { // behind a link
			target, err := filepath.EvalSymlinks(name)
			if err == nil && isWithin(name, target) {
				err = fmt.Errorf("%s: a link to a folder that contains it", name)
			}
			if err != nil {
				return err
			}
			return s.walk(ctx, key, after, do)
		}
		if !info.Mode().IsRegular() {
			return nil
		}
		return do(Entry{Key: key, Size: info.Size(), ModTime: info.ModTime()})
	})
}

// isWithin reports whether a path is in a folder.
func isWithin(name, folder string) bool {
	return strings.HasPrefix(name, strings.TrimSuffix(folder, string(filepath.Separator))+string(filepath.Separator))
}

// listBucket reads pages of a thousand files.
func (s *Store) listBucket(ctx context.Context, prefix, after string, do func(Entry) error) error {
	c := s.begin(ctx)
	defer c.end()
	files := s.bucket.List(&blob.ListOptions{Prefix: prefix, BeforeList: startAfter(prefix, after)})
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

// startAfter has a list of S3 begin after a key. gocloud.dev has no option for it.
func startAfter(prefix, after string) func(asFunc func(any) bool) error {
	if after == "" {
		return nil
	}
	return func(asFunc func(any) bool) error {
		var in *s3.ListObjectsV2Input
		if !asFunc(&in) {
			return errors.New("the list of files cannot begin after a file")
		}
		// The prefix here begins with the folder of the bucket that has all files.
		in.StartAfter = aws.String(strings.TrimSuffix(aws.ToString(in.Prefix), prefix) + after)
		return nil
	}
}
